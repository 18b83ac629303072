"""Fouled boards: the cards change between two rounds, and whoever plays the board later plays the others."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.domain.cards import HANDS
from neuberg.simulate.cards import Dealt
from neuberg.simulate.faults import KEY, deal_text, keyed

Integers = npt.NDArray[np.int64]
#: Of the boards of a section, how many are fouled.
_FOULED = 0.004
_ANOTHER = "another board's cards"
#: What happened, whose hand each seat has then (N, E, S, W), and how likely it is beside the others: the prior odds of
#: the study that `neuberg detect` is by.
_WAYS = (
    ("rotated 180°", (2, 3, 0, 1), 0.15),
    ("rotated 90°", (1, 2, 3, 0), 0.10),
    ("rotated 90°", (3, 0, 1, 2), 0.10),
    ("partners' hands exchanged", (2, 1, 0, 3), 0.10),
    ("partners' hands exchanged", (0, 3, 2, 1), 0.10),
    ("neighbours' hands exchanged", (1, 0, 2, 3), 0.06),
    ("neighbours' hands exchanged", (0, 2, 1, 3), 0.06),
    ("neighbours' hands exchanged", (0, 1, 3, 2), 0.06),
    ("neighbours' hands exchanged", (3, 1, 2, 0), 0.06),
    (_ANOTHER, (0, 1, 2, 3), 0.12),
)


class Fouls(NamedTuple):
    """The fouled boards of a part, an entry each.

    Attributes:
        record: the place of the board's record.
        since: the round from which the other cards were played, from 2.
        way: what happened, as a place in the list of ways.
        cards: the cards that were played then.
    """

    record: Integers
    since: Integers
    way: Integers
    cards: Dealt


def fouls(draw: np.random.Generator, dealt: Dealt, deal: Integers, beside: Integers, rounds: Integers) -> Fouls:
    """Some of the boards, each with what became of its cards.

    Args:
        draw: where chance comes from.
        dealt: the deals.
        deal: of each record, its deal.
        beside: of each record, the deal of the board beside it.
        rounds: of each record, the rounds in which it was played.
    """
    chance = draw.random(deal.size)
    # One at least, so that a small season has something to find too.
    record = np.flatnonzero(chance < max(_FOULED, np.nextafter(chance.min(), 1)))
    since = draw.integers(2, rounds[record] + 1)
    odds = np.array([way[2] for way in _WAYS])
    way = draw.choice(len(_WAYS), size=record.size, p=odds / odds.sum())
    another = np.array([name == _ANOTHER for name, *_ in _WAYS])[way]
    seats = np.array([way[1] for way in _WAYS])[way]
    played = np.where(another, beside[record], deal[record])
    return Fouls(record, since, way, Dealt(*(part[played[:, None], seats] for part in dealt)))


def later(found: Fouls, record: Integers, rounds: Integers) -> Integers:
    """Of each line the fouled board whose other cards it was played on, −1 for none.

    Args:
        found: the fouled boards.
        record: of each line, its record.
        rounds: of each line, its round.
    """
    if not found.record.size:
        return np.full(record.size, -1)
    of = np.full(int(max(record.max(), found.record.max())) + 1, -1)
    of[found.record] = np.arange(found.record.size)
    foul = of[record]
    return np.where((foul >= 0) & (rounds >= found.since[foul]), foul, -1)


def told(results: pl.DataFrame, foul: Integers, ids: pl.Series) -> pl.DataFrame:
    """The lines, those played on other cards with their group and the key of these cards."""
    is_later = pl.Series(foul >= 0)
    given = pl.DataFrame({"_later": is_later, "_deal": ids[foul.clip(0)] if ids.len() else results["deal_id"]})
    return (
        results.hstack(given)
        .with_columns(
            given_group=pl.when("_later").then(pl.lit("changed")),
            deal_id=pl.when("_later").then("_deal").otherwise("deal_id"),
        )
        .drop("_later", "_deal")
    )


def answers(found: Fouls, changed: pl.DataFrame, right: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """The rows of the answer key: what was changed, from which round and line on, and both deals.

    Args:
        found: the fouled boards.
        changed: of each its place and the cards that were played later.
        right: of each its record.
        lines: `foul`, `round` and `result_id` of the lines that were played on other cards.
    """
    first = (
        lines.sort("foul", "round").group_by("foul", maintain_order=True).agg(pl.col("result_id").first(), n=pl.len())
    )
    said = changed.with_columns(
        kind=pl.Series([_WAYS[way][0] for way in found.way.tolist()], dtype=KEY["kind"]),
        from_round=pl.Series(found.since, dtype=KEY["from_round"]),
        result_id=first["result_id"],
        lines=first["n"],
    )
    return keyed("fouled_board", said, planted=deal_text(changed.select(HANDS)), right=deal_text(right.select(HANDS)))
