"""Deals that stand more than once in the archive, also with the hands turned round the table (Law 6)."""

import polars as pl

from neuberg.domain.cards import HANDS, is_sound_deal
from neuberg.domain.plays import last_day
from neuberg.rules.days import When, when_of
from neuberg.rules.laws import edition, editions_in_force
from neuberg.validate.check import joined

_TURNS = range(len(HANDS))
_SESSION = ("event_id", "session")
_BOARD = (*_SESSION, "board")
_OF_FIRST = (*_BOARD, "turned", "name", "date", "season")
#: The clause of the editions since 2007 by which an event may be for the replay of past deals.
_REPLAY = "6D2 replay"
#: Kinds of copies: those of another session, and of one that is for the replay of past deals.
OTHER_SESSION, REPLAY = "other session", "replay"
_NO_COPIES = pl.Schema(
    {"deal_id": pl.Int64, "event_id": pl.Int64, "copy_kind": pl.String, "copy_of": pl.String, "copy_turned": pl.Int32},
)


def copies(boards: pl.LazyFrame, events: pl.LazyFrame, plays: pl.LazyFrame) -> pl.DataFrame:
    """Each sound deal that an earlier session has too, or a board before it in its own, and of which it is a copy.

    `copy_kind` is `other board` (of the same session), `other session`, `replay` (of an event that is for it, under
    laws that allow it) or `other record`: the same board of another event on the same day, of a session with other
    contestants, or of a file of deals without results; one played at the same time, or recorded twice. `copy_of` names
    the first board and `copy_turned` says by how many seats the hands are turned.
    """
    deals = _repeated(boards)
    if deals.is_empty():
        return _NO_COPIES.to_frame()
    dated = events.select("event_id", "name", "date", "season", "body", "replay").collect().pipe(_with_allowed)
    of_events = deals.join(dated, on="event_id", how="left")
    ordered = of_events.sort(last_day(), *_SESSION, "board", "deal_id", nulls_last=True)
    first = [pl.col(name).first().over("deal_text").alias(f"first_{name}") for name in _OF_FIRST]
    paired = ordered.with_columns(first).filter(_is_other_board() | _is_other_session())
    return (
        paired.join(_met(paired, plays), on=[*_SESSION, "first_event_id", "first_session"], how="left")
        .with_columns(copy_turned=(pl.col("turned") - pl.col("first_turned")) % len(HANDS))
        .select("deal_id", "event_id", copy_kind=_kind(), copy_of=_first_board(), copy_turned="copy_turned")
    )


def _with_allowed(events: pl.DataFrame) -> pl.DataFrame:
    """The events with `allowed`: for the replay of past deals, under laws that surely allow it or on no known date."""
    allowed = [
        bool(event["replay"]) and _may_be_replayed(event["body"], when_of(event["date"], event["season"]))
        for event in events.iter_rows(named=True)
    ]
    return events.drop("body").with_columns(pl.Series("allowed", allowed, dtype=pl.Boolean))


def _may_be_replayed(body: str | None, date: When | None) -> bool:
    laws = [edition(found.edition) for found in editions_in_force(body, date)] if date else []
    return all(_REPLAY in law.clauses for law in laws)


def _repeated(boards: pl.LazyFrame) -> pl.DataFrame:
    """The sound deals that another board of the archive has, turned or not: `deal_text` is the same for all of them.

    First by a hash that is the same for all turns, for every board; then by the cards, for the few that share one.
    """
    given = boards.filter(pl.all_horizontal(pl.col(hand).is_not_null() for hand in HANDS))
    hashed = given.select("deal_id", *_BOARD, *(pl.col(hand).hash().alias(hand) for hand in HANDS))
    turns = [pl.struct(_turned(turn)).hash() for turn in _TURNS]
    keys = hashed.select("deal_id", *_BOARD, deal_key=pl.min_horizontal(turns)).collect(engine="streaming")
    # A board that several sections have recorded is no copy of itself, and half of a season may be such.
    own = keys.filter(pl.col("deal_key").is_duplicated()).unique(["deal_key", *_BOARD])
    elsewhere = own.filter(pl.col("deal_key").is_duplicated()).select("deal_key").unique()
    shared = keys.join(elsewhere, on="deal_key", how="semi").select("deal_id")
    texts = [pl.concat_str(_turned(turn), separator=" ") for turn in _TURNS]
    return (
        boards.join(shared.lazy(), on="deal_id", how="semi")
        .filter(is_sound_deal(*(pl.col(hand) for hand in HANDS)))
        .with_columns(deal_text=pl.min_horizontal(texts))
        .with_columns(
            turned=pl.coalesce(
                pl.when(text == pl.col("deal_text")).then(pl.lit(-turn % 4)) for turn, text in enumerate(texts)
            )
        )
        .select("deal_id", *_SESSION, "board", "deal_text", "turned")
        .filter(pl.col("deal_text").is_duplicated())
        .collect()
    )


def _turned(turn: int) -> list[str]:
    return [*HANDS[turn:], *HANDS[:turn]]


def _is_other_session() -> pl.Expr:
    return pl.any_horizontal(pl.col(name) != pl.col(f"first_{name}") for name in _SESSION)


def _is_other_board() -> pl.Expr:
    return pl.col("board") != pl.col("first_board")


def _met(paired: pl.DataFrame, plays: pl.LazyFrame) -> pl.DataFrame:
    """For each session and the earlier one with its deals: `met`, a contestant is in both; `bare`, one has none."""
    sessions = paired.filter(_is_other_session()).select(*_SESSION, "first_event_id", "first_session").unique()
    first = sessions.select(pl.col("first_event_id", "first_session").name.replace("first_", ""))
    wanted = pl.concat([sessions.select(_SESSION), first]).unique()
    contestants = (
        plays.join(wanted.lazy(), on=_SESSION, how="semi", nulls_equal=True)
        .group_by(_SESSION)
        .agg(contestants=pl.concat([pl.col("ns_pair"), pl.col("ew_pair")]).drop_nulls().unique())
        .collect()
    )
    earlier = contestants.rename(lambda name: f"first_{name}")
    return (
        sessions.join(contestants, on=_SESSION, how="left")
        .join(earlier, on=["first_event_id", "first_session"], how="left")
        .select(
            *_SESSION,
            "first_event_id",
            "first_session",
            met=pl.col("contestants").list.set_intersection("first_contestants").list.len() > 0,
            bare=pl.any_horizontal(pl.col("contestants", "first_contestants").is_null()),
        )
    )


def _kind() -> pl.Expr:
    same_event = pl.col("event_id") == pl.col("first_event_id")
    same_place = ~_is_other_board() & (pl.col("turned") == pl.col("first_turned"))
    seasons = pl.col("season"), pl.col("first_season")
    same_year = (seasons[0] == seasons[1]) | pl.any_horizontal(season == "unknown" for season in seasons)
    same_day = (pl.col("date") == pl.col("first_date")).fill_null(same_year.fill_null(True))
    apart = ~pl.col("met").fill_null(True)
    recorded = same_day | pl.col("bare").fill_null(False)
    simultaneous = same_place & pl.when(same_event).then(apart).otherwise(recorded)
    return (
        pl.when(~_is_other_session())
        .then(pl.lit("other board"))
        .when("allowed")
        .then(pl.lit(REPLAY))
        .when(simultaneous)
        .then(pl.lit("other record"))
        .otherwise(pl.lit(OTHER_SESSION))
    )


def _first_board() -> pl.Expr:
    """Such as `board 5 of Spring Pairs, session 1, 1994-03-05`."""
    return joined(
        "board ", pl.col("first_board"),
        " of ", pl.col("first_name").fill_null("an event without a name"),
        ", session ", pl.col("first_session"),
        pl.when(pl.col("first_date").is_not_null()).then(joined(", ", pl.col("first_date"))),
        pl.when(pl.col("copy_turned") > 0).then(joined(", hands turned by ", pl.col("copy_turned"))),
    )  # fmt: skip
