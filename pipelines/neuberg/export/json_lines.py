"""JSON lines: every row of an event's tables as an object, its table as `record`; nothing is left out."""

import json
from collections.abc import Iterator

from neuberg.export.format import GUIDES, TABLES, Format, Tables


def write(tables: Tables) -> bytes:
    """The file of an event."""
    return "".join(f"{line}\n" for line in _lines(tables)).encode("utf-8")


def _lines(tables: Tables) -> Iterator[str]:
    for table in TABLES:
        for row in tables[table].drop(GUIDES, strict=False).iter_rows(named=True):
            yield json.dumps({"record": table} | row, ensure_ascii=False, default=str)


JSON = Format("json", ".jsonl", {}, ("session", "board", "result_id"), write, None, False, False)
