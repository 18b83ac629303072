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
        known = self.file.stat()
        kind = stat.S_IFMT(known.st_mode)
        if kind in _KINDS:
            raise OSError(f"{_KINDS[kind]}, which is not opened")
        if kind == stat.S_IFDIR and not self.file.is_symlink():
            os.scandir(self.file).close()
        if known.st_size > LARGEST_FILE:
            raise OSError(f"{known.st_size:,} bytes, and at most {LARGEST_FILE:,} are read of one file")
        # At once: a buffer costs a small file as much as its reading.
        with self.file.open("rb", buffering=0) as opened:
            return opened.readall()


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
        stated: dict[Path, Settings] = {}
        for file in _files(root):
            if file.parent not in stated:
                stated[file.parent] = settings_for(file, below)
            for given in _with_members(file, below, stated[file.parent]):
                found.setdefault((os.path.realpath(file), given.member), given)
    if not found:
        raise UsageError(f"there is no file in {', '.join(map(str, sources))}")
    return list(found.values())


def _with_members(file: Path, below: Path, settings: Settings) -> Iterator[Input]:
    whole = Input(file, below, settings, is_container=_is_container(file))
    yield whole
    if whole.is_container:
        for member, is_container in containers.listing(file).members:
            yield whole._replace(member=member, is_container=is_container)


def _is_container(file: Path) -> bool:
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            return False
        with file.open("rb") as opened:
            return containers.is_container(opened.read(containers.HEAD_BYTES))
    except OSError:
        return False


def _files(root: Path) -> Iterator[Path]:
    """The files below a folder in the order of their paths, with what stands for files that cannot be reached."""
    waiting = [root]
    while waiting:
        path = waiting.pop()
        if not _is_folder(path) or (path != root and path.is_symlink()):
            yield path
            continue
        try:
            names = sorted(entry.name for entry in path.iterdir())
        except OSError:
            yield path
            continue
        if MARK not in names:
            waiting += [path / name for name in reversed(names) if not name.startswith(".")]


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
