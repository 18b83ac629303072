"""Checks of a board as its field played it: whether the tables can be compared, and all their travellers are there."""

import polars as pl

from neuberg import schemas
from neuberg.validate.check import Check, Suite, Tables, joined, text
from neuberg.validate.forms import COLUMNS, forms, how_they_differ, is_related
from neuberg.validate.halls import numbers_of

_FIELD = list(schemas.FIELD_KEY)
_SESSION = ("event_id", "session", "scored_with")
_COMPARED = ("played", "passed_out")
#: How many boards a session needs, and how large a part of them must agree, to say how many lines a board has.
_NOISE = 1e-6  # of sums of decimals in binary
_ENOUGH_BOARDS, _MOST_BOARDS = 5, 0.8


def fields(tables: Tables) -> pl.LazyFrame:
    """A row a board of a field: its lines, those to be expected, whether deals differ, the matchpoints printed."""
    plays = tables.plays.collect()
    counted = (
        plays.lazy()
        .select(_field=numbers_of(plays, _FIELD), first=pl.int_range(pl.len()), **_of_line())
        .group_by("_field", maintain_order=True)
        .agg(
            pl.col("first").first(),
            pl.col("lines").sum(),
            pl.col("stated").max(),
            pl.col("grouped").any(),
            **_published(),
            several=pl.col("deal").min() != pl.col("deal").max(),
        )
        .collect()
    )
    of_first = [plays[name].gather(counted["first"]) for name in (*_FIELD, "section", "file_id", "line", "season")]
    found = counted.drop("_field", "first").with_columns(of_first)
    no_id = (pl.lit(None, dtype=pl.Int64).alias(name) for name in ("result_id", "deal_id"))
    return found.lazy().with_columns(*no_id, due=_due(found))


def _of_line() -> dict[str, pl.Expr]:
    """What is counted or added of each line."""
    compared = pl.col("kind").is_in(_COMPARED)
    ns, ew, tables = pl.col("published_ns_mp"), pl.col("published_ew_mp"), pl.col("multiplicity").fill_null(1)
    return {
        "lines": tables,
        "stated": pl.col("expected"),
        "grouped": pl.col("given_group").is_not_null(),
        "deal": pl.when(compared).then("deal_id"),
        "compared": compared,
        "unprinted": compared & (ns.is_null() | ew.is_null()),
        "tables": pl.when(compared).then(tables),
        "ns": pl.when(compared).then(ns * tables),
        "ew": pl.when(compared).then(ew * tables),
        "both": pl.when(compared).then(ns + ew),
        "apart": (ns - ew) * tables,
        "decimals": pl.col("published_mp_decimals"),
    }


def _published() -> dict[str, pl.Expr]:
    """The sums of the printed matchpoints of the lines that are compared, null where one is not printed.

    With `off_in_all`, how far the two sides' sums are apart over all lines, awarded ones among them.
    """
    printed = ~pl.col("unprinted").any() & (pl.col("compared").sum() > 1)
    return {
        "ns_sum": pl.when(printed).then(pl.col("ns").sum()),
        "ew_sum": pl.when(printed).then(pl.col("ew").sum()),
        "least": pl.when(printed).then(pl.col("both").min()),
        "most": pl.when(printed).then(pl.col("both").max()),
        "tables": pl.col("tables").sum(),
        "decimals": pl.col("decimals").max().fill_null(0),
        "all_compared": pl.col("compared").all(),
        "off_in_all": pl.col("apart").sum().abs(),
    }


def _due(counted: pl.DataFrame) -> pl.Series:
    """The lines that each board should have: those of nearly every board of its session, or those that are stated."""
    boards = counted.select("lines", "stated", session=numbers_of(counted, _SESSION))
    usual = boards.group_by("session", maintain_order=True).agg(usual=pl.col("lines").mode().max())
    beside = boards.with_columns(usual["usual"].gather(boards["session"]))
    sessions = beside.group_by("session", maintain_order=True).agg(
        enough=(pl.len() >= _ENOUGH_BOARDS) & ((pl.col("lines") == pl.col("usual")).mean() >= _MOST_BOARDS)
    )
    # Where nearly every board has as many lines, and fewer than are stated, the movement leaves a table out.
    fewer = pl.col("stated").is_null() | (pl.col("usual") < pl.col("stated"))
    by_session = sessions["enough"].gather(boards["session"])
    return beside.select(due=pl.when(by_session & fewer).then("usual").otherwise("stated"))["due"]


def _is_sound() -> pl.Expr:
    as_due = pl.col("due").is_null() | (pl.col("lines") == pl.col("due"))
    level = (_apart() <= _NOISE) & ((pl.col("most") - pl.col("least")).fill_null(0) <= _NOISE)
    return as_due & level & ~pl.col("several").fill_null(value=False)


def _closely(tables: Tables, rows: pl.LazyFrame) -> pl.LazyFrame:
    """The fields with the forms in which their tables played the board, and the usual top of their lines."""
    found = rows.collect()
    # First by a number, for most events have no such field.
    of_events = tables.plays.select(*COLUMNS, "published_ns_mp", "published_ew_mp").filter(
        pl.col("event_id").is_in(found["event_id"].unique().implode())
    )
    plays = of_events.join(found.lazy(), on=_FIELD, how="semi", nulls_equal=True).collect().lazy()
    both = pl.col("published_ns_mp") + pl.col("published_ew_mp")
    tops = plays.filter(pl.col("kind").is_in(_COMPARED)).group_by(_FIELD).agg(top=both.mode().min())
    parts = pl.collect_all([forms(plays), tops])
    for part in parts:
        found = found.join(part, on=_FIELD, how="left", nulls_equal=True, maintain_order="left")
    return found.lazy().with_columns(top=pl.when(pl.col("ns_sum").is_not_null()).then("top"))


def _rounding() -> pl.Expr:
    """How far the sides of a line may be apart by rounding.

    Not at all where every line is compared and the points are whole and as they fall, 2 or 1 for a score beaten. Else
    each side may be half a unit from its own exact value: of the last decimal, or of a score where the points are
    brought to some other top.
    """
    top, as_they_fall = pl.col("top"), pl.col("tables") - 1
    whole = pl.col("all_compared") & (pl.col("decimals") == 0)
    unscaled = (top == 2 * as_they_fall) | (top == as_they_fall)
    unit = pl.max_horizontal(
        10.0 ** -pl.col("decimals"), pl.when(top > 2 * as_they_fall).then(top / (2 * as_they_fall))
    )
    return pl.when(whole & unscaled).then(0.0).otherwise(unit)


def _differ(name: str) -> pl.Expr:
    return pl.col(name).list.len() > 1


def _names(name: str) -> pl.Expr:
    return pl.col(name).list.join(", ")


def _apart() -> pl.Expr:
    """How far the two sides' sums are apart, over the lines that are compared or over all, whichever is less."""
    return pl.min_horizontal((pl.col("ns_sum") - pl.col("ew_sum")).abs(), "off_in_all")


def _is_unbalanced() -> pl.Expr:
    sums = _apart() > pl.col("tables") * _rounding() + _NOISE
    tops = (pl.col("most") - pl.col("least")) > 2 * _rounding() + _NOISE
    return (sums | tops) & ~pl.col("grouped") & (pl.col("deals").fill_null(1) == 1)


def _sums() -> pl.Expr:
    ns_sum, ew_sum, least, most = (pl.col(name).round(4) for name in ("ns_sum", "ew_sum", "least", "most"))
    return joined("N-S ", ns_sum, ", E-W ", ew_sum, "; a line has ", least, " to ", most)


_CHECKS = (
    Check(
        "deals_differ",
        "tables that are compared played the board in different forms: cards or hands are in other places",
        "error",
        "Law 87",
        lambda: (pl.col("deals") > 1) & is_related(),
        how_they_differ,
        text("one deal at all tables that are compared"),
    ),
    Check(
        "deals_unrelated",
        "tables that are compared have deals that have nothing in common: not one board",
        "warning",
        None,
        lambda: (pl.col("deals") > 1) & ~is_related(),
        how_they_differ,
        text("one deal at all tables that are compared"),
    ),
    Check(
        "dealers_differ",
        "tables that are compared have different dealers on the board",
        "error",
        "Law 87",
        lambda: _differ("dealers"),
        lambda: _names("dealers"),
        text("one dealer"),
    ),
    Check(
        "vulnerabilities_differ",
        "tables that are compared have different vulnerabilities on the board",
        "error",
        "Law 87",
        lambda: _differ("vulnerabilities"),
        lambda: _names("vulnerabilities"),
        text("one vulnerability"),
    ),
    Check(
        "travellers_missing",
        "a board has fewer lines than is stated, or than nearly every board of its session",
        "warning",
        None,
        lambda: pl.col("lines") < pl.col("due"),
        lambda: joined("lines: ", pl.col("lines")),
        lambda: joined("lines: ", pl.col("due")),
    ),
    Check(
        "travellers_in_excess",
        "a board has more lines than is stated, or than nearly every board of its session",
        "warning",
        None,
        lambda: pl.col("lines") > pl.col("due"),
        lambda: joined("lines: ", pl.col("lines")),
        lambda: joined("lines: ", pl.col("due")),
    ),
    Check(
        "matchpoints_unbalanced",
        "the matchpoints printed for the two sides do not sum alike, over the board or from line to line",
        "warning",
        "Law 78",
        _is_unbalanced,
        _sums,
        text("the same sum for both sides, and for both sides of each line"),
    ),
)

FIELDS = Suite(
    "fields",
    "a board as it was played by those who are compared on it",
    ("event_id", "session", "scored_with", "board", "line"),
    fields,
    _CHECKS,
    _is_sound,
    _closely,
)
