"""A run's folder to give away: its tables with pseudonyms for people, a warehouse and a report of these, no more."""

import shutil
from pathlib import Path

from neuberg.errors import UsageError
from neuberg.report import warehouse
from neuberg.report.site import calibration, copying
from neuberg.report.site.pseudonyms import pseudonyms

#: What marks a folder as a run's.
_MARK = ".neuberg"


def write_copy(directory: Path, out: Path) -> None:
    """Write the tables of a run with people's names and numbers replaced, and what can be made of them, into `out`.

    The record of the checks, proposed rulings, what was read, and the key of the pseudonyms are not among it.

    Raises:
        UsageError: the directory holds no run, or `out` holds something.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"{str(out)!r} holds something already; wanted a new or an empty folder")
    if out.resolve().is_relative_to(directory.resolve()):
        raise UsageError(f"{str(out)!r} is in the folder of the run; wanted a place of its own")
    with warehouse.open(directory) as connection:
        names = pseudonyms(connection, directory)
    out.mkdir(parents=True, exist_ok=True)
    try:
        copying.write(directory, out, names)
        if (directory / calibration.FILE).exists():
            shutil.copyfile(directory / calibration.FILE, out / calibration.FILE)
        (out / _MARK).touch()
    except BaseException:
        # Half of it could be taken for the whole.
        shutil.rmtree(out, ignore_errors=True)
        raise
