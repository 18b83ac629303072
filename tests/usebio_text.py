"""Small USEBIO documents, and the tables that the reader makes of one, its account checked."""

import polars as pl

from neuberg.ingest import usebio
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import source

Tables = dict[str, pl.DataFrame]
NORTH = "AK2.QJ.T987.6543"
BOARD = "<BOARD><BOARD_NUMBER>{}</BOARD_NUMBER>{}</BOARD>"


def tables(document: str | bytes, path: str = "club night.xml") -> Tables:
    data = document.encode() if isinstance(document, str) else document
    reading = Reading(source(path, data), "usebio")
    usebio.read(reading)
    found = reading.tables()
    for account in found["conservation"].iter_rows(named=True):
        kept = (account[part] for part in ("loaded", "rejected", "superseded", "ignored"))
        assert account["found"] == sum(kept), account
    return found


def usebio_of(inside: str, head: str = "") -> str:
    return f'<?xml version="1.0"?>\n<USEBIO Version="1.2">{head}{inside}</USEBIO>'


def event_of(inside: str, event_type: str = "MP_PAIRS") -> str:
    return usebio_of(f'<EVENT EVENT_TYPE="{event_type}">{inside}</EVENT>')


def line_of(**fields: str) -> str:
    return "<TRAVELLER_LINE>" + "".join(f"<{k}>{v}</{k}>" for k, v in fields.items()) + "</TRAVELLER_LINE>"


def pair_line(ns: str, ew: str, score: str) -> str:
    return line_of(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew, CONTRACT="1NT", PLAYED_BY="N", TRICKS="7", SCORE=score)


def hands_of(**hands: str) -> str:
    """HAND elements of `north="AK.QJ..T9"`, the suits written clubs first."""
    suits = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
    return "".join(
        f"<HAND><DIRECTION>{seat.title()}</DIRECTION>"
        + "".join(
            f"<{suit}>{cards}</{suit}>" for suit, cards in reversed(list(zip(suits, hand.split("."), strict=True)))
        )
        + "</HAND>"
        for seat, hand in hands.items()
    )
