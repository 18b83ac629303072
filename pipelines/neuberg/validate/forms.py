"""The forms in which the tables of a field played one board: compared among themselves, not with a hand record."""

import polars as pl

from neuberg import schemas
from neuberg.domain.cards import HANDS, RANKS, SUITS, hand_mask, holding_mask
from neuberg.validate.check import joined
from neuberg.validate.deals import PACK
from neuberg.validate.halls import numbers_of

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
    lines = plays.select(COLUMNS).filter(pl.col("kind").is_in(_COMPARED) & pl.col("deal_id").is_not_null()).collect()
    records = _records(lines.with_columns(numbers_of(lines, _FIELD).alias("_field"))).lazy()
    given = records.filter(pl.all_horizontal(pl.col(hand).is_not_null() for hand in HANDS))
    named = records.group_by("_field").agg(
        pl.col(_FIELD).first(), dealers=_listed("dealer"), vulnerabilities=_listed("vulnerable")
    )
    return named.join(_compared(given), on="_field", how="left").drop("_field")


def _records(lines: pl.DataFrame) -> pl.DataFrame:
    """A row a deal of each field that has several: the board as recorded, how many lines played it, and the first."""
    deal = pl.col("deal_id")
    fields = lines.lazy().group_by("_field").agg(least=deal.min(), most=deal.max())
    several = fields.filter(pl.col("least") != pl.col("most")).collect()["_field"]
    return (
        lines.filter(pl.col("_field").is_in(several.implode()))
        .group_by("_field", "deal_id", maintain_order=True)
        .agg(
            pl.col(*_FIELD, "dealer", "vulnerable", *HANDS).first(),
            lines=pl.col("multiplicity").fill_null(1).sum(),
            first=pl.col("line").min(),
        )
    )


def _listed(name: str) -> pl.Expr:
    return pl.col(name).drop_nulls().cast(pl.String).unique().sort()


def _compared(given: pl.LazyFrame) -> pl.LazyFrame:
    of_deal = given.group_by("_field", *HANDS).agg(pl.col("lines").sum(), pl.col("first").min())
    ordered = of_deal.sort("lines", "first", *HANDS, descending=[True, *[False] * 5])
    most = ordered.group_by("_field", maintain_order=True).agg(
        pl.col(hand).first().name.prefix("most_") for hand in HANDS
    )
    beside = ordered.join(most, on="_field", maintain_order="left").collect()
    return (
        beside.lazy()
        .with_columns(in_place=_in_place(beside), hands=pl.concat_list(HANDS).list.sort())
        .group_by("_field", maintain_order=True)
        .agg(
            deals=pl.len(),
            in_place=pl.col("in_place").min(),
            same_hands=pl.col("hands").n_unique() == 1,
            sizes=pl.col("lines").cast(pl.String).str.join(" + "),
        )
    )


def _in_place(beside: pl.DataFrame) -> pl.Series:
    """How many cards are in the hand in which the most played deal has them; null where a holding is out of order."""
    names = [f"{deal}{hand}" for deal in ("", "most_") for hand in HANDS]
    found = beside.select(hand_mask(pl.col(name)) for name in names)
    odd = found.select(pl.any_horizontal(pl.all().is_null()).arg_true()).to_series()
    if odd.len():
        # All hands below one another: to cast a suit of them costs as much for a few as for thousands.
        masks = _suit_by_suit(pl.concat([beside[name].gather(odd).alias("hand") for name in names]))
        found = found.with_columns(
            found[name].scatter(odd, masks.slice(place * odd.len(), odd.len())) for place, name in enumerate(names)
        )
    same = [(pl.col(hand) & pl.col(f"most_{hand}")).bitwise_count_ones().cast(pl.Int16) for hand in HANDS]
    return found.select(pl.sum_horizontal(same, ignore_nulls=False)).to_series()


def _suit_by_suit(hands: pl.Series) -> pl.Series:
    """The hands as masks, however many cards they have."""
    suits = [
        holding_mask(pl.col("hand"), suit).cast(pl.UInt64) * 2 ** (len(RANKS) * suit) for suit in range(len(SUITS))
    ]
    return hands.to_frame().select(pl.sum_horizontal(suits, ignore_nulls=False)).to_series()


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
