"""The faults that are planted in the season, each with the places at which checks are to fail by it."""

from collections.abc import Callable

from golden.season_of_faults import (
    AGAIN,
    FREQUENCIES,
    HANDS,
    HOWELL,
    MATCH,
    MITCHELL,
    SECTIONS,
    SIMULTANEOUS,
    Fault,
    Place,
    Row,
    Season,
    cards_of,
    written,
)
from oracle.packs import PACK


def on_deal(check: str, row: Row) -> Place:
    return Place(check, row["event_id"], row["board"], None)


def on_line(check: str, row: Row) -> Place:
    return Place(check, row["event_id"], row["board"], row["result_id"])


def of_deal(check: str, event: int, board: int, change: Callable[[Row], None]) -> Fault:
    """A deal changed in place."""

    def plant(season: Season) -> list[Place]:
        row = season.deal(event, board)
        change(row)
        return [on_deal(check, row)]

    return Fault(check, plant)


def of_line(check: str, event: int, board: int, place: int, **columns: object) -> Fault:
    """A line with other columns."""

    def plant(season: Season) -> list[Place]:
        row = season.lines(event, board)[place]
        row.update(columns)
        return [on_line(check, row)]

    return Fault(check, plant)


def _moved(row: Row) -> None:
    north, east = cards_of(row["north"]), cards_of(row["east"])
    row["north"], row["east"] = written([*north, east[0]]), written(east[1:])


def _lost(row: Row) -> None:
    row["south"] = written(cards_of(row["south"])[1:])


def _added(row: Row) -> None:
    row["west"] = written([*cards_of(row["west"]), cards_of(row["north"])[0]])


def _mistaken(row: Row) -> None:
    row["east"] = written([*cards_of(row["east"])[1:], cards_of(row["north"])[0]])


def _mixed(row: Row) -> None:
    _lost(row)
    row["west"] = written([*cards_of(row["west"]), cards_of(row["north"])[0]])


def _half(row: Row) -> None:
    row["south"] = row["west"] = None


def _card_twice(season: Season) -> list[Place]:
    row = season.deal(MATCH, 5)
    _half(row)
    _mistaken(row)
    return [on_deal("card_twice", row), on_deal("incomplete_record", row)]


def _run_together(row: Row) -> None:
    row["north"] = row["north"].replace(".", "", 1)


def _backwards(row: Row) -> None:
    row["north"] = ".".join(held[::-1] for held in row["north"].split("."))


def _sorted_pack(row: Row) -> None:
    row.update({hand: written(PACK[place::4]) for place, hand in enumerate(HANDS)})
    # Nearly: two cards have changed places.
    north, west = cards_of(row["north"]), cards_of(row["west"])
    row["north"], row["west"] = written([*north[1:], west[0]]), written([*west[1:], north[0]])


def _dealt_as(source: tuple[int, int], turn: int) -> Callable[[Season, Row], None]:
    def change(season: Season, row: Row) -> None:
        first = season.deal(*source)
        row.update({hand: first[HANDS[(place + turn) % 4]] for place, hand in enumerate(HANDS)})

    return change


def copied(check: str, event: int, board: int, source: tuple[int, int], turn: int = 0) -> Fault:
    def plant(season: Season) -> list[Place]:
        row = season.deal(event, board)
        _dealt_as(source, turn)(season, row)
        return [on_deal(check, row)]

    return Fault(check, plant)


def _unrecorded(season: Season) -> list[Place]:
    """Boards of the frequencies without a vulnerability, scored at the wrong one or not scored at all."""
    by_cycle, by_none, by_contract = (season.deal(FREQUENCIES, board) for board in (1, 3, 5))
    places = []
    for row in (by_cycle, by_none, by_contract):
        row["vulnerable"] = None
    wrong = season.lines(FREQUENCIES, 1)[0]
    wrong.update(level=4, strain="S", declarer="N", tricks=10, ns_score=620)  # board 1: nobody is vulnerable
    places.append(on_line("score_off_cycle", wrong))
    bare = season.lines(FREQUENCIES, 3)[0]
    bare.update(level=None, strain=None, declarer=None, tricks=None, ns_score=620)  # board 3: only E-W are
    places.append(on_line("score_impossible_off_cycle", bare))
    for row in season.lines(FREQUENCIES, 5):
        row["ns_score"] = None
        places.append(on_line("score_from_board_number", row))
    return places


def _wrong_lead(season: Season) -> list[Place]:
    row = season.lines(MITCHELL, 4)[2]
    row.update(declarer="N", lead=cards_of(season.deal(MITCHELL, 4)["south"])[3])
    return [on_line("lead_not_held", row)]


def _itself(season: Season) -> list[Place]:
    row = season.lines(HOWELL, 2)[1]
    absent, row["ew_pair"] = row["ew_pair"], row["ns_pair"]
    assert absent != row["ew_pair"]
    # Who meets himself is also twice on the board.
    return [on_line("pair_plays_itself", row), on_line("pair_twice_on_board", row)]


def _in_two_places(season: Season) -> list[Place]:
    """A line of round 3 with the number of a pair that sits at another table in that round."""
    row, other = season.lines(HOWELL, 8)[0], season.lines(HOWELL, 8)[2]
    row["ew_pair"] = other["ew_pair"]
    elsewhere = season.lines(HOWELL, round=3, table=other["table"])
    twice = [on_line("pair_twice_on_board", line) for line in (row, other)]
    return [*twice, *(on_line("pair_at_two_tables", line) for line in (row, *elsewhere))]


def _board_again(season: Season) -> list[Place]:
    """Board 20 of section A entered as board 19 at one table: that table has 19 twice, and so have its pairs."""
    row = next(row for row in season.lines(SECTIONS, 14, section="A") if row["table"] == "2")
    first = next(row_ for row_ in season.lines(SECTIONS, 13, section="A") if row_["table"] == "2")
    row.update(board=13, deal_id=first["deal_id"])
    both = (first, row)
    return [
        *(on_line("board_twice_at_table", line) for line in both),
        *(on_line("pair_twice_on_board", line) for line in both),
        Place("travellers_in_excess", SECTIONS, 13, None),
        Place("travellers_missing", SECTIONS, 14, None),
    ]


def _crossed(season: Season) -> list[Place]:
    lines = season.lines(MITCHELL, round=4, table="3")
    for row in lines:
        row["ns_pair"], row["ew_pair"] = row["ew_pair"], row["ns_pair"]
    return [on_line("directions_crossed", row) for row in lines]


def _crossed_once(season: Season) -> list[Place]:
    row = season.lines(HOWELL, 14)[3]
    row["ns_pair"], row["ew_pair"] = row["ew_pair"], row["ns_pair"]
    return [on_line("directions_crossed", row)]


def _late(season: Season) -> list[Place]:
    """A board of round 2 entered as played in round 5, another in an eighth round."""
    late = season.lines(MITCHELL, round=2, table="6")[0]
    late["round"] = 5
    after = season.lines(MITCHELL, round=6, table="5")[1]
    after["round"] = 8
    # In round 5 its pairs are at the table where they sit then, and at this one.
    at_two = [
        row
        for row in season.lines(MITCHELL, round=5)
        if (row["ew_pair"] == late["ew_pair"] and row["table"] != "6") or row is late
    ]
    return [
        on_line("board_not_of_round", late),
        on_line("after_last_round", after),
        *(on_line("pair_at_two_tables", row) for row in at_two),
    ]


def other_form(check: str, event: int, board: int, change: Callable[[Season, Row], None]) -> Fault:
    """A second deal of the board, which the last lines played."""

    def plant(season: Season) -> list[Place]:
        row = season.deal(event, board)
        second = row | {"deal_id": row["deal_id"] + 200_000}
        change(season, second)
        season.deals.append(second)
        for line in season.lines(event, board)[-2:]:
            line["deal_id"] = second["deal_id"]
        off_cycle = {"dealers_differ": ["dealer_off_cycle"], "vulnerabilities_differ": ["vulnerable_off_cycle"]}
        return [Place(name, event, board, None) for name in (check, *off_cycle.get(check, []))]

    return Fault(check, plant)


def _exchanged(_: Season, row: Row) -> None:
    row["north"], row["south"] = row["south"], row["north"]


def _anew(season: Season, row: Row) -> None:
    row.update({hand: season.deal(MATCH, 1)[other] for hand, other in zip(HANDS, HANDS[::-1], strict=True)})


def _lost_line(season: Season) -> list[Place]:
    row = season.lines(HOWELL, 20)[0]
    season.results.remove(row)
    return [Place("travellers_missing", HOWELL, 20, None)]


def _one_more(season: Season) -> list[Place]:
    row = season.lines(HOWELL, 21)[0]
    season.results.append(row | {"result_id": 900_000, "ns_pair": "21", "ew_pair": "22", "table": "9"})
    return [Place("travellers_in_excess", HOWELL, 21, None)]


def _misprint(season: Season) -> list[Place]:
    row = season.lines(MITCHELL, 9)[0]
    row.update(published_ns_mp=11.0, published_ew_mp=2.0)
    return [Place("matchpoints_unbalanced", MITCHELL, 9, None)]


def _percentage(season: Season) -> list[Place]:
    for event, percent in ((AGAIN, 104.2), (SIMULTANEOUS, 62.0)):
        row = {"event_id": event, "session": "1", "section": "", "direction": "NS", "pair": "1"}
        season.pairs.append(row | {"percent": percent, "line": event})
    for pair, percent in (("2", 55.0), ("3", 51.0), ("4", 50.0)):
        row = {"event_id": FREQUENCIES, "session": "1", "section": "", "direction": "NS", "pair": pair}
        season.pairs.append(row | {"percent": percent, "line": 1})
    season.pairs.append(row | {"pair": "1", "percent": 57.0, "line": 2})
    return [
        Place("percentage_impossible", AGAIN, None, None),
        Place("percentages_unbalanced", FREQUENCIES, None, None),
    ]


FAULTS = (
    of_deal("hand_over_and_short", HOWELL, 4, _moved),
    of_deal("hand_short", HOWELL, 5, _lost),
    of_deal("surplus_card", HOWELL, 6, _added),
    of_deal("bad_pack", HOWELL, 7, _mistaken),
    of_deal("hand_count", MATCH, 3, _mixed),
    of_deal("incomplete_record", MATCH, 4, _half),
    Fault("card_twice", _card_twice),
    of_deal("hand_unreadable", MATCH, 6, _run_together),
    of_deal("holding_out_of_order", MATCH, 7, _backwards),
    of_deal("pack_looks_sorted", MATCH, 8, _sorted_pack),
    of_deal("dealer_off_cycle", MATCH, 9, lambda row: row.update(dealer="E")),  # North deals board 9
    of_deal("vulnerable_off_cycle", MATCH, 10, lambda row: row.update(vulnerable="None")),
    copied("deal_on_other_board", HOWELL, 17, (HOWELL, 3), turn=1),
    copied("deal_of_other_session", HOWELL, 9, (MITCHELL, 9)),
    of_line("score_contradicts_contract", MITCHELL, 5, 1, level=4, strain="S", tricks=10, declarer="N", ns_score=450),
    of_line(
        "score_impossible", MITCHELL, 6, 2, level=None, strain=None, declarer=None, tricks=None, ns_score=615, lead=None
    ),
    of_line(
        "passed_out_with_score",
        *(MATCH, 11, 0),
        kind="passed_out",
        level=None,
        strain=None,
        declarer=None,
        tricks=None,
        ns_score=50,
    ),
    Fault("unrecorded vulnerability", _unrecorded),
    Fault("lead_not_held", _wrong_lead),
    Fault("pair_plays_itself", _itself),
    Fault("pair_at_two_tables", _in_two_places),
    Fault("board_twice_at_table", _board_again),
    Fault("directions_crossed", _crossed),
    Fault("directions crossed on one board", _crossed_once),
    Fault("late boards", _late),
    other_form("deals_differ", HOWELL, 11, _exchanged),
    other_form("deals_unrelated", HOWELL, 12, _anew),
    other_form("dealers_differ", HOWELL, 15, lambda _, row: row.update(dealer="N")),
    other_form("vulnerabilities_differ", HOWELL, 16, lambda _, row: row.update(vulnerable="All")),
    Fault("travellers_missing", _lost_line),
    Fault("travellers_in_excess", _one_more),
    Fault("matchpoints_unbalanced", _misprint),
    Fault("percentages", _percentage),
)


def replayed(season: Season) -> list[Place]:
    """What is no fault: the deals that another event replays, and those of a simultaneous one."""
    places = [Place("deal_replayed", AGAIN, board, None) for board in range(1, 22)]
    return places + [Place("deal_of_other_record", SIMULTANEOUS, board, None) for board in range(1, 22)]
