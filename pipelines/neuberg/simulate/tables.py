"""A part of a simulated season as our tables, before any fault is planted."""

import datetime as dt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg import schemas
from neuberg.domain.boards import cycle_dealer, cycle_vulnerable
from neuberg.simulate import cards, draw, fouls, play

Integers = npt.NDArray[np.int64]

FILE_ID = 1
#: Of the lines: an adjusted score, of which some are averages, and a table that did not get to the board.
_ARTIFICIAL, _NOT_PLAYED = 0.006, 0.002
_AWARDS = ("60-40", "50-50", "40-60", "AVE+/AVE-")
_AWARD_ODDS = (0.35, 0.3, 0.3, 0.05)
_NS_AWARD, _EW_AWARD = (60.0, 50.0, 40.0, 60.0), (40.0, 50.0, 60.0, 40.0)
#: Numbers become keys by steps within 62 bits that can be undone: unlike each other, and none twice.
_KEY_BITS = 62
_KEYS = {"event_id": 0x1D4B_2C6F_9A37_E51B, "deal_id": 0x2F15_D3A9_60C8_B74D, "result_id": 0x0B6E_85F4_C7D2_193F}
_ROOM = 40
_FIRST_SEASON, _SEASONS = 2010, 10


class Part(NamedTuple):
    """Tables of whole events, and what was planted in their making.

    Attributes:
        events: the events.
        boards: the records; of fouled boards also, if told, the cards that were played later.
        results: the traveller lines.
        key: the rows of the answer key for the fouled boards.
        clean: the rows of `boards` that are no fouled board's.
    """

    events: pl.DataFrame
    boards: pl.DataFrame
    results: pl.DataFrame
    key: pl.DataFrame
    clean: Integers


def keys(name: str, part: int, count: int, seed: int) -> pl.Series:
    """So many keys of a kind, which no other part has."""
    numbers = np.arange(count, dtype=np.uint64) + np.uint64((part << (_KEY_BITS - _ROOM)) + (seed % 997 << 52))
    mask = np.uint64((1 << _KEY_BITS) - 1)
    factor = np.uint64(_KEYS[name])
    mixed = (numbers * factor) & mask
    mixed = ((mixed ^ (mixed >> np.uint64(31))) * factor) & mask
    return pl.Series(name, (mixed ^ (mixed >> np.uint64(31))).astype(np.int64))


def part(number: int, lines: int, seed: int, *, is_told: bool = True) -> Part:
    """The part of a number: about so many traveller lines of whole events, the same for the same seed.

    Args:
        number: which part.
        lines: how many lines it is to have.
        seed: of the season.
        is_told: whether the tables say which boards were fouled: the lines of each form, and both deals.
    """
    chance = np.random.default_rng([seed, number])
    held = draw.sessions(chance, lines)
    schedule = draw.lines(held)
    dealt = cards.deal(chance, int(held.boards.sum()))
    events = _events(held, number, seed)
    places = _places(held)
    records = _records(held, places, events, cards.hands(dealt))
    ids = keys("deal_id", number, 2 * records.height, seed)
    records = records.with_columns(deal_id=ids[: records.height])
    found = fouls.fouls(chance, dealt, places.deal, places.beside, held.rounds[places.session])
    record = places.begins[schedule.session] + (schedule.board - 1) * held.sections[schedule.session] + schedule.section
    foul = fouls.later(found, record, schedule.round)
    played = play.Played(dealt.with_more(found.cards), np.where(foul < 0, schedule.deal, dealt.points.size + foul))
    results = _results(chance, _Lines(schedule, played, records, record), held)
    results = results.with_columns(result_id=keys("result_id", number, record.size, seed))
    changed = _changed(records[found.record], cards.hands(found.cards), ids[records.height :])
    first = pl.DataFrame({"foul": foul, "round": schedule.round, "result_id": results["result_id"]})
    key = fouls.answers(found, changed, records[found.record], first.filter(pl.col("foul") >= 0))
    if is_told:
        results, records = fouls.told(results, foul, changed["deal_id"]), pl.concat([records, changed])
    boards, results = (
        schemas.conform(rows.lazy(), table).collect()
        for rows, table in ((records, schemas.BOARDS), (results, schemas.RESULTS))
    )
    return Part(events, boards, results, key, np.delete(np.arange(places.deal.size), found.record))


class _Lines(NamedTuple):
    """Lines with what they were played on: the deals, the records of boards, and of each line its record."""

    schedule: draw.Lines
    played: play.Played
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


class _Places(NamedTuple):
    """Where the records are, an entry a board of each section: session, section and board from 0.

    `deal` is the deal, `beside` that of the board beside it, and `begins` the first record of each session.
    """

    session: Integers
    section: Integers
    board: Integers
    deal: Integers
    beside: Integers
    begins: Integers


def _places(held: draw.Sessions) -> _Places:
    of_session = held.boards * held.sections
    begins = np.cumsum(of_session) - of_session
    session = np.repeat(np.arange(of_session.size), of_session)
    board, section = np.divmod(np.arange(session.size) - begins[session], held.sections[session])
    deal = (np.cumsum(held.boards) - held.boards)[session] + board
    beside = np.where(board + 1 < held.boards[session], deal + 1, deal - 1)
    return _Places(session, section, board, deal, beside, begins)


def _records(held: draw.Sessions, places: _Places, events: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """A row a board of each section."""
    session = places.session
    label = np.where(held.sections[session] > 1, places.section + 1, 0)
    placed = pl.DataFrame(
        {
            "event_id": events["event_id"][held.event[session]],
            "session": _labels()[held.session[session]],
            "section": _sections()[label],
            "board": (places.board + 1).astype(np.int32),
            "season": events["season"][held.event[session]],
        }
    )
    return placed.hstack(hands[places.deal]).with_columns(
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
    played = play.bid_and_play(chance, of.played, vulnerable)
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


def _changed(records: pl.DataFrame, hands: pl.DataFrame, ids: pl.Series) -> pl.DataFrame:
    """Of each fouled board the other record: the cards that were played later."""
    return records.with_columns(hands, deal_origin=pl.lit("as_played"), deal_id=ids[: records.height])
