"""The lines of fouled boards under every other rule that the board could fall under, to lie beside the run's own."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import as_columns, kinds
from neuberg.audit.rankings.other_rules import different
from neuberg.rules import Profile
from neuberg.rules import profile as profile_named
from neuberg.score.arithmetic import AWARD_UNITS, award_units
from neuberg.score.fields import forms
from neuberg.score.fouled import methods_under
from neuberg.score.outcomes import SHAPE, worked_out
from neuberg.score.packed import Integers

#: What a line's score depends on, whatever the rule is.
_KIND = (
    "n", "n1", "field", "most", "comparison_group", "groups", "single_groups", "largest", "largest_groups", "unit",
    "ns_s", "ew_s", "ns_s1", "ew_s1", "artificial", "ns_units", "ew_units",
)  # fmt: skip
#: What a board's groups are where they are taken as one.
_ONE_FORM: dict[str, Any] = {
    "n": "n1", "s": "ns_s1", "opposite": "ew_s1", "largest": "n1", "comparison_group": pl.lit(1, pl.Int32),
    **dict.fromkeys(("groups", "largest_groups"), pl.lit(1, pl.Int64)), "single_groups": (pl.col("n1") == 1).cast(int),
}  # fmt: skip


def other_scores(own: Book) -> pl.DataFrame:
    """A row a line of a fouled board, profile and answer, for one profile of each rule but the run's own.

    Lines that are alike are scored once. Awards are taken as the run's own profile has them, for the whole session.

    Args:
        own: the lines under the run's own profile.
    """
    fouled = own.apart.filter(pl.col("groups") > 1).sort("line_no")
    if fouled.is_empty():
        return schemas.empty(schemas.OTHER_SCORES)
    line_no = fouled["line_no"].to_numpy()
    board = own.board[line_no]
    given = own.lines.select("given_group", "kind")[line_no]
    artificial = given["kind"] == "artificial"
    facts = fouled.with_columns(*_awards(), artificial=artificial, comparison_group=_forms(fouled, given, board))
    first, kind = kinds(as_columns(facts.select(_KIND)))
    alike = facts[first]
    others = different(profile_named(own.profile))
    parts = [answer for other in others for answer in _answers(alike, kind, board, other)]
    line = np.concatenate([lines for lines, _ in parts])
    scores = pl.concat([rows for _, rows in parts])
    season = own.events["season"][own.event[line_no]]
    keys = fouled.select("result_id", "event_id", own=pl.lit(own.profile), season=season)
    return schemas.conform(keys[line].hstack(scores).lazy(), schemas.OTHER_SCORES).collect()


def _awards() -> Iterator[pl.Expr]:
    """The awards as the session makes them, in whole units."""
    for side in ("ns", "ew"):
        yield pl.coalesce(f"{side}_session", award_units(pl.col(f"{side}_award"))).alias(f"{side}_units")


def _forms(fouled: pl.DataFrame, given: pl.DataFrame, board: Integers) -> pl.Series:
    """Of each line the form of its board, from 1; null where its score is compared with none."""
    there = np.flatnonzero(fouled["n"].is_not_null().to_numpy())
    form = np.zeros(fouled.height, np.int32)
    form[there] = 1 + forms(given["given_group"][there], board[there])[0]
    return pl.select(pl.when(pl.Series(form) > 0).then(pl.Series(form))).to_series()


def _answers(
    alike: pl.DataFrame, kind: Integers, board: Integers, profile: Profile
) -> Iterator[tuple[Integers, pl.DataFrame]]:
    """The places of lines and their scores: every line's first answer, and the second of the boards that have two.

    Args:
        alike: a row a kind of line.
        kind: of each line, its kind.
        board: of each line, its board.
        profile: the rule.
    """
    shapes = _under(alike, profile)
    every = np.arange(kind.size)
    yield every, _scored(shapes, pl.col("first"), 1, profile)[kind]
    twice = shapes["second"].is_not_null().to_numpy()[kind]
    if twice.any():
        again = every[np.isin(board, board[twice])]
        yield again, _scored(shapes, pl.coalesce("second", "first"), 2, profile)[kind[again]]


def _under(alike: pl.DataFrame, profile: Profile) -> pl.DataFrame:
    """The kinds of lines with what the arithmetic of a profile takes, and the methods of those in a group."""
    groups = _ONE_FORM if profile.regime == "one_field" else {"s": "ns_s", "opposite": "ew_s"}
    full = "most" if profile.field == "expected" else "field"
    awards = {f"{side}_award": pl.col(f"{side}_units") / pl.lit(AWARD_UNITS) for side in ("ns", "ew")}
    lines = alike.with_columns(full=full, **groups, **awards)
    given = pl.any_horizontal(pl.col("ns_award", "ew_award").is_not_null())
    alone = pl.when(pl.col("artificial") & given).then(pl.lit("artificial")).cast(schemas.METHOD)
    first, second = methods_under(profile)
    in_group = pl.col("n").is_not_null()
    return lines.with_columns(
        comparison_group=pl.when(in_group).then("comparison_group"),
        first=pl.when(in_group).then(first).otherwise(alone),
        second=pl.when(in_group).then(second),
    )


def _scored(shapes: pl.DataFrame, method: pl.Expr, variant: int, profile: Profile) -> pl.DataFrame:
    answer = shapes.with_columns(method=method, variant=pl.lit(variant, pl.Int8))
    asked = answer.select(*SHAPE, "s", "opposite", "unit", "ns_award", "ew_award")
    return worked_out(asked, profile).with_columns(profile=pl.lit(profile.name))
