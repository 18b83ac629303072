"""Small Access 97 (Jet 3) databases, written from tables as lists of rows: enough of the format for a reader's tests.

A table has one definition page and one data page, its columns are whole numbers, texts and booleans, and none is
indexed. The layout is that of the Jet 3 pages as mdbtools documents it.
"""

import struct
from typing import Any

PAGE = 0x800
_BOOLEAN, _LONG, _TEXT = 1, 4, 10
_USER_TABLE = 1
_HEAD = b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(4)

Row = dict[str, Any]


def database(tables: dict[str, list[Row]]) -> bytes:
    """The bytes of a database; each table's first row says its columns and their types."""
    pages = [_HEAD.ljust(PAGE, b"\x00"), bytes(PAGE)]
    first = 4
    catalog = [
        {"Id": first + 2 * place, "Name": name, "Type": _USER_TABLE, "Flags": 0} for place, name in enumerate(tables)
    ]
    for own, rows in ((2, catalog), *((entry["Id"], tables[entry["Name"]]) for entry in catalog)):
        pages += [_definition(rows), _data(own, rows)]
    return b"".join(pages)


def _kind(value: Any) -> int:
    return _BOOLEAN if isinstance(value, bool) else _LONG if isinstance(value, int) else _TEXT


def _columns(rows: list[Row]) -> list[tuple[str, int]]:
    return [(name, _kind(value)) for name, value in rows[0].items()]


def _definition(rows: list[Row]) -> bytes:
    columns = _columns(rows)
    texts = sum(kind == _TEXT for _, kind in columns)
    head = struct.pack("<2sHI", b"\x02\x01", 0, 0) + struct.pack("<III", 0, len(rows), 0)
    head += struct.pack("<BHHH", 0x4E, len(columns), texts, len(columns)) + struct.pack("<IIII", 0, 0, 0, 0)
    body, fixed, variable = b"", 0, 0
    for place, (_, kind) in enumerate(columns):
        is_text = kind == _TEXT
        body += struct.pack(
            "<BHHH6sBHH", kind, place, variable, place, bytes(6), not is_text, 0 if is_text else fixed, 4
        )
        fixed += 4 if kind == _LONG else 0
        variable += is_text
    names = b"".join(struct.pack("<B", len(name)) + name.encode() for name, _ in columns)
    return (head + body + names).ljust(PAGE, b"\x00")


def _data(owner: int, rows: list[Row]) -> bytes:
    records = [_record(row, _columns(rows)) for row in rows]
    offsets, end = [], PAGE
    for record in records:
        end -= len(record)
        offsets.append(end)
    head = struct.pack("<2sHIH", b"\x01\x01", 0, owner, len(rows)) + struct.pack(f"<{len(rows)}H", *offsets)
    assert len(head) <= end, "more rows than a page holds"
    return head.ljust(end, b"\x00") + b"".join(reversed(records))


def _record(row: Row, columns: list[tuple[str, int]]) -> bytes:
    record = bytes([len(columns)])
    record += b"".join(struct.pack("<i", row[name] or 0) for name, kind in columns if kind == _LONG)
    starts = []
    for name, kind in columns:
        if kind == _TEXT:
            starts.append(len(record))
            record += str(row[name] or "").encode("latin-1")
    if starts:
        record += bytes([len(record), *reversed(starts), len(starts)])
    known = [row[name] if kind == _BOOLEAN else row[name] is not None for name, kind in columns]
    bits = sum(bool(bit) << place for place, bit in enumerate(known))
    return record + bits.to_bytes((len(columns) + 7) // 8, "little")
