"""Files within files: the members of zip and gzip files, listed and read in memory, each within bounds.

Nothing is ever written out, so no name in a container can lead anywhere. What is kept from harm is the run: a member
may be so large, a container hold so many and so much, and containers nest so deep; what is beyond becomes a problem.
A tar file is not opened.
"""

import gzip
import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from neuberg.ingest.source import LARGEST_FILE

_ZIP, _GZIP = b"PK\x03\x04", b"\x1f\x8b\x08"
HEAD_BYTES = 4
LARGEST_MEMBER = 1 << 28
LARGEST_TOTAL = 1 << 32
MOST_MEMBERS = 20_000
DEEPEST = 3
#: Office documents are zip files as well; they are no archive of anything here.
_DOCUMENT = "[Content_Types].xml"
_ENCRYPTED = 1
Names = tuple[str, ...]


class ContainerError(OSError):
    """A container or a member cannot be read, or is beyond the bounds."""


class Listing(NamedTuple):
    """The members of a container, those of a container within it behind it, and why others are not there.

    Attributes:
        members: the names, and whether the member is a container whose own members follow.
        errors: what is not there, and why.
        paths: what the members are shown by, each by its own.
    """

    members: list[tuple[Names, bool]]
    errors: list[str]
    paths: set[str]


def is_container(head: bytes) -> bool:
    """Whether a file that begins so may have members."""
    return head.startswith((_ZIP, _GZIP))


def kind(head: bytes) -> str:
    """The format of a container."""
    return "zip" if head.startswith(_ZIP) else "gzip"


def listing(file: Path) -> Listing:
    """The members of a file in order."""
    found = Listing([], [], set())
    _list(file, (), found, _Budget())
    return found


def read_member(file: Path, names: Names) -> bytes:
    """The bytes of a member.

    Raises:
        OSError: it cannot be read, or is beyond the bounds.
    """
    return _open.content(file, names)


def shown(names: Names) -> str:
    """The member's path, each container's name before the next, without what would lead out of it.

    >>> shown(("in.zip", "../a/b.pbn")), shown(("C:\\\\x.pbn",))
    ('in.zip/a/b.pbn', 'C:/x.pbn')
    """
    return "/".join("/".join(_parts(name)) for name in names)


def is_odd(names: Names) -> bool:
    """Whether a name in it would lead out of its container, were it written out."""
    return any("\\" in name or name.startswith("/") or ".." in PurePosixPath(name).parts for name in names)


def _parts(name: str) -> list[str]:
    return [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]


class _Budget:
    """What a file may still hold."""

    def __init__(self) -> None:
        self.members, self.bytes = MOST_MEMBERS, LARGEST_TOTAL


def _list(file: Path, names: Names, found: Listing, budget: _Budget) -> bool:
    """Add the members of a container; whether it could be listed."""
    try:
        members = list(_open.container(file, names).names())
    except Exception as error:  # zipfile raises whatever the bytes lead it to.
        said = str(error) or type(error).__name__
        found.errors.append(f"{shown(names)}: {said}" if names else said)
        return False
    for name, size, given in members:
        if name != given:
            found.errors.append(f"{shown((*names, given))}: another member of this name, read as {shown((name,))}")
        budget.members -= 1
        budget.bytes -= size
        if budget.members < 0 or budget.bytes < 0:
            limit = f"{MOST_MEMBERS} members" if budget.members < 0 else f"{LARGEST_TOTAL} bytes in all"
            found.errors.append(f"{shown((*names, name))}, and what is behind it: beyond {limit}")
            break
        _add(file, (*names, name), found, budget)
    return True


def _add(file: Path, names: Names, found: Listing, budget: _Budget) -> None:
    place = len(found.members)
    # A folder may have the name of a container beside it.
    if shown(names) in found.paths:
        found.errors.append(f"{shown(names)}: another member is shown by this path, and this one is not read")
        return
    found.paths.add(shown(names))
    found.members.append((names, False))
    if not _nests(file, names):
        return
    if len(names) >= DEEPEST:
        found.errors.append(f"{shown(names)}: a container inside {DEEPEST} others")
    elif _list(file, names, found, budget):
        found.members[place] = names, True


def _nests(file: Path, names: Names) -> bool:
    """Whether a member is a container; one that cannot be read is listed, and told when it is to be read."""
    try:
        return _may_nest(names[-1]) and is_container(read_member(file, names))
    except OSError:
        return False


def _may_nest(name: str) -> bool:
    return name.lower().endswith((".zip", ".gz"))


class _Container:
    """A zip or gzip file that is open."""

    def __init__(self, stream: io.BufferedIOBase, name: str) -> None:
        head = stream.read(HEAD_BYTES)
        stream.seek(0)
        self._stream = stream
        self._inside = PurePosixPath(name).stem if name.lower().endswith(".gz") else PurePosixPath(name).name
        self._zip = zipfile.ZipFile(stream) if head.startswith(_ZIP) else None
        self._entries = _named(self._zip.infolist()) if self._zip else {}

    def names(self) -> Iterator[tuple[str, int, str]]:
        """The name, the size and the name given in the container of each member that is a file and not hidden.

        None of a document.
        """
        if self._zip is None:
            yield self._inside, 0, self._inside
            return
        if _DOCUMENT in self._entries:
            return
        for name, entry in self._entries.items():
            hidden = any(part.startswith((".", "__MACOSX")) for part in _parts(entry.filename))
            if not entry.filename.endswith("/") and not hidden:
                yield name, entry.file_size, entry.filename

    def read(self, name: str) -> bytes:
        """The bytes of a member, at most the largest."""
        if self._zip is None:
            self._stream.seek(0)
            with gzip.GzipFile(fileobj=self._stream) as unpacked:
                return _bounded(unpacked)
        entry = self._entries[name]
        if entry.flag_bits & _ENCRYPTED:
            raise ContainerError(f"{name}: encrypted")
        with self._zip.open(entry) as unpacked:
            return _bounded(unpacked)


def _named(entries: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """The members by name; one that is shown as an earlier one is told apart by a number: `a.pbn` as `a (2).pbn`."""
    given = {shown((entry.filename,)) for entry in entries}
    taken, numbers = set[str](), Counter[str]()
    named: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        name, own = entry.filename, shown((entry.filename,))
        while own in taken:
            suffix = PurePosixPath(own).suffix
            numbers[own] += 1
            name = f"{own.removesuffix(suffix)} ({numbers[own] + 1}){suffix}"
            own = name if name not in given else own
        taken.add(own)
        named[name] = entry
    return named


def _bounded(stream: IO[bytes] | gzip.GzipFile) -> bytes:
    data = stream.read(LARGEST_MEMBER + 1)
    if len(data) > LARGEST_MEMBER:
        raise ContainerError(f"more than {LARGEST_MEMBER} bytes")
    return data


class _Open:
    """The containers that the last member was read through: members come one after another, mostly from the same."""

    def __init__(self) -> None:
        self._file: tuple[Path, int, int] | None = None
        self._through: dict[Names, _Container] = {}

    def container(self, file: Path, names: Names) -> _Container:
        """The container, in memory: no file stays open."""
        now = file.stat()
        same = self._file == (file, now.st_mtime_ns, now.st_size)
        self._file = (file, now.st_mtime_ns, now.st_size)
        self._through = {own: held for own, held in self._through.items() if same and names[: len(own)] == own}
        if names not in self._through:
            if now.st_size > LARGEST_FILE:
                raise ContainerError(f"{now.st_size:,} bytes, and at most {LARGEST_FILE:,} are read of one file")
            data = self.content(file, names) if names else file.read_bytes()
            self._through[names] = _Container(io.BytesIO(data), names[-1] if names else file.name)
        return self._through[names]

    def content(self, file: Path, names: Names) -> bytes:
        """The bytes of a member."""
        container = self.container(file, names[:-1])
        try:
            return container.read(names[-1])
        except ContainerError:
            raise
        except Exception as error:  # As above.
            raise ContainerError(f"{shown(names)}: {error}") from error


_open = _Open()
