"""Small Access databases (Jet 3, Access 97; Jet 4, Access 2000), written from tables as lists of rows.

Enough of the format for a reader's tests: a table has one definition page and one data page, its columns are whole
numbers, texts and booleans, and none is indexed. The layout is that of the pages as mdbtools documents it.
"""

import struct
from typing import Any

JET_3, JET_4 = 3, 4
_PAGES = {JET_3: 0x800, JET_4: 0x1000}
_BOOLEAN, _LONG, _TEXT = 1, 4, 10
_USER_TABLE = 1
_MARK = b"\x00\x01\x00\x00Standard Jet DB\x00"

Row = dict[str, Any]


def database(tables: dict[str, list[Row]], version: int = JET_3) -> bytes:
    """The bytes of a database; each table's first row says its columns and their types."""
    head = _MARK + bytes([version == JET_4, 0, 0, 0])
    pages = [head.ljust(_PAGES[version], b"\x00"), bytes(_PAGES[version])]
    first = 4
    catalog = [
        {"Id": first + 2 * place, "Name": name, "Type": _USER_TABLE, "Flags": 0} for place, name in enumerate(tables)
    ]
    for own, rows in ((2, catalog), *((entry["Id"], tables[entry["Name"]]) for entry in catalog)):
        pages += [_definition(rows, version), _data(own, rows, version)]
    return b"".join(pages)


def _kind(value: Any) -> int:
    return _BOOLEAN if isinstance(value, bool) else _LONG if isinstance(value, int) else _TEXT


def _columns(rows: list[Row]) -> list[tuple[str, int]]:
    return [(name, _kind(value)) for name, value in rows[0].items()]


def _definition(rows: list[Row], version: int) -> bytes:
    columns = _columns(rows)
    texts = sum(kind == _TEXT for _, kind in columns)
    counts = struct.pack("<BHHH", 0x4E, len(columns), texts, len(columns)) + struct.pack("<IIII", 0, 0, 0, 0)
    head = struct.pack("<2sHI", b"\x02\x01", 0, 0)
    head += struct.pack("<III", 0, len(rows), 0) if version == JET_3 else struct.pack("<8I", 0, 0, len(rows), *[0] * 5)
    body, fixed, variable = b"", 0, 0
    for place, (_, kind) in enumerate(columns):
        is_text = kind == _TEXT
        offset = 0 if is_text else fixed
        if version == JET_3:
            body += struct.pack("<BHHH6sBHH", kind, place, variable, place, bytes(6), not is_text, offset, 4)
        else:
            body += struct.pack("<BIHHH4sHIHH", kind, 0, place, variable, place, bytes(4), not is_text, 0, offset, 4)
        fixed += 4 if kind == _LONG else 0
        variable += is_text
    names = b"".join(_name(name, version) for name, _ in columns)
    return (head + counts + body + names).ljust(_PAGES[version], b"\x00")


def _name(name: str, version: int) -> bytes:
    if version == JET_3:
        return struct.pack("<B", len(name)) + name.encode()
    return struct.pack("<H", 2 * len(name)) + name.encode("utf-16-le")


def _data(owner: int, rows: list[Row], version: int) -> bytes:
    records = [_record(row, _columns(rows), version) for row in rows]
    offsets, end = [], _PAGES[version]
    for record in records:
        end -= len(record)
        offsets.append(end)
    head = struct.pack("<2sHI", b"\x01\x01", 0, owner) + (b"" if version == JET_3 else bytes(4))
    head += struct.pack(f"<H{len(rows)}H", len(rows), *offsets)
    assert len(head) <= end, "more rows than a page holds"
    return head.ljust(end, b"\x00") + b"".join(reversed(records))


def _record(row: Row, columns: list[tuple[str, int]], version: int) -> bytes:
    size, encoding = ("B", "latin-1") if version == JET_3 else ("H", "utf-16-le")
    record = struct.pack(f"<{size}", len(columns))
    record += b"".join(struct.pack("<i", row[name] or 0) for name, kind in columns if kind == _LONG)
    starts = []
    for name, kind in columns:
        if kind == _TEXT:
            starts.append(len(record))
            record += str(row[name] or "").encode(encoding)
    if starts:
        record += struct.pack(f"<{len(starts) + 2}{size}", len(record), *reversed(starts), len(starts))
    known = [row[name] if kind == _BOOLEAN else row[name] is not None for name, kind in columns]
    bits = sum(bool(bit) << place for place, bit in enumerate(known))
    return record + bits.to_bytes((len(columns) + 7) // 8, "little")
