"""What a run is given: files to read, or a folder whose tables hold already what was read."""

from pathlib import Path
from typing import NamedTuple

from neuberg.errors import UsageError
from neuberg.ingest import archive, stage
from neuberg.report import warehouse
from neuberg.report.site import calibration
from neuberg.season import manifest
from neuberg.season.account import RUN_FILE
from neuberg.season.options import Options
from neuberg.validate import expectations

#: The tables that hold what was read.
RECORDED = ("files", "problems", "conservation", "events", "boards", "results", "pairs")


class Source(NamedTuple):
    """What a run is given.

    Attributes:
        named: as the user named it.
        files: the files to read.
        directory: the folder whose tables are taken instead.
    """

    named: list[Path]
    files: list[stage.Input]
    directory: Path | None = None

    def digest(self, out: Path) -> str | None:
        """A digest of what there is to read; None where that cannot be said without reading it."""
        if self.directory is None:
            return manifest.of_files(self.files, out)
        own = manifest.inputs_of(out) if self.is_of(out) else None
        return own or manifest.of_tables(self.directory, RECORDED)

    def is_of(self, out: Path) -> bool:
        """Whether it is the tables of the run's folder itself."""
        return self.directory is not None and self.directory.resolve() == out.resolve()

    def tables(self, out: Path, digest: str | None, options: Options) -> Path | None:
        """The folder whose tables hold what is in the sources; None where these are to be read."""
        if self.directory is not None:
            return self.directory
        return out if digest is not None and manifest.has_read(out, digest, options) else None


def source(named: list[Path], out: Path) -> Source:
    """What the sources are: files and folders of files, or the one folder of a run or of a simulated season.

    Raises:
        UsageError: there is nothing to read, or the results cannot be written to `out`.
    """
    is_read = len(named) == 1 and is_run(named[0])
    found = Source(named, [], named[0]) if is_read else Source(named, stage.inputs(named))
    _check_out(found, out)
    return found


def check_out(out: Path, sources: list[Path]) -> None:
    """See to it that a folder may take what is made of some sources.

    Raises:
        UsageError: it is a file, holds what is not of a run, or holds a source.
    """
    _check_out(Source(sources, []), out)


def is_run(directory: Path) -> bool:
    """Whether a folder holds the tables of a run or of a simulated season."""
    return (directory / archive.MARK).is_file() and (directory / archive.TABLES).is_dir()


def _is_no_text(path: str) -> bool:
    """Whether a path has bytes that are not UTF-8, which the libraries that write tables do not take."""
    return any("\ud800" <= letter <= "\udfff" for letter in path)


def _check_out(given: Source, out: Path) -> None:
    if _is_no_text(str(out.absolute())):
        raise UsageError(f"{str(out)!r} has bytes in its name that are no UTF-8; wanted a folder that tables can be in")
    if out.exists() and not out.is_dir():
        raise UsageError(f"{str(out)!r} is a file; wanted a folder for the run's results")
    written = (archive.TABLES, expectations.FOLDER, "report", RUN_FILE, warehouse.FILE_NAME, calibration.FILE)
    foreign = [name for name in written if (out / name).exists()]
    if foreign and not (out / archive.MARK).exists():
        raise UsageError(f"{str(out / foreign[0])!r} is not of a run; wanted a new folder or that of an earlier run")
    for named in given.named:
        is_itself = given.directory is not None and named.resolve() == out.resolve()
        if named.resolve().is_relative_to(out.resolve()) and not is_itself:
            raise UsageError(f"{str(named)!r} is a source in {str(out)!r}; wanted another folder for the run's results")
