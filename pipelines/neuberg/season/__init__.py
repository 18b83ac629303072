"""A whole run: the stages composed, part by part, by an engine; only what has changed is done again."""

from pathlib import Path
from typing import Any

from neuberg.errors import UsageError
from neuberg.ingest import archive
from neuberg.parts.work import SCORE, VALIDATE
from neuberg.season.account import RUN_FILE, note_pages, rules_of
from neuberg.season.alone import alone
from neuberg.season.before import as_before, has_rulings_of, is_of_earlier_layout, of_the_same_body
from neuberg.season.engines import engine
from neuberg.season.given import Source, check_out, is_run, source
from neuberg.season.options import AUTO, Options
from neuberg.season.publish import settle
from neuberg.season.run import Progress, Run
from neuberg.season.travellers import scored_lines
from neuberg.validate import rulings

__all__ = [
    "AUTO", "RUN_FILE", "SCORE", "VALIDATE", "Options", "Progress",
    "again", "alone", "check_out", "is_run", "note_pages", "rules_of", "run", "scored_lines",
]  # fmt: skip
_NO_RUN = "{!r} holds no run: there is no folder 'tables' in it"


def run(
    sources: list[Path], out: Path, options: Options | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Read, check, score, audit and report the sources into the folder `out`; the account, as in `run.json`.

    One source may be the folder of a run or of a simulated season: its tables are taken as read. Where the sources,
    the options and the rules are those of the last run into the folder, nothing is done, and the account says so.

    Raises:
        UsageError: a source, a profile, a rulings file or a `neuberg.toml` is not right, or another command is at work
            in the folder.
        ConservationError: a record could not be accounted for.
        PartError: a part of the season could not be worked on.
    """
    options = options or Options()
    options = options._replace(profile=AUTO if options.profile is None else options.profile)
    _check(options)
    ruled = _ruled(options)
    given = source(sources, out)
    out.mkdir(parents=True, exist_ok=True)
    (out / archive.MARK).touch()
    with alone(out):
        settle(out)
        if given.is_of(out):
            options = of_the_same_body(out, options)
        return Run(out, options, progress or _silent, (VALIDATE, SCORE)).go(given, ruled)


def again(
    directory: Path, stages: tuple[str, ...], options: Options | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Do some stages of a run anew on the tables in its folder, and the report; the account.

    What the options leave out is as it was in the run, or in the last stage of it anew: its rulings, and its profile.
    Where the rulings are others, all stages are done, for the checks and the scores are of the same rulings; so they
    are where the folder is of an earlier layout, in which it cannot be told which stage a flag is of.

    Raises:
        UsageError: the folder holds no run, a profile or rulings file is not right, or the rulings of the run, which
            are left out, are gone or have changed.
        PartError: a part of the season could not be worked on.
    """
    if not (directory / archive.MARK).is_file():
        raise UsageError(_NO_RUN.format(str(directory)))
    with alone(directory):
        settle(directory)
        if not is_run(directory):
            raise UsageError(_NO_RUN.format(str(directory)))
        options = as_before(directory, options or Options())
        if not has_rulings_of(directory, options) or is_of_earlier_layout(directory):
            stages = (VALIDATE, SCORE)
        _check(options)
        return Run(directory, options, progress or _silent, stages).go(
            Source([directory], [], directory), _ruled(options)
        )


def _ruled(options: Options) -> list[rulings.Ruling]:
    return rulings.read_rulings(options.rulings) if options.rulings else []


def _check(options: Options) -> None:
    if not options.profiles and options.profile != AUTO:
        raise UsageError(f"there is no profile in {options.profile!r}; wanted names with commas, or {AUTO!r}")
    if options.part_rows < 1:
        raise UsageError(f"found parts of {options.part_rows} rows; wanted one at least")
    engine(options)


def _silent(_stage: str, _done: int, _total: int) -> None:
    """No progress is shown."""
