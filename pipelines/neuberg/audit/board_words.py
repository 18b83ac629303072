"""What happened on a board whose figures no rule gives, in words: which line or plays, and what these were."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from neuberg.audit.corrections import corrections
from neuberg.audit.hypotheses import AWARD, FOULED, LEFT_OUT, SCORE, TWICE
from neuberg.audit.search import RULES

#: Scores are tens; and more than any.
_STEP, _ENDLESS = 10, 1_000_000
#: How much more is said of a line whose other score something in the file shows.
_SURE = 2


def worded(found: pl.DataFrame, lines: pl.DataFrame) -> Iterator[tuple[int, str, str]]:
    """Each board's class and evidence in words."""
    scored = found.filter(pl.col("kind_of") == SCORE)
    changes = corrections(
        lines.join(scored.select("changed").unique(), left_on="result_id", right_on="changed", how="semi")
    )
    names = {row["result_id"]: _named(row) for row in lines.iter_rows(named=True)}
    often = _how_often(found, lines)
    for part in found.partition_by("field_no", maintain_order=True):
        rows = part.to_dicts()
        first = rows[0]
        kind, tail = first["kind_of"], _tail(first)
        if kind == SCORE:
            text = _score_words(rows, changes, names, lines.filter(pl.col("field_no") == first["field_no"]))
        elif kind == FOULED:
            text = _fouled_words(rows)
        else:
            text = _line_words(kind, rows, names, often)
        yield first["field_no"], kind, f"all figures of the board follow if {text}{tail}"


def _how_often(found: pl.DataFrame, lines: pl.DataFrame) -> dict[int, int]:
    """Of each line that figures may follow from, on how many boards of its session those of its pairs' line may."""
    some = found.select("field_no", "kind_of", result_id="changed").drop_nulls().unique()
    pairs = lines.select("result_id", "event_id", "session", "ns_pair", "ew_pair")
    counted = some.join(pairs, on="result_id").select(
        "result_id", boards=pl.col("field_no").n_unique().over("kind_of", "event_id", "session", "ns_pair", "ew_pair")
    )
    return dict(counted.rows())


def _line_words(kind: str, rows: list[dict[str, Any]], names: dict[int, str], often: dict[int, int]) -> str:
    """The line that is not what the file says, of several the one whose pairs' lines are so on most boards."""
    lines = sorted({row["changed"]: None for row in rows}, key=lambda line: -often[line])
    words = {
        AWARD: "is an artificial score in truth: its own figures are round shares of the top",
        LEFT_OUT: "is not compared",
        TWICE: "counts twice",
    }
    others = f" (or one of {len(lines) - 1} other lines)" if len(lines) > 1 else ""
    boards = often[lines[0]] - 1
    # One that stands alone is enough of a reason by itself.
    also = f"; so it is with these pairs on {boards} other board(s)" if boards and others else ""
    return f"{names[lines[0]]} {words[kind]}{others}{also}"


def _tail(row: dict[str, Any]) -> str:
    return f"; {row['wrong']} figure(s) stay wrong" if row["wrong"] else ""


def _named(row: dict[str, Any]) -> str:
    place = f" in line {row['line']}" if row.get("line") is not None else ""
    score = (
        ("not played" if row["kind"] == "not_played" else "no score") if row["ns_score"] is None else row["ns_score"]
    )
    return f"the line of {row['ns_pair'] or '?'} against {row['ew_pair'] or '?'} ({score}){place}"


def _fouled_words(rows: list[dict[str, Any]]) -> str:
    first = rows[0]
    rule = RULES[first["rule"]].regime
    others = f" (or in one of {len(rows) - 1} other ways)" if len(rows) > 1 else ""
    if first["first"] is None:
        return f"its groups are scored by {rule}{others}"
    return f"the plays {first['first']} to {first['last']} are of another form, scored by {rule}{others}"


def _score_words(rows: list[dict[str, Any]], changes: pl.DataFrame, names: dict[int, str], lines: pl.DataFrame) -> str:
    """The line whose score was another, the range that fits, and which one field would say so."""
    found: list[tuple[int, str]] = []
    for changed in dict.fromkeys(row["changed"] for row in rows):
        others = lines.filter(pl.col("result_id") != changed)["ns_score"].drop_nulls().unique().to_list()
        ranges = [_range(row["score"], others) for row in rows if row["changed"] == changed]
        low, high = min(part[0] for part in ranges), max(part[1] for part in ranges)
        single = changes.filter((pl.col("result_id") == changed) & pl.col("points").is_between(low, high))
        if _is_not_played(lines, changed) and low <= 0 <= high:
            scores = f"any {_range_words(low, high)}" if low != high else "no other"
            found.append((_SURE, f"{names[changed]} counts as 0, as if it were passed out ({scores} would do)"))
            continue
        fields = [
            f"{field} {value} ({points})"
            for field, value, points in single.select("field", "value", "points").iter_rows()
        ]
        scores = _range_words(low, high)
        weight = _SURE if "score" in single["field"].to_list() else 1 if fields else 0
        found.append((weight, f"{names[changed]} has {scores}" + (f": {'; '.join(fields[:4])}" if fields else "")))
    best = max(found, key=lambda one: one[0])[1]
    return best + (f" (or another line of {len(found) - 1})" if len(found) > 1 else "")


def _is_not_played(lines: pl.DataFrame, line: int) -> bool:
    return bool(lines.filter(pl.col("result_id") == line)["kind"].cast(pl.String).item() == "not_played")


def _range(score: int, others: list[int]) -> tuple[int, int]:
    """The scores that compare with the others as one does: itself where it equals one, else up to its neighbours.

    Beyond the best and the worst of them there is no end.
    """
    if score in others:
        return score, score
    below = max((other + _STEP for other in others if other < score), default=-_ENDLESS)
    return below, min((other - _STEP for other in others if other > score), default=_ENDLESS)


def _range_words(low: int, high: int) -> str:
    """A range of scores; of one without an end, what it is beyond: half-way scores do not exist."""
    if low == -_ENDLESS and high == _ENDLESS:
        return "another score"
    if high == _ENDLESS:
        return f"more than {low - _STEP}"
    if low == -_ENDLESS:
        return f"less than {high + _STEP}"
    return f"{low}" if low == high else f"between {low} and {high}"
