"""Results that fit once their seats are turned: one entered in a wrong seat, or a table that sat the wrong way.

A foul changes a board for all who play it later; a table that sat the wrong way changes all boards of one round, each
at that table alone. So the two are told apart, and what is explained so is put right before fouls are looked for.
"""

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.detect.fields import Fields, Lot, batches
from neuberg.detect.hands import Floats, Ints
from neuberg.detect.hypotheses import Batch, Deals, all_terms, record_alone
from neuberg.detect.urns import DIRECTION, PARTNER, PASSED, Results, Sequences, log_likelihoods

#: Quarter turns, clockwise, from the seat entered to the seat meant.
TURNS = (1, 2, 3)
#: P(a result is entered so many turns away from where it was played).
_ENTERED = np.array([DIRECTION / 2, PARTNER, DIRECTION / 2])
#: log10 of the factor from which a finding is one.
SUSPICIOUS = 3.0
#: log10 of what each board may speak against a table that sat the wrong way, and two of them must speak for it.
_AGAINST, _FOR = -1.0, 1.0
#: P(an entry error) at most: the gain is that of one order of the results among many.
_SUREST = 0.999
_TABLE_ROUND = ("event_id", "session", "section", "table", "round")


def turned(results: Results, turn: int) -> Results:
    """The results as if every declarer sat so many quarter turns clockwise from where it is entered."""
    seat = (results.seat() + turn) % 4
    played = results.side != PASSED
    side, partner = np.where(played, seat % 2, results.side), np.where(played, seat // 2, results.partner)
    return results._replace(side=side, partner=partner)


def gains(batch: Batch, known: Deals) -> Floats:
    """The natural log of P(all results, one of them turned) / P(all results); board × turn × result."""
    boards, n = batch.results.side.shape
    versions = [batch.results, *(turned(batch.results, turn) for turn in TURNS)]
    every = Results(*(np.concatenate(parts, axis=1) for parts in zip(*versions, strict=True)))
    only = record_alone(batch, known)
    orders = np.tile(np.arange(n), (1 + len(TURNS) * n, 1))
    for turn in TURNS:
        for place in range(n):
            orders[1 + (turn - 1) * n + place, place] += turn * n
    board = np.repeat(np.arange(boards), len(orders))
    sequences = Sequences(board, board * 0, np.tile(orders, (boards, 1)))
    logs = log_likelihoods(all_terms(batch, only, known, every), every, sequences, known.numbers)[:, -1]
    by_board = logs.reshape(boards, -1)
    gain: Floats = (by_board[:, 1:] - by_board[:, :1]).reshape(boards, len(TURNS), n)
    return gain


def find_turned(found: Fields) -> pl.DataFrame:
    """The lines with the turn that a seating error of their table and round explains, or an entry error of their own.

    The added columns: `seated` and `entered`, quarter turns (0: none), and `log10_seated` and `log10_entered`, log10 of
    the factor for it.
    """
    gain = np.zeros((found.lines.height, len(TURNS)))
    for lot in batches(found):
        gain[lot.rows] = _gains(lot, found.known).transpose(0, 2, 1)
    entered, factor = _entry_errors(gain)
    columns = {f"gain_{turn}": gain[:, turn - 1] / np.log(10) for turn in TURNS}
    lines = found.lines.with_columns(
        **{name: pl.Series(values) for name, values in columns.items()},
        entered=pl.Series(entered),
        log10_entered=pl.Series(factor),
    )
    return lines.join(found.boards.select("field", *schemas.BOARD_KEY), on="field", maintain_order="left").pipe(_seated)


def _gains(lot: Lot, known: Deals) -> Floats:
    size = max(1, 400_000 // lot.rows.shape[1] ** 2)
    parts = [
        gains(lot.batch.take(np.arange(at, min(at + size, len(lot.field)))), known)
        for at in range(0, len(lot.field), size)
    ]
    return np.concatenate(parts)


def _entry_errors(gain: Floats) -> tuple[Ints, Floats]:
    """The turn of each result that an entry error explains, 0 for none, and log10 of the factor for it.

    Entry errors are within the likelihood: what is gained by turning is the posterior odds of the error.
    """
    shares = np.minimum(_ENTERED * np.exp(gain), _SUREST)
    best = shares.argmax(axis=1)
    share = np.take_along_axis(shares, best[:, None], axis=1)[:, 0]
    factor = np.log10(share / (1 - share) / _ENTERED[best] * (1 - _ENTERED[best]))
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
