"""`neuberg report`: the site of a run written anew, its progress on stderr, where it is on stdout."""

import json
import sys
from pathlib import Path

from neuberg.cli.progress import Shown
from neuberg.errors import UsageError
from neuberg.report import giving_away, site
from neuberg.season import alone, note_pages

_STILL_NAMED = (
    "neuberg: names are replaced in {folder} only; tables, warehouse, record of the checks and proposed rulings beside "
    "it have them still. To give a whole folder away: --out FOLDER"
)


def report(directory: Path, all_pages: bool, pseudonyms: bool, out: Path | None, as_json: bool) -> None:
    """Write the site and print how many pages it has, and where the first is.

    Raises:
        UsageError: the folder holds no run, or another command is at work in it, or `out` holds something or is asked
            for without pseudonyms.
    """
    with alone(directory):
        _report(directory, all_pages, pseudonyms, out, as_json)


def _report(directory: Path, all_pages: bool, pseudonyms: bool, out: Path | None, as_json: bool) -> None:
    if out is not None:
        if not pseudonyms:
            raise UsageError("--out is for a copy with pseudonyms; wanted --pseudonyms with it")
        giving_away.write_copy(directory, out)
        directory, pseudonyms = out, False
    with Shown() as shown:
        written = site.write(
            directory,
            all_pages=all_pages,
            hide_names=pseudonyms,
            progress=lambda done, total: shown.update("pages", done, total),
        )
    note_pages(directory, written)
    if pseudonyms:
        print(_STILL_NAMED.format(folder=directory / site.FOLDER), file=sys.stderr)
    if as_json:
        print(
            json.dumps(
                {"report": str(written.first_page), "pages": written.pages, "seconds": written.seconds}, indent=1
            )
        )
        return
    print(f"report: {written.first_page}")
    print(f"pages: {written.pages:,} in {written.seconds:.1f} s")
