"""A small season as tables, sound in everything, and faults planted in it at known places."""

import datetime as dt
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import polars as pl

from neuberg.domain.boards import cycle_dealer, cycle_vulnerable, is_vulnerable
from neuberg.domain.contracts import contract_score
from oracle.packs import PACK, RANKS, SUITS

Row = dict[str, Any]
HANDS = ("north", "east", "south", "west")
MITCHELL, HOWELL, MATCH, SECTIONS, FREQUENCIES, INDIVIDUAL, AGAIN, SIMULTANEOUS = range(1, 9)
_LEFT = {"N": "east", "E": "south", "S": "west", "W": "north"}


def written(cards: list[str]) -> str:
    return ".".join("".join(rank for rank in RANKS for card in cards if card == suit + rank) for suit in SUITS)


def cards_of(hand: str) -> list[str]:
    return [suit + rank for suit, held in zip(SUITS, hand.split("."), strict=True) for rank in held]


class Season:
    """The season's tables as rows, which a fault may change before the scores are worked out."""

    def __init__(self) -> None:
        self._chance = random.Random(20)
        self.events: list[Row] = []
        self.deals: list[Row] = []
        self.results: list[Row] = []
        self.pairs: list[Row] = []
        self._mitchell(MITCHELL, dt.date(2019, 3, 1), tables=7)
        self._howell()
        self._match()
        self._two_sections()
        self._frequencies()
        self._individual()
        self._copy_of_mitchell(AGAIN, dt.date(2021, 5, 1), replay=True)
        self._copy_of_mitchell(SIMULTANEOUS, dt.date(2019, 3, 1), replay=None)

    # -- what is there -------------------------------------------------------------------------------------------------

    def _event(self, event: int, date: dt.date, **columns: Any) -> None:
        row = {"event_id": event, "date": date, "name": f"event {event}", "scoring": "matchpoints"}
        self.events.append(row | {"competition": "pairs"} | columns)

    def _deal(self, event: int, board: int, section: str = "", **columns: Any) -> None:
        pack = self._chance.sample(PACK, 52)
        hands = {hand: written(pack[place::4]) for place, hand in enumerate(HANDS)}
        deal_id = event * 1000 + board + (500 if section == "B" else 0)
        row = {"deal_id": deal_id, "event_id": event, "session": "1", "section": section, "board": board, "line": board}
        self.deals.append(row | hands | {"deal_origin": "as_played"} | columns)

    def _play(self, event: int, board: int, ns: str | None, ew: str | None, section: str = "", **columns: Any) -> None:
        chance = self._chance
        deal_id = event * 1000 + board + (500 if section == "B" else 0)
        row = {
            "result_id": 100_000 + len(self.results),
            "event_id": event,
            "session": "1",
            "section": section,
            "scored_with": section,
            "board": board,
            "deal_id": deal_id,
            "ns_pair": ns,
            "ew_pair": ew,
            "_ns": ns,
            "_ew": ew,
            "level": chance.randint(1, 4),
            "strain": chance.choice(["C", "D", "H", "S", "NT"]),
            "doubled": 0,
            "declarer": chance.choice("NESW"),
            "tricks": chance.randint(6, 12),
            "kind": "played",
            "multiplicity": 1,
            "line": len(self.results) + 1,
        }
        self.results.append(row | columns)

    def _mitchell(self, event: int, date: dt.date, tables: int, section: str = "", first: int = 1) -> None:
        if not any(row["event_id"] == event for row in self.events):
            self._event(event, date, winners=2)
        for board in range(1, 3 * tables + 1):
            self._deal(event, board, section)
        for turn in range(tables):
            for table in range(tables):
                boards = [3 * ((table + turn) % tables) + place for place in (1, 2, 3)]
                ns, ew = str(first + table), str(first + tables + (table - turn) % tables)
                for board in boards:
                    self._play(event, board, ns, ew, section, round=turn + 1, table=str(table + 1))

    def _howell(self) -> None:
        self._event(HOWELL, dt.date(2020, 2, 2), winners=1)
        for board in range(1, 22):
            self._deal(HOWELL, board)
        seats = list(range(1, 9))
        for turn in range(7):
            for table in range(4):
                ns, ew = (seats[table], seats[7 - table])[:: 1 if (turn + table) % 2 else -1]
                for board in range(3 * turn + 1, 3 * turn + 4):
                    self._play(HOWELL, board, str(ns), str(ew), round=turn + 1, table=str(table + 1))
            seats = [seats[0], seats[7], *seats[1:7]]

    def _match(self) -> None:
        self._event(MATCH, dt.date(2018, 1, 1), competition="teams", scoring="imps")
        for board in range(1, 17):
            self._deal(MATCH, board)
            for room, ns, ew in (("Open", "Al - Bo", "Cy - Di"), ("Closed", "Ed - Fi", "Gus - Hal")):
                self._play(MATCH, board, ns, ew, scored_with="A - B", room=room)

    def _two_sections(self) -> None:
        self._event(SECTIONS, dt.date(2017, 6, 6), winners=2)
        for section in "AB":
            self._mitchell(SECTIONS, dt.date(2017, 6, 6), tables=5, section=section)
        dealt = {row["board"]: row for row in self.deals if row["event_id"] == SECTIONS and row["section"] == "A"}
        for row in self.deals:
            if row["event_id"] == SECTIONS:
                row.update({hand: dealt[row["board"]][hand] for hand in HANDS})
        for row in self.results:
            if row["event_id"] == SECTIONS:
                row["scored_with"] = "A+B"

    def _frequencies(self) -> None:
        self._event(FREQUENCIES, dt.date(2016, 6, 6))
        for board in range(1, 9):
            self._deal(FREQUENCIES, board)
            for many in (7, 2, 1):
                self._play(FREQUENCIES, board, None, None, multiplicity=many)

    def _individual(self) -> None:
        self._event(INDIVIDUAL, dt.date(2015, 6, 6), competition="individuals", winners=1)
        rounds = [((1, 2), (3, 4)), ((1, 3), (4, 2)), ((1, 4), (2, 3))]
        for turn, (one, other) in enumerate(rounds):
            for board in range(4 * turn + 1, 4 * turn + 5):
                self._deal(INDIVIDUAL, board)
                for table, shift in enumerate((0, 4)):
                    ns, ew = (" & ".join(str(player + shift) for player in pair) for pair in (one, other))
                    self._play(INDIVIDUAL, board, ns, ew, round=turn + 1, table=str(table + 1))

    def _copy_of_mitchell(self, event: int, date: dt.date, replay: bool | None) -> None:
        self._event(event, date, winners=2, replay=replay)
        for row in [row for row in self.deals if row["event_id"] == MITCHELL]:
            self.deals.append(row | {"event_id": event, "deal_id": event * 1000 + row["board"]})

    # -- finding rows --------------------------------------------------------------------------------------------------

    def deal(self, event: int, board: int) -> Row:
        return next(row for row in self.deals if row["event_id"] == event and row["board"] == board)

    def lines(self, event: int, board: int | None = None, **columns: Any) -> list[Row]:
        wanted = {"event_id": event} | ({} if board is None else {"board": board}) | columns
        return [row for row in self.results if all(row.get(name) == value for name, value in wanted.items())]

    # -- working out ---------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Dealers, vulnerabilities, leads and scores, wherever a fault has not put another."""
        self._complete_deals()
        deals = {row["deal_id"]: row for row in self.deals}
        for row in self.results:
            deal = deals[row["deal_id"]]
            row.setdefault("_vulnerable", deal["_cycle"] if deal["vulnerable"] is None else deal["vulnerable"])
            hand = deal[_LEFT[row["declarer"]]] if row["declarer"] else None
            row.setdefault("lead", self._lead(hand))
        for row, score in zip(self.results, self._scores(), strict=True):
            row.setdefault("ns_score", score)
        self._publish()

    def _complete_deals(self) -> None:
        cycle = pl.DataFrame({"board": [row["board"] for row in self.deals]}).select(
            pl.col("board"), dealer=cycle_dealer(pl.col("board")), vulnerable=cycle_vulnerable(pl.col("board"))
        )
        for row, (_, dealer, vulnerable) in zip(self.deals, cycle.iter_rows(), strict=True):
            row["_cycle"] = vulnerable
            row.setdefault("dealer", dealer)
            row.setdefault("vulnerable", vulnerable)

    def _lead(self, hand: str | None) -> str | None:
        try:
            cards = cards_of(hand or "")
        except ValueError:
            return None
        return self._chance.choice(cards) if len(cards) == 13 and cards == [c for c in PACK if c in cards] else None

    def _scores(self) -> list[int | None]:
        names = ("level", "strain", "doubled", "declarer", "tricks", "_vulnerable")
        frame = pl.DataFrame({name: [row[name] for row in self.results] for name in names}, strict=False)
        points = contract_score(
            level=pl.col("level"),
            strain=pl.col("strain"),
            doubled=pl.col("doubled"),
            tricks=pl.col("tricks"),
            vulnerable=is_vulnerable(pl.col("_vulnerable"), pl.col("declarer")),
        )
        sign = pl.when(pl.col("declarer").is_in(["N", "S"])).then(1).otherwise(-1)
        return frame.select(points * sign).to_series().to_list()

    def _publish(self) -> None:
        """Matchpoints of each line of the Mitchell, 2 for each score beaten, and the pairs' percentages."""
        totals: dict[tuple[str, str], list[int]] = {}
        for board in range(1, 22):
            lines = self.lines(MITCHELL, board)
            for row in lines:
                if row["ns_score"] is None or any(other["ns_score"] is None for other in lines):
                    continue
                beaten = [(row["ns_score"] > o["ns_score"]) * 2 + (row["ns_score"] == o["ns_score"]) for o in lines]
                row.setdefault("published_ns_mp", float(sum(beaten) - 1))
                row.setdefault("published_ew_mp", float(2 * len(lines) - 2 - (sum(beaten) - 1)))
                row["published_mp_decimals"] = 0
                for side in ("ns", "ew"):
                    totals.setdefault((side.upper(), row[f"_{side}"]), []).append(row[f"published_{side}_mp"])
        for (direction, pair), points in sorted(totals.items()):
            row = {"event_id": MITCHELL, "session": "1", "section": "", "pair": pair, "direction": direction}
            percent = round(100 * sum(points) / (12 * len(points)), 2)
            self.pairs.append(row | {"percent": percent, "line": 1000 + len(self.pairs)})


class Place(NamedTuple):
    """Where a flag is to stand: the check, the event, the board and the line, as far as it has them."""

    check: str
    event_id: int
    board: int | None
    result_id: int | None


class Fault(NamedTuple):
    """A fault by its name: planting it gives the places at which checks are to fail by it."""

    name: str
    plant: Callable[[Season], list[Place]]
