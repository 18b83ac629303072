"""Many lines worked through in pieces: what is worked out of one stays in the processor's cache."""

from collections.abc import Iterator

_LINES = 1 << 15


def pieces(lines: int) -> Iterator[slice]:
    """The pieces of so many lines, one after another.

    >>> [piece.stop - piece.start for piece in pieces(40_000)]
    [32768, 7232]
    """
    return (slice(start, min(start + _LINES, lines)) for start in range(0, lines, _LINES))
