"""Boards given by their scores alone, for cases that name sizes and group matchpoints rather than travellers."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import polars as pl

import neuberg

Score = int | None
SCHEMA = {
    "board": pl.Int32,
    "ns_score": pl.Int32,
    "given_group": pl.String,
    "ns_award": pl.Float64,
    "ew_award": pl.Float64,
}


def travellers(*forms: Sequence[Score], awards: Sequence[tuple[float, float]] = (), board: int = 1) -> pl.DataFrame:
    """One board: the scores of each form in turn (None: not known), then artificial scores in per cent."""
    played = [(board, score, str(form), None, None) for form, scores in enumerate(forms) for score in scores]
    rows = [*played, *((board, None, None, ns, ew) for ns, ew in awards)]
    kind = (
        pl.when(pl.col("ns_award").is_not_null())
        .then(pl.lit("artificial"))
        .when(pl.col("ns_score").is_null())
        .then(pl.lit("unknown"))
        .otherwise(pl.lit("played"))
    )
    return pl.DataFrame(rows, schema=SCHEMA, orient="row").with_columns(kind=kind)


def ladder(size: int) -> list[Score]:
    """So many different scores, best first: group matchpoints 2(n − 1), …, 2, 0."""
    return [10 * place for place in reversed(range(size))]


def having(n: int, matchpoints: Sequence[float]) -> tuple[list[Score], list[int]]:
    """n scores among which stand the group matchpoints (2-1-0), and where: an odd one is a tie of two."""
    scores: list[Score] = [10 * place for place in range(n)]
    places = [int(s) // 2 for s in matchpoints]
    for s, place in zip(matchpoints, places, strict=True):
        if s % 2:
            scores[place + 1] = scores[place]
    return scores, places


def column(frame: pl.DataFrame, profile: str, name: str) -> list[Any]:
    """One column of the first answers."""
    scored = neuberg.score(frame, profile=profile)
    return scored.filter(pl.col("variant") == 1)[name].to_list()


def ns(frame: pl.DataFrame, profile: str) -> list[float]:
    return column(frame, profile, "ns_mp")


def ew(frame: pl.DataFrame, profile: str) -> list[float]:
    return column(frame, profile, "ew_mp")


def same(found: Sequence[float], wanted: Sequence[float], decimals: int = 4) -> None:
    """Asserts equality to the decimals given, a half up as the sources print."""
    step = Decimal(1).scaleb(-decimals)
    rounded = [float(Decimal(repr(value)).quantize(step, ROUND_HALF_UP)) for value in found]
    assert rounded == [float(value) for value in wanted]


def formula(profile: str, size: int, n: int, matchpoints: Sequence[float]) -> list[float]:
    """What group matchpoints among n become in a field of so many, the rest of it without a known score."""
    scores, places = having(n, matchpoints)
    found = ns(travellers(scores, [None] * (size - n)), profile)
    return [found[place] for place in places]
