"""The 16-board cycle of dealer and vulnerability that is printed on every set of boards (Law 2)."""

import polars as pl

from neuberg import schemas

#: Boards above it stand for ones whose label is no number: the cycle says nothing of them.
LAST_NUMBERED = 10_000
_VULNERABLE_CYCLE = (
    "None", "NS", "EW", "All",
    "NS", "EW", "All", "None",
    "EW", "All", "None", "NS",
    "All", "None", "NS", "EW",
)  # fmt: skip


def cycle_dealer(board: pl.Expr) -> pl.Expr:
    """The seat that deals the board of that number: N, E, S, W in turn.

    >>> pl.DataFrame({"board": [1, 2, 16]}).select(cycle_dealer(pl.col("board"))).to_series().to_list()
    ['N', 'E', 'W']
    """
    return _by_cycle(board, schemas.SEATS).cast(schemas.SEAT)


def cycle_vulnerable(board: pl.Expr) -> pl.Expr:
    """The vulnerability of the board of that number; null above `LAST_NUMBERED`.

    >>> pl.DataFrame({"board": [1, 7, 32, 10001]}).select(cycle_vulnerable(pl.col("board"))).to_series().to_list()
    ['None', 'All', 'EW', None]
    """
    return _by_cycle(board, _VULNERABLE_CYCLE).cast(schemas.VULNERABLE)


def _by_cycle(board: pl.Expr, cycle: tuple[str, ...]) -> pl.Expr:
    place = pl.when(board <= LAST_NUMBERED).then((board - 1) % len(cycle))
    return place.replace_strict(list(range(len(cycle))), list(cycle), return_dtype=pl.String, default=None)


def is_vulnerable(vulnerable: pl.Expr, seat: pl.Expr) -> pl.Expr:
    """Whether the side of a seat is vulnerable; null where either is not known.

    >>> frame = pl.DataFrame({"v": ["NS", "All", None], "seat": ["E", "E", "N"]})
    >>> frame.select(is_vulnerable(pl.col("v"), pl.col("seat"))).to_series().to_list()
    [False, True, None]
    """
    side = pl.when(is_north_south(seat)).then(pl.lit("NS")).otherwise(pl.lit("EW"))
    known = vulnerable.is_not_null() & seat.is_not_null()
    text = vulnerable.cast(pl.String)
    return pl.when(known).then((text == "All") | (text == side))


def is_north_south(seat: pl.Expr) -> pl.Expr:
    """Whether a seat is North or South; null where it is not known.

    >>> pl.DataFrame({"seat": ["N", "E", None]}).select(is_north_south(pl.col("seat"))).to_series().to_list()
    [True, False, None]
    """
    text = seat.cast(pl.String)
    return (text == "N") | (text == "S")
