"""What may have happened on a board whose printed figures no rule gives: each possibility as a board of its own.

A hypothesis is the board with one thing changed: a line that is an award, that was left out, that counts twice or had
another score, or a run of lines in play order that played another form. All are then scored at once.
"""

from collections.abc import Sequence

import polars as pl

from neuberg import schemas

AWARD, LEFT_OUT, TWICE, SCORE, FOULED = "hidden_award", "left_out", "counted_twice", "wrong_score", "fouled_otherwise"
#: Above so many lines a board's runs and scores are too many to try each with each.
MOST_LINES = 60
_ORDER = ["play_order", "round", "table", "result_id"]
_STEP = 10
_FORM = "other form"
_NO = "hypothesis"


def hypotheses(lines: pl.DataFrame, *, only_twice: bool = False) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The hypotheses of some boards, and their lines.

    Args:
        lines: the boards' lines, as the scorer takes them, with `field_no`, which names the board.
        only_twice: whether no others are asked for than that a line counts twice.

    Returns:
        A row a hypothesis: its number, `field_no`, `kind_of`, `changed` (the line's result_id), `score` (the one it is
        given) or `first` and `last` (places of a run in play order); and the lines of every one, `hypothesis` added.
    """
    ordered = lines.sort("field_no", *_ORDER, nulls_last=True).with_columns(
        place=pl.int_range(1, pl.len() + 1).over("field_no"), lines=pl.len().over("field_no")
    )
    ordered = ordered.filter(pl.col("lines") <= MOST_LINES)
    parts = _changed_line(ordered, (TWICE,)) if only_twice else _all(ordered)
    found = (
        pl.concat(parts, how="diagonal_relaxed").with_row_index(_NO, offset=1).with_columns(pl.col(_NO).cast(pl.Int64))
    )
    return found, _lines(ordered, found)


def _real(lines: pl.DataFrame) -> pl.DataFrame:
    return lines.filter(pl.col("kind").is_in(["played", "passed_out"]) & pl.col("ns_score").is_not_null())


def _all(lines: pl.DataFrame) -> list[pl.DataFrame]:
    return [*_changed_line(lines, (AWARD, LEFT_OUT, TWICE)), _other_scores(lines), _runs(lines)]


def _changed_line(lines: pl.DataFrame, kinds: Sequence[str]) -> list[pl.DataFrame]:
    none = {"score": pl.lit(None, pl.Int32), **dict.fromkeys(("first", "last"), pl.lit(None, pl.Int64))}
    own = _real(lines).select("field_no", changed="result_id", **none)
    return [own.with_columns(kind_of=pl.lit(kind)) for kind in kinds]


def _other_scores(lines: pl.DataFrame) -> pl.DataFrame:
    """Each line with each other score of its board, and one between each two, above the best and below the worst."""
    real = _real(lines)
    scores = real.select("field_no", score="ns_score").unique().sort("field_no", "score")
    above = scores.with_columns(above=pl.col("score").shift(-1).over("field_no"))
    # Scores are tens: between two that are ten apart there is none.
    apart = above.filter((pl.col("above") - pl.col("score") > _STEP).fill_null(True))
    half_way = (pl.col("score") + pl.col("above")) // 2
    between = apart.select("field_no", score=pl.coalesce(half_way, pl.col("score") + _STEP // 2))
    below = scores.group_by("field_no").agg(score=pl.col("score").min() - 5)
    every = pl.concat([scores, between.cast(scores.schema), below.cast(scores.schema)]).unique()
    # A line without a score that has figures may have had one.
    unscored = lines.filter(
        (pl.col("kind") == "not_played") & pl.any_horizontal(pl.col(r"^published_.*_(mp|pct)$").is_not_null())
    )
    return (
        pl.concat([real, unscored])
        .select("field_no", "ns_score", changed="result_id")
        .join(every, on="field_no")
        .filter(pl.col("score").ne_missing(pl.col("ns_score")))
        .select("field_no", "changed", "score", kind_of=pl.lit(SCORE))
    )


def _runs(lines: pl.DataFrame) -> pl.DataFrame:
    """Every run of lines in play order that begins after the first line, as the other form; and the forms as given."""
    firsts = lines.filter(pl.col("place") > 1).select("field_no", "lines", first="place")
    lasts = lines.select("field_no", last="place")
    runs = firsts.join(lasts, on="field_no").filter(pl.col("last") >= pl.col("first"))
    as_given = lines.select("field_no").unique(maintain_order=True)
    return pl.concat([as_given, runs.select("field_no", "first", "last")], how="diagonal").with_columns(
        kind_of=pl.lit(FOULED)
    )


def _lines(lines: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
    """The lines of each hypothesis, one thing changed; a hypothesis is an event of its own."""
    joined = found.join(lines, on="field_no", maintain_order="left_right")
    kind_of, changed = pl.col("kind_of"), pl.col("result_id") == pl.col("changed")
    award, left_out = changed & (kind_of == AWARD), changed & (kind_of == LEFT_OUT)
    in_run = pl.col("place").is_between("first", "last")
    return joined.with_columns(
        event_id=pl.col(_NO),
        kind=pl.when(award)
        .then(pl.lit("artificial"))
        .when(left_out)
        .then(pl.lit("not_played"))
        .when(changed & (kind_of == SCORE))
        .then(pl.lit("played"))
        .otherwise(pl.col("kind").cast(pl.String))
        .cast(schemas.KIND),
        multiplicity=pl.when(changed & (kind_of == TWICE)).then(2 * pl.col("multiplicity")).otherwise("multiplicity"),
        ns_score=pl.when(changed & (kind_of == SCORE)).then(pl.col("score").cast(pl.Int32)).otherwise("ns_score"),
        given_group=pl.when((kind_of == FOULED) & in_run.fill_null(False)).then(pl.lit(_FORM)).otherwise("given_group"),
    )
