"""A weighted or split score in its field: every pair moves by the parts (Law 12C1(c); White Book 2025, 4.1.1)."""

import polars as pl
import pytest

import neuberg
from neuberg import schemas

Parts = list[tuple[int, int]]


def field(scores: list[int], ns: Parts, ew: Parts | None = None) -> pl.DataFrame:
    """A board with some scores and a last line whose score has parts: (points, per cent)."""
    components = {
        name: pl.Series(
            [None] * len(scores) + [parts and [{"score": score, "weight": 100 * weight} for score, weight in parts]],
            dtype=schemas.COMPONENTS,
        )
        for name, parts in (("ns_components", ns), ("ew_components", ew))
    }
    kinds = ["played"] * len(scores) + ["weighted"]
    return pl.DataFrame({"board": [1] * len(kinds), "ns_score": [*scores, None], "kind": kinds, **components})


def matchpoints(frame: pl.DataFrame, profile: str = "wbf-1991") -> list[tuple[float, float]]:
    return neuberg.score(frame, profile=profile).select("ns_mp", "ew_mp").rows()


def test_each_part_is_matchpointed_and_weighted_then() -> None:
    #  650 beats four and ties 30 % of the sixth: 8 + 0.3 + 2·0.7 = 9.7; −100 beats two, ties one and 70 %: 5.7.
    #  The weighted pair: 0.3·9.7 + 0.7·5.7 = 6.9.
    found = matchpoints(field([650, -100, -100, -200, -300], [(650, 30), (-100, 70)]))
    assert found == [(9.7, 0.3), (5.7, 4.3), (5.7, 4.3), (2.0, 8.0), (0.0, 10.0), (6.9, 3.1)]


def test_a_score_assigned_outright_is_one_part_of_the_whole() -> None:
    assert matchpoints(field([650, -200], [(-100, 100)])) == [(4.0, 0.0), (0.0, 4.0), (2.0, 2.0)]


def test_where_the_score_is_split_each_side_has_its_own_chart() -> None:
    # N-S keep 650, a tie for top with the first: 3 of 4. E-W lose only 100: theirs beats nobody's of (650, −200)…
    # N-S's chart is 650, −200, 650: 3, 0, 3. E-W's is 650, −200, −100: as N-S 4, 0, 2, so E-W have 0, 4, 2.
    found = matchpoints(field([650, -200], [(650, 100)], [(-100, 100)]))
    assert found == [(3.0, 0.0), (0.0, 4.0), (3.0, 2.0)]


def test_a_weight_finer_than_a_per_cent_stays_exact() -> None:
    frame = field([650, -200], [(650, 33), (-200, 67)]).with_columns(
        ns_components=pl.when(pl.col("kind") == "weighted").then(
            pl.lit(
                pl.Series([[{"score": 650, "weight": 3333}, {"score": -200, "weight": 6667}]], dtype=schemas.COMPONENTS)
            )
        )
    )
    # The first: 2 for −200, 0.3333 + 2·0.6667 for the last. −200: 0.6667. The last: 0.3333·3 + 0.6667·1.
    exact = neuberg.exact(frame, profile="magic-contest").select(mp=pl.col("ns_num") / pl.col("den"))
    assert exact["mp"].round(6).to_list() == [3.6667, 0.6667, 1.6666]


@pytest.mark.parametrize("profile", ["nbb-1982", "ebu-2025"])
def test_the_field_keeps_its_average(profile: str) -> None:
    found = matchpoints(field([620, 170, -50, -50], [(620, 25), (-50, 75)]), profile)
    assert [ns + ew for ns, ew in found] == [8] * 5
    assert sum(ns for ns, _ in found) == 20
