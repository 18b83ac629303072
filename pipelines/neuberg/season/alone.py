"""One command at a time that writes into a run's folder: two would move their results in over each other's."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from neuberg.errors import UsageError
from neuberg.ingest.archive import MARK

FILE = ".running"


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Hold a run's folder for this process; a killed one lets go of it, and a system without such locks has none.

    A folder that is none of a run, or that cannot be written to, is not held.

    Raises:
        UsageError: another process holds it.
    """
    if not (out / MARK).is_file() or not os.access(out, os.W_OK):
        yield
        return
    with (out / FILE).open("a+", encoding="utf-8") as file:
        if not _locked(file.fileno()):
            file.seek(0)
            raise UsageError(
                f"another command is at work in {str(out)!r}: found process {file.read().strip() or 'unknown'}, wanted "
                "none; begin when it has ended, or name another folder"
            )
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def _locked(file: int) -> bool:
    """Whether the lock could be had; processes that this one starts do not hold it, and it goes with this one."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows has none
        return True
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # pragma: no cover - some file systems have no locks
        return True
    return True
