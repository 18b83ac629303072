"""USEBIO 1.3: participants, then sessions and sections with their hands and boards.

No DTD is named: none is public.
"""

import re
from collections.abc import Iterator

import polars as pl
from lxml import etree

from neuberg._version import version
from neuberg.export.format import Format, Tables
from neuberg.export.words import NOT_PLAYED, Row, award, contract, number, place, told_figures, whole
from neuberg.ingest.source import source
from neuberg.ingest.stage import read_data

#: What XML 1.0 has no way to write.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TYPES = {"teams": "TEAMS", "individuals": "INDIVIDUAL", "pairs": "PAIRS"}
_CONTESTANTS = {"teams": ("TEAM", "TEAM_ID"), "individuals": ("PLAYER", "PLAYER_NUMBER")}
_METHODS = {
    "matchpoints": "MATCH_POINTS", "butler": "BUTLER_IMPS", "cross_imps": "CROSS_IMPS", "aggregate": "AGGREGATE",
    "board_a_match": "BAM", "imps": "IMPS", "hybrid": "HYBRID", "other": "OTHER",
}  # fmt: skip
_IMPS = {"butler": "BUTLER_POINTS", "cross_imps": "CROSS_IMP_POINTS"}
_HANDS = {"north": "North", "east": "East", "south": "South", "west": "West"}
_PLACED = ("results", "boards", "pairs")
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def write(tables: Tables) -> bytes:
    """The file of an event."""
    root = etree.Element("USEBIO", Version="1.3")
    head = tables["events"].row(0, named=True)
    root.extend(etree.Comment(f" {text} ") for text in told_figures(head))
    if head["body"]:
        _add(etree.SubElement(root, "CLUB"), "CLUB_NAME", head["body"])
    event = etree.SubElement(root, "EVENT")
    if head["competition"] in _TYPES:
        event.set("EVENT_TYPE", _TYPES[head["competition"]])
    for name, text in _head(head):
        _add(event, name, text)
    pairs = tables["pairs"]
    _participants(event, pairs.filter(pl.col("session").is_null()), head)
    sessions = _sessions(tables)
    one_set = _is_one_set(tables, sessions)
    for session in sessions:
        here = event if _is_plain(tables) else etree.SubElement(event, "SESSION", SESSION_ID=_text(session))
        own = {name: tables[name].filter(pl.col("session") == session) for name in _PLACED}
        _session(here, own, head, with_hands=not one_set)
    if one_set:
        _handset(root, tables["boards"])
    etree.indent(root)
    return etree.tostring(root, xml_declaration=True, encoding="utf-8") + b"\n"


def _head(head: Row) -> Iterator[tuple[str, str | None]]:
    yield "EVENT_DESCRIPTION", head["name"]
    yield "PROGRAM_NAME", "neuberg"
    yield "PROGRAM_VERSION", version()
    yield "WINNER_TYPE", whole(head["winners"])
    yield "DATE", head["date"].isoformat() if head["date"] is not None else head["date_given"]
    yield "BOARD_SCORING_METHOD", _METHODS.get(head["scoring"])


def _sessions(tables: Tables) -> list[str]:
    named = pl.concat([tables[name]["session"] for name in _PLACED])
    return sorted(named.drop_nulls().unique().to_list())


def _is_plain(tables: Tables) -> bool:
    """Whether the event is one session without sections, whose boards stand in the EVENT itself."""
    results, pairs = tables["results"], tables["pairs"]
    is_one = (results["session"] == "1").all() and (tables["boards"]["session"] == "1").all()
    return is_one and (results["written_section"] == "").all() and pairs["session"].is_null().all()


def _is_one_set(tables: Tables, sessions: list[str]) -> bool:
    """Whether the deals can stand in one HANDSET beside the EVENT: one session's, one a board."""
    return len(sessions) == 1 and tables["boards"]["board"].is_unique().all()


def _session(parent: etree._Element, tables: Tables, head: Row, *, with_hands: bool) -> None:
    own = tables | {"results": tables["results"].with_columns(section="written_section")}
    sections = pl.concat([own[name]["section"] for name in _PLACED]).fill_null("").unique().sort()
    for section in sections.to_list():
        here = parent if not section else etree.SubElement(parent, "SECTION", SECTION_ID=_text(section))
        of = {name: own[name].filter(pl.col("section").fill_null("") == section) for name in _PLACED}
        _participants(here, of["pairs"], head)
        if with_hands:
            _handset(here, of["boards"])
        _boards(here, of["results"], head)


def _participants(parent: etree._Element, pairs: pl.DataFrame, head: Row) -> None:
    if pairs.is_empty():
        return
    element = etree.SubElement(parent, "PARTICIPANTS")
    tag, label = _CONTESTANTS.get(head["competition"] or "", ("PAIR", "PAIR_NUMBER"))
    for row in pairs.iter_rows(named=True):
        _contestant(etree.SubElement(element, tag), label, row)


def _contestant(element: etree._Element, label: str, row: Row) -> None:
    if label == "TEAM_ID":
        element.set(label, _text(row["pair"] or ""))
    else:
        _add(element, label, row["pair"])
    _add(element, "DIRECTION", row["direction"])
    _add(element, "TOTAL_SCORE", number(row["total"], row["total_decimals"]))
    _add(element, "PERCENTAGE", number(row["percent"], row["percent_decimals"]))
    _add(element, "PLACE", place(row))
    _add(element, "BOARDS_PLAYED", whole(row["boards"]))
    _add(element, "CARRY_OVER", number(row["carryover"]))
    _add(element, "ADJUSTMENT", number(row["penalty"]))
    names, ids = row["players"] or [], row["player_ids"] or []
    for at in range(max(len(names), len(ids))):
        alone = element.tag == "PLAYER" and at == 0
        player = element if alone else etree.SubElement(element, "PLAYER")
        _add(player, "PLAYER_NAME", names[at] if at < len(names) else None)
        _add(player, "NATIONAL_ID_NUMBER", ids[at] if at < len(ids) else None)


def _handset(parent: etree._Element, boards: pl.DataFrame) -> None:
    if boards.is_empty():
        return
    element = etree.SubElement(parent, "HANDSET")
    for row in boards.iter_rows(named=True):
        board = etree.SubElement(element, "BOARD")
        _add(board, "BOARD_NUMBER", str(row["board"]))
        _add(board, "DEALER", row["dealer"])
        _add(board, "VULNERABILITY", row["vulnerable"])
        for seat, name in _HANDS.items():
            _hand(board, name, row[seat])


def _hand(board: etree._Element, direction: str, cards: str | None) -> None:
    suits = (cards or "").split(".")
    if len(suits) != len(_SUITS):
        return
    element = etree.SubElement(board, "HAND")
    _add(element, "DIRECTION", direction)
    for name, ranks in zip(reversed(_SUITS), reversed(suits), strict=True):
        etree.SubElement(element, name).text = _text(ranks)


def _boards(parent: etree._Element, results: pl.DataFrame, head: Row) -> None:
    for lines in results.partition_by("board", maintain_order=True):
        element = etree.SubElement(parent, "BOARD")
        _add(element, "BOARD_NUMBER", str(lines["board"][0]))
        for row in lines.iter_rows(named=True):
            line = etree.SubElement(element, "TRAVELLER_LINE")
            for name, text in _line(row, head):
                _add(line, name, text)


def _line(row: Row, head: Row) -> Iterator[tuple[str, str | None]]:
    yield "NS_PAIR_NUMBER", row["ns_pair"]
    yield "EW_PAIR_NUMBER", row["ew_pair"]
    yield "ROUND_NUMBER", whole(row["round"])
    yield "TABLE_NUMBER", row["table"]
    score = _score(row)
    yield "CONTRACT", contract(row) if score else _unscored_contract(row)
    yield "PLAYED_BY", row["declarer"]
    yield "LEAD", row["lead"][::-1] if row["lead"] else None
    yield "TRICKS", whole(row["tricks"])
    yield "SCORE", score
    imps = _IMPS.get(head["scoring"] or "", "IMPS")
    for unit, name in (("mp", "MATCH_POINTS"), ("imp", imps)):
        for side in ("ns", "ew"):
            figure = number(row[f"published_{side}_{unit}"], row[f"published_{unit}_decimals"])
            yield f"{side.upper()}_{name}", figure


def _unscored_contract(row: Row) -> str:
    """The contract of a line without a score; none where it would make a line of unknown kind one played."""
    return contract(row) if row["kind"] in ("played", "passed_out") else ""


def _score(row: Row) -> str:
    """N-S's points, or what stands in their place: `A6040`, the parts of a weighted score, `NP`."""
    if row["kind"] == "not_played":
        return NOT_PLAYED
    if row["kind"] in ("artificial", "weighted"):
        return _percents(row) or award(row)
    return "" if row["kind"] == "unknown" else whole(row["ns_score"])


def _percents(row: Row) -> str:
    sides = (row["ns_award"], row["ew_award"])
    # What a pair's other boards make of an award is no number that another reader would make of it.
    if row["kind"] == "weighted" or row.get("award_of_session"):
        return ""
    if not all(side is not None and side % 1 == 0 and 10 <= side < 100 for side in sides):
        return ""
    return f"A{sides[0]:.0f}{sides[1]:.0f}"


def _add(parent: etree._Element, name: str, text: str | None) -> None:
    """Add an element where there is a text for it: an empty one would say that something is empty."""
    if text:
        etree.SubElement(parent, name).text = _text(text)


def _text(text: str) -> str:
    return _NO_XML.sub(" ", text)


USEBIO = Format(
    name="usebio",
    suffix=".xml",
    holds={
        "events": ("name", "body", "date", "season", "competition", "scoring", "winners"),
        "boards": ("session", "board", "dealer", "vulnerable", *_HANDS),
        "results": (
            "session", "section", "board", "round", "table", "ns_pair", "ew_pair", "level", "strain", "doubled",
            "declarer", "lead", "tricks", "ns_score", "kind", "ns_components", "ew_components", "ns_award", "ew_award",
            "published_ns_mp", "published_ew_mp", "published_mp_decimals",
            "published_ns_imp", "published_ew_imp", "published_imp_decimals",
        ),
        "pairs": (
            "session", "section", "pair", "direction", "players", "player_ids", "boards", "total", "total_decimals",
            "percent", "percent_decimals", "place", "place_given", "carryover", "penalty",
        ),
    },
    order=("session", "written_section", "board"),
    write=write,
    read=lambda data: read_data(source("event.xml", data)),
    repeats_lines=True,
    by_session=False,
    limits="percentages of a line as printed; sections scored together; the section of a ranking over all sessions; "
    "rooms and teams; forms of the deal; which of several deals of one board a line played; the points of a line that "
    "has an award; an artificial score of which one side's is not known, whose line becomes one of unknown kind",
)  # fmt: skip
