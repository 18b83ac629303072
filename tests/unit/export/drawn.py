"""Hypothesis strategies for the tables of a small event, with what a format has words for."""

import datetime as dt
from typing import Any

import polars as pl
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from neuberg import schemas
from neuberg.export.format import Tables
from neuberg.export.words import weighted

#: Letters, and what means something to one format or another.
_LABELS = st.text("ABc19é =+-@#&;.,'{}[]%|\\<>/^", min_size=1, max_size=6)
_NAMES = st.text("ABCdeé '", min_size=1, max_size=8)
_HANDS = ("AKQJ.T98.765.432", ".AKQJT98765.432.", "T9.T9.T9.T98765432", "2.3.4.5678")


def _known(text: str) -> bool:
    return text == text.strip() and bool(text.strip("?-"))


labels = _LABELS.filter(_known)
names = _NAMES.filter(_known)


@st.composite
def figures(draw: DrawFn, unit: str) -> dict[str, Any]:
    """Both sides' figures of a unit, one side's or none, and their decimals."""
    decimals = draw(st.integers(0, 2))
    ns, ew = (draw(st.none() | st.integers(-300, 6000).map(lambda n: n / 10**decimals)) for _ in "ab")
    nothing = ns is None and ew is None
    return {
        f"published_ns_{unit}": ns,
        f"published_ew_{unit}": ew,
        f"published_{unit}_decimals": None if nothing else decimals,
    }


played = st.fixed_dictionaries(
    {
        "kind": st.just("played"),
        "level": st.integers(1, 7),
        "strain": st.sampled_from(schemas.STRAINS),
        "doubled": st.integers(0, 2),
        "declarer": st.none() | st.sampled_from(schemas.SEATS),
        "lead": st.sampled_from((None, "ST", "HA", "C2")),
        "tricks": st.none() | st.integers(0, 13),
        "ns_score": st.none() | st.sampled_from((-620, -50, 0, 110, 1430)),
    }
)
scored = st.fixed_dictionaries({"kind": st.just("played"), "ns_score": st.sampled_from((-50, 90, 420))})
passed_out = st.just({"kind": "passed_out", "ns_score": 0})
nothing = st.sampled_from(({"kind": "not_played"}, {"kind": "unknown"}))
artificial = st.sampled_from(
    (
        {"ns_award": 60.0, "ew_award": 40.0, "award_given": "A6040"},
        {"ns_award": 50.0, "ew_award": 50.0, "award_given": "AVE/AVE"},
        {"ns_award": 62.5, "ew_award": 45.0, "award_given": "62.5%-45%"},
        {"ns_award": 0.0, "ew_award": 100.0, "award_given": "0%-100%"},
    )
).map(lambda award: {"kind": "artificial"} | award)


def _weighted_line(weight: int, *, split: bool) -> dict[str, Any]:
    ns = [{"score": 650, "weight": weight}, {"score": -100, "weight": 10_000 - weight}]
    ew = [{"score": -100, "weight": 10_000}] if split else None
    line: dict[str, Any] = {"kind": "weighted", "ns_components": ns, "ew_components": ew}
    return line | {"award_given": weighted(line)}


weighted_lines = st.builds(_weighted_line, st.sampled_from((1, 3333, 5000)), split=st.booleans())
happened = st.one_of(played, played, scored, passed_out, nothing, artificial)


@st.composite
def events(draw: DrawFn, outcomes: SearchStrategy[dict[str, Any]], *, together: bool = False) -> Tables:
    """The tables of one event: one or two sessions, deals that some lines played, contestants."""
    sessions = draw(st.sampled_from((("1",), ("1", "2"), ("Final",))))
    event = {
        "event_id": 1,
        "name": draw(labels),
        "body": draw(st.none() | labels),
        "date": dt.date(1994, 3, 5),
        "date_given": "5/3/1994",
        "season": "1994",
        "competition": "pairs",
        "scoring": draw(st.sampled_from(("matchpoints", "butler", "cross_imps"))),
        "winners": draw(st.sampled_from((None, 1, 2))),
    }
    boards = [_deal(draw, session, board) for session in sessions for board in draw(st.sets(st.integers(1, 4)))]
    keys = [(session, board) for session in sessions for board in (1, 2, 3)]
    deals = {(deal["session"], deal["board"]): deal["deal_id"] for deal in boards}
    results = [
        _line(draw, place, outcomes, deals) for place in draw(st.lists(st.sampled_from(keys), min_size=1, max_size=8))
    ]
    for line in results:
        same = {one["section"] for one in results if (one["session"], one["board"]) == (line["session"], line["board"])}
        line["scored_with"] = "+".join(sorted(same - {""})) if together else line["section"]
    for number, line in enumerate(results):
        line |= {"result_id": number, "event_id": 1}
    pairs = [_contestant(draw, session) for session in draw(st.lists(st.sampled_from(sessions), max_size=3))]
    rows = {"events": [event], "boards": boards, "results": results, "pairs": pairs}
    return {name: pl.DataFrame(some, schema=schemas.TABLES[name].schema) for name, some in _filled(rows).items()}


def _filled(rows: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [{column: row.get(column) for column in schemas.TABLES[name].schema.names()} for row in some]
        for name, some in rows.items()
    }


def _deal(draw: DrawFn, session: str, board: int) -> dict[str, Any]:
    hands = draw(st.sampled_from(((None,) * 4, _HANDS, (_HANDS[0], None, _HANDS[2], None))))
    return {
        "deal_id": 100 * len(session) + board + (50 if session == "2" else 0),
        "event_id": 1,
        "session": session,
        "section": "",
        "board": board,
        "dealer": draw(st.sampled_from(schemas.SEATS)),
        "vulnerable": draw(st.none() | st.sampled_from(schemas.VULNERABILITIES)),
        **dict(zip(("north", "east", "south", "west"), hands, strict=True)),
        "deal_origin": "record",
    }


def _line(
    draw: DrawFn, place: tuple[str, int], outcomes: SearchStrategy[dict[str, Any]], deals: dict[tuple[str, int], int]
) -> dict[str, Any]:
    session, board = place
    return {
        "session": session,
        "section": draw(st.sampled_from(("A", "B"))),
        "board": board,
        "round": draw(st.none() | st.integers(0, 40)),
        "table": draw(st.none() | labels),
        "room": draw(st.sampled_from((None, None, "Open"))),
        "ns_pair": draw(st.none() | labels),
        "ew_pair": draw(st.none() | labels),
        "multiplicity": draw(st.sampled_from((1, 1, 1, 3))),
        "expected": draw(st.none() | st.integers(1, 30)),
        "given_group": draw(st.none() | labels),
        "deal_id": deals.get(place),
        **draw(outcomes),
        **draw(figures("mp")),
        **draw(figures("pct")),
        **draw(figures("imp")),
    }


def _contestant(draw: DrawFn, session: str) -> dict[str, Any]:
    place = draw(st.integers(1, 9))
    total, percent = (draw(st.none() | st.integers(0, 9999)) for _ in "ab")
    return {
        "event_id": 1,
        "session": session,
        "section": draw(st.sampled_from(("", "A"))),
        "pair": draw(labels),
        "direction": draw(st.sampled_from((None, "NS", "EW"))),
        "players": draw(st.none() | st.lists(names, min_size=2, max_size=2)),
        "player_ids": draw(st.none() | st.just(["1234", "77a"])),
        "boards": draw(st.none() | st.integers(0, 99)),
        "total": None if total is None else total / 100,
        "total_decimals": None if total is None else 2,
        "percent": None if percent is None else percent / 100,
        "percent_decimals": None if percent is None else 2,
        "place": place,
        "place_given": draw(st.sampled_from((f"{place}", f"{place}=", f"={place}"))),
        "carryover": draw(st.none() | st.sampled_from((0.0, -1.5, 12.0))),
        "penalty": draw(st.none() | st.sampled_from((0.0, -2.25))),
    }
