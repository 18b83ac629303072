"""The parts worked on by the workers of a Dask cluster; imported only where that is asked for."""

from collections.abc import Callable, Generator, Sequence
from typing import Any

from neuberg.errors import NeubergError, PartError, UsageError
from neuberg.parts.work import Outcome, Task

#: Seconds that a scheduler is waited for.
_PATIENCE = 30


def on(address: str) -> Callable[[Callable[[Task], Outcome], Sequence[Task]], Generator[Outcome, None, None]]:
    """The engine of the cluster at an address.

    Raises:
        UsageError: Dask is not installed.
    """
    try:
        import distributed
    except ImportError as error:
        raise UsageError("the engine dask needs Dask: pip install 'neuberg[dask]'") from error

    def map_on_workers(function: Callable[[Task], Outcome], tasks: Sequence[Task]) -> Generator[Outcome, None, None]:
        try:
            client: Any = _client(distributed, address)
        except (OSError, ValueError) as error:
            raise UsageError(f"no Dask scheduler answers at {address!r}: {error}") from error
        with client:
            yield from _outcomes(distributed, client, function, tasks)

    return map_on_workers


def _client(distributed: Any, address: str) -> Any:
    return distributed.Client(address, timeout=_PATIENCE, set_as_default=False)


def _outcomes(
    distributed: Any, client: Any, function: Callable[[Task], Outcome], tasks: Sequence[Task]
) -> Generator[Outcome, None, None]:
    """Each outcome as it is done; where one fails for good the others are not waited for.

    Raises:
        NeubergError: as the function raises it; where the workers died of it, it names the part.
    """
    # Two runs may do the same part at once: a task is nobody else's, and its outcome is not taken from elsewhere.
    futures = client.map(function, tasks, pure=False)
    parts = {future.key: task.part.name for future, task in zip(futures, tasks, strict=True)}
    try:
        for future in distributed.as_completed(futures, loop=client.loop):
            if future.status == "finished":
                yield future.result()
                future.release()
                continue
            raise _error(future, parts[future.key])
    finally:
        client.cancel(futures)


def _error(future: Any, part: str) -> NeubergError:
    error = future.exception() if future.status == "error" else None
    if isinstance(error, NeubergError):
        return error
    return PartError(f"the part {part}: {type(error).__name__ if error else future.status}: {error or 'given up'}")
