"""Results that fit once their seats are turned: one entered in a wrong seat, or a table that sat the wrong way.

A foul changes a board for all who play it later; a table that sat the wrong way changes all boards of one round, each
at that table alone. So the two are told apart, and what is explained so is put right before fouls are looked for.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.detect.fields import Fields, Lot, batches
from neuberg.detect.hands import Floats, Ints
from neuberg.detect.hypotheses import Batch, Deals, all_terms, record_alone
from neuberg.detect.urns import ANYTHING, DIRECTION, PARTNER, PASSED, Results, attributed, worth_beside_others

#: Quarter turns, clockwise, from the seat entered to the seat meant.
TURNS = (1, 2, 3)
#: P(a result is entered no, one, two, three quarter turns away from where it was played).
_ENTERED = np.array([1 - PARTNER - DIRECTION - ANYTHING, DIRECTION / 2, PARTNER, DIRECTION / 2])
#: log10 of the factor from which a finding is one.
SUSPICIOUS = 3.0
#: log10 of what each board may speak against a table that sat the wrong way, and two of them must speak for it.
_AGAINST, _FOR = -1.0, 1.0
#: Results at most that are weighed at a time, so that their terms are some tens of megabytes.
_LOT = 100_000
_TABLE_ROUND = ("event_id", "session", "section", "table", "round")


class Gains(NamedTuple):
    """What turning one result would explain, by board × turn × result.

    Attributes:
        share: P(the result is entered so many turns away | all results of its board).
        seated: the natural log of P(the result, its table seated so) / P(the result), the others being as they are.
    """

    share: Floats
    seated: Floats


def gains(batch: Batch, known: Deals) -> Gains:
    """What each turn of each result would explain, the result being weighed beside all the others of its board."""
    boards, n = batch.results.side.shape
    terms = all_terms(batch, record_alone(batch, known), known)
    worth = worth_beside_others(terms, batch.results, known.numbers).reshape(-1, 4)
    played = (batch.results.side != PASSED).reshape(-1, 1)
    by_turn = _by_turn(worth, batch.results) / _ENTERED
    # Row t: the seat entered is t turns from the seat played, if the table sat t turns away.
    mixed = np.stack([(np.roll(by_turn, -turn, axis=1) * _ENTERED).sum(axis=1) for turn in range(4)], axis=1)
    mixed = mixed + terms.other.reshape(-1, 1)
    share = np.where(played, by_turn * _ENTERED / mixed[:, :1], 0.0)[:, 1:]
    seated = np.where(played, np.log(mixed / mixed[:, :1]), 0.0)[:, 1:]
    return Gains(*(part.reshape(boards, n, len(TURNS)).transpose(0, 2, 1) for part in (share, seated)))


def _by_turn(worth: Floats, results: Results) -> Floats:
    """The worths of the four attributions, by quarter turns from the seat entered."""
    seat = results.seat().reshape(-1, 1)
    sides, partners = (part.reshape(-1, 4) for part in attributed(results))
    turn = (sides + 2 * partners - seat) % 4
    found = np.empty_like(worth)
    np.put_along_axis(found, turn, worth, axis=1)
    return found


def find_turned(found: Fields) -> pl.DataFrame:
    """The lines with the turn that a seating error of their table and round explains, or an entry error of their own.

    The added columns: `seated` and `entered`, quarter turns (0: none), and `log10_seated` and `log10_entered`, log10 of
    the factor for it.
    """
    share, seated = np.zeros((2, found.lines.height, len(TURNS)))
    for lot in batches(found):
        gain = _gains(lot, found.known)
        share[lot.rows], seated[lot.rows] = (part.transpose(0, 2, 1) for part in gain)
    entered, factor = _entry_errors(share)
    columns = {f"gain_{turn}": seated[:, turn - 1] / np.log(10) for turn in TURNS}
    lines = found.lines.with_columns(
        **{name: pl.Series(values) for name, values in columns.items()},
        entered=pl.Series(entered),
        log10_entered=pl.Series(factor),
    )
    return lines.join(found.boards.select("field", *schemas.BOARD_KEY), on="field", maintain_order="left").pipe(_seated)


def _gains(lot: Lot, known: Deals) -> Gains:
    size = max(1, _LOT // lot.rows.shape[1])
    parts = [
        gains(lot.batch.take(np.arange(at, min(at + size, len(lot.field)))), known)
        for at in range(0, len(lot.field), size)
    ]
    return Gains(*map(np.concatenate, zip(*parts, strict=True)))


def _entry_errors(shares: Floats) -> tuple[Ints, Floats]:
    """The turn of each result that an entry error explains, 0 for none, and log10 of the factor for it."""
    best = shares.argmax(axis=1)
    share, prior = np.take_along_axis(shares, best[:, None], axis=1)[:, 0], _ENTERED[best + 1]
    with np.errstate(divide="ignore"):
        factor = np.log10(share / (1 - share) / prior * (1 - prior))
    return np.where(factor >= SUSPICIOUS, best + 1, 0), np.where(factor >= SUSPICIOUS, factor, 0.0)


def _seated(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with the turn of their table's seating in the round, where every board of it wants the same."""
    known = lines.filter(pl.col("table").is_not_null() & pl.col("round").is_not_null())
    per_turn = [
        known.group_by(_TABLE_ROUND).agg(
            turn=pl.lit(turn),
            log10_seated=pl.col(f"gain_{turn}").sum(),
            against=pl.col(f"gain_{turn}").min(),
            speak_for=(pl.col(f"gain_{turn}") >= _FOR).sum(),
        )
        for turn in TURNS
    ]
    seated = (
        pl.concat(per_turn)
        .filter(
            (pl.col("log10_seated") - np.log10(len(TURNS)) >= SUSPICIOUS)
            & (pl.col("against") >= _AGAINST)
            & (pl.col("speak_for") >= 2)
        )
        .sort("log10_seated", descending=True)
        .unique(_TABLE_ROUND, keep="first")
        .select(*_TABLE_ROUND, seated=pl.col("turn").cast(pl.Int64), log10_seated="log10_seated")
    )
    joined = lines.join(seated, on=_TABLE_ROUND, how="left", maintain_order="left")
    return joined.with_columns(pl.col("seated").fill_null(0)).with_columns(
        entered=pl.when(pl.col("seated") == 0).then("entered").otherwise(0)
    )


def put_right(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines of wrongly seated tables as they were played."""
    seat = (pl.col("side") + 2 * pl.col("partner") + pl.col("seated")) % 4
    turn = (pl.col("seated") != 0) & (pl.col("side") != PASSED)
    return lines.with_columns(
        side=pl.when(turn).then(seat % 2).otherwise("side"), partner=pl.when(turn).then(seat // 2).otherwise("partner")
    )
