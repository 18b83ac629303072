"""Contestants' printed totals and percentages in two files of one event: told where they differ."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from neuberg.ingest.same_events.changes import Changes
from neuberg.ingest.same_events.summary import Tables, pair_number

_FIGURES = ("total", "percent")


def tell_differing_totals(kept: dict[str, Any], gone: dict[str, Any], tables: Tables, changes: Changes) -> None:
    """Note each contestant of whom the two events print different figures, beyond how they round them.

    A contestant is known by number and direction, and is left alone where more than one in either file has them.
    """
    own, its = (_by_key(tables, event) for event in (kept, gone))
    for key in (key for key in its if key in own):
        for name in _differing(own[key], its[key]):
            found = f"pair {its[key]['pair']}, {name}: {its[key][name]}"
            wanted = f"{own[key][name]}, as in {kept['path']}"
            changes.tell(gone["file_id"], "files_differ", found, wanted, severity="error", line=its[key]["line"])


def _by_key(tables: Tables, event: dict[str, Any]) -> dict[tuple[Any, ...], dict[str, Any]]:
    rows = tables["pairs"].filter(pl.col("event_id") == event["event_id"])
    found = rows.with_columns(_pair=pair_number("pair")).collect()
    alone = found.filter(pl.len().over("_pair", "direction") == 1)
    return {(row["_pair"], row["direction"]): row for row in alone.sort("line", nulls_last=True).to_dicts()}


def _differing(own: dict[str, Any], its: dict[str, Any]) -> Iterator[str]:
    """The figures that are further apart than the coarser of the two is printed; a total may be on twice the scale."""
    for name in _FIGURES:
        if own[name] is None or its[name] is None:
            continue
        decimals = min(own[f"{name}_decimals"] or 0, its[f"{name}_decimals"] or 0)
        unit = 10.0**-decimals * (1 + 1e-6)
        scales = ((1, 1), (2, 1), (1, 2)) if name == "total" else ((1, 1),)
        if all(abs(own[name] * one - its[name] * two) > unit * max(one, two) for one, two in scales):
            yield name
