"""What works on the parts: a function from (function, tasks) to outcomes; only paths and counts pass through it."""

import os
from collections.abc import Callable, Generator, Sequence
from functools import partial

from neuberg.errors import UsageError
from neuberg.parts import on_processes
from neuberg.parts.work import Outcome, Task
from neuberg.season.options import LOCAL, Options

#: The outcomes in whatever order they are done.
Engine = Callable[[Callable[[Task], Outcome], Sequence[Task]], Generator[Outcome, None, None]]
#: Rows of all parts below which a second process takes longer to start than it saves.
_WORTH_PROCESSES = 400_000


def engine(options: Options) -> Engine:
    """The engine that the options ask for.

    Raises:
        UsageError: there is no such engine, or it lacks its library or its scheduler's address.
    """
    if options.engine == LOCAL:
        return partial(local, jobs=options.jobs)
    if options.engine != "dask":
        raise UsageError(f"there is no engine {options.engine!r}; wanted {LOCAL} or dask")
    if options.scheduler is None:
        raise UsageError("the engine dask needs --scheduler, the address of its scheduler, such as tcp://host:8786")
    from neuberg.parts.on_dask import on

    return on(options.scheduler)


def local(
    function: Callable[[Task], Outcome], tasks: Sequence[Task], jobs: int | None = None
) -> Generator[Outcome, None, None]:
    """A part a process; one after the other in this one where there is too little to do to start others.

    Args:
        function: what is done to a part.
        tasks: the parts.
        jobs: processes; None: as many as there are cores, if they are worth their start.
    """
    processes = min(jobs or os.cpu_count() or 1, len(tasks))
    rows = sum(sum(task.part.rows.values()) for task in tasks)
    if processes < 2 or (jobs is None and rows < _WORTH_PROCESSES):
        yield from map(function, tasks)
        return
    yield from on_processes.on(processes)(function, tasks)
