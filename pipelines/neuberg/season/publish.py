"""A run's results put in the place of the last run's: made whole beside them, then moved in by a journal."""

import json
import os
import shutil
from pathlib import Path
from types import TracebackType

from neuberg.ingest.archive import is_running
from neuberg.report.site import calibration
from neuberg.season.account import RUN_FILE
from neuberg.season.manifest import FILE as MANIFEST
from neuberg.validate import expectations

_NEXT, _PREVIOUS, _JOURNAL = ".next-", ".previous", ".publishing"
#: What is moved in, in this order; what the new run has not is taken away, such as the calibration of old suspicions.
_MOVED = ("tables", expectations.FOLDER, "report", calibration.FILE, RUN_FILE, MANIFEST)


class Staging:
    """A folder in a run's folder in which the results are made; it is gone in the end, whatever happens."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self.folder = out / f"{_NEXT}{os.getpid()}"

    def __enter__(self) -> "Staging":
        settle(self._out)
        for left in self._out.glob(f"{_NEXT}*"):
            if left == self.folder or not is_running(left.name.removeprefix(_NEXT)):
                shutil.rmtree(left, ignore_errors=True)
        self.folder.mkdir(parents=True)
        return self

    def publish(self, leaving: tuple[str, ...] = ()) -> None:
        """Move the results in; from the moment the journal is written a kill cannot keep them out.

        Args:
            leaving: what of an earlier run stays as it is.
        """
        gone = [name for name in _MOVED if not (self.folder / name).exists() and name not in leaving]
        temporary = self._out / f"{_JOURNAL}-{os.getpid()}"
        temporary.write_text(json.dumps({"folder": self.folder.name, "gone": gone}), encoding="utf-8")
        temporary.replace(self._out / _JOURNAL)
        settle(self._out)

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def settle(out: Path) -> None:
    """Finish what a killed run had begun to move in."""
    journal = _journal(out)
    if journal is None:
        return
    folder, gone = journal
    previous = out / _PREVIOUS
    shutil.rmtree(previous, ignore_errors=True)
    previous.mkdir()
    for name in _MOVED:
        new, place = folder / name, out / name
        if place.exists() and (new.exists() or name in gone):
            place.rename(previous / name)
        if new.exists():
            new.rename(place)
    (out / _JOURNAL).unlink()
    shutil.rmtree(previous, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


def _journal(out: Path) -> tuple[Path, list[str]] | None:
    """The folder that is being moved in, and what goes; None where there is none that can be read."""
    try:
        found = json.loads((out / _JOURNAL).read_text(encoding="utf-8"))
        folder, gone = found["folder"], found["gone"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    is_ours = isinstance(folder, str) and folder.startswith(_NEXT) and Path(folder).name == folder
    return (out / folder, gone) if is_ours and isinstance(gone, list) else None
