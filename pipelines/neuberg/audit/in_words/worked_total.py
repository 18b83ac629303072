"""One disputed total of an event written out: its boards, what they add up to, and the percentage."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import polars as pl

from neuberg.audit.in_words.ruled import rulings_on_total
from neuberg.audit.in_words.worked import number, shown

#: So many boards are written on one line.
_A_LINE = 8
_NEAR = 0.01
_QUANTITIES = ("total", "percent", "place")


def worked_total(own: Mapping[str, pl.DataFrame]) -> Iterator[str]:
    """The steps in words; nothing where no total, percentage or place is disputed whose boards are scored.

    Args:
        own: `differences`, `results` and `scores` of one event, and its `rulings`.
    """
    for row in _disputed(own["differences"]).iter_rows(named=True):
        boards = _boards(own, row)
        if boards.height:
            yield from _steps(row, boards, [*rulings_on_total(own.get("rulings"), row, set(boards["board"]))])
            return


def _disputed(differences: pl.DataFrame) -> pl.DataFrame:
    """The totals that differ, unexplained and wrong ones first; then percentages, then places."""
    order = {name: place for place, name in enumerate(_QUANTITIES)}
    of_pairs = differences.filter(pl.col("quantity").is_in(_QUANTITIES), pl.col("profile").is_not_null())
    follows = pl.col("class").str.starts_with("follows") | pl.col("class").str.starts_with("other")
    ordered = of_pairs.with_columns(_place=pl.col("quantity").replace_strict(order), _last=follows)
    return ordered.sort("_last", "_place", maintain_order=True)


def _boards(own: Mapping[str, pl.DataFrame], row: Mapping[str, Any]) -> pl.DataFrame:
    """What a contestant has on its boards, `mp` of `top`: on both sides, or the one that comes to it."""
    lines = own["results"].join(
        own["scores"].filter(pl.col("profile") == row["profile"], pl.col("variant") == 1), on="result_id"
    )
    if row["session"] is not None:
        lines = lines.filter(pl.col("session") == row["session"])
    sides = [
        lines.filter(pl.col(f"{side}_pair") == row["pair"]).select("board", "top", mp=f"{side}_mp").drop_nulls("mp")
        for side in ("ns", "ew")
    ]
    both = pl.concat(sides).sort("board")
    return next((part.sort("board") for part in (both, *sides) if _comes_to(part, row)), both)


def _comes_to(boards: pl.DataFrame, row: Mapping[str, Any]) -> bool:
    mp, top = float(boards["mp"].sum()), float(boards["top"].sum())
    value = mp if row["quantity"] == "total" else 100 * mp / top if top else None
    wanted = row["recomputed"]
    return row["quantity"] != "place" and None not in (value, wanted) and abs((value or 0) - wanted) < _NEAR


def _steps(row: Mapping[str, Any], boards: pl.DataFrame, ruled: Sequence[str]) -> Iterator[str]:
    where = f", line {row['line']} of the file" if row["line"] is not None else ""
    session = "the event" if row["session"] is None else f"session {row['session']}"
    yield f"one figure worked out: the {row['quantity']} of {row['pair']} in {session}{where}, under {row['profile']}"
    given = [f"{board}: {number(mp)} of {number(top)}" for board, mp, top in boards.select("board", "mp", "top").rows()]
    for first in range(0, len(given), _A_LINE):
        yield f"  {'its boards: ' if not first else ''}{'; '.join(given[first : first + _A_LINE])}"
    mp, top = (sum((Fraction(str(value)) for value in boards[name]), Fraction(0)) for name in ("mp", "top"))
    share = f"; in per cent 100·{shown(mp)}/{shown(top)} = {shown(100 * mp / top)}" if top else ""
    yield f"  in all {shown(mp)} of {shown(top)}{share}"
    yield from (f"  {text}" for text in ruled)
    off = "" if row["recomputed"] is None else f", where the recomputed one is {number(row['recomputed'])}"
    yield f"  printed: {number(row['published'])}{off}"
    yield f"  the audit's verdict: {row['class']}" + (f": {row['evidence']}" if row["evidence"] else "")
