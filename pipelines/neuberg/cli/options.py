"""The options that several commands have, and the words that some of them take."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Gate(StrEnum):
    """From which severity on findings fail a run."""

    error = "error"
    warning = "warning"


class Target(StrEnum):
    """The formats that events can be written in."""

    pbn = "pbn"
    usebio = "usebio"
    csv = "csv"
    xlsx = "xlsx"
    json = "json"


class Figures(StrEnum):
    """The figures that an exported file has."""

    published = "published"
    recomputed = "recomputed"


class Engine(StrEnum):
    """What works on the parts of a season."""

    local = "local"
    dask = "dask"


Profile = Annotated[
    list[str] | None,
    typer.Option(
        help="The scoring rule, by its name in `neuberg profiles`; several, given again or with commas, are scored in "
        "one pass. `auto`: the one in force for each event's body and date, and wbf-1991 where nothing is known. Left "
        "out it is `auto`; but for a run's folder as it was in the run, or in the last `score` of it."
    ),
]
Rulings = Annotated[
    Path | None,
    typer.Option(
        help="A rulings file: groups of fouled boards, awards, corrections, facts. Left out, those of the run hold in "
        "a stage of it anew; others than those make both stages anew, checks and scores."
    ),
]
FailOn = Annotated[
    Gate | None, typer.Option(help="End with exit code 3 where a flag or problem is of this severity or worse.")
]
Validation = Annotated[
    bool, typer.Option(help="Write the auditors' record of the checks (some seconds); the checks are made anyway.")
]
Report = Annotated[
    bool, typer.Option(help="Write the report's pages; left out, `neuberg report` writes them when they are wanted.")
]
EngineOption = Annotated[
    Engine, typer.Option(help="What works on the parts: this machine, or a Dask cluster (needs `neuberg\\[dask]`).")
]
Scheduler = Annotated[
    str | None, typer.Option(help="The address of the Dask scheduler, such as tcp://host:8786.", metavar="ADDRESS")
]
Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Processes that read files and work on the parts, each in memory of its own; by default one a core where "
        "there is enough to do.",
    ),
]
Exchange = Annotated[
    str | None,
    typer.Option(
        help="A folder or address, such as s3://bucket/season, that the workers reach, for the parts' rows; by default "
        "the run's own folder, which they must reach then."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
