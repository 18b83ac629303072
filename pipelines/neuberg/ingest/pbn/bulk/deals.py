"""The deals of games as columns: four hands, dealer and vulnerability."""

from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.domain.cards import HANDS
from neuberg.ingest.pbn.bulk.memo import Memo
from neuberg.ingest.pbn.deals import parse_deal
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.outcome import seat
from neuberg.ingest.pbn.values import known, parse_vulnerable

_HAND = r"[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*"
_REGULAR = rf"^[NESW]:{_HAND} {_HAND} {_HAND} {_HAND}$"


def hands(deal: pl.Series) -> pl.DataFrame:
    """The columns `north, east, south, west` and `odd` of Deal tags; null for a hand that is not given."""
    frame = deal.alias("deal").to_frame().with_columns(regular=pl.col("deal").str.contains(_REGULAR).fill_null(True))
    firsts = deal.str.slice(0, 1).unique().drop_nulls().to_list()
    turned = frame.select("deal", "regular", *_turned(pl.col("deal"), firsts), odd=pl.lit(False))
    if turned["regular"].all():
        return turned.select(*HANDS, "odd")
    others = _IRREGULAR.of(turned.filter(~pl.col("regular")).select("deal"))
    places = turned["regular"].not_().arg_true()
    return turned.select(*HANDS, "odd").with_columns(
        turned[name].scatter(places, others[name]) for name in (*HANDS, "odd")
    )


def _turned(deal: pl.Expr, firsts: list[str]) -> list[pl.Expr]:
    """The four hands of a regular deal, each from its place after the first; `firsts` are the seats that may be it."""
    given = deal.str.slice(2).str.split_exact(" ", 3).struct
    first = deal.str.slice(0, 1)
    columns = []
    for place, name in enumerate(HANDS):
        hands = (
            pl.when(first == letter).then(given.field(f"field_{(place - turn) % 4}"))
            for turn, letter in enumerate(schemas.SEATS)
            if letter in firsts
        )
        columns.append(pl.coalesce(*hands, pl.lit(None, dtype=pl.String)).alias(name))
    return columns


def _irregular(text: str, doubts: Doubts) -> tuple[Any, ...]:
    found, doubtful = parse_deal(text)
    for doubt in doubtful:
        doubts.note(*doubt)
    return found


def _dealer(text: str | None, doubts: Doubts) -> tuple[str | None]:
    return (seat(text or "", "bad_dealer", doubts),)


def _vulnerable(text: str | None, doubts: Doubts) -> tuple[str | None]:
    found = parse_vulnerable(text or "")
    if found is None and known(text or "") is not None:
        doubts.note("bad_vulnerable", text or "", "None, NS, EW or All")
    return (found,)


_IRREGULAR = Memo(_irregular, **dict.fromkeys(HANDS, pl.String))
DEALER = Memo(_dealer, dealer=schemas.SEAT)
VULNERABLE = Memo(_vulnerable, vulnerable=schemas.VULNERABLE)
