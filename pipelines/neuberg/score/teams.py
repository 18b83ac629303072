"""The two tables of a match: each line sees the other table's, and a team's board is scored from both."""

from typing import NamedTuple

import polars as pl

from neuberg.score.board_a_match import Pair, board_points, fouled_acbl_1976, fouled_nbb_1982
from neuberg.score.lines import ROW
from neuberg.score.matchpoints import with_group_matchpoints

_SEEN = ("score", "given_group", "ns_award", "ew_award", "kind", "s", "opposite", "n")


class Sides(NamedTuple):
    """What the N-S pair's team has on a line's board, and what the E-W pair's team has; null where not known."""

    ns: pl.Expr
    ew: pl.Expr


def with_other_table(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with `other_…` of the match's other table; null where a field has not exactly two lines."""
    present = [name for name in _SEEN if name in lines.collect_schema().names()]
    two = pl.len().over("field_no") == 2
    return lines.with_columns(
        pl.when(two).then(pl.col(name).reverse().over("field_no")).alias(f"other_{name}") for name in present
    ).with_columns(one_form=two & pl.col("given_group").eq_missing(pl.col("other_given_group")))


def without_other_table(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines without what `with_other_table` added."""
    return lines.drop(*(f"other_{name}" for name in _SEEN), "one_form", strict=False)


def with_form_matchpoints(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with `n`, `s` and `opposite` among all scores of the session that met the board in the same form.

    They may be of other matches: both regulations for teams compare a pair with everyone who played its form.
    """
    form = pl.col(ROW).min().over("event_id", "session", "board", "given_group", "comparable")
    formed = lines.drop("n").with_columns(_field_group=pl.col("group_no"), group_no=pl.when("comparable").then(form))
    return (
        formed.pipe(with_group_matchpoints)
        .with_columns(group_no=pl.col("_field_group"))
        .drop("_field_group", "unit")
        .sort(ROW)
    )


def team_points(fouled: str) -> tuple[Sides, Sides]:
    """A team's points for a board on the 2-1-0 scale, and the other answer where the source leaves two (else null).

    Args:
        fouled: the rule for a team whose pairs played different forms; `no score` leaves it without points.
    """
    own, other = pl.col("score").cast(pl.Int64), pl.col("other_score").cast(pl.Int64)
    usual = Sides(board_points(own, -other), board_points(-own, other))
    answers = [_fouled(fouled, *_pairs(side)) for side in ("ns", "ew")]
    first = (pl.when("one_form").then(plain).otherwise(found[0]) for plain, found in zip(usual, answers, strict=True))
    second = (pl.when(~pl.col("one_form")).then(found[1]) for found in answers)
    return Sides(*first), Sides(*second)


def _pairs(side: str) -> tuple[Pair, Pair]:
    """The team's pair at this table and its pair at the other, where it sits the other way."""
    own, other = ("s", "other_opposite") if side == "ns" else ("opposite", "other_s")
    return Pair(pl.col(own), 2 * (pl.col("n") - 1)), Pair(pl.col(other), 2 * (pl.col("other_n") - 1))


def _fouled(rule: str, one: Pair, other: Pair) -> tuple[pl.Expr, pl.Expr]:
    if rule == "acbl-1976":
        return tuple(fouled_acbl_1976(one, other))  # type: ignore[return-value]
    nothing = pl.lit(None, dtype=pl.Int64)
    return (fouled_nbb_1982(one, other), nothing) if rule == "nbb-1982" else (nothing, nothing)
