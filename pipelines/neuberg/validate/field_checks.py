"""Checks of a board as its field played it: whether the tables can be compared, and all their travellers are there."""

import polars as pl

from neuberg import schemas
from neuberg.validate.check import Check, Suite, Tables, joined, text
from neuberg.validate.forms import forms, how_they_differ, is_related

_FIELD = list(schemas.FIELD_KEY)
_SESSION = ("event_id", "session", "scored_with")
_COMPARED = ("played", "passed_out")
#: How many boards a session needs, and how large a part of them must agree, to say how many lines a board has.
_NOISE = 1e-6  # of sums of decimals in binary
_ENOUGH_BOARDS, _MOST_BOARDS = 5, 0.8


def fields(tables: Tables) -> pl.LazyFrame:
    """A row a board of a field: its lines, those to be expected, the deals played, the matchpoints printed."""
    counted = tables.plays.group_by(_FIELD, maintain_order=True).agg(
        pl.col("section", "file_id", "line", "season").first(),
        lines=pl.col("multiplicity").fill_null(1).sum(),
        stated=pl.col("expected").max(),
        grouped=pl.col("given_group").is_not_null().any(),
        **_published(),
    )
    usual = pl.col("lines").mode().max().over(_SESSION)
    enough = (pl.len().over(_SESSION) >= _ENOUGH_BOARDS) & (
        (pl.col("lines") == usual).mean().over(_SESSION) >= _MOST_BOARDS
    )
    # Where nearly every board has as many lines, and fewer than are stated, the movement leaves a table out.
    by_session = enough & (pl.col("stated").is_null() | (usual < pl.col("stated")))
    due = pl.when(by_session).then(usual).otherwise("stated")
    ids = ("result_id", "deal_id")
    return (
        counted.with_columns(due=due)
        .with_columns(pl.lit(None, dtype=pl.Int64).alias(name) for name in ids)
        .join(forms(tables.plays).collect().lazy(), on=_FIELD, how="left", nulls_equal=True, maintain_order="left")
    )


def _published() -> dict[str, pl.Expr]:
    """The sums of the printed matchpoints of the lines that are compared, null where one is not printed.

    With `off_in_all`, how far the two sides' sums are apart over all lines, awarded ones among them.
    """
    compared = pl.col("kind").is_in(_COMPARED)
    ns, ew = (pl.col(f"published_{side}_mp").filter(compared) for side in ("ns", "ew"))
    tables = pl.col("multiplicity").fill_null(1).filter(compared)
    printed = (ns.is_not_null() & ew.is_not_null()).all() & (tables.len() > 1)
    apart = (pl.col("published_ns_mp") - pl.col("published_ew_mp")) * pl.col("multiplicity").fill_null(1)
    return {
        "ns_sum": pl.when(printed).then((ns * tables).sum()),
        "ew_sum": pl.when(printed).then((ew * tables).sum()),
        "least": pl.when(printed).then((ns + ew).min()),
        "most": pl.when(printed).then((ns + ew).max()),
        "top": pl.when(printed).then((ns + ew).mode().min()),
        "tables": tables.sum(),
        "decimals": pl.col("published_mp_decimals").max().fill_null(0),
        "all_compared": compared.all(),
        "off_in_all": apart.sum().abs(),
    }


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


def _is_unbalanced() -> pl.Expr:
    apart = pl.min_horizontal((pl.col("ns_sum") - pl.col("ew_sum")).abs(), "off_in_all")
    sums = apart > pl.col("tables") * _rounding() + _NOISE
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
)
