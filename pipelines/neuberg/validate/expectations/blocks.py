"""The rows for Great Expectations by blocks, so that its memory does not grow with them, and one result of all."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl

#: Rows of a block; what Great Expectations holds of them takes some seventy bytes each.
ROWS = 1_000_000
_COUNTS = ("element_count", "missing_count", "unexpected_count")


class Block(NamedTuple):
    """Rows that are judged together, and how often they stand there."""

    rows: pl.DataFrame
    times: int


def blocks(rows: pl.DataFrame, checks: Sequence[str], passing: int) -> Iterator[Block]:
    """The rows, and so many more that pass every check; of blocks of these one stands for all, for they are alike.

    >>> some = pl.DataFrame({"board": [4], "hand_short": [False]})
    >>> [(block.rows["hand_short"].to_list(), block.times) for block in blocks(some, ["hand_short"], 2)]
    [([False, True, True], 1)]
    """
    filled = min(passing, -rows.height % ROWS if rows.height else ROWS)
    first = pl.concat([rows, _passing(checks, filled)], how="diagonal")
    for begin in range(0, max(1, first.height), ROWS):
        yield Block(first.slice(begin, ROWS), 1)
    whole, rest = divmod(passing - filled, ROWS)
    if whole:
        yield Block(_passing(checks, ROWS), whole)
    if rest:
        yield Block(_passing(checks, rest), 1)


def _passing(checks: Sequence[str], rows: int) -> pl.DataFrame:
    return pl.DataFrame({check: pl.repeat(True, rows, eager=True) for check in checks})


def together(results: Sequence[Any], times: Sequence[int]) -> Any:
    """One validation result of all blocks: the first one's, with the counts of all in it."""
    whole = results[0]
    if list(times) == [1]:
        return whole
    for place, row in enumerate(whole.results):
        parts = [result.results[place] for result in results]
        row.success = all(part.success for part in parts)
        # Its examples are those of the first block that has any.
        telling = next((part for part in parts if not part.success), parts[0])
        row.result = telling.result | _summed([part.result for part in parts], times)
    passed = sum(row.success for row in whole.results)
    failed = len(whole.results) - passed
    whole.success = not failed
    whole.statistics |= {
        "successful_expectations": passed,
        "unsuccessful_expectations": failed,
        "success_percent": 100 * passed / len(whole.results),
    }
    return whole


def _summed(parts: Sequence[dict[str, Any]], times: Sequence[int]) -> dict[str, Any]:
    """What the results of one check say of all rows; a check that could not be evaluated says nothing."""
    if not all(part.keys() >= set(_COUNTS) for part in parts):
        return {}
    counts = {name: sum(part[name] * often for part, often in zip(parts, times, strict=True)) for name in _COUNTS}
    rows, failed = counts["element_count"], counts["unexpected_count"]
    judged = rows - counts["missing_count"]
    return counts | {
        "missing_percent": counts["missing_count"] / rows * 100 if rows else 0.0,
        "unexpected_percent": failed / judged * 100 if judged else 0.0,
        "unexpected_percent_nonmissing": failed / judged * 100 if judged else 0.0,
        "unexpected_percent_total": failed / rows * 100 if rows else 0.0,
    }
