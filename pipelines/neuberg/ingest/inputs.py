"""What there is to read below some sources: every file, and every member of a zip or gzip file."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from neuberg.errors import UsageError
from neuberg.ingest import containers
from neuberg.ingest.archive import MARK
from neuberg.ingest.settings import Settings, settings_for
from neuberg.ingest.source import LARGEST_FILE, shown_path

_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


class Input(NamedTuple):
    """A file to read, the folder its path is given below, what is stated of it, and where it is a member, its names."""

    file: Path
    below: Path
    settings: Settings
    member: containers.Names = ()
    is_container: bool = False

    @property
    def path(self) -> str:
        """The path that the file is shown by: `folder/a.zip/b.pbn` for a member."""
        path = shown_path(self.file, self.below)
        return f"{path}/{containers.shown(self.member)}" if self.member else path

    def data(self) -> bytes:
        """Its bytes; of a pipe, a socket or a device none is asked for, since it might wait for ever.

        Raises:
            OSError: it cannot be read.
        """
        if self.member:
            return containers.read_member(self.file, self.member)
        known = os.stat(self.file)  # noqa: PTH116 - here and below: pathlib takes as long as the reading of a small file
        kind = stat.S_IFMT(known.st_mode)
        if kind in _KINDS:
            raise OSError(f"{_KINDS[kind]}, which is not opened")
        if kind == stat.S_IFDIR and not self.file.is_symlink():
            os.scandir(self.file).close()
        if known.st_size > LARGEST_FILE:
            raise OSError(f"{known.st_size:,} bytes, and at most {LARGEST_FILE:,} are read of one file")
        # At once: a buffer costs a small file as much as its reading.
        with open(self.file, "rb", buffering=0) as opened:  # noqa: PTH123
            return opened.read()


def inputs(sources: list[Path]) -> list[Input]:
    """Every file of the sources (files and folders), in the order of their paths; a container's members behind it.

    Hidden files are left out, and so are the folders of runs: their tables and reports are no input. What cannot be
    opened - a folder that cannot be listed, a pipe, a link that leads nowhere - is among them, and is told when it is
    read.

    Raises:
        UsageError: a source is not there, or there is no file in any.
        SettingsError: a `neuberg.toml` is not right.
    """
    found: dict[tuple[str, containers.Names], Input] = {}
    for root in sources:
        if not os.path.lexists(root):
            raise UsageError(f"there is no file or folder {str(root)!r}")
        below = root if root.is_dir() else root.parent
        folder, settings = None, Settings()
        for file, real, is_plain in _files(root):
            if (parent := os.path.dirname(file)) != folder:  # noqa: PTH120
                folder, settings = parent, settings_for(file, below)
            for given in _with_members(file, below, settings, is_plain=is_plain):
                found.setdefault((real, given.member), given)
    if not found:
        raise UsageError(f"there is no file in {', '.join(map(str, sources))}")
    return list(found.values())


def _with_members(file: Path, below: Path, settings: Settings, *, is_plain: bool) -> Iterator[Input]:
    whole = Input(file, below, settings, is_container=_is_container(file, is_plain=is_plain))
    yield whole
    if whole.is_container:
        for member, is_container in containers.listing(file).members:
            yield whole._replace(member=member, is_container=is_container)


def _is_container(file: Path, *, is_plain: bool) -> bool:
    try:
        if not is_plain and not stat.S_ISREG(file.stat().st_mode):
            return False
        with open(file, "rb", buffering=0) as opened:  # noqa: PTH123
            return containers.is_container(opened.read(containers.HEAD_BYTES))
    except OSError:
        return False


def _files(root: Path) -> Iterator[tuple[Path, str, bool]]:
    """The files below a folder in the order of their paths, with what stands for files that cannot be reached.

    With each goes its place without links, and whether it is known to be a plain file.
    """
    waiting = [(root, os.path.realpath(root), _is_folder(root), False)]
    while waiting:
        path, real, is_folder, is_plain = waiting.pop()
        entries = _entries(path) if is_folder else None
        if entries is None:
            yield path, real, is_plain
        elif not any(entry.name == MARK for entry in entries):
            waiting += [
                (path / entry.name, _real(real, entry), entry.is_dir(follow_symlinks=False), _is_plain(entry))
                for entry in sorted(entries, key=lambda entry: entry.name, reverse=True)
                if not entry.name.startswith(".")
            ]


def _entries(folder: Path) -> list[os.DirEntry[str]] | None:
    """What is in a folder; None where it cannot be listed."""
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return None


def _real(folder: str, entry: os.DirEntry[str]) -> str:
    return os.path.realpath(entry.path) if entry.is_symlink() else f"{folder}{os.sep}{entry.name}"


def _is_plain(entry: os.DirEntry[str]) -> bool:
    return entry.is_file(follow_symlinks=False)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
