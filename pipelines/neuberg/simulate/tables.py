"""A part of a simulated season as our tables, before any fault is planted."""

import datetime as dt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg import schemas
from neuberg.domain.boards import cycle_dealer, cycle_vulnerable
from neuberg.simulate import cards, draw, play

Integers = npt.NDArray[np.int64]

FILE_ID = 1
#: Of the lines: an adjusted score, of which some are averages, and a table that did not get to the board.
_ARTIFICIAL, _NOT_PLAYED = 0.006, 0.002
_AWARDS = ("60-40", "50-50", "40-60", "AVE+/AVE-")
_AWARD_ODDS = (0.35, 0.3, 0.3, 0.05)
_NS_AWARD, _EW_AWARD = (60.0, 50.0, 40.0, 60.0), (40.0, 50.0, 60.0, 40.0)
#: Of the boards of a section: cards changed between two rounds.
_FOULED = 0.004
#: Numbers become keys by steps within 62 bits that can be undone: unlike each other, and none twice.
_KEY_BITS = 62
_KEYS = {"event_id": 0x1D4B_2C6F_9A37_E51B, "deal_id": 0x2F15_D3A9_60C8_B74D, "result_id": 0x0B6E_85F4_C7D2_193F}
_ROOM = 40
_FIRST_SEASON, _SEASONS = 2010, 10


class Part(NamedTuple):
    """Tables of whole events."""

    events: pl.DataFrame
    boards: pl.DataFrame
    results: pl.DataFrame


def keys(name: str, part: int, count: int, seed: int) -> pl.Series:
    """So many keys of a kind, which no other part has."""
    numbers = np.arange(count, dtype=np.uint64) + np.uint64((part << (_KEY_BITS - _ROOM)) + (seed % 997 << 52))
    mask = np.uint64((1 << _KEY_BITS) - 1)
    factor = np.uint64(_KEYS[name])
    mixed = (numbers * factor) & mask
    mixed = ((mixed ^ (mixed >> np.uint64(31))) * factor) & mask
    return pl.Series(name, (mixed ^ (mixed >> np.uint64(31))).astype(np.int64))


def part(number: int, lines: int, seed: int) -> Part:
    """The part of a number: about so many traveller lines of whole events, the same for the same seed."""
    chance = np.random.default_rng([seed, number])
    held = draw.sessions(chance, lines)
    schedule = draw.lines(held)
    dealt = cards.deal(chance, int(held.boards.sum()))
    events = _events(held, number, seed)
    records = _records(chance, held, events, cards.hands(dealt))
    ids = keys("deal_id", number, 2 * records.height, seed)
    records = records.with_columns(deal_id=ids[: records.height])
    of_session = held.boards * held.sections
    begins = (np.cumsum(of_session) - of_session)[schedule.session]
    record = begins + (schedule.board - 1) * held.sections[schedule.session] + schedule.section
    lines_of = _Lines(schedule, dealt, records, record)
    results = _results(chance, lines_of, held).with_columns(result_id=keys("result_id", number, record.size, seed))
    changed = _changed(records, ids[records.height :])
    results = _with_changed(results, changed, record, records)
    boards = schemas.conform(pl.concat([records, changed]).lazy(), schemas.BOARDS).collect()
    return Part(events, boards, schemas.conform(results.lazy(), schemas.RESULTS).collect())


class _Lines(NamedTuple):
    """Lines with what they were played on: the deals, the records of boards, and of each line its record."""

    schedule: draw.Lines
    dealt: cards.Dealt
    records: pl.DataFrame
    record: Integers


def _events(held: draw.Sessions, number: int, seed: int) -> pl.DataFrame:
    count = int(held.event[-1]) + 1
    year = _FIRST_SEASON + number % _SEASONS
    place = pl.col("place")
    drawn = pl.LazyFrame({"event_id": keys("event_id", number, count, seed), "place": np.arange(count)})
    events = drawn.with_columns(
        name=pl.concat_str(pl.lit(f"Pairs {number}-"), place.cast(pl.String)),
        body=pl.lit("ACBL"),
        date=pl.lit(dt.date(year, 1, 1)) + pl.duration(days=place % 365),
        competition=pl.lit("pairs"),
        scoring=pl.lit("matchpoints"),
        winners=pl.lit(2),
        producer=pl.lit("simulated"),
        season=pl.lit(str(year)),
        file_id=pl.lit(FILE_ID),
    )
    return schemas.conform(events.with_columns(date_given=pl.col("date").cast(pl.String)), schemas.EVENTS).collect()


def _records(
    chance: np.random.Generator, held: draw.Sessions, events: pl.DataFrame, hands: pl.DataFrame
) -> pl.DataFrame:
    """A row a board of each section, with `changed_from`: the round from which other cards were played, or 0."""
    of_session = held.boards * held.sections
    session = np.repeat(np.arange(of_session.size), of_session)
    place = np.arange(session.size) - (np.cumsum(of_session) - of_session)[session]
    board, section = np.divmod(place, held.sections[session])
    deal = (np.cumsum(held.boards) - held.boards)[session] + board
    rounds = held.rounds[session]
    changed = np.where(chance.random(session.size) < _FOULED, chance.integers(2, rounds + 1), 0)
    label = np.where(held.sections[session] > 1, section + 1, 0)
    placed = pl.DataFrame(
        {
            "event_id": events["event_id"][held.event[session]],
            "session": _labels()[held.session[session]],
            "section": _sections()[label],
            "board": (board + 1).astype(np.int32),
            "season": events["season"][held.event[session]],
            "changed_from": changed,
        }
    )
    return placed.hstack(hands[deal]).with_columns(
        dealer=cycle_dealer(pl.col("board")),
        vulnerable=cycle_vulnerable(pl.col("board")),
        deal_origin=pl.lit("record"),
        file_id=pl.lit(FILE_ID),
    )


def _labels() -> pl.Series:
    return pl.Series([str(number) for number in range(1000)])


def _sections() -> pl.Series:
    """The empty label, then A to Z, AA and so on."""
    letters = [chr(ord("A") + number) for number in range(26)]
    return pl.Series(["", *letters, *(first + second for first in letters for second in letters)])


def _results(chance: np.random.Generator, of: _Lines, held: draw.Sessions) -> pl.DataFrame:
    schedule, records = of.schedule, of.records
    at = records.select("event_id", "session", "section", "board", "vulnerable", "deal_id", "season")[of.record]
    vulnerable = at.select(
        ns=pl.col("vulnerable").cast(pl.String).is_in(["NS", "All"]),
        ew=pl.col("vulnerable").cast(pl.String).is_in(["EW", "All"]),
    ).to_numpy()
    played = play.bid_and_play(chance, of.dealt, schedule.deal, vulnerable)
    tables = held.tables[schedule.session]
    seats = pl.DataFrame(
        {
            "round": schedule.round,
            "table": _labels()[schedule.table],
            "ns_pair": _labels()[schedule.table],
            "ew_pair": _labels()[schedule.ew + tables],
            "across": held.across[schedule.session],
        }
    )
    lines = at.hstack(seats).hstack(_contracts(played))
    return _with_awards(lines, chance).with_columns(
        scored_with=pl.when("across").then(pl.lit("all")).otherwise("section"),
        play_order="round",
        multiplicity=pl.lit(1),
        file_id=pl.lit(FILE_ID),
    )


def _contracts(played: play.Contracts) -> pl.DataFrame:
    given = pl.DataFrame({**played._asdict()}).with_columns(
        strain=pl.lit(pl.Series(schemas.STRAINS)).gather("strain").cast(schemas.STRAIN),
        declarer=pl.lit(pl.Series(schemas.SEATS)).gather("declarer").cast(schemas.SEAT),
        kind=pl.when("passed_out").then(pl.lit("passed_out")).otherwise(pl.lit("played")).cast(schemas.KIND),
    )
    contract = ("level", "strain", "doubled", "declarer", "tricks")
    bid = pl.when(~pl.col("passed_out"))
    return given.select(
        "kind", *(bid.then(name).alias(name) for name in contract), ns_score=bid.then("ns_score").otherwise(0)
    )


def _with_awards(lines: pl.DataFrame, chance: np.random.Generator) -> pl.DataFrame:
    """The lines, some of them with an award in place of a contract, or not played at all."""
    drawn = chance.random(lines.height)
    award = chance.choice(len(_AWARDS), size=lines.height, p=_AWARD_ODDS)
    artificial = pl.col("_drawn") < _ARTIFICIAL
    absent = ~artificial & (pl.col("_drawn") < _ARTIFICIAL + _NOT_PLAYED)
    what = pl.when(artificial).then(pl.lit("artificial")).when(absent).then(pl.lit("not_played"))
    emptied = ("level", "strain", "doubled", "declarer", "tricks", "ns_score")
    awards = {"award_given": _AWARDS, "ns_award": _NS_AWARD, "ew_award": _EW_AWARD}
    return (
        lines.with_columns(_drawn=pl.Series(drawn), _award=pl.Series(award))
        .with_columns(
            *(pl.when(~(artificial | absent)).then(name).alias(name) for name in emptied),
            *(
                pl.when(artificial).then(pl.lit(pl.Series(values)).gather("_award")).alias(name)
                for name, values in awards.items()
            ),
            kind=what.cast(schemas.KIND).fill_null(pl.col("kind")),
        )
        .drop("_drawn", "_award")
    )


def _changed(records: pl.DataFrame, ids: pl.Series) -> pl.DataFrame:
    """Of each fouled board the other record: North and East have each other's hands."""
    fouled = records.filter(pl.col("changed_from") > 0)
    swapped = {"north": pl.col("east"), "east": pl.col("north")}
    return fouled.with_columns(**swapped, deal_origin=pl.lit("as_played"), deal_id=ids[: fouled.height])


def _with_changed(
    results: pl.DataFrame, changed: pl.DataFrame, record: Integers, records: pl.DataFrame
) -> pl.DataFrame:
    """The lines, those played after the change with their group and the cards that they had."""
    other = np.full(records.height, -1)
    other[np.flatnonzero(records["changed_from"].to_numpy() > 0)] = np.arange(changed.height)
    later = (other[record] >= 0) & (results["round"].to_numpy() >= records["changed_from"].to_numpy()[record])
    ids = changed["deal_id"] if changed.height else pl.Series([0], dtype=pl.Int64)
    given = pl.DataFrame({"_later": later, "_deal": ids[np.where(later, other[record], 0)]})
    return (
        results.hstack(given)
        .with_columns(
            given_group=pl.when("_later").then(pl.lit("changed")),
            deal_id=pl.when("_later").then("_deal").otherwise("deal_id"),
        )
        .drop("_later", "_deal")
    )
