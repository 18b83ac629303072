"""Ingest by itself: sources read into a folder's tables, with their account; nothing checked and nothing scored."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

from neuberg import schemas
from neuberg._version import version
from neuberg.ingest import incremental, same_events, stage
from neuberg.ingest.account import conservation, counted, files_counted
from neuberg.ingest.archive import Archive


def ingest(
    sources: list[Path],
    out: Path,
    kept: Path,
    *,
    jobs: int | None = None,
    strict: bool = False,
    progress: Callable[[str, int, int], None] | None = None,
) -> dict[str, Any]:
    """Read the sources into the tables of the folder `out`; the account.

    Args:
        sources: files and folders.
        out: where the tables are written.
        kept: the folder in which what is read is kept from one time to the next.
        jobs: processes that read files; None: as many as there are cores.
        strict: whether the first error ends it.
        progress: called with how many files are read, and how many there are.

    Raises:
        UsageError: a source or a `neuberg.toml` is not right.
        ReadError: `strict`, and a problem is an error; the first is named.
        ConservationError: a record could not be accounted for.
    """
    found = stage.inputs(sources)
    archive = Archive(out)
    _read(found, kept, archive, jobs=jobs, strict=strict, progress=progress)
    account = conservation(archive.scan("conservation").collect())
    files = files_counted(archive.scan("files").collect())
    severities = counted(archive.scan("problems").collect()["severity"])
    archive.commit()
    return {
        "version": version(),
        "created": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "sources": [str(source) for source in sources],
        "options": {"strict": strict},
        "files": files,
        "counts": {table: archive.rows[table] for table in schemas.TABLES},
        "problems": severities,
        "conservation": account,
    }


def _read(
    found: list[stage.Input],
    kept: Path,
    archive: Archive,
    *,
    jobs: int | None,
    strict: bool,
    progress: Callable[[str, int, int], None] | None,
) -> None:
    for part in incremental.read_into(archive, found, kept, jobs):
        if strict:
            stage.strict({name: part.table(name) for name in ("files", "problems")})
        if progress:
            progress("ingest", archive.rows["files"], len(found))
    same_events.join(archive)
    if strict:
        # Two files of one event may contradict each other, which is known only now.
        stage.strict({name: archive.scan(name).collect() for name in ("files", "problems")})
