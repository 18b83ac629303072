"""One run at a time in a folder: two would move their results in over each other's."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from neuberg.errors import UsageError

FILE = ".running"


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Hold a run's folder for this process; a killed one lets go of it, and a system without such locks has none.

    Raises:
        UsageError: another process holds it.
    """
    with (out / FILE).open("a+", encoding="utf-8") as file:
        if not _locked(file.fileno()):
            file.seek(0)
            raise UsageError(
                f"another run is at work in {str(out)!r}: found process {file.read().strip() or 'unknown'}, wanted "
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
