"""The rows of a traveller CSV as events, deals and traveller lines."""

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from neuberg.domain.spreadsheets import unguarded
from neuberg.ingest.numbering import BoardNumbers
from neuberg.ingest.outcomes import Given
from neuberg.ingest.reading import Reading
from neuberg.ingest.seats import parse_seat, parse_vulnerable
from neuberg.ingest.source import Source, decode
from neuberg.ingest.travellers_csv.happened import Happened
from neuberg.ingest.travellers_csv.sheet import Parsed, column_of, parse_with_lines
from neuberg.ingest.travellers_csv.sides import EW_SCORE, one_score
from neuberg.ingest.travellers_csv.statements import Statements
from neuberg.ingest.values import parse_date, parse_integer, parse_number, parse_season

_HEAD_BYTES = 8192
_LINE = "traveller line"
#: Names and notes are shorter; a quote that never closes, or a file that is no sheet, makes longer fields.
_LONGEST_FIELD = 10_000
_BOARD = ("event", "date", "session", "section", "board")
#: Columns of whole numbers, and one as a program writes it that keeps them with a fraction, beside missing ones.
_WHOLE_NUMBERS = frozenset({"board", "round", "table", "ns", "ew", "tricks", "score", EW_SCORE, "expected"})
_WHOLE_WITH_FRACTION = re.compile(r"[+-]?\d+\.0", re.ASCII)
_MOST_ROUND, _MOST_EXPECTED = 32_767, 1_000_000


class Row(NamedTuple):
    """A row of the file: its line, its texts by column (empty ones left out), and its fields as given."""

    line: int
    texts: dict[str, str]
    fields: list[str]
    delimiter: str

    def text(self, column: str) -> str:
        """The column's text, empty where there is none."""
        return self.texts.get(column, "")

    @property
    def board(self) -> tuple[str, ...]:
        """The texts that name the row's board."""
        return tuple(map(self.text, _BOARD))

    @property
    def given(self) -> Given:
        """The texts that say what happened."""
        return Given(*map(self.text, Given._fields))

    @property
    def raw(self) -> str:
        """The row as text."""
        return self.delimiter.join(self.fields)

    def tell(
        self, reading: Reading, code: str, found: str, wanted: str, severity: str = "error", rejects: str | None = None
    ) -> None:
        """Note a problem of the row."""
        reading.problem(self.line, code, found=found, wanted=wanted, raw=self.raw, severity=severity, rejects=rejects)


def recognises(source: Source) -> bool:
    """Whether the first line that is not empty has the columns of a traveller: board, a pair, and what happened."""
    text, _ = decode(source.data[:_HEAD_BYTES])
    columns = {column_of(name) for name in parse_with_lines(text).sheet.header}
    return "board" in columns and bool(columns & {"ns", "ew"}) and bool(columns & {"score", "contract", "award"})


def read(reading: Reading) -> None:
    """Read a traveller CSV: an event for each label, a deal for each statement of dealer and vulnerability.

    Points may stand in a column for each side, `ns_score` and `ew_score`, as on a paper traveller; a result or an award
    may stand in the contract's field: `4S+1`, `A6040`.

    Left out by rule (`ignored`): a row whose fields are all empty. A column that is not known is passed over, which is
    told.

    Not represented: hands, contestants' totals and places, percentages and IMPs, carry-over and penalties, teams and
    rooms; the format has no columns for them.
    """
    parsed = parse_with_lines(reading.text())
    rows = _rows(reading, parsed)
    _Travellers(reading, rows).add()


def _rows(reading: Reading, parsed: Parsed) -> list[Row]:
    """The rows that say something of a board; the others are rejected or, where every field is empty, ignored."""
    header, delimiter, given = parsed.sheet
    places = list(_columns(reading, parsed).items())
    rows = []
    for line, fields in given:
        reading.met(_LINE)
        if max(map(len, fields), default=0) > _LONGEST_FIELD:
            found, wanted = f"{max(map(len, fields)):,} characters", f"fields of at most {_LONGEST_FIELD:,} characters"
            reading.problem(line, "field_too_long", found=found, wanted=wanted, rejects=_LINE)
            continue
        given_texts = ((name, fields[place].strip()) for name, place in places if place < len(fields))
        texts = {name: _plain(name, unguarded(text)) for name, text in given_texts if text}
        row = Row(line, texts, fields, delimiter)
        if line in parsed.unclosed:
            row.tell(reading, "unclosed_quote", row.raw, "quotes that close", severity="warning")
        if not texts and not any(field.strip() for field in fields):
            reading.ignore(_LINE)
        elif len(fields) > len(header):
            row.tell(reading, "too_many_fields", f"{len(fields)} fields", f"{len(header)} fields", rejects=_LINE)
        elif "board" not in texts:
            row.tell(reading, "no_board", "no board", "a board's number", rejects=_LINE)
        else:
            _with_one_score(reading, row)
            rows.append(row)
    return rows


def _with_one_score(reading: Reading, row: Row) -> None:
    """Put N-S's score into the row's texts where E-W's points have a column of their own; a contradiction is told."""
    ew = row.texts.pop(EW_SCORE, "")
    if not ew:
        return
    ns = row.texts.pop("score", "")
    score = one_score(ns, ew)
    if score is None:
        wanted = "the points of one side, and none, 0 or the same with the other sign for the other"
        row.tell(reading, "scores_contradict", f"N-S {ns or 'none'}, E-W {ew}", wanted)
    elif score:
        row.texts["score"] = score


def _plain(column: str, text: str) -> str:
    """The text, a whole number without the `.0` that some programs give it."""
    is_whole = column in _WHOLE_NUMBERS and _WHOLE_WITH_FRACTION.fullmatch(text)
    return text.removesuffix(".0") if is_whole else text


def _columns(reading: Reading, parsed: Parsed) -> dict[str, int]:
    """Where each column stands in the header; names that are none, or stand again, are a problem each."""
    header = parsed.sheet.header
    columns: dict[str, int] = {}
    exact = {name.lower() for name in header}
    for place, name in enumerate(header):
        column = column_of(name)
        displaced = column is not None and name.lower() != column and column in exact
        if column is None or displaced or column in columns:
            again = column is not None
            reading.problem(
                parsed.header_line,
                "column_twice" if again else "unknown_column",
                found=name,
                wanted=f"one column {column}" if again else "a column of the traveller CSV; this one is left out",
                severity="warning",
            )
        else:
            columns[column] = place
    return columns


class _Travellers:
    """The rows of one file, being added to its reading."""

    def __init__(self, reading: Reading, rows: list[Row]) -> None:
        self._reading = reading
        self._rows = rows
        self._numbers = BoardNumbers(row.text("board") for row in rows)
        self._dates = _Dates(rows)
        self._events: dict[str, int] = {}
        self._statements = Statements()
        self._happened = Happened((row.board, row.given) for row in rows)

    def add(self) -> None:
        """Add every row; the deals first, for the lines name them."""
        self._dates.report(self._reading)
        for row in self._rows:
            self._event(row)
        places = [self._place(row) for row in self._rows]
        stated = [self._state(row, place) for row, place in zip(self._rows, places, strict=True)]
        deal_ids = self._add_deals()
        for row, place, statement in zip(self._rows, places, stated, strict=True):
            deal = self._statements.only(place) if statement is None else statement
            self._add_result(row, place, None if deal is None else deal_ids[deal])

    def _doubt(self, row: Row, code: str, found: str, wanted: str, severity: str = "warning") -> None:
        row.tell(self._reading, code, found, wanted, severity)

    def _event(self, row: Row) -> int:
        label = row.text("event")
        if label in self._events:
            return self._events[label]
        date = self._dates.first(label)
        self._reading.met("event")
        self._events[label] = self._reading.add_event(
            name=label or PurePosixPath(self._reading.source.path).stem,
            date=parse_date(date),
            date_given=date or None,
            season=parse_season(date),
            line=row.line,
        )
        return self._events[label]

    def _place(self, row: Row) -> dict[str, Any]:
        """The columns that say where a row belongs: its board's key and the form of the deal."""
        board, by_place = self._numbers.of(row.text("board"))
        if by_place:
            self._doubt(row, "board_label", row.text("board"), f"a board's number; taken as board {board}")
        return {
            "event_id": self._event(row),
            "session": row.text("session") or self._dates.session(row),
            "section": row.text("section"),
            "board": board,
            "given_group": row.text("group") or None,
        }

    def _state(self, row: Row, place: dict[str, Any]) -> int | None:
        """The place in the list of deals of what the row states of dealer and vulnerability; None for nothing."""
        dealer = self._known(row, "dealer", parse_seat, "N, E, S or W")
        vulnerable = self._known(row, "vulnerable", parse_vulnerable, "None, NS, EW or All")
        if dealer is None and vulnerable is None:
            return None
        return self._statements.add(place, dealer, vulnerable, row.line)

    def _known(self, row: Row, column: str, parse: Callable[[str], Any], wanted: str) -> Any:
        text = row.texts.get(column)
        if text is None:
            return None
        value = parse(text)
        if value is None:
            self._doubt(row, f"bad_{column}", text, wanted)
        return value

    def _add_deals(self) -> list[int]:
        deal_ids = []
        for deal in self._statements.deals:
            key = {name: value for name, value in deal.place.items() if name != "given_group"}
            self._reading.met("deal")
            stated = {"dealer": deal.dealer, "vulnerable": deal.vulnerable}
            deal_ids.append(self._reading.add_deal(**key, **stated, deal_origin="unknown", line=deal.line))
        return deal_ids

    def _add_result(self, row: Row, place: dict[str, Any], deal_id: int | None) -> None:
        columns, doubts = self._happened.of(row.board, row.given)
        for doubt in doubts:
            self._doubt(row, *doubt)
        self._reading.add_result(
            **{**place, **columns},
            **self._published(row),
            round=self._known(row, "round", lambda text: _whole(text, 0, _MOST_ROUND), "a round's number"),
            table=row.text("table") or None,
            ns_pair=row.text("ns") or None,
            ew_pair=row.text("ew") or None,
            expected=self._known(row, "expected", lambda text: _whole(text, 1, _MOST_EXPECTED), "a number of scores"),
            deal_id=deal_id,
            line=row.line,
        )

    def _published(self, row: Row) -> dict[str, Any]:
        ns, ew = (self._known(row, column, parse_number, "a number of matchpoints") for column in ("mp_ns", "mp_ew"))
        printed = [number for number in (ns, ew) if number is not None]
        return {
            "published_ns_mp": ns.value if ns else None,
            "published_ew_mp": ew.value if ew else None,
            "published_mp_decimals": max((number.decimals for number in printed), default=None),
        }


def _whole(text: str, least: int, most: int) -> int | None:
    number = parse_integer(text)
    return number if number is not None and least <= number <= most else None


class _Dates:
    """The dates of each event: they name its sessions where there is no session column and they differ."""

    def __init__(self, rows: list[Row]) -> None:
        self._by_event: dict[str, dict[Any, str]] = {}
        self._bad: dict[str, Row] = {}
        self._sessions_given = any("session" in row.texts for row in rows)
        for row in rows:
            if row.text("date"):
                day = parse_date(row.text("date"))
                self._by_event.setdefault(row.text("event"), {}).setdefault(day or row.text("date"), row.text("date"))
                if day is None:
                    self._bad.setdefault(row.text("date"), row)

    def report(self, reading: Reading) -> None:
        """Note each date that is not known to the day."""
        for date, row in self._bad.items():
            wanted = "a day, such as 2024-05-31 or 31/05/2024"
            row.tell(reading, "bad_date", date, wanted, severity="warning")

    def first(self, event: str) -> str:
        """The event's first date as given, empty where it has none."""
        return next(iter(self._by_event.get(event, {}).values()), "")

    def session(self, row: Row) -> str:
        """The label of the row's session where it states none."""
        dates = self._by_event.get(row.text("event"), {})
        if self._sessions_given or len(dates) < 2 or not row.text("date"):
            return "1"
        return dates[parse_date(row.text("date")) or row.text("date")]
