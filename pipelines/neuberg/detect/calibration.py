"""How sure a factor is on this archive: how often the same boards reach it with their order of play shuffled.

A board that was fouled is not once its results are shuffled, but for a few orders that keep them apart, so what the
shuffled archive shows is the rate of false alarms, if anything too high.
"""

from itertools import pairwise

import numpy as np
import polars as pl

from neuberg.detect.assessing import factors
from neuberg.detect.fields import Fields, batches
from neuberg.detect.hands import Floats
from neuberg.detect.prefilter import is_worth_testing

#: The edges of the table, in log10 of the Bayes factor.
EDGES = (-np.inf, 0.0, 1.0, 2.0, 3.0, 4.0, np.inf)
_NAMES = ("less than 1", "1 to 10", "10 to 100", "100 to 1,000", "1,000 to 10,000", "10,000 or more")


def calibration(found: Fields, times: int, seed: int = 1) -> pl.DataFrame:
    """How many boards have a factor in each range, in their own order of play and on average of the shuffled ones.

    Only boards whose order of play is known. `false_share` is the mean number of the shuffled over that of the
    archive's own order, at most 1: the share of the finds of that range that are false alarms.

    Args:
        found: the archive's boards.
        times: how often to shuffle.
        seed: of the shuffling.
    """
    draw = np.random.default_rng(seed)
    own = _counts(_factors(found, None))
    shuffled = np.mean([_counts(_factors(found, draw)) for _ in range(times)], axis=0)
    return pl.DataFrame({"bayes_factor": _NAMES, "boards": own, "shuffled": shuffled}).with_columns(
        false_share=pl.when(pl.col("boards") > 0).then((pl.col("shuffled") / pl.col("boards")).clip(upper_bound=1.0))
    )


def _factors(found: Fields, draw: np.random.Generator | None) -> Floats:
    """The factors of the ordered boards, their results shuffled if there is something to draw by; −inf: not tested."""
    every = []
    for lot in batches(found):
        if not lot.is_ordered:
            continue
        batch = lot.batch
        if draw is not None:
            order = draw.permuted(np.tile(np.arange(lot.rows.shape[1]), (len(lot.field), 1)), axis=1)
            board = np.arange(len(lot.field))[:, None]
            batch = batch._replace(results=type(batch.results)(*(part[board, order] for part in batch.results)))
        worth = is_worth_testing(batch, found.known)
        value = np.full(len(worth), -np.inf)
        value[worth] = factors(batch.take(np.flatnonzero(worth)), found.known)
        every.append(value)
    return np.concatenate(every or [np.zeros(0)])


def _counts(values: Floats) -> Floats:
    return np.array([((values >= low) & (values < high)).sum() for low, high in pairwise(EDGES)])
