"""`neuberg simulate`: a made-up season, its progress on stderr and its counts on stdout."""

import json
from pathlib import Path

import polars as pl

from neuberg import simulate as simulated
from neuberg.cli.progress import Shown
from neuberg.ingest import archive
from neuberg.ingest.settings import FILE_NAME as SETTINGS

#: Below the season's folder: its events as files, and what was planted in these.
FILES, ANSWERS = "files", "answer_key.csv"
#: What no format says of a season, for a run over its files; and below, of events scored across their sections.
_STATED, _TOGETHER = 'body = "ACBL"\n', "sections_together"


def simulate(out: Path, results: int, seed: int, format: str | None, as_json: bool, untold: bool = False) -> None:
    """Make the season, as files of a format too where one is named, and print the rows of each table.

    Raises:
        UsageError: the folder holds something already.
    """
    with Shown() as shown:
        made = simulated.simulate(
            out, results, seed, lambda done, total: shown.update("simulate", done, total), is_told=not untold
        )
        if format is not None:
            made |= _as_files(out, format, made["events"], shown)
    if as_json:
        print(json.dumps(made, indent=1))
        return
    print("\n".join(f"{name}: {rows:,}" for name, rows in made.items()))
    print(f"answer key: {out / (simulated.ANSWER_KEY if format is None else ANSWERS)}")


def _as_files(out: Path, format: str, events: int, shown: Shown) -> dict[str, int]:
    """Write the season's events in a format, with what was planted in them; how many files and faults."""
    from neuberg.export.events import as_read
    from neuberg.export.formats import FORMATS
    from neuberg.export.writing import export

    folder, chosen = out / FILES, FORMATS[format]
    lines = archive.scan(out, "results").collect()
    across = set(lines.filter(pl.col("scored_with") == "all")["event_id"]) if chosen.read is not None else set()
    rows, done = [], set()
    for written in export(as_read(out), chosen, folder):
        file = _apart(written.file) if written.event_id in across else written.file
        rows.append((written.event_id, written.name, written.session, file.relative_to(folder).as_posix()))
        done.add(written.event_id)
        shown.update("files", len(done), events)
    (folder / SETTINGS).write_text(_STATED, encoding="utf-8")
    names = {"event_id": pl.Int64, "event": pl.String, "session": pl.String, "file": pl.String}
    files = pl.DataFrame(rows, schema=names, orient="row")
    key = pl.read_parquet(sorted((out / simulated.ANSWER_KEY).glob("*.parquet")))
    answers = simulated.in_files(key, lines, files, chosen.holds)
    answers.write_csv(out / ANSWERS)
    return {"files": files.height, "faults in them": answers.height}


def _apart(file: Path) -> Path:
    """The file, put into a folder of which it is stated that the sections are compared with each other."""
    folder = file.parent / _TOGETHER
    folder.mkdir(exist_ok=True)
    (folder / SETTINGS).write_text(f"{_TOGETHER} = true\n", encoding="utf-8")
    return file.rename(folder / file.name)
