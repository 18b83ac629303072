"""What one file said, record by record: readers append to a `Reading`, which becomes the tables."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple

import polars as pl

from neuberg import schemas
from neuberg.ingest.letters import misread
from neuberg.ingest.outcomes import Doubt
from neuberg.ingest.source import UNOPENED, Source, decode, record_id, undecodable

_RAW_LIMIT = 500
_NO_RECORD = 0
_ROW_TABLES = {
    "event": schemas.EVENTS,
    "deal": schemas.BOARDS,
    "traveller line": schemas.RESULTS,
    "contestant's line": schemas.PAIRS,
}


class Held(NamedTuple):
    """Some rows of a frame that many files share, from the row `begin` to before the row `end`."""

    whole: pl.DataFrame
    begin: int
    end: int

    @property
    def height(self) -> int:
        """How many they are."""
        return self.end - self.begin


class Reading:
    """The records of one file as its reader meets them.

    A reader calls `met` when it sees a record, whatever becomes of it, and then exactly one of an `add_…`, a
    `problem` that rejects it, `supersede` or `ignore`; the conservation check holds the two against each other.
    What was added before a reader gives up stays.
    """

    def __init__(self, source: Source, format: str) -> None:
        self.source = source
        #: The file's key, which is on every row.
        self.file_id = source.file_id
        self.format = format
        self.producer: str | None = None
        self.encoding: str | None = None
        #: What became of the file, where that is not said by its problems.
        self.status: str | None = None
        self._held: dict[str, Held] = {}
        self._rows: dict[str, list[dict[str, Any]]] = {kind: [] for kind in schemas.RECORD_KINDS}
        self._problems: list[dict[str, Any]] = []
        # Plain where a Counter would do: an archive has many small files, and each of them has these.
        self._met: defaultdict[str, int] = defaultdict(int)
        self._superseded: defaultdict[str, int] = defaultdict(int)
        self._ignored: defaultdict[str, int] = defaultdict(int)

    def met(self, kind: str, count: int = 1) -> None:
        """Count records of a kind as found."""
        self._met[kind] += count

    def supersede(self, kind: str, count: int = 1) -> None:
        """Account for records that stand a second time or were erased."""
        self._superseded[kind] += count

    def ignore(self, kind: str, count: int = 1) -> None:
        """Account for records that the reader leaves out by a rule it documents."""
        self._ignored[kind] += count

    def problem(
        self,
        line: int | None,
        code: str,
        *,
        found: str,
        wanted: str,
        raw: str = "",
        severity: str = "error",
        rejects: str | None = None,
    ) -> None:
        """Note what could not be taken, or was taken with a doubt; `rejects` names the record lost by it."""
        self._problems.append(
            {
                "file_id": self.file_id,
                "line": line,
                "code": code,
                "severity": severity,
                "found": found[:_RAW_LIMIT],
                "wanted": wanted,
                "raw": raw[:_RAW_LIMIT],
                "rejects": rejects,
            }
        )

    def text(self) -> str:
        """The file's text; told are bytes that are not of its byte-order mark, and letters that may be misread."""
        text, self.encoding = decode(self.source.data)
        self.tell_undecodable()
        if bad := misread(text, self.encoding):
            word, line = bad
            wanted = "words of letters; the file may be of another encoding, and its names are not as they should be"
            self.problem(line, "doubtful_letters", found=word, wanted=wanted, severity="warning")
        return text

    def tell_undecodable(self) -> None:
        """Note where bytes are not of the encoding that the byte-order mark names."""
        if bad := undecodable(self.source.data):
            encoding, line = bad
            found = f"bytes that are not {encoding}, as the byte-order mark says; each is shown as \ufffd"
            self.problem(line, "bad_encoding", found=found, wanted=f"{encoding} throughout", severity="warning")

    def tell(self, line: int | None, doubts: Iterable[Doubt], raw: str = "") -> None:
        """Note each doubt about what stands in a line."""
        for doubt in doubts:
            self.problem(
                line,
                doubt.code,
                found=doubt.found,
                wanted=doubt.wanted,
                raw=raw or doubt.found,
                severity=doubt.severity,
            )

    def reject(self, line: int | None, kind: str, code: str, *, found: str, wanted: str, raw: str = "") -> None:
        """Account for a record, met here, that is lost, and say why."""
        self.met(kind)
        self.problem(line, code, found=found, wanted=wanted, raw=raw or found, rejects=kind)

    def add_event(self, **columns: Any) -> int:
        """Load an event; its `event_id`."""
        return self._add("event", "event_id", columns)

    def add_deal(self, **columns: Any) -> int:
        """Load a deal; its `deal_id`."""
        return self._add("deal", "deal_id", columns)

    def add_result(self, **columns: Any) -> int:
        """Load a traveller line; its `result_id`, 0 where it is rejected. `scored_with` is its section unless given."""
        return self.take_result(columns)

    def take_result(self, columns: dict[str, Any]) -> int:
        """As `add_result`; the columns are the reading's from now on."""
        columns.setdefault("scored_with", columns.get("section", ""))
        if columns.setdefault("multiplicity", 1) > schemas.MOST_TABLES:
            self.problem(
                columns.get("line"),
                "bad_multiplicity",
                found=str(columns["multiplicity"]),
                wanted=f"at most {schemas.MOST_TABLES} tables in a line",
                rejects="traveller line",
            )
            return _NO_RECORD
        return self._add("traveller line", "result_id", columns)

    def add_contestant(self, **columns: Any) -> None:
        """Load a contestant's published line."""
        self._add("contestant's line", None, columns)

    def _add(self, kind: str, key: str | None, columns: dict[str, Any]) -> int:
        rows = self._rows[kind]
        identity = record_id(self.source.digest, kind, len(rows))
        if key is not None:
            columns[key] = identity
        columns["file_id"] = self.file_id
        rows.append(columns)
        return identity

    def hold(self, kind: str, held: "Held") -> None:
        """Load the records of a kind all at once: the whole of the file's, keys included, as rows of their table."""
        self._held[kind] = held
        self._rows[kind].clear()

    def tables(self) -> dict[str, pl.DataFrame]:
        """The file's rows of `files`, `problems`, `conservation`, `events`, `boards`, `results` and `pairs`."""
        return tables_of([self])

    def held(self, kind: str) -> "Held | None":
        """The records of a kind that were loaded all at once; None where they were added one by one."""
        return self._held.get(kind)

    def rows(self, kind: str) -> list[dict[str, Any]]:
        """The records of a kind that were added one by one, each a dict that may still be completed."""
        return self._rows[kind]

    def problems(self) -> list[dict[str, Any]]:
        """The problems so far, as rows of their table."""
        return self._problems

    def drop_misfits(self, kind: str, table: schemas.Table) -> None:
        """Null each value that its column cannot hold, with a problem: the last net under the readers."""
        for row in self._rows[kind]:
            for name in table.schema.names():
                if not _fits(row.get(name), table.schema[name]):
                    self.problem(
                        row.get("line"),
                        "value_out_of_range",
                        found=f"{name} = {row[name]!r}",
                        wanted=f"a value of type {table.schema[name]}",
                    )
                    row[name] = None

    def accounts(self) -> list[tuple[int | str, ...]]:
        """The account of each kind of record, as rows of `conservation`."""
        return [self._account(kind) for kind in schemas.RECORD_KINDS]

    def _account(self, kind: str) -> tuple[int | str, ...]:
        return (
            self.file_id,
            kind,
            self._met.get(kind, 0),
            self._held[kind].height if kind in self._held else len(self._rows[kind]),
            sum(problem["rejects"] == kind for problem in self._problems) if self._problems else 0,
            self._superseded.get(kind, 0),
            self._ignored.get(kind, 0),
        )

    def file(self) -> dict[str, Any]:
        """The file as a row of `files`."""
        doubted = any(problem["severity"] != "info" for problem in self._problems)
        return {
            "file_id": self.file_id,
            "path": self.source.path,
            "sha256": None if self.source.digest.startswith(UNOPENED) else self.source.digest,
            "format": self.format,
            "producer": self.producer,
            "encoding": self.encoding,
            "bytes": len(self.source.data),
            "records": sum(self._met.values()),
            "problems": len(self._problems),
            "status": self.status or ("read_with_problems" if doubted else "read"),
        }


def tables_of(readings: Sequence[Reading]) -> dict[str, pl.DataFrame]:
    """The rows of several files, one file after the other, of every table that ingest makes."""
    tables = {table.name: _records(readings, kind, table) for kind, table in _ROW_TABLES.items()}
    tables["problems"] = _frame(list(chain.from_iterable(reading.problems() for reading in readings)), schemas.PROBLEMS)
    tables["conservation"] = _accounts(readings)
    tables["files"] = _frame([reading.file() for reading in readings], schemas.FILES)
    return tables


def _accounts(readings: Sequence[Reading]) -> pl.DataFrame:
    rows = chain.from_iterable(reading.accounts() for reading in readings)
    schema = schemas.CONSERVATION.schema
    return pl.DataFrame(dict(zip(schema, zip(*rows, strict=True), strict=True)), schema=schema)


def _records(readings: Sequence[Reading], kind: str, table: schemas.Table) -> pl.DataFrame:
    parts: list[pl.DataFrame] = []
    for is_held, some in groupby(readings, key=lambda reading: reading.held(kind) is not None):
        if is_held:
            parts += _slices(held for reading in some if (held := reading.held(kind)) is not None)
        else:
            parts.append(_added(list(some), kind, table))
    return pl.concat(parts, rechunk=True) if parts else schemas.empty(table)


def _slices(held: Iterable[Held]) -> Iterator[pl.DataFrame]:
    """The rows, those of neighbours in one frame together: a slice for each file would cost more than its reading."""
    last: Held | None = None
    for one in held:
        if last is not None and last.whole is one.whole and last.end == one.begin:
            last = last._replace(end=one.end)
            continue
        if last is not None:
            yield last.whole[last.begin : last.end]
        last = one
    if last is not None:
        yield last.whole[last.begin : last.end]


def _added(readings: list[Reading], kind: str, table: schemas.Table) -> pl.DataFrame:
    """The records that were added one by one; a value that its column cannot hold becomes null, with a problem."""
    try:
        return _frame(list(chain.from_iterable(reading.rows(kind) for reading in readings)), table)
    except (pl.exceptions.PolarsError, OverflowError, TypeError, ValueError):
        for reading in readings:
            reading.drop_misfits(kind, table)
        return _frame(list(chain.from_iterable(reading.rows(kind) for reading in readings)), table)


def _frame(rows: list[dict[str, Any]], table: schemas.Table) -> pl.DataFrame:
    # Of the many columns a reader gives few: the others are not looked for in every row.
    given = set(chain.from_iterable(rows))
    types = {name: dtype for name, dtype in table.schema.items() if name in given}
    whole = len(types) == len(given) > 1 and all(len(row) == len(given) for row in rows)
    found = pl.DataFrame(_at_once(rows, list(types)) if whole else _one_by_one(rows, types), schema=types)
    if len(types) == len(table.schema) or not rows:
        return found if rows else schemas.empty(table)
    nothing = pl.DataFrame(schema=table.schema).clear(len(rows))
    return pl.DataFrame([found[name] if name in given else nothing[name] for name in table.schema])


def _at_once(rows: list[dict[str, Any]], names: list[str]) -> dict[str, Sequence[Any]]:
    return dict(zip(names, zip(*map(itemgetter(*names), rows), strict=True), strict=True))


def _one_by_one(rows: list[dict[str, Any]], names: Iterable[str]) -> dict[str, Sequence[Any]]:
    return {name: [row.get(name) for row in rows] for name in names}


def _fits(value: Any, dtype: pl.DataType) -> bool:
    try:
        pl.Series([value], dtype=dtype)
    except (pl.exceptions.PolarsError, OverflowError, TypeError, ValueError):
        return False
    return True
