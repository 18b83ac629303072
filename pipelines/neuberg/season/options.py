"""What a run is asked for besides its sources."""

from pathlib import Path
from typing import NamedTuple

from neuberg.errors import UsageError
from neuberg.rules import rule_named

AUTO = "auto"
#: Rows of results, boards and contestants that a part has, about: what a part costs besides is small then.
PART_ROWS = 500_000
LOCAL = "local"


class Options(NamedTuple):
    """What a run is asked for besides its sources.

    Attributes:
        profile: a profile's name, or several with commas, all scored in one pass; or `auto`: the one in force for
            each event's body and date. None: `auto` in a run, and as it was in the run in a stage of it anew.
        body: the organising body of all events, in place of what the files say.
        rulings: a rulings file; None: none in a run, and those of the run in a stage of it anew.
        jobs: processes that read files and, on this machine, work on the parts; None: as many as there are cores where
            there is enough to do.
        validation: whether to write `validation/`, the auditors' record, which takes some seconds; the checks are
            made, and their flags kept, in any case.
        report: whether to write the report's pages; the tables and the warehouse are there in any case.
        part_rows: rows of the tables that are worked on at a time, about; memory goes by it.
        engine: what works on the parts: `local`, or `dask`.
        scheduler: the address of the scheduler, for Dask.
        exchange: a folder or address that this machine and the workers both reach, where a part's rows are exchanged;
            None: the run's own folder.
    """

    profile: str | None = None
    body: str | None = None
    rulings: Path | None = None
    jobs: int | None = None
    validation: bool = True
    report: bool = True
    part_rows: int = PART_ROWS
    engine: str = LOCAL
    scheduler: str | None = None
    exchange: str | None = None

    @property
    def profiles(self) -> tuple[str, ...]:
        """The profiles that are asked for by name, each once; none: those in force.

        Raises:
            RuleError: there is no such profile.
            UsageError: an empty text is asked for, as a variable that is not set gives it.
        """
        if self.profile is not None and not self.profile.strip(" ,"):
            raise UsageError(f"found the profile {self.profile!r}; wanted a name of `neuberg profiles`, or {AUTO!r}")
        names = dict.fromkeys(name.strip() for name in (self.profile or AUTO).split(",") if name.strip())
        return tuple(rule_named(name).name for name in names) if set(names) - {AUTO} else ()
