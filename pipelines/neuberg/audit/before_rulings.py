"""Figures printed before a director's later ruling: right of the lines as the file has them, so not wrong."""

import json
from collections.abc import Mapping
from typing import Any

import polars as pl

from neuberg.audit.rule import ON_SCALE, UNITS
from neuberg.domain.differences import EXPLAINED, NOT_COMPARED, UNEXPLAINED, WRONG, counting_as
from neuberg.rules import load_profiles

BEFORE = "before_ruling"
#: The kinds of rulings that change what a figure should be.
CHANGING = ("fouled", "award", "correction", "penalty")
_KEY = [
    "level", "quantity", "event_id", "session", "section", "board", "result_id", "pair", "profile", "file_id", "line",
]  # fmt: skip
_ACCOUNT = ["event_id", "level", "quantity", "profile"]
_COUNTS = (EXPLAINED, WRONG, NOT_COMPARED, UNEXPLAINED)
#: What tells which rulings a figure may hang on.
_HANGS_ON = ("level", "event_id", "session", "board", "pair")
#: On the scale in print the profile gave a figure that is so near it, and gives none any more that is so far from it.
_NEAR, _FAR = 0.05, 0.5
#: So many rulings are named in an evidence.
_NAMED = 3


def changing(rulings: pl.DataFrame) -> pl.DataFrame:
    """The rulings of the table that change what a figure should be."""
    return rulings.filter(pl.col("what").is_in(CHANGING), (pl.col("state") != "open").fill_null(True))


def with_figures_before(
    tables: Mapping[str, pl.DataFrame], as_read: pl.DataFrame, rulings: pl.DataFrame
) -> dict[str, pl.DataFrame]:
    """The audit's tables, what is right or explained of the lines as the file has them said to be so.

    A figure that differs only of the lines as ruled was printed before the ruling. One that is wrong or unexplained of
    these, and explained of the others, is explained. So is one on another scale than the profile's, where that gives it
    on it of the lines as the file has them alone.

    Args:
        tables: `differences` and `audited` of the lines as ruled, and others, which stay.
        as_read: `differences` of the ruled events' lines as the file has them.
        rulings: the table `rulings`.
    """
    changed = changing(rulings)
    if changed.is_empty():
        return dict(tables)
    differences = tables["differences"].with_row_index("_row")
    own = differences.filter(pl.col("event_id").is_in(changed["event_id"].unique().implode()))
    found = _found(own, as_read, changed)
    names = ("class", "evidence")
    marked = differences.join(found, on="_row", how="left", maintain_order="left").with_columns(
        pl.when(pl.col("_class").is_not_null()).then(f"_{name}").otherwise(name).alias(name) for name in names
    )
    moved = differences.join(found, on="_row").select(*_ACCOUNT, "class", "_class")
    return {
        **tables,
        "differences": marked.select(tables["differences"].columns),
        "audited": _recounted(tables["audited"], moved),
    }


def _found(own: pl.DataFrame, as_read: pl.DataFrame, rulings: pl.DataFrame) -> pl.DataFrame:
    """Of the rows that are said otherwise: `_row`, `_class` and `_evidence`."""
    then = {"_then": "class", "_why": "evidence", "_was": "recomputed"}
    earlier = as_read.select(*_KEY, **then, _there=pl.lit(True)).unique(_KEY, keep="first")
    beside = own.join(earlier, on=_KEY, how="left", nulls_equal=True, maintain_order="left")
    reprinted = pl.col("result_id").is_in(_of_other_print(rulings)).fill_null(False)
    is_right = pl.col("_there").is_null() & pl.col("recomputed").is_not_null() & ~reprinted
    open_now = pl.col("class").is_in([*counting_as(WRONG), UNEXPLAINED])
    is_explained = open_now & pl.col("_then").is_in(counting_as(EXPLAINED)) & ~reprinted
    on_scale = _on_scale_alone() & ~reprinted
    asked = beside.filter(is_right | (is_explained | on_scale).fill_null(False))
    said = [_words(row, rulings) for row in asked.select(_HANGS_ON).iter_rows(named=True)]
    by_file = pl.lit("right of the lines as the file has them")
    return asked.with_columns(_said=pl.Series(said, dtype=pl.String)).select(
        "_row",
        _class=pl.coalesce("_then", pl.lit(BEFORE)),
        _evidence=pl.concat_str(pl.coalesce("_why", by_file), pl.lit(", before "), "_said"),
    )


def _on_scale_alone() -> pl.Expr:
    """Whether a figure on another scale than the profile's is what that gives on it before the rulings, and not now."""
    scales = {f"{ON_SCALE}{name}": times / by for name, (times, by) in UNITS.items()}
    halves = {name: 3 - rule.scale for name, rule in load_profiles().items()}
    unit = pl.col("evidence").replace_strict(scales, default=None, return_dtype=pl.Float64)
    unit *= pl.col("profile").cast(pl.String).replace_strict(halves, default=None, return_dtype=pl.Int64)
    was, now = ((pl.col("published") - unit * pl.col(name)).abs() for name in ("_was", "recomputed"))
    return (pl.col("evidence") == pl.col("_why")) & (was <= _NEAR) & (now > _FAR)


def _of_other_print(rulings: pl.DataFrame) -> list[int]:
    """The lines of which a ruling corrects what is printed."""
    corrections = rulings.filter(pl.col("what") == "correction")
    return [
        line
        for row in corrections.iter_rows(named=True)
        if str(json.loads(row["decision"]).get("field", "")).startswith("published")
        for line in row["result_ids"]
    ]


def _words(figure: Mapping[str, Any], rulings: pl.DataFrame) -> str:
    """The rulings that a figure may hang on, in words."""
    near = [row for row in rulings.iter_rows(named=True) if _is_near(row, figure)]
    named = [f"the ruling ({row['what']}) on {_place(row)}" for row in near[:_NAMED]]
    more = [f"{len(near) - _NAMED} more"] if len(near) > _NAMED else []
    return " and ".join([*named, *more]) or "a ruling"


def _place(ruling: Mapping[str, Any]) -> str:
    if ruling["what"] == "penalty":
        return f"the total of {json.loads(ruling['decision'])['pair']}"
    return f"board {ruling['board']}"


def _is_near(ruling: Mapping[str, Any], figure: Mapping[str, Any]) -> bool:
    """Whether a ruling is of a figure's session, and on its board or its pair; of a place, on any."""
    if ruling["event_id"] != figure["event_id"] or figure["board"] not in (None, ruling["board"]):
        return False
    of_pair = ruling["what"] == "penalty" and figure["level"] != "place"
    if of_pair and json.loads(ruling["decision"])["pair"] != figure["pair"]:
        return False
    return None in (ruling["session"], figure["session"]) or ruling["session"] == figure["session"]


def _recounted(audited: pl.DataFrame, moved: pl.DataFrame) -> pl.DataFrame:
    """The account with figures counted as what they are said to be now."""
    change = {
        name: pl.col("_class").is_in(_counted(name)).cast(pl.Int64) - pl.col("class").is_in(_counted(name))
        for name in _COUNTS
    }
    by_kind = moved.group_by(_ACCOUNT).agg(by.sum().alias(f"_{name}") for name, by in change.items())
    joined = audited.join(by_kind, on=_ACCOUNT, how="left", nulls_equal=True, maintain_order="left")
    counted = joined.with_columns(
        (pl.col(name) + pl.col(f"_{name}").fill_null(0)).cast(audited.schema[name]).alias(name) for name in _COUNTS
    )
    why = pl.when((pl.col(NOT_COMPARED) > 0) | pl.col(f"_{NOT_COMPARED}").is_null()).then("why")
    return counted.with_columns(why=why).select(audited.columns)


def _counted(column: str) -> list[str]:
    return [UNEXPLAINED] if column == UNEXPLAINED else counting_as(column)
