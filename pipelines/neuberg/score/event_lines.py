"""Whose a printed line of a whole event is: by its players, or else by its number."""

import polars as pl

from neuberg.score.contestants import names


def whose_lines(lines: pl.DataFrame, own: pl.DataFrame) -> pl.DataFrame:
    """The lines beside whom each is of, those known by their players first; who is nobody's has no row.

    A number is no contestant's whose players are others; of several with the same players, it tells which is meant.
    What both have by one name is the contestant's with `_own` behind it.

    Args:
        lines: printed lines of whole events, as in the table `pairs`.
        own: a row a contestant of an event, with `section`, `pair`, `direction` and `_names`.
    """
    told = lines.with_columns(_told=names().fill_null("")).with_row_index("_line")
    own = own.with_columns(_alone=pl.len().over("event_id", "_names") == 1)
    named = told.filter(pl.col("_told") != "")
    by_name = named.join(own, left_on=["event_id", "_told"], right_on=["event_id", "_names"], suffix="_own").filter(
        pl.col("_alone")
        | (is_or_untold("section") & is_or_untold("direction") & (pl.col("pair") == pl.col("pair_own")))
    )
    rest = told.filter(~pl.col("_line").is_in(by_name["_line"].implode()))
    numbered = own.with_columns(pair_own="pair")
    by_number = rest.join(numbered, on=["event_id", "pair"], suffix="_own").filter(
        is_or_untold("section"), is_or_untold("direction"), (pl.col("_told") == "") | pl.col("_names").is_null()
    )
    both = [found.sort("_line").drop("_told", "_names", "_alone", strict=False) for found in (by_name, by_number)]
    return pl.concat(both, how="diagonal")


def is_or_untold(name: str) -> pl.Expr:
    """Whether a line's section or direction is the contestant's, which has `_own` behind it, or is not told."""
    own, given = (pl.col(column).fill_null("") for column in (f"{name}_own", name))
    return (own == given) | (own == "") | (given == "")
