"""The deals of games as columns: four hands, dealer and vulnerability."""

from typing import Any

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.domain.cards import HANDS, RANKS
from neuberg.ingest.pbn.bulk.buffer import LONGEST, Bools, Ints, Texts, words_in
from neuberg.ingest.pbn.bulk.games import Spans
from neuberg.ingest.pbn.bulk.memo import Memo
from neuberg.ingest.pbn.deals import parse_deal
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.outcome import seat
from neuberg.ingest.pbn.values import known, parse_vulnerable

_HAND = r"[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*\.[AKQJT2-9]*"
_REGULAR = rf"^[NESW]:{_HAND} {_HAND} {_HAND} {_HAND}$"
_WITHOUT_CARDS = r"[: ]\.\.\.(?: |$)"
#: A deal of whole hands: a seat, a colon, thirteen ranks and three dots in each hand, and the blanks between them.
_FIRST, _HAND_LENGTH, _LENGTH = 2, 16, 69
_COLON, _BLANK = b": "
_TURNS = np.full(256, -1, dtype=np.int64)
_TURNS[list(b"NESW")] = range(4)
#: A rank is 0, a dot 1, and so is nothing else: sixteen of what is neither do not pass a byte.
_CLASSES = bytes(0 if chr(byte) in RANKS else 1 if chr(byte) == "." else 15 for byte in range(256))
_EACH_BYTE, _DOTS = np.uint64(0x0101010101010101), np.uint64(3)


def hands(deals: Spans) -> pl.DataFrame:
    """The columns `north, east, south, west` and `odd` of Deal tags; null for a hand that is not given."""
    texts = deals.texts
    whole, turn = _whole(texts)
    begins = np.zeros((len(HANDS), texts.begins.size), dtype=np.int64)
    for place in range(len(HANDS)):
        begins[(place + turn) % len(HANDS), whole] = texts.begins[whole] + _FIRST + place * (_HAND_LENGTH + 1)
    ends = begins + np.where(begins > 0, _HAND_LENGTH, 0)
    columns = texts.buffer.texts(begins.ravel(), ends.ravel())
    found = [columns[place * whole.size : (place + 1) * whole.size].alias(name) for place, name in enumerate(HANDS)]
    frame = pl.DataFrame([*found, pl.Series("odd", np.zeros(whole.size, dtype=np.bool_))])
    if whole.all():
        return frame
    at = np.flatnonzero(~whole)
    rest = deals.some(at)
    others = _looked_at(rest.texts.column().set(pl.Series(~rest.has), None))
    return frame.with_columns(frame[name].scatter(at, others[name]) for name in frame.columns)


def _whole(deals: Texts) -> tuple[Bools, Ints]:
    """Which deals have a seat and four hands of thirteen cards, and the place of the first hand in those."""
    whole = deals.ends - deals.begins == _LENGTH
    at = np.flatnonzero(whole)
    stretches = deals.buffer.stretches(deals.begins[at], _LENGTH)
    turn = _TURNS[stretches[:, 0]]
    fits = (turn >= 0) & (stretches[:, 1] == _COLON)
    # A hand is two words: added up byte by byte, three dots are 3, and what is no rank makes it more.
    classes = np.frombuffer(stretches.tobytes().translate(_CLASSES), dtype=np.uint8).reshape(stretches.shape)
    for place in range(len(HANDS)):
        begin = _FIRST + place * (_HAND_LENGTH + 1)
        first, second = words_in(classes, begin), words_in(classes, begin + LONGEST)
        fits &= ((first + second) * _EACH_BYTE) >> np.uint64(8 * (LONGEST - 1)) == _DOTS
        if place:
            fits &= stretches[:, begin - 1] == _BLANK
    whole[at] = fits
    return whole, turn[fits]


def _looked_at(deal: pl.Series) -> pl.DataFrame:
    """As `hands`, of whatever texts; null where there is no tag."""
    is_regular = pl.col("deal").str.contains(_REGULAR) & ~pl.col("deal").str.contains(_WITHOUT_CARDS)
    frame = deal.alias("deal").to_frame().with_columns(regular=is_regular.fill_null(True))
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
