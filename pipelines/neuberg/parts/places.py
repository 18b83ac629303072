"""Files at a path or an address: local ones plainly, others through fsspec, which is imported for them alone."""

import os
import shutil
from pathlib import Path
from typing import Any, BinaryIO, cast

import polars as pl

#: The names of files that are being written, or that a killed process left so.
UNFINISHED = ".*-*"


def is_address(place: str) -> bool:
    """Whether a place is an address such as `s3://bucket/folder` and no path.

    >>> is_address("s3://bucket/season"), is_address("/data/season")
    (True, False)
    """
    return "://" in place


def below(place: str, *names: str) -> str:
    """A place below another.

    >>> below("s3://bucket/season", "parts", "a.parquet")
    's3://bucket/season/parts/a.parquet'
    """
    return "/".join([place.rstrip("/"), *names]) if is_address(place) else str(Path(place, *names))


def scan(place: str) -> pl.LazyFrame:
    """The rows of a Parquet file, lazily."""
    if not is_address(place):
        return pl.scan_parquet(place, glob=False, hive_partitioning=False)
    with _opened(place, "rb") as file:
        return pl.read_parquet(file, hive_partitioning=False).lazy()


def write(place: str, frame: pl.DataFrame) -> None:
    """Write a Parquet file of one row group, which stands there whole or not at all."""
    size = max(1, frame.height)
    if is_address(place):
        with _opened(place, "wb") as file:
            frame.write_parquet(file, row_group_size=size)
        return
    with _Replacing(Path(place)) as temporary:
        frame.write_parquet(temporary, row_group_size=size)


def read_text(place: str) -> str | None:
    """The text of a file; None where there is none."""
    try:
        if not is_address(place):
            return Path(place).read_text(encoding="utf-8")
        with _opened(place, "rb") as file:
            return file.read().decode()
    except FileNotFoundError:
        return None


def write_text(place: str, text: str) -> None:
    """Write a text file, which stands there whole or not at all."""
    if is_address(place):
        with _opened(place, "wb") as file:
            file.write(text.encode())
        return
    with _Replacing(Path(place)) as temporary:
        temporary.write_text(text, encoding="utf-8")


def copy(source: str, target: str) -> None:
    """Copy a file from one place to another."""
    with _opened(source, "rb") as read, _opened(target, "wb") as written:
        while some := read.read(1 << 24):
            written.write(some)


def remove(place: str) -> None:
    """Remove a folder with all that is in it."""
    if not is_address(place):
        shutil.rmtree(place, ignore_errors=True)
        return
    import fsspec

    store, path = fsspec.core.url_to_fs(place)
    if store.exists(path):
        store.rm(path, recursive=True)


def _opened(place: str, mode: str) -> BinaryIO:
    if not is_address(place):
        if "w" in mode:
            Path(place).parent.mkdir(parents=True, exist_ok=True)
        return cast(BinaryIO, Path(place).open(mode))
    import fsspec

    # What writes to an object store makes no folders; what writes to a mounted one must.
    return cast(
        BinaryIO, fsspec.open(place, mode, **({"auto_mkdir": True} if place.startswith("file:") else {})).open()
    )


class _Replacing:
    """A file beside another, put in its place at the end unless something went wrong."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._temporary = target.with_name(f".{target.name}-{os.getpid()}")

    def __enter__(self) -> Path:
        self._target.parent.mkdir(parents=True, exist_ok=True)
        return self._temporary

    def __exit__(self, kind: type[BaseException] | None, *_: Any) -> None:
        if kind is None:
            self._temporary.replace(self._target)
        self._temporary.unlink(missing_ok=True)
