"""The processes that read files and write parts, started when there is enough to do."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

_Done = TypeVar("_Done")
#: How many threads polars has in a process that it is first imported by.
_THREADS = "POLARS_MAX_THREADS"
#: By which glibc keeps the memory of one batch for the next: to ask for its pages again costs a sixth of the reading.
_MEMORY = {"MALLOC_MMAP_THRESHOLD_": "268435456", "MALLOC_TRIM_THRESHOLD_": "268435456"}


class Workers:
    """Up to so many processes; none is started before the first is given something to do."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.started = False
        # Forking a process that runs polars' threads can hang; a spawned one starts clean.
        self._pool = ProcessPoolExecutor(most, mp_context=get_context("spawn"))

    def submit(self, function: Callable[..., _Done], *given: Any) -> "Future[_Done]":
        """Have one of them do something."""
        self.started = True
        return self._pool.submit(function, *given)

    def close(self) -> None:
        """End them; what none has begun is not done."""
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def workers(jobs: int | None) -> Iterator[Workers | None]:
    """As many processes as are asked for, else one a core; None where that is one.

    The cores are theirs: each has its share of them for polars' threads.
    """
    cores = os.cpu_count() or 1
    most = jobs or cores
    if most < 2:
        yield None
        return
    found = Workers(most)
    with _environment({_THREADS: str(max(1, cores // most)), **_MEMORY}):
        try:
            yield found
        finally:
            found.close()


@contextmanager
def _environment(stated: dict[str, str]) -> Iterator[None]:
    """What processes that start meanwhile are told, but for what they would be told anyway."""
    added = {name: value for name, value in stated.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)
