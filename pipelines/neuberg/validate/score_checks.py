"""Checks of a traveller line's contract, tricks, lead and score, each at the vulnerability of its board."""

import polars as pl

from neuberg.domain.boards import cycle_vulnerable
from neuberg.domain.contracts import is_possible_score, possible_points
from neuberg.validate.check import Check, column, joined, text
from neuberg.validate.leads import LEAD_CHECK


def _contradicts(possible: tuple[pl.Expr, ...]) -> pl.Expr:
    """Whether a played line's score is none of those that are possible; false where none is known."""
    same = pl.any_horizontal((pl.col("ns_score") == points).fill_null(False) for points in possible)
    known = pl.any_horizontal(points.is_not_null() for points in possible)
    return (pl.col("kind") == "played") & known & pl.col("ns_score").is_not_null() & ~same


def is_plain(*, by_number: bool) -> pl.Expr:
    """Whether a line has the very score that its contract and tricks make, or none: no check of scores fails it.

    Args:
        by_number: whether the board number's vulnerability is taken where none is recorded; it costs a look-up more.
    """
    vulnerable = pl.coalesce("vulnerable", cycle_vulnerable(_BOARD)) if by_number else pl.col("vulnerable")
    latest, _ = possible_points(vulnerable)
    right = pl.col("ns_score") == pl.when(pl.col("kind") == "passed_out").then(0).otherwise(latest)
    unscored = pl.col("ns_score").is_null() | ~pl.col("kind").is_in(["played", "passed_out"])
    return (right | unscored) & pl.col("score_from").is_null()


def with_possible(plays: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with the scores that their contract and tricks may make, for the checks to look at more than once.

    At the recorded vulnerability, at any, and at the board number's.
    """
    by_number = possible_points(cycle_vulnerable(_BOARD))
    every = {"recorded": possible_points(pl.col("vulnerable")), "any": possible_points(None), "number": by_number}
    return plays.with_columns(
        points.alias(f"_{name}_{place}") for name, possible in every.items() for place, points in enumerate(possible)
    )


def with_impossible(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines with whether any contract makes their score, where it cannot be held against a contract and tricks.

    `impossible` is at the recorded vulnerability, or any; `impossible_off_cycle` at the board number's, where none is
    recorded. Lines of which a contract is known with its tricks are most, and are not looked at.
    """
    at = lines.select(_bare_score().fill_null(value=False).arg_true()).to_series()
    names = ("impossible", "impossible_off_cycle")
    if at.is_empty():
        return lines.with_columns(pl.lit(None, dtype=pl.Boolean).alias(name) for name in names)
    off_cycle = is_possible_score(pl.lit(None)) & ~is_possible_score(cycle_vulnerable(_BOARD))
    told = lines[at].select(
        impossible=~is_possible_score(pl.col("vulnerable")), impossible_off_cycle=~_RECORDED & off_cycle
    )
    unknown = pl.repeat(None, lines.height, dtype=pl.Boolean, eager=True)
    return lines.with_columns(unknown.scatter(at, told[name]).alias(name) for name in names)


def _at_recorded() -> tuple[pl.Expr, ...]:
    return pl.col("_recorded_0"), pl.col("_recorded_1")


def _at_any() -> tuple[pl.Expr, ...]:
    return tuple(pl.col(f"_any_{place}") for place in range(4))


def _at_number() -> tuple[pl.Expr, ...]:
    return pl.col("_number_0"), pl.col("_number_1")


_BOARD = pl.col("board")
_RECORDED = pl.col("vulnerable").is_not_null()


def _contract_text() -> pl.Expr:
    """Such as `3NT by W, 11 tricks, All vulnerable: -690`."""
    doubles = pl.col("doubled").replace_strict([0, 1, 2], ["", "X", "XX"], default="", return_dtype=pl.String)
    return joined(
        pl.col("level"),
        pl.col("strain"),
        doubles,
        " by ",
        pl.col("declarer"),
        ", ",
        pl.col("tricks"),
        " tricks, ",
        pl.col("vulnerable").cast(pl.String).fill_null("unknown"),
        " vulnerable: ",
        pl.col("ns_score").cast(pl.String).fill_null("no score"),
    )


def _scores_text(possible: tuple[pl.Expr, ...]) -> pl.Expr:
    texts = pl.concat_list(possible).list.drop_nulls().list.unique().list.sort().list.eval(pl.element().cast(pl.String))
    return texts.list.join(" or ")


def _bare_score() -> pl.Expr:
    """Whether a played line's score cannot be held against its contract and tricks, one of them being unknown."""
    unknown = pl.all_horizontal(points.is_null() for points in _at_any())
    return (pl.col("kind") == "played") & unknown


def _score_text() -> pl.Expr:
    """Such as `620, None vulnerable`, with the contract as far as it is known."""
    contract = pl.when(pl.col("level").is_not_null()).then(joined(pl.col("level"), pl.col("strain"), ": "))
    vulnerable = pl.col("vulnerable").cast(pl.String).fill_null("unknown")
    return joined(contract, pl.col("ns_score"), ", ", vulnerable, " vulnerable")


#: Checks on the frame of plays: a row a traveller line, with its board's dealer, vulnerability and date.
RESULT_CHECKS = (
    Check(
        "score_contradicts_contract",
        "the N-S score is not what the contract and tricks make at the board's vulnerability",
        "error",
        "Law 77",
        lambda: pl.when(_RECORDED).then(_contradicts(_at_recorded())).otherwise(_contradicts(_at_any())),
        _contract_text,
        lambda: pl.when(_RECORDED).then(_scores_text(_at_recorded())).otherwise(_scores_text(_at_any())),
    ),
    Check(
        "score_off_cycle",
        "no vulnerability is recorded, and the score is right only at another than the board number's",
        "info",
        "Law 77",
        lambda: ~_RECORDED & _contradicts(_at_number()) & ~_contradicts(_at_any()),
        _contract_text,
        lambda: _scores_text(_at_number()),
    ),
    Check(
        "score_impossible",
        "no contract makes the N-S score at the vulnerability; nor, where a contract is given without tricks, does it",
        "error",
        "Law 77",
        lambda: pl.col("impossible"),
        _score_text,
        text("a score that a contract makes at the vulnerability"),
    ),
    Check(
        "score_impossible_off_cycle",
        "no vulnerability is recorded, and no contract makes the N-S score at the board number's",
        "info",
        "Law 77",
        lambda: pl.col("impossible_off_cycle"),
        _score_text,
        lambda: joined("a score that a contract makes with ", cycle_vulnerable(_BOARD), " vulnerable"),
    ),
    LEAD_CHECK,
    Check(
        "passed_out_with_score",
        "a passed-out board has a score other than 0",
        "error",
        "Law 77",
        lambda: (pl.col("kind") == "passed_out") & (pl.col("ns_score") != 0),
        column("ns_score"),
        text("0"),
    ),
    Check(
        "score_from_board_number",
        "no score and no vulnerability is recorded: the score used takes the board number's vulnerability",
        "info",
        None,
        lambda: pl.col("score_from") == "contract and board number",
        _contract_text,
        text("a score, or the vulnerability"),
    ),
)
