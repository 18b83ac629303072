"""An event's rows board by board, its travellers with every rule's figures side by side: once for all its pages."""

from collections.abc import Iterator, Mapping

import polars as pl

from neuberg.domain.boards import cycle_dealer, cycle_vulnerable
from neuberg.report.site.reading import Frames
from neuberg.report.site.tabulation import UNDER

#: What a rule makes of a line.
FIGURES = ("ns_mp", "ew_mp", "ns_pct", "ew_pct", "ns_imp", "ew_imp", "method")
#: Both sides' figures as they stand beside the run's own under another rule, and what each is of.
BOTH_SIDES = {"both_pct": ("ns_pct", "ew_pct"), "both_mp": ("ns_mp", "ew_mp")}
_ORDER = ("comparison_group", "section", "round", "table", "line")
Place = tuple[str | None, int]


def by_board(frames: Frames) -> dict[Place, Frames]:
    """The frames of each session and board of an event; under the session None the rows that are of every one."""
    ready = dict(frames)
    if "travellers" in ready:
        ready["travellers"] = side_by_side(ready["travellers"], ready.pop("other_scores", None))
    if "boards" in ready:
        number = pl.col("board")
        ready["boards"] = ready["boards"].with_columns(
            standard_dealer=cycle_dealer(number), standard_vulnerable=cycle_vulnerable(number)
        )
    apart: dict[Place, Frames] = {}
    for name, frame in ready.items():
        if "board" not in frame.columns:
            continue
        for place, part in frame.partition_by("session", "board", as_dict=True, maintain_order=True).items():
            session, board = place
            if board is not None:
                apart.setdefault((session, int(board)), {})[name] = part
    return apart


def of_board(apart: dict[Place, Frames], session: str, board: int) -> Frames:
    """The rows of a board, those of every session with them."""
    own, of_all = apart.get((session, board), {}), apart.get((None, board), {})
    return own | {name: pl.concat([own[name], part]) if name in own else part for name, part in of_all.items()}


def side_by_side(travellers: pl.DataFrame, others: pl.DataFrame | None = None) -> pl.DataFrame:
    """A row a line, by comparison group, with its figures under each rule in columns of their own.

    The figures of the first rule of the run stand under their own names too, with `profile`; where the run has
    several, or a rule two answers, each has columns such as `ns_mp under ebu-2025`. What other rules would give a
    fouled board's line stands in columns such as `both_mp under ebu-article (not the run's)`, as text.
    """
    words = (_plain(pl.col("kind"), "played"), _plain(pl.col("ruled_kind")), _plain(pl.col("method"), "plain"))
    lines = travellers.with_columns(words).sort("profile", "variant", nulls_last=True, maintain_order=True)
    base = lines.unique("result_id", keep="first", maintain_order=True).sort(_ORDER, nulls_last=True)
    base = _with_own_matchpoints(base).with_columns(_ruled_form())
    answers = dict(_answers(lines.drop_nulls("profile")))
    if len(answers) > 1:
        base = _joined(base, answers, FIGURES)
    if others is not None:
        own = lines["profile"].drop_nulls().unique().implode()
        more = dict(_answers_by_own(others.filter(~pl.col("profile").is_in(own)).with_columns(_both())))
        base = _joined(base.with_columns(_both()), more, tuple(BOTH_SIDES), NOT_OWN)
    return base


def _with_own_matchpoints(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with `s`: N-S's matchpoints among the scores of its group, at two for a lower one and one for an equal.

    Null at IMPs, and for a group in which something else is compared than scores, such as a weighted one.
    """
    group, tables = ("session", "scored_with", "board", "comparison_group"), pl.col("multiplicity").fill_null(1)
    lines = lines.with_columns(_score=pl.coalesce("ruled_ns_score", "ns_score"))
    compared = lines.drop_nulls(["comparison_group", "_score", "ns_mp"])
    counted = compared.group_by(*group, "_score").agg(_equal=tables.sum()).sort(*group, "_score")
    counted = counted.with_columns(
        _lower=pl.col("_equal").cum_sum().over(group) - pl.col("_equal"), _all=pl.col("_equal").sum().over(group)
    )
    found = lines.join(counted, on=[*group, "_score"], how="left", maintain_order="left", nulls_equal=True)
    own = pl.when(pl.col("_all") == pl.col("n")).then(2 * pl.col("_lower") + pl.col("_equal") - 1)
    return found.with_columns(s=own).drop("_score", "_equal", "_lower", "_all")


def _ruled_form() -> pl.Expr:
    """The form as ruled, on a board of which some are: what no group of the ruling names played the original one."""
    ruled, given = pl.col("ruled_group"), pl.col("given_group")
    is_ruled = ruled.is_not_null().any().over("session", "scored_with", "board")
    back = pl.col("ruling").str.contains("given_group: none for", literal=True).fill_null(False)
    kept = pl.when(back).then(pl.lit("original")).otherwise(pl.coalesce(given, pl.lit("original")))
    return pl.when(is_ruled).then(pl.coalesce(ruled, kept)).alias("ruled_group")


def _both() -> list[pl.Expr]:
    """Both sides' figures as one text, so that a column a rule is enough; null where there are none."""
    return [
        pl.concat_str(pl.col(ns).round(2), pl.lit(" – "), pl.col(ew).round(2)).alias(name)
        for name, (ns, ew) in BOTH_SIDES.items()
    ]


#: What is added to a rule's name where the run does not score by it.
NOT_OWN = " (not the run’s)"


def _answers(rows: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    """The rows of each profile and answer, by its name."""
    parts = rows.sort("profile", "variant").partition_by("profile", "variant", as_dict=True, maintain_order=True)
    for (profile, variant), part in parts.items():
        yield f"{profile}, answer {variant}" if (profile, 2) in parts else str(profile), part


def _answers_by_own(rows: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    """As `_answers`, a line once: another rule stands there for each of the run's, which differ in their awards alone.

    Where they do differ, each has an entry of its own.
    """
    for name, part in _answers(rows):
        once = part.unique(["result_id", *BOTH_SIDES], keep="first", maintain_order=True)
        if once["result_id"].is_unique().all():
            yield name, once
            continue
        for (own,), apart in part.partition_by("own", as_dict=True, maintain_order=True).items():
            yield f"{name}, awards as under {own}", apart


def _joined(
    base: pl.DataFrame, answers: Mapping[str, pl.DataFrame], figures: tuple[str, ...], said: str = ""
) -> pl.DataFrame:
    """The lines with each answer's figures; an answer has a line once."""
    for answer, rows in answers.items():
        named = {f"{name}{UNDER}{answer}{said}": pl.col(name) for name in figures}
        figure = rows.select("result_id", **named)
        base = base.join(figure, on="result_id", how="left", validate="1:1", maintain_order="left")
    return base


def _plain(words: pl.Expr, usual: str = "") -> pl.Expr:
    """The words without underscores; null for the usual one, so that a column of it alone is not shown."""
    text = words.cast(pl.String)
    return pl.when(text != usual).then(text.str.replace_all("_", " "))
