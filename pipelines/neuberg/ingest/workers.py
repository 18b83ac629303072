"""The processes that read files and write parts, started when there is enough to do."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

_Task = TypeVar("_Task")
_Done = TypeVar("_Done")
#: How many threads polars has in a process that it is first imported by.
_THREADS = "POLARS_MAX_THREADS"
#: By which glibc keeps the memory of one batch for the next: to ask for its pages again costs a sixth of the reading.
_MEMORY = {"MALLOC_MMAP_THRESHOLD_": "268435456", "MALLOC_TRIM_THRESHOLD_": "268435456"}


class Workers:
    """Up to so many processes beside this one; none is started before the first is given something to do."""

    def __init__(self, most: int) -> None:
        self.started = False
        # Forking a process that runs polars' threads can hang; a spawned one starts clean.
        self._pool = ProcessPoolExecutor(most, mp_context=get_context("spawn"))

    def submit(self, function: Callable[..., _Done], *given: Any) -> "Future[_Done]":
        """Have one of them do something."""
        self.started = True
        return self._pool.submit(function, *given)

    def in_order(self, function: Callable[[_Task], _Done], tasks: Sequence[_Task]) -> Iterator[_Done]:
        """What a function makes of each task, in their order; this process does its share, beginning with the last."""
        futures = [self.submit(function, task) for task in tasks]
        own: dict[int, _Done] = {}
        last = len(tasks) - 1
        for number, future in enumerate(futures):
            while last > number and not future.done():
                if futures[last].cancel():
                    own[last] = function(tasks[last])
                last -= 1
            yield own.pop(number) if number in own else future.result()

    def close(self) -> None:
        """End them; what none has begun is not done."""
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def workers(jobs: int | None) -> Iterator[Workers | None]:
    """As many processes as are asked for, else one a core, this one among them; None where that is one.

    Each has its share of the cores for polars' threads.
    """
    cores = os.cpu_count() or 1
    most = jobs or cores
    if most < 2:
        yield None
        return
    found = Workers(most - 1)
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
