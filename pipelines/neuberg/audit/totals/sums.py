"""What printed figures add up to: a board's sum over its lines, and a pair's over its boards."""

from typing import Any

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.audit.book.books import Book
from neuberg.audit.book.precision import decimals_of_event
from neuberg.audit.contestants import Contestants, seated
from neuberg.audit.results import times_printed
from neuberg.audit.totals.matched import NUMBER
from neuberg.audit.totals.pairs import OTHER_ADDING
from neuberg.audit.totals.printed_tops import FIELDS, of_tops, own_top, raised, with_largest
from neuberg.domain.differences import BOARDS_MISSING
from neuberg.rules import profile as profile_named
from neuberg.rules.penalties import load_penalties
from neuberg.score.contestants import CONTESTANT_KEY, sides, with_known_winners

#: Printed decimals are exact; their sums as floats are within this.
_HAIR = 1e-6
_DECIMALS = 9
_SINGLE = ("board_left_out", "board_counted_twice", "penalty_not_recorded")
_FEW = 3
#: Of a line, what its printed figures are added by.
_PRINTED = (
    *CONTESTANT_KEY[:4], "board", "ns_pair", "ew_pair", "winners", "published_mp_decimals", *FIELDS,
    *(f"published_{side}_{quantity}" for side in ("ns", "ew") for quantity in ("mp", "imp", "pct")),
)  # fmt: skip
_VERDICT = {"class": pl.String, "evidence": pl.String}


def board_figures(scored: pl.LazyFrame, differences: pl.LazyFrame) -> pl.LazyFrame:
    """A row a board all of whose lines have printed matchpoints on both sides, and whether their sum is `right`.

    It is where no line's figure differs; else it is the profile's within half a unit a rounded figure.

    Args:
        scored: traveller lines as `neuberg.score.exact` gives them under one profile.
        differences: the rows of `differences` of their results under it.
    """
    lines = scored.filter(pl.col("variant") == 1)
    printed = [f"published_{side}_mp" for side in ("ns", "ew")]
    wrong = differences.filter(pl.col("quantity").str.ends_with("_mp")).select("result_id").unique()
    boards = lines.join(wrong.with_columns(_wrong=pl.lit(True)), on="result_id", how="left")
    boards = boards.with_columns(_decimals=decimals_of_event("published_mp_decimals"))
    totals = boards.group_by(schemas.FIELD_KEY).agg(
        # Of sections scored together the least: a join gives their lines in no order that it promises.
        pl.col("section").min(),
        # Rounded: polars adds in no order that it promises, and what is left of that would be in the table.
        published=(pl.col(printed[0]) + pl.col(printed[1])).sum().round(_DECIMALS),
        recomputed=((pl.col("ns_num") + pl.col("ew_num")) / pl.col("den")).sum().round(_DECIMALS),
        complete=pl.all_horizontal(pl.col(name).is_not_null().all() for name in printed),
        rounded=pl.sum_horizontal(_is_rounded(side) for side in ("ns", "ew")).sum(),
        wrong_lines=pl.col("_wrong").sum(),
        decimals=pl.col("_decimals").first(),
        profile=pl.col("profile").first(),
        file_id=pl.col("file_id").first(),
        line=pl.col("line").min(),
        season=pl.col("season").first(),
    )
    # Figures that are no whole number of the last place are within half a unit of it, each.
    loose = pl.col("rounded") * 0.5 / pl.lit(10.0).pow(pl.col("decimals"))
    near = (pl.col("published") - pl.col("recomputed")).abs() <= loose + _HAIR
    return totals.filter("complete").with_columns(
        level=pl.lit("board"),
        quantity=pl.lit("sum_mp"),
        difference=(pl.col("published") - pl.col("recomputed")).round(_DECIMALS),
        right=(pl.col("wrong_lines") == 0) | near,
    )


def _is_rounded(side: str) -> pl.Expr:
    """Whether a side's matchpoints have more decimals than its event shows."""
    unit = pl.lit(10, dtype=pl.Int64).pow(pl.col("_decimals").cast(pl.UInt32))
    return ((pl.col(f"{side}_num") * unit % pl.col("den")) != 0).fill_null(False)


def board_differences(own: Book, results: pl.DataFrame, choices: pl.DataFrame) -> pl.DataFrame:
    """The rows of `board_figures` that are not right, of a book and the differences of its results.

    Args:
        own: the book.
        results: the differences.
        choices: as `results.times_printed` takes them.
    """
    wrong = results.filter(pl.col("quantity").str.ends_with("_mp"))
    lines = own.lines[np.flatnonzero(own.boards_of(wrong)[own.board])]
    times = times_printed(profile_named(own.profile), choices)
    in_print = lines.with_columns(pl.col("ns_num", "ew_num") * times)
    return board_figures(in_print.lazy(), wrong.lazy()).filter(~pl.col("right")).collect()


def printed_sums(lines: pl.DataFrame, pairs: pl.Series) -> pl.LazyFrame:
    """A row a contestant of a session, of those of some numbers: what its printed figures add up to, board by board.

    `sum` and `mean` of the matchpoints, percentages or IMPs that the lines show, `values` (each board's) and `played`,
    the boards; and what `printed_tops.brought` takes.

    Args:
        lines: traveller lines with `winners`.
        pairs: the numbers.
    """
    shown = {
        f"{side}_mp": pl.coalesce(f"published_{side}_mp", f"published_{side}_imp", f"published_{side}_pct")
        for side in ("ns", "ew")
    }
    shown["scored_with"] = pl.coalesce("scored_with", "section")
    seated = with_largest(with_known_winners(lines.with_columns(**shown)))
    return (
        sides(seated)
        .filter(pl.col("mp").is_not_null() & pl.col("pair").is_in(pairs.implode()))
        .group_by(CONTESTANT_KEY)
        .agg(
            values=pl.col("mp").sort_by("board"),
            played=pl.col("board").sort(),
            sum=pl.col("mp").sum().round(_DECIMALS),
            mean=pl.col("mp").mean().round(_DECIMALS),
            **raised(),
        )
        .rename({"direction": "own_direction", "section": "own_section"})
    )


def classified_totals(wrong: pl.DataFrame, book: Book, found: Contestants) -> pl.DataFrame:
    """The differences of totals and percentages with their `class` and `evidence`.

    Args:
        wrong: rows of `pairs.pair_figures` that are not right, with `scales.PRINTED_SCALE`.
        book: the lines of their events.
        found: the contestants.
    """
    if wrong.is_empty():
        return wrong.with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in _VERDICT)
    lines = book.lines.select(_PRINTED)[seated(book, found, found.numbered(wrong, NUMBER))]
    keys = ["event_id", "session", "pair", "own_direction", "own_section"]
    sums = printed_sums(lines, wrong["pair"].unique()).drop("scored_with").collect()
    joined = wrong.join(sums, on=keys, how="left", nulls_equal=True, maintain_order="left")
    verdicts = pl.DataFrame([_verdict(row) for row in joined.iter_rows(named=True)], schema=_VERDICT, orient="row")
    return _single(joined.drop("values", "played").with_columns(verdicts))


def _single(found: pl.DataFrame) -> pl.DataFrame:
    """One board, or a penalty, is what a total is off by only where few of the event are off: else it is chance."""
    by_chance = pl.col("class").is_in(_SINGLE)
    off = (by_chance | (pl.col("class") == "not_the_sum")).sum().over("event_id", "quantity")
    many = by_chance & (off > _FEW)
    text = pl.when(many).then(pl.col("evidence").str.split("; ").list.first()).otherwise("evidence")
    kind = pl.when(many).then(pl.lit("not_the_sum")).otherwise("class")
    return found.with_columns(kind.alias("class"), text.alias("evidence"))


def _verdict(row: dict[str, Any]) -> tuple[str, str | None]:
    """What a total is that its boards, rightly scored, do not add up to."""
    if row["brought"]:
        return OTHER_ADDING, _on_one_top(row)
    if row["quantity"] == "percent" and (text := _of_its_total(row)):
        return "follows_its_total", text
    values = row["values"]
    if not values:
        return "unexplained", None
    added = sum(values)
    percent = row["quantity"] == "percent"
    half = 0.5 * 10.0 ** -(row["percent_decimals" if percent else "total_decimals"] or 0) + _HAIR
    # What turns a sum into the figure: for a percentage, its share of the tops.
    share = 100 / _printed_top(row) if percent and row["top"] else 1
    readings = {"mean of its boards": added / len(values), "sum of its boards": share * added}
    without = row["published"] - (0 if percent else row["carryover"] or 0)
    adjusted = {without, *(() if percent else (without - (row["penalty"] or 0), without + (row["penalty"] or 0)))}
    if not percent:
        readings["tenth of the sum of its boards"] = added / 10
    # Each board may be half a unit of its own from what was added.
    loose = sum(0.5 * 10.0 ** -_decimals(value) for value in values if value % 1)
    slack = {
        "mean of its boards": loose / len(values),
        "sum of its boards": share * loose,
        "tenth of the sum of its boards": loose / 10,
    }
    for words, value in readings.items():
        if any(abs(figure - value) <= half + slack[words] for figure in adjusted):
            return "follows_its_boards", f"the {words} as they were printed, {value:.10g}"
    if found := of_tops(row, adjusted, half):
        return found
    there, listed = max(len(values), row["boards"] or 0), row["boards_printed"] or 0
    if there < listed:
        return BOARDS_MISSING, f"the file has {there} boards of it, where {listed} are printed"
    if percent:
        known = row["_times"] is not None
        return "not_the_sum", f"its boards as printed come to {share * added:.2f} per cent" if known else None
    tens = abs(without - added / 10) < abs(without - added)
    top = _printed_top(row) / (row["boards"] or 1)
    unit = 10 if tens else 1
    given = [(board, value / unit) for board, value in zip(row["played"], values, strict=True)]
    return _off_by(without, given, top / unit, half)


def _of_its_total(row: dict[str, Any]) -> str | None:
    """How a percentage is that of the printed, rounded total: of the boards' tops, as they are or brought to one."""
    if row["total"] is None:
        return None
    half = 0.5 * 10.0 ** -(row["percent_decimals"] or 0) + _HAIR
    brought = [(row["common_top"] or 0) * row[boards] for boards in ("boards", "most_boards")]
    for top in (row["top"], *brought, _printed_top(row), own_top(row)):
        if top and abs(100 * row["total"] / top - row["published"]) <= half:
            return (
                f"the percentage of its total as printed: {row['total']:.10g} of {top:.10g} is {row['published']:.10g}"
            )
    return None


def _on_one_top(row: dict[str, Any]) -> str:
    """How a total or percentage is added that brings every board to one top."""
    largest = f"each brought to the largest top, {row['common_top']}"
    most = f"the whole from {row['boards']} boards to the most played, {row['most_boards']}"
    fewer = row["quantity"] == "total" and row["boards"] != row["most_boards"]
    ways = [*([largest] if row["brought_up"] else []), *([most] if fewer else [])]
    return f"the sum of its boards, {', '.join(ways or [largest])}: {round(row['on_one_top'], 4):.10g}"


def _printed_top(row: dict[str, Any]) -> float:
    """The sum of the tops on the scale of the printed lines, where that is known; else on the profile's."""
    halves = 3 - profile_named(row["profile"]).scale
    factor = 1 if row["_times"] is None else halves * row["_times"] / row["_by"]
    return float((row["top"] or 0) * factor)


def _off_by(total: float, given: list[tuple[int, float]], top: float, half: float) -> tuple[str, str]:
    """A board out, one twice, a customary penalty of a board's top, or only how far the total is off.

    Args:
        total: as it is printed.
        given: the boards, and what each gave.
        top: of a board.
        half: half a unit of the total's last place.
    """
    added = sum(value for _, value in given)
    off = total - added
    boards = f"its {len(given)} boards as printed add up to {added:.10g}"
    out, twice = ([board for board, value in given if value and abs(off + sign * value) <= half] for sign in (1, -1))
    penalties = [
        f"{-off:.10g} less, as {penalty.name} takes ({penalty.title})"
        for penalty in load_penalties().values()
        if off < 0 and abs(-off - top * penalty.per_cent_of_top / 100) <= half
    ]
    also = f"; or {penalties[0]}" if penalties else ""
    if out:
        return "board_left_out", f"{boards}; without {_named(out, -off)} they make the total{also}"
    if twice:
        return "board_counted_twice", f"{boards}; with {_named(twice, off)} twice they make the total"
    if penalties:
        return "penalty_not_recorded", f"{boards}; {penalties[0]}"
    return "not_the_sum", f"{boards}; the total differs by {off:+.10g}"


def _named(boards: list[int], gave: float) -> str:
    """The board that gave so much, or those of which one did."""
    if len(boards) == 1:
        return f"board {boards[0]}, which gave {gave:.10g},"
    *others, last = boards
    return f"one of the boards {', '.join(map(str, others))} and {last}, which gave {gave:.10g} each,"


def _decimals(value: float) -> int:
    return len(f"{value:.6f}".rstrip("0").partition(".")[2])
