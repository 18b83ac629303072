"""`neuberg report`: the site of a run written anew, its progress on stderr, where it is on stdout."""

import json
from pathlib import Path

from neuberg.cli.progress import Shown
from neuberg.report import site
from neuberg.season import note_pages


def report(directory: Path, all_pages: bool, pseudonyms: bool, as_json: bool) -> None:
    """Write the site and print how many pages it has, and where the first is.

    Raises:
        UsageError: the folder holds no run.
    """
    with Shown() as shown:
        written = site.write(
            directory,
            all_pages=all_pages,
            hide_names=pseudonyms,
            progress=lambda done, total: shown.update("pages", done, total),
        )
    note_pages(directory, written)
    if as_json:
        print(
            json.dumps(
                {"report": str(written.first_page), "pages": written.pages, "seconds": written.seconds}, indent=1
            )
        )
        return
    print(f"report: {written.first_page}")
    print(f"pages: {written.pages:,} in {written.seconds:.1f} s")
