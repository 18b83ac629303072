"""The forms in which the tables of a field played one board: compared among themselves, not with a hand record."""

import polars as pl

from neuberg import schemas
from neuberg.domain.cards import HANDS, SUITS, holding_mask
from neuberg.validate.check import joined
from neuberg.validate.deals import PACK

_COMPARED = ("played", "passed_out")
#: Two deals that have nothing to do with each other share 13 of the 52 places, and 26 less than once in 100,000.
_RELATED = PACK // 2
_FIELD = list(schemas.FIELD_KEY)
#: What `forms` looks at of a line.
COLUMNS = (*_FIELD, "kind", "deal_id", "dealer", "vulnerable", *HANDS, "multiplicity", "line")


def forms(plays: pl.LazyFrame) -> pl.LazyFrame:
    """The fields whose tables played several deals as recorded, a row a field.

    `deals` counts those that differ in their cards, `in_place` is how many cards of the most played one are in the same
    hand of the one that differs most (null where a hand is not thirteen cards), `same_hands` whether all have the same
    four hands, `sizes` how many lines played each; `dealers` and `vulnerabilities` list those recorded.
    """
    lines = plays.filter(pl.col("kind").is_in(_COMPARED) & pl.col("deal_id").is_not_null())
    deal = pl.col("deal_id")
    several = lines.group_by(_FIELD).agg(least=deal.min(), most=deal.max()).filter(pl.col("least") != pl.col("most"))
    compared = lines.join(several, on=_FIELD, how="semi", nulls_equal=True)
    given = compared.filter(pl.all_horizontal(pl.col(hand).is_not_null() for hand in HANDS))
    named = compared.group_by(_FIELD).agg(dealers=_listed("dealer"), vulnerabilities=_listed("vulnerable"))
    return named.join(_compared(given), on=_FIELD, how="left", nulls_equal=True)


def _listed(name: str) -> pl.Expr:
    return pl.col(name).drop_nulls().cast(pl.String).unique().sort()


def _compared(given: pl.LazyFrame) -> pl.LazyFrame:
    of_deal = given.group_by(*_FIELD, *HANDS).agg(
        lines=pl.col("multiplicity").fill_null(1).sum(), first=pl.col("line").min()
    )
    ordered = of_deal.sort("lines", "first", *HANDS, descending=[True, *[False] * 5])
    most = ordered.group_by(_FIELD, maintain_order=True).agg(
        pl.col(hand).first().name.prefix("most_") for hand in HANDS
    )
    beside = ordered.join(most, on=_FIELD, nulls_equal=True, maintain_order="left")
    return (
        beside.with_columns(in_place=_in_place(), hands=pl.concat_list(HANDS).list.sort())
        .group_by(_FIELD, maintain_order=True)
        .agg(
            deals=pl.len(),
            in_place=pl.col("in_place").min(),
            same_hands=pl.col("hands").n_unique() == 1,
            sizes=pl.col("lines").cast(pl.String).str.join(" + "),
        )
    )


def _in_place() -> pl.Expr:
    """How many cards are in the hand in which the most played deal has them."""
    parts = [
        (holding_mask(pl.col(hand), suit) & holding_mask(pl.col(f"most_{hand}"), suit)).bitwise_count_ones()
        for hand in HANDS
        for suit in range(len(SUITS))
    ]
    return pl.sum_horizontal((part.cast(pl.Int16) for part in parts), ignore_nulls=False)


def is_related() -> pl.Expr:
    """Whether the deals of a field are one deal with cards or hands in other places; true where it cannot be said."""
    return pl.col("same_hands") | (pl.col("in_place") >= _RELATED).fill_null(True)


def how_they_differ() -> pl.Expr:
    """Such as `2 deals, played in 7 + 4 lines: 26 of 52 cards in place, the same four hands`."""
    return joined(
        pl.col("deals"), " deals, played in ", pl.col("sizes"), " lines",
        pl.when(pl.col("in_place").is_not_null()).then(joined(": ", pl.col("in_place"), f" of {PACK} cards in place")),
        pl.when("same_hands").then(pl.lit(", the same four hands")),
    )  # fmt: skip
