"""Average plus and minus at IMPs: 3 and −3, or the pair's own average on its other boards (Law 12C2; EBU 4.1.1.1)."""

import polars as pl
import pytest

import neuberg
from neuberg.score import standings

PAIRS = {"ns_pair": ["1", "3", "5"], "ew_pair": ["2", "4", "6"]}


def session(award: str, ns_award: float, ew_award: float, worth: tuple[int, int] = (10, 5)) -> pl.DataFrame:
    """On boards 1 and 2 pair 1 wins 10 and 5 IMPs of each other table; on board 3 it has an award."""
    scores = {10: 430, 5: 180}
    boards = [
        pl.DataFrame({"board": [board] * 3, **PAIRS, "ns_score": [scores[imps], 0, 0]})
        for board, imps in enumerate(worth, start=1)
    ]
    third = pl.DataFrame({"board": [3] * 3, **PAIRS}).with_columns(
        ns_score=pl.Series([None, 0, 0], dtype=pl.Int64),
        award_given=pl.Series([award, None, None], dtype=pl.String),
        ns_award=pl.Series([ns_award, None, None], dtype=pl.Float64),
        ew_award=pl.Series([ew_award, None, None], dtype=pl.Float64),
    )
    return pl.concat([*boards, third], how="diagonal").with_row_index("result_id")


def answers(award: str, percents: tuple[float, float], profile: str, **columns: object) -> list[tuple[object, ...]]:
    frame = session(award, *percents).with_columns(**{name: pl.lit(value) for name, value in columns.items()})
    scored = neuberg.score(frame, profile=profile)
    line = scored.filter(pl.col("award_given").is_not_null()).sort("variant")
    return line.select("variant", "ns_imp", "ew_imp").rows()


@pytest.mark.parametrize(
    ("award", "percents", "found"),
    [
        # Each of two comparisons is worth 10 and 5: by n − 1 pair 1 has 7.5 a board, and pair 2 has lost them.
        ("AVE+/AVE-", (60.0, 40.0), [(1, 7.5, -7.5)]),
        ("AVE-/AVE+", (40.0, 60.0), [(1, -3.0, 3.0)]),
        ("AVE/AVE", (50.0, 50.0), [(1, 0.0, 0.0)]),
        ("60-40", (60.0, 40.0), [(1, 3.0, -3.0)]),
        # USEBIO's code is either: the fixed award first.
        ("A6040", (60.0, 40.0), [(1, 3.0, -3.0), (2, 7.5, -7.5)]),
    ],
)
def test_an_award_against_the_pairs_average(
    award: str, percents: tuple[float, float], found: list[tuple[int, float, float]]
) -> None:
    assert answers(award, percents, "cross-imps-ebu") == found


def test_a_rule_that_does_not_name_the_session_has_three_imps() -> None:
    assert answers("AVE+/AVE-", (60.0, 40.0), "cross-imps") == [(1, 3.0, -3.0)]
    assert answers("AVE+/AVE-", (60.0, 40.0), "butler-acblscore") == [(1, 3.0, -3.0)]


def test_an_average_below_three_imps_leaves_three() -> None:
    frame = session("AVE+/AVE-", 60.0, 40.0).with_columns(
        ns_score=pl.when(pl.col("board") < 3).then(0).otherwise("ns_score")
    )
    line = neuberg.score(frame, profile="cross-imps-ebu").filter(pl.col("award_given").is_not_null())
    assert line.select("ns_imp", "ew_imp").rows() == [(3.0, -3.0)]


def test_at_butler_the_datum_of_each_board_decides() -> None:
    # Three scores of three: best and worst go, and the datum is 0; 430 is 10 IMPs, 180 is 5.
    assert answers("AVE+/AVE-", (60.0, 40.0), "butler-ebu-2025") == [(1, 7.5, -7.5)]


def test_the_total_has_the_exact_average_and_pairs_of_another_session_are_others() -> None:
    scored = neuberg.exact(session("AVE+/AVE-", 60.0, 40.0), profile="cross-imps-ebu")
    totals = standings(scored.lazy(), profile="cross-imps-ebu").collect()
    # 10, 5 and 7.5.
    assert totals.filter(pl.col("pair") == "1").select("boards", "imp", "place").rows() == [(3, 22.5, 1)]
    both = pl.concat([
        session("AVE+/AVE-", 60.0, 40.0),
        session("AVE+/AVE-", 60.0, 40.0, worth=(5, 5)).with_columns(session=pl.lit("2")),
    ], how="diagonal")  # fmt: skip
    lines = neuberg.score(both.with_columns(pl.col("session").fill_null("1")), profile="cross-imps-ebu")
    assert lines.filter(pl.col("award_given").is_not_null())["ns_imp"].to_list() == [7.5, 5.0]
