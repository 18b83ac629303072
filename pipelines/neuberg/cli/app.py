"""The commands and their arguments; what each does stands in a module of its own, imported when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from neuberg.cli import options as common
from neuberg.cli import rulings as rulings_commands
from neuberg.cli.arguments import named_path, source_path

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Re-score and audit archives of duplicate bridge events: every board and result in tables, every published "
    "figure against the rule in force at its date, fouled boards scored in their groups.",
)
app.add_typer(rulings_commands.app, name="rulings")


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    if show_version:
        from neuberg._version import version

        typer.echo(version())
        raise typer.Exit
    if context.invoked_subcommand is None:  # pragma: no cover - no_args_is_help has printed the help
        raise typer.Exit


@app.command()
def run(
    sources: Annotated[
        list[Path],
        typer.Argument(
            parser=source_path, metavar="sources", help="Files and folders; folders are read to their depth."
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            parser=named_path, metavar="<path>", help="The folder for the tables, the warehouse and the report."
        ),
    ],
    profile: common.Profile = None,
    body: Annotated[str | None, typer.Option(help="The organising body of every event, such as ACBL or EBU.")] = None,
    rulings: common.Rulings = None,
    jobs: common.Jobs = None,
    fail_on: common.FailOn = None,
    as_json: common.Json = False,
    validation: common.Validation = True,
    report: common.Report = True,
    engine: common.EngineOption = common.Engine.local,
    scheduler: common.Scheduler = None,
    exchange: common.Exchange = None,
) -> None:
    """Read, check, score and audit an archive; leave tables, a warehouse and a report in the folder OUT.

    A folder of a run or of a simulated season is a source too: its tables are taken as read. A run of the same
    sources again does only what has changed. Whatever is found, the run is complete and ends with exit code 0,
    unless --fail-on asks otherwise.
    """
    from neuberg.cli import running

    options = running.options(profile, rulings, validation, report, engine.value, scheduler, exchange)
    running.run(sources, out, options._replace(body=body, jobs=jobs), fail_on.value if fail_on else None, as_json)


@app.command()
def validate(
    directory: Annotated[Path, typer.Argument(help="The folder of a run.")],
    rulings: common.Rulings = None,
    fail_on: common.FailOn = None,
    as_json: common.Json = False,
    validation: common.Validation = True,
    report: common.Report = True,
    jobs: common.Jobs = None,
    engine: common.EngineOption = common.Engine.local,
    scheduler: common.Scheduler = None,
    exchange: common.Exchange = None,
) -> None:
    """Make the checks of a run anew on its tables: its flags, what the laws say, the record and the report.

    No file is read, and the scores stay as they are. Without --rulings those of the run hold.
    """
    from neuberg.cli import running

    options = running.options(None, rulings, validation, report, engine.value, scheduler, exchange)
    running.validate(directory, options._replace(jobs=jobs), fail_on.value if fail_on else None, as_json)


@app.command()
def ingest(
    sources: Annotated[
        list[Path],
        typer.Argument(
            parser=source_path, metavar="sources", help="Files and folders; folders are read to their depth."
        ),
    ],
    out: Annotated[Path, typer.Option(parser=named_path, metavar="<path>", help="The folder for the tables.")],
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="End with exit code 1 at the first error, naming file, line, what was found and wanted."
        ),
    ] = False,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes that read files; by default one a core.")] = None,
    as_json: common.Json = False,
) -> None:
    """Read an archive into the tables of the folder OUT, with the account of every record; check and score nothing.

    Whatever is wrong with a file stands in the table `problems`, and nothing ends the reading but --strict.
    """
    from neuberg.cli import ingesting

    ingesting.run(sources, out, strict, jobs, as_json)


@app.command()
def score(
    travellers: Annotated[
        Path,
        typer.Argument(help="A CSV file with at least the columns board, ns, ew and score; or the folder of a run."),
    ],
    profile: common.Profile = None,
    rulings: common.Rulings = None,
    as_json: common.Json = False,
    report: common.Report = True,
    jobs: common.Jobs = None,
    engine: common.EngineOption = common.Engine.local,
    scheduler: common.Scheduler = None,
    exchange: common.Exchange = None,
) -> None:
    """Score a CSV file of traveller lines: the same rows, in their order, with both sides' matchpoints, on stdout.

    Where the rule leaves two answers a row stands twice, the second answer in the second. What was wrong with the
    file, and what the checks find in it, is said on stderr with its line. Of a run's folder the tables are scored and
    audited anew, and no file is read; what is left out is as it was in the run.
    """
    if travellers.is_dir():
        from neuberg.cli import running

        options = running.options(profile, rulings, True, report, engine.value, scheduler, exchange)
        running.score(travellers, options._replace(jobs=jobs), as_json)
        return
    from neuberg.cli import scoring

    scoring.score(travellers, ",".join(profile or ["auto"]), rulings, as_json)


@app.command()
def detect(
    directory: Annotated[Path, typer.Argument(help="The folder of a run.")],
    coefficients: Annotated[
        Path | None, typer.Option(help="Coefficients as `neuberg fit` writes them; by default the shipped ones.")
    ] = None,
    calibrate: Annotated[
        int,
        typer.Option(
            min=0,
            help="Shuffle the order of play so many times to measure the rate of false alarms of boards; "
            "single results have none.",
        ),
    ] = 0,
    every_board: Annotated[
        bool,
        typer.Option("--every-board", help="Test the boards without odd results too: slower, finds a few more."),
    ] = False,
    at_least: Annotated[
        float,
        typer.Option(min=1, help="The Bayes factor from which a board is suspected; below 1,000 expect false alarms."),
    ] = 1000,
    double_dummy: Annotated[
        bool, typer.Option("--double-dummy", help="Weigh the tricks of suspicious boards too; needs `neuberg\\[dds]`.")
    ] = False,
    as_json: common.Json = False,
) -> None:
    """Suspect the boards of a run that were fouled: which results do not fit the hand record, since when, and how sure.

    Writes the table `suspicions` and a rulings file of proposed groups into the folder; nothing is scored anew by it.
    """
    from neuberg.cli import detecting

    options = detecting.Options(coefficients, calibrate, every_board, at_least, double_dummy, as_json)
    detecting.run(directory, options)


@app.command()
def fit(
    directory: Annotated[Path, typer.Argument(help="The folder of a run.")],
    coefficients: Annotated[
        Path | None, typer.Option(help="Coefficients to begin with; by default the shipped.")
    ] = None,
    as_json: common.Json = False,
) -> None:
    """Fit the coefficients of `neuberg detect` anew on the boards of a run, and write them into its folder.

    A fifth of the deals is kept back; a fit that is no better on them is refused, and nothing is written.
    """
    from neuberg.cli import fitting

    fitting.run(directory, coefficients, as_json)


@app.command()
def simulate(
    out: Annotated[
        Path, typer.Option(parser=named_path, metavar="<path>", help="A new folder, for the tables and the answer key.")
    ],
    results: Annotated[int, typer.Option(min=1, help="About so many traveller lines.")] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed makes the same season.")] = 1,
    format: Annotated[
        common.Target | None,
        typer.Option(help="Write the events as files too, in OUT/files, for `neuberg run` to read; for small seasons."),
    ] = None,
    untold: Annotated[
        bool,
        typer.Option(
            "--untold",
            help="Leave out which boards were fouled, with the lines and cards of their forms: only the answer key "
            "knows, and the same lines are published as one field. What `neuberg detect` finds can be held against it.",
        ),
    ] = False,
    as_json: common.Json = False,
) -> None:
    """Make a season up: hands dealt, contracts made on them, figures published, and faults with their answer key.

    Leaves the tables of a run in OUT, and in OUT/answer_key what was planted where; with --format the faults that the
    files have stand in OUT/answer_key.csv too, by file, event and board.
    """
    from neuberg.cli import simulating

    simulating.simulate(out, results, seed, format.value if format else None, as_json, untold)


@app.command()
def audit(
    directory: Annotated[Path, typer.Argument(help="The folder of a run.")],
    event: Annotated[str | None, typer.Option(help="One event, by its name or event_id.")] = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Say in words what was found of the event, and work one disputed figure out."),
    ] = False,
    board: Annotated[
        int | None, typer.Option(help="With --explain: every line of this board worked out, under each profile.")
    ] = None,
    pair: Annotated[str | None, typer.Option(help="With --board: the lines of this pair alone.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="The folder of an earlier run: what has changed since, and what did it.")
    ] = None,
    as_json: common.Json = False,
) -> None:
    """Account for the published figures of a run: how many are reproduced, explained and unexplained."""
    from neuberg.cli import auditing

    auditing.run(directory, auditing.Options(event, explain, board, pair, against, as_json))


@app.command()
def report(
    directory: Annotated[Path, typer.Argument(help="The folder of a run.")],
    all_pages: Annotated[
        bool, typer.Option("--all-pages", help="A page for every event and board, also where nothing was found.")
    ] = False,
    pseudonyms: Annotated[
        bool,
        typer.Option(
            "--pseudonyms", help="Replace people's names and numbers on every page and in every CSV, each time alike."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="With --pseudonyms: a new folder with the tables, warehouse and report under pseudonyms, to give away."
        ),
    ] = None,
    as_json: common.Json = False,
) -> None:
    """Write the report of a run anew: pages that open in a browser from any folder, with no server and no network.

    Events and boards of which there is nothing to say have no page, unless --all-pages asks for them.
    """
    from neuberg.cli import reporting

    reporting.report(directory, all_pages, pseudonyms, out, as_json)


@app.command()
def export(
    directory: Annotated[Path, typer.Argument(help="The folder of a run.")],
    format: Annotated[common.Target, typer.Option(help="The format to write; xlsx needs `neuberg\\[xlsx]`.")],
    out: Annotated[
        Path,
        typer.Option(
            parser=named_path, metavar="<path>", help="The folder for the files; those of the same names are replaced."
        ),
    ],
    event: Annotated[str | None, typer.Option(help="One event, by its name or event_id; by default every one.")] = None,
    figures: Annotated[
        common.Figures,
        typer.Option(
            help="`published`: lines and figures as they were read. `recomputed`: lines as ruled on, with the scores, "
            "totals and places of the run, to publish a new result."
        ),
    ] = common.Figures.published,
    profile: Annotated[
        str | None,
        typer.Option(
            help="With --figures recomputed: the rule, one that the run scored by; by default each event's own."
        ),
    ] = None,
    as_json: common.Json = False,
) -> None:
    """Write the events of a run as files of another format, and list the values that it cannot hold, by column.

    Each file is read again to see what came through; a row `*` counts whole rows that did not.
    """
    from neuberg.cli import exporting

    exporting.run(directory, format.value, out, exporting.Asked(event, figures.value, profile), as_json)


@app.command()
def sql(
    directory: Annotated[Path, typer.Argument(help="The folder of a run.")],
    query: Annotated[str | None, typer.Argument(help="A statement; left out, statements are read at a prompt.")] = None,
    as_json: common.Json = False,
) -> None:
    """Ask the warehouse of a run in SQL: the rows of one query, or a prompt."""
    from neuberg.cli import console

    console.sql(directory, query, as_json)


@app.command()
def profiles(as_json: common.Json = False) -> None:
    """List the rulebook: each profile with its body, days, rounding and sources, and what is uncertain in it."""
    from neuberg.cli import rulebook

    rulebook.profiles(as_json)
