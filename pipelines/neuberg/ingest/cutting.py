"""A row of things cut into runs of about a size; most stay as they are where things elsewhere come or go."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

_Thing = TypeVar("_Thing")
#: A run has at least and at most so many times the size wanted, but for a thing that is larger itself.
_LEAST, _MOST = 0.75, 1.25
#: How many ends a run of the size would have, were it not for these: so most runs end where a thing's own key says.
_ENDS = 4
_GOLDEN, _TWO_64 = 0x9E3779B97F4A7C15, 1 << 64


def cut(things: Sequence[_Thing], keys: Sequence[int], sizes: Sequence[int], about: int) -> Iterator[list[_Thing]]:
    """The things in runs of about a size; whether a run ends behind a thing is drawn by the thing's own key.

    >>> list(cut("abc", [1, 2, 3], [9, 2, 3], about=10))
    [['a'], ['b', 'c']]
    """
    run: list[_Thing] = []
    filled = 0
    for thing, key, size in zip(things, keys, sizes, strict=True):
        if run and filled + size > _MOST * about:
            yield run
            run, filled = [], 0
        run.append(thing)
        filled += size
        if filled >= _LEAST * about and (key * _GOLDEN) % _TWO_64 < _ENDS * size / about * _TWO_64:
            yield run
            run, filled = [], 0
    if run:
        yield run
