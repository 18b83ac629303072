"""`neuberg rulings draft DIR`: the open questions of a run as a rulings file for a person to complete."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from neuberg.cli.arguments import named_path
from neuberg.errors import UsageError

app = typer.Typer(no_args_is_help=True, help="Rulings files: what a director or auditor decided, as data with guards.")
_SMALL, _LARGE = ("events", "rulings", "law_outcomes", "suspicions", "differences"), ("boards", "results")


@app.callback()
def _rulings() -> None:
    """The group's own name; without it the one command would be the group."""


@app.command()
def draft(
    directory: Annotated[Path, typer.Argument(help="The folder of a run.")],
    out: Annotated[
        Path | None,
        typer.Option(
            parser=named_path, metavar="<path>", help="The file to write, which must not be there; else stdout."
        ),
    ] = None,
) -> None:
    """Write a rulings file with every open question of a run: its boards, its guards, and what to fill in.

    No entry has an effect before a person completes it: faulty boards that need a director's facts, fouled boards
    without groups, and boards whose results do not fit their record.
    """
    import polars as pl

    from neuberg.ingest.archive import scan
    from neuberg.validate import rulings

    if out is not None and out.exists():
        raise UsageError(f"{str(out)!r} is there already; wanted a new file, for what was filled in must not be lost")
    tables = {table: scan(directory, table).collect() for table in _SMALL}
    asked = pl.concat([tables["law_outcomes"]["event_id"], tables["suspicions"]["event_id"]]).unique()
    for table in _LARGE:
        of_asked = scan(directory, table).filter(pl.col("event_id").is_in(asked.implode()))
        tables[table] = of_asked.collect()
    text = rulings.draft(tables)
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{str(out)!r} cannot be written: {error.strerror}") from error
    print(f"neuberg: {text.count('[[ruling]]')} open questions in {out}", file=sys.stderr)
