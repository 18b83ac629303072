"""What works on the parts: a function from (function, tasks) to outcomes; only paths and counts pass through it."""

from collections.abc import Callable, Iterator, Sequence

from neuberg.errors import UsageError
from neuberg.season.options import LOCAL, Options
from neuberg.season.work import Outcome, Task

#: The outcomes in whatever order they are done.
Engine = Callable[[Callable[[Task], Outcome], Sequence[Task]], Iterator[Outcome]]


def engine(options: Options) -> Engine:
    """The engine that the options ask for.

    Raises:
        UsageError: there is no such engine, or it lacks its library or its scheduler's address.
    """
    if options.engine == LOCAL:
        return local
    if options.engine != "dask":
        raise UsageError(f"there is no engine {options.engine!r}; wanted {LOCAL} or dask")
    if options.scheduler is None:
        raise UsageError("the engine dask needs --scheduler, the address of its scheduler, such as tcp://host:8786")
    from neuberg.season.on_dask import on

    return on(options.scheduler)


def local(function: Callable[[Task], Outcome], tasks: Sequence[Task]) -> Iterator[Outcome]:
    """One part after the other in this process: polars has all cores for each, and one part is in memory."""
    yield from map(function, tasks)
