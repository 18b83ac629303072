"""A ScoreTable as traveller lines, a row a line; rows are of one board and are compared with each other."""

from typing import Any, NamedTuple

from neuberg.ingest.pbn.game import Table
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.outcome import (
    Given,
    figures,
    note_one_sided,
    number,
    outcome,
    parse_room,
    round_of_row,
    whole,
)
from neuberg.ingest.pbn.rows import Row, columns, split_rows
from neuberg.ingest.pbn.values import (
    Awards,
    combined_points,
    is_not_played,
    known,
    parse_awards,
    parse_contract,
    parse_number,
    parse_side_award,
)
from neuberg.ingest.reading import Reading
from neuberg.ingest.values import PASSED, parse_integer

KIND = "traveller line"
_UNITS = (("mp", "ns_mp", "ew_mp"), ("pct", "ns_pct", "ew_pct"), ("imp", "ns_imp", "ew_imp"))
_SCORED_ROLES = ("ns_score", "ew_score", "ns_pct", "ew_pct", "ns_mp", "ew_mp")

#: The role of each column, by its name in lower case without underscores; others are passed over.
ROLES = {
    "table": "table",
    "round": "round",
    "room": "room",
    "section": "section",
    "setion": "section",  # one exporter's spelling
    "pairidns": "ns_pair",
    "pairidew": "ew_pair",
    "namesns": "ns_names",
    "namesew": "ew_names",
    "contract": "contract",
    "declarer": "declarer",
    "result": "result",
    "lead": "lead",
    "scorens": "ns_score",
    "scoreew": "ew_score",
    "mpns": "ns_mp",
    "mpew": "ew_mp",
    "percentagens": "ns_pct",
    "percentageew": "ew_pct",
    "impns": "ns_imp",
    "impew": "ew_imp",
    "multiplicity": "multiplicity",
}


#: Columns by which a row of one table is hardly like a row of another: who played it, or how it compared.
_TELLING = {
    name: name
    for name in (
        "rank", "table", "pairidns", "pairidew", "namesns", "namesew", "mpns", "mpew", "percentagens", "percentageew"
    )
}  # fmt: skip


class Scored(NamedTuple):
    """What the score cells of a row say."""

    points: int | None
    awards: Awards | None
    award_given: str | None
    artificial: bool


def read_score_table(table: Table, section: str, reading: Reading) -> list[dict[str, Any]]:
    """The table's traveller lines as columns of `results`, each met here; a row that cannot be one is rejected."""
    lines = []
    for row in split_rows(table, columns(table.header, ROLES)):
        reading.met(KIND)
        line = _line(row, section, Doubts(reading, row.line, row.text), table.header)
        if line is not None:
            lines.append(line)
    lines = _joined(lines, reading)
    for line in lines:
        note_one_sided(line, Doubts(reading, line["line"]))
    sections = sorted({line["section"] for line in lines} - {""})
    scored_with = "+".join(sections)
    for line in lines:
        line["scored_with"] = scored_with
    return lines


def tells_rows(table: Table) -> bool:
    """Whether the table's columns say who played a row or how it compared, so that a row like it is the same row."""
    return any(columns(table.header, _TELLING))


def _joined(lines: list[dict[str, Any]], reading: Reading) -> list[dict[str, Any]]:
    """The lines, the artificial scores of one side each joined where a frequency table counts sides apart.

    Such a table has the E-W halves of its artificial scores in rows of their own, behind the N-S halves. They are
    joined in order where they stand for as many tables; which joins which makes no difference to any score.
    """
    ns = [line for line in lines if _is_half(line, "ns_award", "ew_award")]
    ew = [line for line in lines if _is_half(line, "ew_award", "ns_award")]
    if not ns or [half["multiplicity"] for half in ns] != [half["multiplicity"] for half in ew]:
        return lines
    for first, second in zip(ns, ew, strict=True):
        first |= {name: value for name, value in second.items() if name.startswith(("ew_award", "published_ew"))}
        reading.ignore(KIND)
        wanted = "the artificial scores of both sides in one row; the two rows are taken as one"
        Doubts(reading, second["line"]).note("halved_award", f"E-W {second['ew_award']} alone", wanted, severity="info")
    joined = {id(half) for half in ew}
    return [line for line in lines if id(line) not in joined]


def _is_half(line: dict[str, Any], own: str, other: str) -> bool:
    alone = line[own] is not None and line[other] is None and line["ns_score"] is None
    return alone and line["ns_pair"] is None and line["ew_pair"] is None


def _line(row: Row, section: str, doubts: Doubts, header: str) -> dict[str, Any] | None:
    if row.cells is None:
        doubts.reject(KIND, "bad_row", row.text, f"a row of the columns {header}" if header else "a table with columns")
        return None
    cells = row.cells
    tables = multiplicity(cells.get("multiplicity", ""), doubts)
    if tables is None:
        return None
    return {
        "section": known(cells.get("section", "")) or section,
        "round": round_of_row(cells.get("round", ""), doubts),
        "table": known(cells.get("table", "")),
        "room": parse_room(cells.get("room", ""), doubts),
        "ns_pair": known(cells.get("ns_pair", "")) or known(cells.get("ns_names", "")),
        "ew_pair": known(cells.get("ew_pair", "")) or known(cells.get("ew_names", "")),
        "multiplicity": tables,
        "line": row.line,
        **outcome_of(cells, doubts),
        **_published(cells, doubts),
    }


def outcome_of(cells: dict[str, str], doubts: Doubts) -> dict[str, Any]:
    """The columns of `results` that say what became of the board at the row's table."""
    ns, ew = cells.get("ns_score", ""), cells.get("ew_score", "")
    scored = _scored(ns, ew, cells, doubts)
    contract = cells.get("contract", "")
    if known(contract) is None and PASSED in (parse_contract(ns.strip()), parse_contract(ew.strip())):
        contract = "Pass"
    given = Given(
        contract=contract,
        declarer=cells.get("declarer", ""),
        result=cells.get("result", ""),
        lead=cells.get("lead", ""),
        points=scored.points,
        awards=scored.awards,
        award_given=scored.award_given,
        artificial=scored.artificial,
        not_played=any(is_not_played(text) for text in (ns, ew, cells.get("result", ""))),
    )
    return outcome(given, doubts)


def _scored(ns: str, ew: str, cells: dict[str, str], doubts: Doubts) -> Scored:
    awards = _awards(ns, ew)
    artificial = any(cells[role][:1] == "^" for role in _SCORED_ROLES if role in cells)
    if awards is None and artificial:
        awards = _percentages(cells)
    given = None
    if awards is not None or artificial:
        given = "/".join(text for text in (ns, ew) if known(text)) or None
    points = combined_points(_points(ns, doubts), _points(ew, doubts), doubts=doubts)
    return Scored(points, awards, given, artificial)


def _awards(ns: str, ew: str) -> Awards | None:
    """The artificial scores: each side's from its own cell, or both from a cell such as A6040."""
    ns_award, ew_award = parse_side_award(ns), parse_side_award(ew)
    if ns_award is not None or ew_award is not None:
        return Awards(ns_award, ew_award)
    return parse_awards(ns) or parse_awards(ew)


def _percentages(cells: dict[str, str]) -> Awards | None:
    ns, ew = (parse_number(cells.get(role, "").lstrip("^")) for role in ("ns_pct", "ew_pct"))
    return Awards(ns.value if ns else None, ew.value if ew else None) if ns or ew else None


def _points(text: str, doubts: Doubts) -> int | None:
    plain = text.lstrip("^")
    points = whole(parse_number(plain))
    if points is not None:
        return points
    says_more = parse_awards(plain) is not None or is_not_played(plain)
    if known(plain) is not None and not says_more and parse_contract(plain) != PASSED:
        doubts.note("bad_score", text, "points, or an artificial score such as A+")
    return None


def _published(cells: dict[str, str], doubts: Doubts) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for unit, ns, ew in _UNITS:
        if ns in cells or ew in cells:
            found |= figures(unit, number(cells.get(ns, ""), doubts), number(cells.get(ew, ""), doubts))
    return found


def multiplicity(text: str, doubts: Doubts) -> int | None:
    """How many tables the row stands for, 1 unless it says; None for a row that cannot stand for any."""
    if known(text) is None:
        return 1
    found = parse_integer(text)
    if found is None or found < 1:
        doubts.reject(KIND, "bad_multiplicity", text, "how many tables had the score, one or more")
        return None
    return found
