"""The parts worked on by several processes of this machine, each one part at a time."""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from neuberg.errors import NeubergError, PartError
from neuberg.parts.work import Outcome, Task

_Function = Callable[[Task], Outcome]
_THREADS = "POLARS_MAX_THREADS"


def on(processes: int) -> Callable[[_Function, Sequence[Task]], Generator[Outcome, None, None]]:
    """The engine of so many processes, which are there as long as it has parts to be done.

    Raises:
        NeubergError: as the function raises it; where a process died of a part, it names the part.
    """

    def map_on_processes(function: _Function, tasks: Sequence[Task]) -> Generator[Outcome, None, None]:
        workers = _started(processes, function)
        try:
            yield from _outcomes(workers, deque(tasks))
        finally:
            for worker in workers:
                worker.end()

    return map_on_processes


def _outcomes(workers: Sequence["_Worker"], waiting: deque[Task]) -> Generator[Outcome, None, None]:
    """Each outcome as it is done."""
    idle = list(workers)
    at_work: dict[Any, tuple[_Worker, Task]] = {}
    while waiting or at_work:
        while waiting and idle:
            worker, task = idle.pop(), waiting.popleft()
            worker.give(task)
            at_work[worker.connection] = worker, task
        for connection in wait(list(at_work)):
            worker, task = at_work.pop(connection)
            outcome = worker.outcome(task)
            idle.append(worker)
            yield outcome


class _Worker:
    """A process that works on the parts that it is given; `connection` is this end of the pipe to it."""

    def __init__(self, function: _Function) -> None:
        # A forked process would have the locks of polars' threads, but not the threads.
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, function), daemon=True)
        self._process.start()
        # With its own end alone in its hands, it sees when this process is gone, and this one when it is.
        theirs.close()

    def give(self, task: Task) -> None:
        """Let it begin with a part; where it has died, that is met when the outcome is asked for."""
        with suppress(OSError):
            self.connection.send(task)

    def outcome(self, task: Task) -> Outcome:
        """What became of the part that it has done.

        Raises:
            NeubergError: as its function raised it, or it died.
        """
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self._process.join()
            raise PartError(_died(task, self._process.exitcode)) from None
        if isinstance(answer, NeubergError):
            raise answer
        found: Outcome = answer
        return found

    def end(self) -> None:
        """See to it that it is gone; what it was at is given up, and nothing of it stands anywhere."""
        self._process.terminate()
        self._process.join()
        self.connection.close()


def _died(task: Task, code: int | None) -> str:
    how = f"was killed by signal {-code}" if code and code < 0 else f"ended with {code}"
    part = f"the part {task.part.name} ({len(task.part.events)} events, from event {task.part.events[0]} on)"
    return f"{part}: the process at work on it {how}"


def _started(processes: int, function: _Function) -> list[_Worker]:
    """So many workers."""
    with _threads(max(1, (os.cpu_count() or 1) // processes)):
        return [_Worker(function) for _ in range(processes)]


@contextmanager
def _threads(each: int) -> Iterator[None]:
    """What is started within has so many threads of polars, unless the user has said how many: it asks but once."""
    if _THREADS in os.environ:
        yield
        return
    os.environ[_THREADS] = str(each)
    try:
        yield
    finally:
        del os.environ[_THREADS]


def _serve(connection: Connection, function: _Function) -> None:
    """Work on each part that comes, until no more come or nobody is there to send them."""
    # Who interrupts a run interrupts all its processes; the one that started it ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            connection.send(_answer(function, connection.recv()))
    except (EOFError, OSError):
        return


def _answer(function: _Function, task: Task) -> Outcome | NeubergError:
    try:
        return function(task)
    except NeubergError as error:
        return error
