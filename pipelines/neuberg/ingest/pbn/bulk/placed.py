"""The games of boards in their places, with the deals that they record, and which of them are not regular."""

from collections.abc import Mapping

import numpy as np
import polars as pl

from neuberg.ingest.pbn.bulk.buffer import Ints
from neuberg.ingest.pbn.bulk.coded import Coded
from neuberg.ingest.pbn.bulk.deals import DEALER, VULNERABLE, hands
from neuberg.ingest.pbn.bulk.games import Games, plain_number
from neuberg.ingest.pbn.bulk.places import Boards, Events, known_or_empty, sessions_of
from neuberg.ingest.pbn.directives import Directives

PLACE = ("event_no", "session", "section", "board")
_RECORD = (*PLACE, "dealer", "vulnerable", "north", "east", "south", "west")


def in_places(game: Ints, events: Events, games: Games, heads: Mapping[int, Directives]) -> pl.DataFrame:
    """Some games, of boards: where each belongs, its deal, and `odd`, whether that must be read by itself.

    The sessions are noted with their events.
    """
    cards = hands(games.spans("Deal").some(game))
    numbers = games.coded("Board")
    board = np.array([plain_number(text) for text in numbers.texts], dtype=np.int64)[numbers.codes[game]]
    event, section = events.number[game], _of(known_or_empty(games, "Section"), game)
    session = sessions_of(Boards(game, event, section, board, cards), events, games, heads)
    _note_sessions(event, session, events)
    dealer, vulnerable = (
        DEALER.of_cells(_of(games.coded("Dealer"), game)),
        VULNERABLE.of_cells(_of(games.coded("Vulnerable"), game)),
    )
    event_id = np.array([event.event_id for event in events.events], dtype=np.int64)
    own_deal = games.has("Deal")[game]
    return cards.select("north", "east", "south", "west").with_columns(
        dealer["dealer"], vulnerable["vulnerable"], session.column().alias("session"),
        section.column().alias("section"), game=game, file=games.file[game], event_no=event, event_id=event_id[event],
        board=board, place=_place(event, session, section, board),
        deal_line=np.where(own_deal, games.line("Deal", game), games.line("Board", game)),
        has_play=games.has_play[game], tabled=games.tabled[game], totalled=games.has("TotalScoreTable")[game],
        odd=cards["odd"] | dealer["odd"] | vulnerable["odd"],
    )  # fmt: skip


def _of(column: Coded, game: Ints) -> Coded:
    return Coded(column.codes[game], column.texts)


def _place(event: Ints, session: Coded, section: Coded, board: Ints) -> Ints:
    """A number for each place."""
    whole: Ints = (event * len(session.texts) + session.codes) * len(section.texts) + section.codes
    return whole * (int(board.max(initial=0)) + 1) + board


def _note_sessions(event: Ints, session: Coded, events: Events) -> None:
    """Note with each event the sessions of its boards."""
    changes = np.flatnonzero((np.diff(event, prepend=-1) != 0) | (np.diff(session.codes, prepend=-1) != 0))
    for number, code in zip(event[changes].tolist(), session.codes[changes].tolist(), strict=True):
        events.events[number].sessions.add(str(session.texts[code]))


def with_odd(placed: pl.DataFrame, odd_rows: Ints) -> pl.DataFrame:
    """The games with the game that first records their deal, and whether they must be read one by one.

    A place's games go together, for what one records decides what becomes of the next.

    Args:
        placed: the games, as `in_places`.
        odd_rows: the games with rows that are not regular.
    """
    has_odd_rows = np.zeros(int(placed["game"].max() or 0) + 1, dtype=np.bool_)  # type: ignore[arg-type]
    has_odd_rows[odd_rows] = True
    lone_play = placed["has_play"] & ~placed["tabled"]
    odd = placed["odd"] | placed["totalled"] | lone_play | pl.Series(has_odd_rows[placed["game"].to_numpy()])
    placed = placed.with_columns(odd.alias("odd"))
    if placed["place"].n_unique() == placed.height:
        return placed.with_columns(deal_game="game")
    no_hands = pl.all_horizontal(pl.col("north", "east", "south", "west").is_null())
    together = (
        placed.with_columns(no_hands=no_hands)
        .group_by("place")
        .agg(
            all_odd=pl.col("odd").any() | (pl.col("tabled").sum() > 1) | (pl.col("no_hands").any() & (pl.len() > 1)),
        )
    )
    first = placed.unique(_RECORD, keep="first").select(*_RECORD, deal_game="game")
    placed = placed.join(first, on=_RECORD, how="left", nulls_equal=True, maintain_order="left")
    return placed.join(together, on="place", how="left", maintain_order="left").with_columns(odd="all_odd")
