"""A Parquet file of a table, held against its own frame before anyone reads it."""

import os
from pathlib import Path

from neuberg.errors import NeubergError

#: What a Parquet file begins and ends with; before the end stands the length of its footer.
_PARQUET = b"PAR1"
_FOOTER_END = 8


def check_whole(file: Path) -> None:
    """Nothing, where a Parquet file has its beginning and its end, with as much before it as it says.

    Raises:
        NeubergError: it is cut, or is no Parquet file.
    """
    with file.open("rb") as opened:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(0)
        first = opened.read(len(_PARQUET))
        opened.seek(max(0, size - _FOOTER_END))
        last = opened.read()
    ends = len(last) == _FOOTER_END and last.endswith(_PARQUET) and first == _PARQUET
    if not ends or int.from_bytes(last[:4], "little") > size - 2 * _FOOTER_END + len(_PARQUET):
        raise NeubergError(
            f"the table's file {str(file)!r} cannot be read: found {size} bytes without a Parquet file's end, wanted a "
            "whole one; run the archive again"
        )
