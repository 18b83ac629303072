"""Faults planted in a season, each with a row of the answer key: what was planted, where, and what was right."""

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.domain.cards import HANDS

#: The columns of the answer key; the last three are of fouled boards: what happened, since which round, and how many
#: lines were played on the other cards, of which `result_id` is the first.
KEY = pl.Schema(
    {
        "fault": pl.String,
        "event_id": pl.Int64,
        "session": pl.String,
        "section": pl.String,
        "board": pl.Int32,
        "result_id": pl.Int64,
        "pair": pl.String,
        "planted": pl.String,
        "right": pl.String,
        "kind": pl.String,
        "from_round": pl.Int32,
        "lines": pl.Int32,
    }
)
#: Of the boards, of the lines and of the contestants' lines, how many have the fault.
_HAND_COUNT, _CARD_TWICE, _DUPLICATE_DEAL = 4e-4, 4e-4, 2e-4
_WRONG_SCORE, _WRONG_MATCHPOINTS, _WRONG_TOTAL = 4e-5, 1e-4, 1e-3
#: A score that is nobody's: no contract makes it.
_OFF_BY = 10
_WRONG_BY = 1.0


def plant_cards(
    boards: pl.DataFrame, clean: npt.NDArray[np.int64], draw: np.random.Generator
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The boards, some with a card in the wrong hand, a card twice, or another board's deal; and their key.

    Args:
        boards: the records.
        clean: the rows that may have such a fault.
        draw: where chance comes from.
    """
    kinds = {"hand_count": _HAND_COUNT, "card_twice": _CARD_TWICE, "duplicate_deal": _DUPLICATE_DEAL}
    chosen = draw.permutation(clean)
    key, done = [KEY.to_frame()], 0
    for kind, odds in kinds.items():
        rows = chosen[done : done + _how_many(odds, clean.size)]
        done += rows.size
        hands = [_FAULTY[kind](boards, int(row)) for row in rows]
        was = boards.select(HANDS)[rows]
        if rows.size:
            new = pl.DataFrame(hands, schema=list(HANDS), orient="row")
            boards = _replaced(boards, rows, new)
            key.append(keyed(kind, boards[rows], planted=deal_text(new), right=deal_text(was)))
    return boards, pl.concat(key)


def plant_scores(results: pl.DataFrame, draw: np.random.Generator) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The lines, a few of them with a score that their contract cannot make; and their key."""
    rows = _some(draw, results, pl.col("kind") == "played", _WRONG_SCORE)
    wrong = results["ns_score"][rows] + _OFF_BY
    key = keyed("score_contradicts_contract", results[rows], planted=wrong, right=results["ns_score"][rows])
    return _replaced(results, rows, pl.DataFrame({"ns_score": wrong})), key


def plant_matchpoints(results: pl.DataFrame, draw: np.random.Generator) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The lines, a few of them printed with a matchpoint too many for N-S; and their key."""
    column = "published_ns_mp"
    rows = _some(draw, results, pl.col(column).is_not_null(), _WRONG_MATCHPOINTS)
    wrong = results[column][rows] + _WRONG_BY
    key = keyed("published_matchpoints", results[rows], planted=wrong, right=results[column][rows])
    return _replaced(results, rows, pl.DataFrame({column: wrong})), key


def plant_totals(pairs: pl.DataFrame, draw: np.random.Generator) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The contestants' lines, a few of them with a total that is one more than it was; and their key."""
    rows = _some(draw, pairs, pl.col("total").is_not_null(), _WRONG_TOTAL)
    wrong = pairs["total"][rows] + _WRONG_BY
    key = keyed("published_total", pairs[rows], planted=wrong, right=pairs["total"][rows])
    return _replaced(pairs, rows, pl.DataFrame({"total": wrong})), key


def _some(draw: np.random.Generator, frame: pl.DataFrame, of: pl.Expr, odds: float) -> np.ndarray:
    rows = frame.select(of.fill_null(False).arg_true()).to_series().to_numpy()
    return np.sort(draw.choice(rows, size=_how_many(odds, rows.size), replace=False))


def _how_many(odds: float, rows: int) -> int:
    """The faults among so many rows: one at least, so that a small season has something to find too."""
    return min(max(1, round(odds * rows)), rows)


def _replaced(frame: pl.DataFrame, rows: np.ndarray, new: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(
        frame[name].scatter(pl.Series(rows), values.cast(frame[name].dtype)) for name, values in new.to_dict().items()
    )


def keyed(fault: str, where: pl.DataFrame, *, planted: pl.Series, right: pl.Series) -> pl.DataFrame:
    """The rows of the answer key for faults of a kind, from the rows in which they are."""
    said = where.with_columns(fault=pl.lit(fault), planted=planted.cast(pl.String), right=right.cast(pl.String))
    missing = [pl.lit(None, dtype).alias(name) for name, dtype in KEY.items() if name not in said.columns]
    return said.with_columns(missing).select(pl.col(name).cast(dtype) for name, dtype in KEY.items())


def deal_text(hands: pl.DataFrame) -> pl.Series:
    """Each deal's four hands in one text."""
    return hands.select(pl.concat_str(pl.all(), separator=" ")).to_series()


def _hands(boards: pl.DataFrame, row: int) -> list[str]:
    return [str(boards[hand][row]) for hand in HANDS]


def _moved(boards: pl.DataFrame, row: int) -> list[str]:
    """North's highest card is with East, and in its order there: fourteen cards and twelve."""
    hands = [hand.split(".") for hand in _hands(boards, row)]
    suit = next(number for number, holding in enumerate(hands[0]) if holding)
    card, hands[0][suit] = hands[0][suit][0], hands[0][suit][1:]
    hands[1][suit] = "".join(sorted(hands[1][suit] + card, key="AKQJT98765432".index))
    return [".".join(hand) for hand in hands]


def _twice(boards: pl.DataFrame, row: int) -> list[str]:
    """North's highest card stands with East too, for the lowest card that East has in a suit with North's highest."""
    hands = [hand.split(".") for hand in _hands(boards, row)]
    suit = next(number for number in range(4) if hands[0][number] and hands[1][number])
    hands[1][suit] = "".join(sorted(hands[1][suit][:-1] + hands[0][suit][0], key="AKQJT98765432".index))
    return [".".join(hand) for hand in hands]


def _repeated(boards: pl.DataFrame, row: int) -> list[str]:
    """The deal of a board half a part away, which is of another event."""
    records = int((boards["deal_origin"] == "record").sum())
    return _hands(boards, (row + records // 2) % records)


_FAULTY = {"hand_count": _moved, "card_twice": _twice, "duplicate_deal": _repeated}
