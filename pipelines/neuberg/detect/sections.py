"""Sections that sat, or were entered or recorded, the wrong way on all their boards: weighed on all of these together.

The factor is the product over the section's boards of P(all results | the record turned) / P(all results | the record,
excused): no board alone may show what twenty do. Where single boards show it and most do not, they are suspected alone.
"""

import numpy as np
import polars as pl

from neuberg.detect.fields import Fields, batches
from neuberg.detect.hands import Floats
from neuberg.detect.hypotheses import RECORD, Batch, Deals, all_terms, record_seated
from neuberg.detect.seatings import PERMS
from neuberg.detect.turning import SUSPICIOUS, TURNS, put_right
from neuberg.detect.unexplained import excuse, unexplained, unexplained_share
from neuberg.detect.urns import Sequences, log_likelihoods

SECTION_KEY = ("event_id", "session", "section")
#: Boards that a section has at least, and the share of them that the turn fits better than the record.
_FEWEST, _SHARE = 3, 0.75
#: By quarter turns from the seat entered to the seat meant: at each seat is the hand of the seat so far on.
_SEATINGS = (RECORD, *(PERMS.index(tuple((seat + turn) % 4 for seat in range(4))) for turn in TURNS))
#: Results at most that are weighed at a time.
_LOT = 20_000


def turned_sections(found: Fields) -> pl.DataFrame:
    """The sections that are turned: their key, `seated` (quarter turns), `log10_seated`, `boards` and `speak_for`."""
    parts = [
        pl.DataFrame(gains(part, found.known), schema=[f"gain_{turn}" for turn in TURNS], orient="row").with_columns(
            field=pl.Series(lot.field[at : at + len(part.deal)])
        )
        for lot in batches(found)
        for at, part in _parts(lot.batch)
    ]
    if not parts:
        return pl.DataFrame(schema=_schema(found))
    keys = found.boards.select(pl.col("field").cast(pl.Int64), *SECTION_KEY)
    of_boards = pl.concat(parts).join(keys, on="field")
    per_turn = [
        of_boards.group_by(SECTION_KEY).agg(
            seated=pl.lit(turn, pl.Int64),
            log10_seated=pl.col(f"gain_{turn}").sum() - np.log10(len(TURNS)),
            boards=pl.len(),
            speak_for=(pl.col(f"gain_{turn}") > 0).sum(),
        )
        for turn in TURNS
    ]
    enough = (pl.col("boards") >= _FEWEST) & (pl.col("speak_for") >= _SHARE * pl.col("boards"))
    return (
        pl.concat(per_turn)
        .filter(enough & (pl.col("log10_seated") >= SUSPICIOUS))
        .sort("log10_seated", descending=True)
        .unique(SECTION_KEY, keep="first", maintain_order=True)
    )


def _schema(found: Fields) -> dict[str, pl.DataType]:
    keys = {name: found.boards.schema[name] for name in SECTION_KEY}
    return keys | {"seated": pl.Int64(), "log10_seated": pl.Float64(), "boards": pl.UInt32(), "speak_for": pl.UInt32()}


def _parts(batch: Batch) -> list[tuple[int, Batch]]:
    boards, n = batch.results.side.shape
    size = max(1, _LOT // n)
    return [(at, batch.take(np.arange(at, min(at + size, boards)))) for at in range(0, boards, size)]


def gains(batch: Batch, known: Deals) -> Floats:
    """log10 of P(all results | the record turned) / P(all results | the record, excused); board × turn."""
    every = record_seated(batch, known, _SEATINGS)
    terms = all_terms(batch, every, known)
    boards, n = batch.results.side.shape
    board, seating = np.divmod(np.arange(boards * len(_SEATINGS)), len(_SEATINGS))
    order = Sequences(board, seating, np.tile(np.arange(n), (len(board), 1)))
    logs = log_likelihoods(terms, batch.results, order, known.numbers)[:, -1].reshape(boards, -1) / np.log(10)
    share = unexplained_share(batch.results)
    _, excused = excuse(terms, unexplained(batch, known), batch.results, known.numbers, share)
    gain: Floats = logs[:, 1:] - logs[:, :1] - excused[:, None]
    return gain


def sections_put_right(found: Fields, turned: pl.DataFrame) -> Fields:
    """The boards, the results of turned sections as they were played."""
    if turned.is_empty():
        return found
    of_field = found.boards.select("field", *SECTION_KEY).join(turned, on=SECTION_KEY, how="left", nulls_equal=True)
    lines = found.lines.join(of_field.select("field", "seated"), on="field", how="left", maintain_order="left")
    return found._replace(lines=put_right(lines.with_columns(pl.col("seated").fill_null(0))).drop("seated"))
