"""The boards that raise a question of law: faulty cards, deals of another session or a sorted pack, several forms."""

import polars as pl

from neuberg import schemas
from neuberg.validate.copies import OTHER_SESSION, REPLAY, copies
from neuberg.validate.deals import deals
from neuberg.validate.forms import COLUMNS, forms, is_related
from neuberg.validate.halls import numbers_of
from neuberg.validate.packs import LOOKS_SORTED

_PLAYED = ("played", "passed_out")
_PLACE = (*schemas.BOARD_KEY, "file_id", "line", "season")
_COLUMNS = (
    "deal_id", *_PLACE, "body", "date", "counts", "twice", "missing", "deal_origin", "recorded",
    "deal", "same_deal", "same_board", "turned", "teams", "group_sizes", "other_session", "sorted_pack", "replay",
)  # fmt: skip
_HANDS = ("north", "east", "south", "west")


def situations(
    boards: pl.LazyFrame,
    plays: pl.LazyFrame,
    events: pl.LazyFrame,
    counted: pl.LazyFrame | None = None,
    copied: pl.LazyFrame | None = None,
) -> pl.LazyFrame:
    """A row a deal and a row a field that raise a question of law, with what the archive shows of it.

    The deals are those of faulty cards, of another session, or like a sorted pack's; the fields those of several forms.

    Args:
        boards: the table `boards`.
        plays: the traveller lines with their board's hands, dealer and vulnerability (`domain.plays`).
        events: the table `events`.
        counted: the boards with their cards counted (`validate.deals`); None: they are counted here.
        copied: the deals that an earlier session has (`validate.copies`); None: they are looked for here.
    """
    judged = deals(boards) if counted is None else counted
    again = copies(boards, events, plays).lazy() if copied is None else copied
    parts = [_faulty(judged, plays), _of_law_6(judged, again), _fouled(boards, plays)]
    about = events.select(
        "event_id", "body", "date", "replay", (pl.col("competition") == "teams").fill_null(False).alias("teams")
    )
    found = pl.concat(parts, how="diagonal").join(about, on="event_id", how="left", maintain_order="left")
    return found.select(_COLUMNS)


def _faulty(counted: pl.LazyFrame, plays: pl.LazyFrame) -> pl.LazyFrame:
    """Deals of four given hands that are not a pack in thirteens, with what their travellers have."""
    four = pl.all_horizontal(pl.col(hand).is_not_null() for hand in _HANDS)
    wrong = (pl.col("pattern") != "incomplete record") | (pl.col("twice") != "")
    faulty = (
        counted.filter(four & pl.col("pattern").is_not_null() & wrong)
        .select("deal_id", *_PLACE, _deal(), "counts", "twice", "missing", pl.col("deal_origin").cast(pl.String))
        .collect()
        # Used twice below, and few.
        .lazy()
    )
    return faulty.join(_recorded(faulty, plays), on="deal_id", how="left", maintain_order="left").with_columns(
        pl.col("recorded").fill_null("none")
    )


def _deal() -> pl.Expr:
    return pl.concat_str(_HANDS, separator=" ").alias("deal")


def _of_law_6(judged: pl.LazyFrame, copied: pl.LazyFrame) -> pl.LazyFrame:
    """Sound deals that were in another session, also of an event that is for it, or that look like a sorted pack's."""
    again = copied.filter(pl.col("copy_kind").is_in([OTHER_SESSION, REPLAY])).select("deal_id", other_session=True)
    is_sorted = pl.when(pl.col("in_step") >= LOOKS_SORTED).then(pl.lit(True))
    return (
        judged.join(again, on="deal_id", how="left", maintain_order="left")
        .with_columns(sorted_pack=is_sorted)
        .filter(pl.col("other_session").is_not_null() | pl.col("sorted_pack").is_not_null())
        .select("deal_id", *_PLACE, _deal(), pl.col("deal_origin").cast(pl.String), "other_session", "sorted_pack")
    )


def _recorded(faulty: pl.LazyFrame, plays: pl.LazyFrame) -> pl.LazyFrame:
    """By deal, what its traveller lines are; a line that names no deal is of every record of its board."""
    lines = plays.select(*schemas.BOARD_KEY, pl.col("deal_id").alias("played"), pl.col("kind").cast(pl.String))
    # First by a number: most events have no such deal.
    lines = lines.join(faulty.select("event_id"), on="event_id", how="semi")
    own = faulty.select("deal_id", *schemas.BOARD_KEY).join(lines, on=schemas.BOARD_KEY)
    return (
        own.filter(pl.col("played").is_null() | (pl.col("played") == pl.col("deal_id")))
        .group_by("deal_id")
        .agg(_recorded_as(pl.col("kind")).alias("recorded"))
    )


def _recorded_as(kind: pl.Expr) -> pl.Expr:
    return (
        pl.when((kind == "played").any())
        .then(pl.lit("result"))
        .when((kind == "passed_out").any())
        .then(pl.lit("passed_out"))
        .when((kind == "artificial").any())
        .then(pl.lit("award"))
        .otherwise(pl.lit("none"))
    )


def _fouled(boards: pl.LazyFrame, plays: pl.LazyFrame) -> pl.LazyFrame:
    """Fields whose comparable lines played other cards, another dealer or vulnerability, or were given other forms."""
    board = ("event_id", "session", "board")
    several = boards.group_by(board).len().filter(pl.col("len") > 1).select(board)
    stated = plays.filter(pl.col("given_group").is_not_null()).select(board)
    played = plays.filter(pl.col("kind").is_in(_PLAYED)).select(*COLUMNS, "given_group", "file_id", "season").collect()
    of_boards = _of_several_forms(played).join(pl.concat([several, stated]).unique(), on=board, how="semi")
    # Collected: few lines, which are looked at several times below.
    compared = of_boards.collect().lazy()
    # Deals that have nothing in common are not one board in several forms, unless someone says that they are.
    apart = forms(compared).filter((pl.col("deals") > 1) & ~is_related()).select(schemas.FIELD_KEY)
    said = compared.filter(pl.col("given_group").is_not_null()).select(schemas.FIELD_KEY).unique()
    unrelated = apart.join(said, on=schemas.FIELD_KEY, how="anti", nulls_equal=True)
    compared = compared.join(unrelated, on=schemas.FIELD_KEY, how="anti", nulls_equal=True, maintain_order="left")
    form = pl.col("given_group").fill_null("")
    cards = pl.concat_str(_HANDS, separator=" ")
    # The same text for a deal and for it with its hands turned.
    any_way = pl.min_horizontal(pl.concat_str(*_HANDS[turn:], *_HANDS[:turn], separator=" ") for turn in range(4))
    return (
        compared.group_by(*schemas.FIELD_KEY, maintain_order=True)
        .agg(
            pl.col("file_id", "line", "season").first(),
            forms=form.n_unique(),
            group_sizes=form.value_counts(sort=True).struct.field("count").cast(pl.Int64),
            same_deal=_at_most_one(cards),
            turned=_at_most_one(any_way) & ~_at_most_one(cards),
            same_board=_at_most_one(pl.col("dealer")) & _at_most_one(pl.col("vulnerable")),
        )
        .with_columns(same_deal=_same_deal(), turned=pl.col("turned") & pl.col("same_board"), section="scored_with")
        .filter(~pl.col("same_deal") | ~pl.col("same_board"))
        .drop("forms", "scored_with")
    )


def _of_several_forms(lines: pl.DataFrame) -> pl.LazyFrame:
    """The lines of fields that may have several forms: of several deals, of none that is named, or of stated forms."""
    deal = pl.col("deal_id")
    known = pl.any_horizontal(pl.col("north", "east", "south", "west", "dealer", "vulnerable").is_not_null())
    field = numbers_of(lines, schemas.FIELD_KEY)
    found = (
        lines.lazy()
        .select("deal_id", field=field, open=pl.col("given_group").is_not_null() | (deal.is_null() & known))
        .group_by("field")
        .agg(several=(deal.min() != deal.max()).fill_null(value=False) | pl.col("open").any())
        .filter("several")
        .collect()
    )
    return lines.filter(field.is_in(found["field"].implode())).lazy()


def _at_most_one(value: pl.Expr) -> pl.Expr:
    return value.drop_nulls().n_unique() <= 1


def _same_deal() -> pl.Expr:
    """By the cards; several forms that someone stated are different deals, unless the cards show otherwise."""
    only_the_board_differs = pl.col("same_deal") & ~pl.col("same_board")
    stated = (pl.col("forms") > 1) & ~only_the_board_differs
    return pl.col("same_deal") & ~stated
