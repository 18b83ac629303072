"""The worked cases of `../shared/vectors/scoring.json`, each through the public interface, one test an id."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import neuberg
from neuberg.score import exact
from spec.boards import column, ew, formula, ladder, ns, same, travellers
from spec.contract_vectors import CONTRACT_CHECKS
from spec.method_vectors import METHOD_CHECKS

VECTORS = Path(__file__).resolve().parents[3] / "shared" / "vectors" / "scoring.json"

Vector = dict[str, Any]
SMALL_FIELDS = [(field, n) for field in range(2, 16) for n in range(2, field + 1)]


def plain(vector: Vector) -> None:
    frame = travellers(vector["input"]["ns"])
    same(ns(frame, "wbf-1991"), vector["expected"]["ns_mp"])
    if "ew_mp" in vector["expected"]:
        same(ew(frame, "wbf-1991"), vector["expected"]["ew_mp"])


def plain_acbl(vector: Vector) -> None:
    same(ns(travellers(vector["input"]["ns"]), "acbl-1991"), vector["expected"]["ns_mp"])


def top_and_average(vector: Vector) -> None:
    wanted = vector["expected"]
    for n, top, average in zip(vector["input"]["n"], wanted["top"], wanted["average"], strict=True):
        found = ns(travellers(ladder(n)), "acbl-1991")
        assert (found[0], found[n // 2]) == (top, average)


def session(vector: Vector) -> None:
    boards, tables = vector["input"]["boards"], vector["input"]["top"] // 2 + 1
    frame = pl.concat([travellers(ladder(tables), board=board) for board in range(1, boards + 1)])
    scored = neuberg.score(frame, profile="wbf-1991")
    best = scored.filter(pl.col("ns_score") == 10 * (tables - 1))
    assert best["ns_mp"].sum() == vector["expected"]["max"]
    assert scored["ns_mp"].sum() / tables == vector["expected"]["mean"]
    assert scored["ns_pct"].mean() == vector["expected"]["mean_percent"]


def ten_of_eleven(vector: Vector) -> None:
    case = vector["input"]
    same(formula("magic-contest", case["N"], case["n"], case["S"]), vector["expected"]["M"])


def six_of_seven(vector: Vector) -> None:
    case = vector["input"]
    same(formula("one-field", case["N"], case["n"], case["S"]), vector["expected"]["M"])
    same(formula("magic-contest", case["N"], case["n"], case["S"]), vector["expected"]["M_rounded_0.1"])


def both_scales(vector: Vector) -> None:
    assert vector["expected"]["identity"] is True
    frame = pl.concat(
        [travellers(ladder(n), [None] * (size - n), board=number) for number, (size, n) in enumerate(SMALL_FIELDS)]
    )
    ones, twos = (exact(frame, profile=profile) for profile in ("acbl-1991", "wbf-1991"))
    halved = 2 * ones["ns_num"] * twos["den"] == twos["ns_num"] * ones["den"]
    assert halved.count() == sum(n for _, n in SMALL_FIELDS)
    assert halved.all()


def acbl_hundredths(vector: Vector) -> None:
    case = vector["input"]
    on_two = [2 * s for s in case["S"]]
    same(formula("acbl-1991", case["N"], case["n"], on_two), vector["expected"]["M"])


def article_tenths(vector: Vector) -> None:
    case = vector["input"]
    same(formula("one-field", case["N"], case["n"], case["S"]), vector["expected"]["exact"])
    same(formula("ebu-article", case["N"], case["n"], case["S"]), vector["expected"]["M"])


def ebu_four_decimals(vector: Vector) -> None:
    case = vector["input"]
    same(formula("ebu-2025", case["N"], case["n"], case["S"]), vector["expected"]["M"])


def article_seven_and_three(vector: Vector) -> None:
    wanted = vector["expected"]
    found = ns(travellers(*(ladder(group["A"]) for group in vector["input"]["groups"])), "ebu-article")
    same(found, wanted["group7"] + wanted["group3"])
    same([sum(found[:7]), sum(found[7:])], wanted["sums"])


def two_of_five(vector: Vector) -> None:
    two = vector["input"]["group_ns"]
    frame = travellers(two, ladder(vector["input"]["E"] - len(two)))
    same(ns(frame, "ebu-2025")[:2], vector["expected"]["ns_mp"])
    same(ew(frame, "ebu-2025")[:2], vector["expected"]["ew_mp"])


def three_of_five(vector: Vector) -> None:
    frame, wanted = travellers(ladder(3), ladder(2)), vector["expected"]
    same(ns(frame, "acbl-1991"), wanted["group3"] + wanted["group2_ns"])
    same(ew(frame, "acbl-1991")[3:], wanted["group2_ew_for_same_tables"])


def three_not_largest(vector: Vector) -> None:
    frame = travellers(ladder(3), ladder(vector["input"]["N"] - 3))
    same(ns(frame, "acbl-1991")[:3], vector["expected"]["mp"])


def two_and_a_tie(vector: Vector) -> None:
    others, wanted = ladder(vector["input"]["N"] - 2), vector["expected"]
    for two, mp, percent in (
        (ladder(2), wanted["better_worse"], wanted["percent"]),
        ([50, 50], wanted["tie"], wanted["percent_tie"]),
    ):
        frame = travellers(two, others)
        same(ns(frame, "acbl-1991")[:2], mp)
        same(column(frame, "acbl-1991", "ns_pct")[:2], percent)


def single(vector: Vector) -> None:
    frame = travellers([50], ladder(vector["input"]["N"] - 1))
    assert ns(frame, "acbl-1991")[0] == vector["expected"]["ns"]
    assert ew(frame, "acbl-1991")[0] == vector["expected"]["ew"]


def acbl_seven_and_three(vector: Vector) -> None:
    found = ns(travellers(ladder(vector["input"]["n"]), ladder(3)), "acbl-1991")
    same(found, vector["expected"]["M"] + vector["expected"]["group3"])


def ebu_awards(vector: Vector) -> None:
    frame = travellers(ladder(vector["input"]["A"]), ladder(vector["input"]["E"] - vector["input"]["A"]))
    same(ns(frame, "ebu-2025")[:3], vector["expected"]["mp_of_22"])
    same(column(frame, "ebu-2025", "ns_pct")[:3], vector["expected"]["percent"])


def ebu_awards_shared(vector: Vector) -> None:
    others = ladder(vector["input"]["E"] - vector["input"]["A"])
    for matchpoints, percent in zip(vector["input"]["M"], vector["expected"]["percent"], strict=True):
        frame = travellers(matchpoints, others)  # the matchpoints rank as the scores do
        same(column(frame, "ebu-2025", "ns_pct")[:3], percent)


def methods(sizes: Sequence[int], profile: str) -> str:
    """How the first form is scored, in the vectors' words."""
    scored = neuberg.score(travellers(*map(ladder, sizes)), profile=profile)
    first = scored.filter(given_group="0")["method"].cast(pl.String).unique(maintain_order=True).to_list()
    return {"formula": "neuberg", "award": "awards"}[first[0]] if len(first) == 1 else "AMBIGUOUS"


def ebu_threshold(vector: Vector) -> None:
    cases = vector["input"]["cases"]
    found = [methods((case["A"], case["E"] - case["A"]), "ebu-2025") for case in cases]
    assert found == vector["expected"]["method"]


def acbl_threshold(vector: Vector) -> None:
    cases = vector["input"]["cases"]
    sizes = [case["A"] if isinstance(case["A"], list) else (case["A"], case["N"] - case["A"]) for case in cases]
    assert [methods(size, "acbl-1991") for size in sizes] == vector["expected"]["method"]


def plus_one(vector: Vector) -> None:
    frame, wanted = travellers(vector["input"]["group_a_ns"], vector["input"]["group_b_ns"]), vector["expected"]
    for profile in ("nbb-1982", "norway-plus-one"):
        same(ns(frame, profile), wanted["a_ns"] + wanted["b_ns"])
        same(ew(frame, profile), wanted["a_ew"] + wanted["b_ew"])
        assert sum(ns(frame, profile)) == wanted["checksum"]


def plus_half(vector: Vector) -> None:
    frame = travellers(vector["input"]["group_a_ns"], vector["input"]["group_b_ns"])
    same(ns(frame, "acbl-hand"), vector["expected"]["a_ns"] + vector["expected"]["b_ns"])


def tops_of_three_and_four(vector: Vector) -> None:
    frame = travellers(*map(ladder, vector["input"]["groups"]))
    for profile, wanted in (("nbb-1982", "manual_top_percent"), ("ebu-2025", "neuberg_top_percent")):
        found = column(frame, profile, "ns_pct")
        same([found[0], found[3]], vector["expected"][wanted], decimals=1)


def article_96a(vector: Vector) -> None:
    case, wanted = vector["input"], vector["expected"]
    found = ns(travellers(ladder(case["n"]), ladder(case["n2"])), "nbb-1982")
    same([found[0], found[6], found[7], found[9]], wanted["M"] + wanted["M2"])


def four_answers(vector: Vector) -> None:
    frame, wanted = travellers(ladder(3), ladder(4)), vector["expected"]
    for profile, name in (
        ("acbl-1991", "acbl_percent"), ("ebu-2025", "ebu_2025_percent"), ("nbb-1982", "old_formula_percent")
    ):  # fmt: skip
        same(column(frame, profile, "ns_pct")[:3], wanted[name], decimals=1)


def sums(vector: Vector) -> None:
    """Every n ≤ N ≤ 15: by the formula the top at every table and the average a score; awards make 120 per cent."""
    assert vector["expected"]["small_award_table_sum"] == "120% of top"
    frame = pl.concat(
        [travellers(ladder(n), ladder(size - n), board=number) for number, (size, n) in enumerate(SMALL_FIELDS)]
    )
    for profile in ("acbl-1991", "wbf-1991", "ebu-article"):
        scores = exact(frame, profile=profile)
        both, top = pl.col("ns_num") + pl.col("ew_num"), pl.col("top") * pl.col("den")
        awarded = pl.col("method") == "award"
        assert scores.filter(pl.when(awarded).then(5 * both != 6 * top).otherwise(both != top)).is_empty()
        groups = scores.filter(~awarded).group_by("board", "comparison_group", "variant")
        totals = groups.agg(twice=2 * pl.col("ns_num").sum(), tops=top.sum())
        assert totals.filter(pl.col("twice") != pl.col("tops")).is_empty()


def average_plus(vector: Vector) -> None:
    tables = vector["input"]["top"] // 2 + 1
    found = ns(travellers(ladder(tables - 1), awards=[(60, 40)]), "ebu-2025")
    assert found[-1] == vector["expected"]["mp"]
    assert found[0] < vector["input"]["top"]


def by_hand(group: Sequence[int], averages: int) -> list[float]:
    """What real scores get that had these matchpoints by themselves, with so many averages; then the averages."""
    frame = travellers(group, awards=[(50, 50)] * averages)  # the matchpoints rank as the scores do
    found, other = (ns(frame, profile) for profile in ("norway-plus-one", "nbb-1982"))
    assert found == other
    return found


def one_average(vector: Vector) -> None:
    found = by_hand(vector["input"]["real_group_mp"], vector["input"]["averages"])
    same(found, [*vector["expected"]["mp"], vector["expected"]["average"]])
    assert sum(found) == vector["expected"]["sum"]


def averages(vector: Vector) -> None:
    for case, wanted in zip(vector["input"]["cases"], vector["expected"]["mp"], strict=True):
        found = by_hand(case["real_ranked_mp"], case["averages"])
        same(found[: len(wanted)], wanted)
        assert sum(found) == vector["expected"]["sum_with_averages"]


def awards_by_hand(vector: Vector) -> None:
    frame = travellers(ladder(vector["input"]["top"] // 2), awards=[(60, 40)])
    assert ns(frame, "norway-plus-one")[-1] == vector["expected"]["aplus"]
    assert ew(frame, "norway-plus-one")[-1] == vector["expected"]["aminus"]


CHECKS: dict[str, Callable[[Vector], None]] = {
    **dict.fromkeys(("MP-01", "MP-02", "MP-03", "MP-05", "MP-06", "MP-07"), plain),
    "MP-09": plain_acbl,
    "MP-10": top_and_average,
    "MP-12": session,
    "NB-01": ten_of_eleven,
    "NB-02": six_of_seven,
    "NB-04": both_scales,
    "NB-05": acbl_hundredths,
    "NB-07": article_tenths,
    "NB-09": ebu_four_decimals,
    "FB-01": article_seven_and_three,
    "FB-02": two_of_five,
    "FB-03": three_of_five,
    "FB-04": three_not_largest,
    "FB-06": two_and_a_tie,
    "FB-07": single,
    "FB-08": acbl_seven_and_three,
    "FB-09": ebu_awards,
    "FB-10": ebu_awards_shared,
    "FB-11": ebu_threshold,
    "FB-12": acbl_threshold,
    "FB-15": plus_one,
    "FB-17": tops_of_three_and_four,
    "FB-18": plus_half,
    "FB-19": article_96a,
    "FB-20": four_answers,
    "FB-21": sums,
    "AA-01": average_plus,
    "AA-03": one_average,
    "AA-04": averages,
    "AA-05": awards_by_hand,
    **CONTRACT_CHECKS,
    **METHOD_CHECKS,
}


@pytest.fixture(scope="module")
def vectors() -> dict[str, Vector]:
    if not VECTORS.is_file():
        pytest.skip("../shared is not beside the checkout")
    return {vector["id"]: vector for vector in json.loads(VECTORS.read_text("utf-8"))["vectors"]}


@pytest.mark.parametrize("name", CHECKS)
def test_vector(name: str, vectors: dict[str, Vector]) -> None:
    CHECKS[name](vectors[name])


def test_every_vector_is_checked(vectors: dict[str, Vector]) -> None:
    assert sorted(CHECKS) == sorted(vectors)
