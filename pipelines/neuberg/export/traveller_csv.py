"""The traveller CSV that `neuberg` reads: a row a line, no more than its columns; safe to open in a spreadsheet."""

import csv
import io

from neuberg.domain.awards import is_not_played
from neuberg.domain.contracts import every_score
from neuberg.domain.spreadsheets import guarded
from neuberg.export.format import Format, Tables
from neuberg.export.words import NOT_PLAYED, Row, award, contract, number, says_nothing, whole
from neuberg.ingest.acbl_codes import decode
from neuberg.ingest.source import source
from neuberg.ingest.stage import read_data
from neuberg.ingest.values import parse_date

_COLUMNS = (
    "event", "date", "session", "section", "round", "table", "board", "dealer", "vulnerable", "ns", "ew", "contract",
    "declarer", "lead", "tricks", "score", "award", "group", "expected", "mp_ns", "mp_ew",
)  # fmt: skip


def write(tables: Tables) -> bytes:
    """The file of an event."""
    event = tables["events"].row(0, named=True)
    deals = {row["deal_id"]: row for row in tables["boards"].iter_rows(named=True)}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for row in tables["results"].iter_rows(named=True):
        cells = _cells(event, deals.get(row["deal_id"], {}), row)
        writer.writerow([guarded(cells[column]) for column in _COLUMNS])
    return text.getvalue().encode("utf-8")


def _cells(event: Row, deal: Row, row: Row) -> dict[str, str]:
    return {
        "event": event["name"] or "",
        "date": _date(event),
        "session": row["session"],
        "section": row["written_section"],
        "round": whole(row["round"]),
        "table": row["table"] or "",
        "board": str(row["board"]),
        "dealer": deal.get("dealer") or "",
        "vulnerable": deal.get("vulnerable") or "",
        "ns": row["ns_pair"] or "",
        "ew": row["ew_pair"] or "",
        **_happened(row),
        "group": row["given_group"] or "",
        "expected": whole(row["expected"]),
        "mp_ns": number(row["published_ns_mp"], row["published_mp_decimals"]),
        "mp_ew": number(row["published_ew_mp"], row["published_mp_decimals"]),
    }


def _date(event: Row) -> str:
    given = event["date_given"] or ""
    if event["date"] is None or parse_date(given) == event["date"]:
        return given
    return str(event["date"].isoformat())


def _happened(row: Row) -> dict[str, str]:
    """What was played and scored; a line of which nobody knows that has no contract, or it would be one played.

    Nor has it points that would be read as a code.
    """
    kind, given = row["kind"], row["award_given"] or ""
    text, score = award(row), whole(row["ns_score"])
    doubtful = kind in ("unknown", "artificial") and not text
    if doubtful and given and says_nothing(given):
        text = given
    elif kind == "not_played":
        text, score = (given, "") if is_not_played(given) else ("", NOT_PLAYED)
    hidden = (doubtful and not text) or _would_be_a_code(row)
    return {
        "contract": "" if hidden else contract(row).replace("PASS", "Pass"),
        "declarer": row["declarer"] or "",
        "lead": row["lead"] or "",
        "tricks": whole(row["tricks"]),
        "score": "" if hidden else score,
        "award": text,
    }


TRAVELLER_CSV = Format(
    name="csv",
    suffix=".csv",
    holds={
        "events": ("name", "date", "date_given", "season"),
        "boards": ("session", "board", "dealer", "vulnerable"),
        "results": (
            "session", "section", "board", "round", "table", "ns_pair", "ew_pair", "level", "strain", "doubled",
            "declarer", "lead", "tricks", "ns_score", "kind", "ns_components", "ew_components", "ns_award", "ew_award",
            "award_given", "given_group", "expected",
            "published_ns_mp", "published_ew_mp", "published_mp_decimals",
        ),
    },
    order=("session", "written_section", "board"),
    write=write,
    read=lambda data: read_data(source("event.csv", data)),
    repeats_lines=True,
    by_session=False,
    limits="hands; contestants' lines; percentages and IMPs as printed; deals that no line played; sections scored "
    "together; rooms and teams; an artificial score of which one side's is not known, whose line becomes one of "
    "unknown kind",
)  # fmt: skip


def _would_be_a_code(row: Row) -> bool:
    points = row["ns_score"]
    return points is not None and not contract(row) and abs(points) not in every_score() and decode(points) is not None
