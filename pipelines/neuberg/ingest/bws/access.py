"""The tables of an Access database (Jet 3, Jet 4, ACE) as rows, page by page; a damaged row is counted, not guessed.

Columns and values are parsed by access-parser; what finds the pages, bounds the work and keeps a row's columns together
is here, for the package trusts the file: a chain of pages that bites its tail would never end, and a row with a column
missing would shift that column's later values to other rows.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from access_parser.access_parser import AccessTable, TableObj
from access_parser.parsing_primitives import TDEF_HEADER

from neuberg.ingest.bws.rows import Row

_MARKS = (b"\x00\x01\x00\x00Standard Jet DB", b"\x00\x01\x00\x00Standard ACE DB")
_VERSION_AT = 0x14
_JET_3, _JET_4 = 3, 4
_PAGE_SIZES = {_JET_3: 0x800, _JET_4: 0x1000}
_DATA, _DEFINITION = b"\x01\x01", b"\x02\x01"
_CATALOG_PAGE, _USER_TABLE, _PAGE_BITS = 2, 1, 0xFFFFFF
#: A definition spreads over few pages, and an event has few rows; a file that claims more was made to exhaust.
_MOST_DEFINITION_PAGES, MOST_ROWS = 64, 20_000

# Its messages are about parts that no reader here uses; what matters is told as a problem.
logging.getLogger("access_parser").addHandler(logging.NullHandler())
logging.getLogger("access_parser").propagate = False


class Rows(NamedTuple):
    """The rows of a table, columns by name in lower case; how many were damaged; how many the table says it has.

    Attributes:
        more: whether there were more rows than are taken.
    """

    rows: list[Row]
    damaged: int
    said: int
    more: bool = False


class Database:
    """The tables of one file."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(_MARKS) or len(data) <= _VERSION_AT:
            raise ValueError("the file does not begin as an Access database does")
        self._version = _JET_4 if data[_VERSION_AT] else _JET_3
        self._size = _PAGE_SIZES[self._version]
        self.is_cut = len(data) % self._size != 0
        self._data: dict[int, bytes] = {}
        self._definitions: dict[int, bytes] = {}
        self._of_owner: dict[int, list[bytes]] = defaultdict(list)
        for offset in range(0, len(data), self._size):
            self._add_page(offset, data[offset : offset + self._size])
        self._pages = {
            str(row.get("name")).lower(): int(row["id"]) & _PAGE_BITS
            for row in self._rows(_CATALOG_PAGE).rows
            if row.get("type") == _USER_TABLE and isinstance(row.get("id"), int)
        }

    def _add_page(self, offset: int, page: bytes) -> None:
        if page.startswith(_DEFINITION):
            self._definitions[offset] = page
        elif page.startswith(_DATA):
            self._data[offset] = page
            self._of_owner[int.from_bytes(page[4:8], "little")].append(page)

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._pages

    def table(self, name: str) -> Rows:
        """The rows of a table, none where there is no such table.

        Raises:
            ValueError: its definition cannot be read.
        """
        page = self._pages.get(name.lower())
        return Rows([], 0, 0) if page is None else self._rows(page)

    def _rows(self, page: int) -> Rows:
        definition = self._definitions.get(page * self._size)
        if definition is None:
            raise ValueError(f"there is no table's definition on page {page}")
        try:
            table = _Table(TableObj(page, definition), self._version, self._size, self._data, self._definitions)
        except Exception as error:  # The package raises whatever the bytes lead it to.
            raise ValueError(f"the definition on page {page} cannot be read: {type(error).__name__}") from error
        rows = list(table.read(self._of_owner.get(page, [])))
        return Rows(rows, table.damaged, int(table.table_header.number_of_rows), len(rows) + table.damaged > MOST_ROWS)


class _Table(AccessTable):  # type: ignore[misc]
    """A table whose rows are parsed one at a time."""

    damaged = 0

    def read(self, pages: list[bytes]) -> Iterator[Row]:
        """The rows that are whole, up to the most that are taken."""
        self._whole: list[Row] = []
        taken = 0
        for page in pages:
            self.table.linked_pages = [page]
            try:
                self.parse()
            except Exception:  # As above: one page's damage must cost no other's rows.
                self.damaged += 1
            yield from self._whole
            taken += len(self._whole)
            self._whole = []
            if taken + self.damaged > MOST_ROWS:
                return

    def _parse_row(self, record: bytes) -> None:
        self.parsed_table: dict[str, list[Any]] = defaultdict(list)
        try:
            super()._parse_row(record)
        except Exception:
            self.parsed_table.clear()
        names = {column.col_name_str for column in self.columns.values()}
        if len(names) == len(self.columns) and all(len(self.parsed_table.get(name, [])) == 1 for name in names):
            self._whole.append({name.lower(): self.parsed_table[name][0] for name in names})
        else:
            self.damaged += 1

    def _merge_table_data(self, first_page: int) -> bytes:
        merged, page = [], first_page
        for _ in range(_MOST_DEFINITION_PAGES):
            table = self._table_defs.get(page * self.page_size) if page else None
            if table is None:
                break
            header = TDEF_HEADER.parse(table)
            merged.append(table[header.header_end :])
            page = header.next_page_ptr
        return b"".join(merged)

    def _parse_memo(self, relative_obj_data: bytes, return_raw: bool = False) -> None:
        """Nothing: no long text or object is of use here, and their chains of pages are not followed."""
