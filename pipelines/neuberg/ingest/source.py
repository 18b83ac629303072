"""A file's bytes, its digest and its text: what every reader starts from."""

import codecs
import hashlib
import os
from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_BLOCK_BITS = 20
#: The files of a batch have each some blocks of keys, which are asked for again and again.
_REMEMBERED = 1 << 13
#: Stands before the path in place of the digest of a file that could not be opened.
UNOPENED = "unopened:"
#: Bytes of a file beyond which it is not read: reading takes several times a file's size of memory.
LARGEST_FILE = 1 << 29
#: Bytes that are looked at to see whether every second is zero, and the fewest that say so.
_LOOKED_AT, _LEAST_LOOKED_AT = 64, 8
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class Source(NamedTuple):
    """One input file: its path below the source that was given, its bytes and their SHA-256."""

    path: str
    data: bytes
    digest: str

    @property
    def file_id(self) -> int:
        """The file's key, from its digest."""
        return record_id(self.digest, "file", 0)

    def opening(self, length: int | None = None) -> bytes:
        """The first bytes, or all, as a search for a format's marks needs them: without mark, those of UTF-16 as UTF-8.

        >>> source("a.xml", "<session club='1'>".encode("utf-16")).opening(8)
        b'<se'
        """
        data = self.data if length is None else self.data[:length]
        skipped, encoding = _marked(data)
        return data[skipped:].decode(encoding, errors="replace").encode() if "16" in encoding else data[skipped:]


def source(path: str, data: bytes) -> Source:
    """A source from a path and its bytes."""
    return Source(path, data, hashlib.sha256(data).hexdigest())


def read_source(file: Path, below: Path) -> Source:
    """The file as a source, its path given below the folder `below`, with forward slashes."""
    return source(shown_path(file, below), file.read_bytes())


def shown_path(file: Path, below: Path) -> str:
    """The file's path below a folder, with forward slashes; bytes of a name that are not UTF-8 are shown as `\\xff`."""
    path, folder = str(file), f"{below}/"
    # By their texts, where that is enough: pathlib takes longer than the reading of a small file.
    is_enough = os.sep == "/" and path.startswith(folder)
    shown = path[len(folder) :] if is_enough else file.relative_to(below).as_posix()
    return shown if shown.isascii() else shown.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def record_id(digest: str, kind: str, ordinal: int) -> int:
    """The key of the file's record number `ordinal` (from 0) of a kind: a positive 63-bit integer.

    Records of one file and kind have consecutive keys within blocks of 2**20, so keys sort as the file does.
    """
    return _block(digest, kind, ordinal >> _BLOCK_BITS) | (ordinal & ((1 << _BLOCK_BITS) - 1))


def record_ids(digest: str, kind: str, count: int) -> npt.NDArray[np.int64]:
    """The keys of the file's first `count` records of a kind, in order.

    >>> record_ids("a digest", "event", 2).tolist() == [record_id("a digest", "event", number) for number in (0, 1)]
    True
    """
    ordinals = np.arange(count, dtype=np.int64)
    blocks = [_block(digest, kind, block) for block in range((count >> _BLOCK_BITS) + 1)]
    keys: npt.NDArray[np.int64] = np.array(blocks, dtype=np.int64)[ordinals >> _BLOCK_BITS]
    return keys | (ordinals & ((1 << _BLOCK_BITS) - 1))


def keys_of(digests: Sequence[str], kind: str, counts: Sequence[int]) -> npt.NDArray[np.int64]:
    """The keys of several files' records of a kind, in the order of the files: `record_ids` of each.

    >>> keys_of(["a", "b"], "deal", [1, 2]).tolist() == [record_id("a", "deal", 0), *record_ids("b", "deal", 2)]
    True
    """
    if max(counts, default=0) > 1 << _BLOCK_BITS:
        return np.concatenate([record_ids(*own) for own in zip(digests, repeat(kind), counts, strict=False)])
    blocks = [_block(digest, kind, 0) if count else 0 for digest, count in zip(digests, counts, strict=True)]
    firsts = np.cumsum([0, *counts])[:-1]
    keys: npt.NDArray[np.int64] = np.repeat(np.array(blocks, dtype=np.int64) - firsts, counts)
    return keys + np.arange(keys.size)


@lru_cache(maxsize=_REMEMBERED)
def _block(digest: str, kind: str, block: int) -> int:
    seed = hashlib.sha256(f"{digest}:{kind}:{block}".encode()).digest()
    return (int.from_bytes(seed[:8]) >> (_BLOCK_BITS + 1)) << _BLOCK_BITS


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and the name of the encoding that it was read in; never raises.

    A byte-order mark decides, or a zero in every second byte (UTF-16 without one); then UTF-8 where the bytes are
    valid UTF-8; else Windows-1252, the superset of ISO 8859-1 that old files are really in (its five unassigned bytes
    are taken as ISO 8859-1).

    >>> decode(b"S\\xe9ance")
    ('Séance', 'cp1252')
    """
    skipped, encoding = _marked(data)
    if encoding:
        return data[skipped:].decode(encoding, errors="replace"), encoding
    try:
        return data.decode("utf-8"), "ascii" if data.isascii() else "utf-8"
    except UnicodeDecodeError:
        return _windows(data), "cp1252"


def _marked(data: bytes) -> tuple[int, str]:
    """The length of the byte-order mark, and the encoding that it or the zeros among the bytes say; else 0 and none."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return len(mark), encoding
    start = data[:_LOOKED_AT]
    if len(start) >= _LEAST_LOOKED_AT:
        for zeros, others, encoding in ((start[1::2], start[::2], "utf-16-le"), (start[::2], start[1::2], "utf-16-be")):
            if not any(zeros) and all(others):
                return 0, encoding
    return 0, ""


def undecodable(data: bytes) -> tuple[str, int] | None:
    """The encoding that the byte-order mark names, and the first line that is not of it; None where all is.

    >>> undecodable(b"\\xef\\xbb\\xbf1\\nS\\xe9ance"), undecodable(b"S\\xe9ance")
    (('utf-8', 2), None)
    """
    skipped, encoding = _marked(data)
    if encoding:
        try:
            data[skipped:].decode(encoding)
        except UnicodeDecodeError as error:
            before = data[skipped : skipped + error.start].decode(encoding, errors="replace")
            return encoding, before.count("\n") + 1
    return None


def _windows(data: bytes) -> str:
    return codecs.charmap_decode(data, "strict", _WINDOWS)[0]


def _windows_letters() -> str:
    """What each byte stands for."""
    every = [bytes([byte]) for byte in range(256)]
    return "".join(byte.decode("cp1252", "ignore") or byte.decode("latin-1") for byte in every)


_WINDOWS = _windows_letters()
