"""A figure worked out in words: each step checkable by hand, and the end that of the scorer, under every rule."""

import datetime as dt
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import polars as pl
import pytest

import neuberg
from neuberg.audit.in_words.worked import Worked
from neuberg.audit.in_words.worked_figure import worked_figure
from neuberg.audit.in_words.worked_imps import worked_imps
from neuberg.audit.in_words.worked_points import worked_points
from neuberg.rules import imp_profile, load_imp_profiles, load_profiles, profile
from neuberg.schemas import COMPONENTS, DIFFERENCES, RESULTS, SCORES, conform
from shared import shared

Row = dict[str, Any]
WEIGHTED = [{"score": 650, "weight": 3000}, {"score": -100, "weight": 7000}]
_TYPES = {
    "ns_components": COMPONENTS, "ew_components": COMPONENTS, "kind": pl.String, "given_group": pl.String,
    "ns_award": pl.Float64, "ew_award": pl.Float64, "award_given": pl.String, "multiplicity": pl.Int32,
    "expected": pl.Int32, "ns_score": pl.Int32, "board": pl.Int32, "session": pl.String, "section": pl.String,
    "scored_with": pl.String,
}  # fmt: skip
assert set(_TYPES) <= set(RESULTS.schema)


def play(score: int | None, form: str | None = None, **columns: Any) -> Row:
    row = dict.fromkeys(_TYPES) | {"board": 1, "session": "1", "section": "", "scored_with": "", "multiplicity": 1}
    return row | {"ns_score": score, "given_group": form, "kind": "played"} | columns


def award(ns: float, ew: float) -> Row:
    return play(None, kind="artificial", ns_award=ns, ew_award=ew)


def plays(*scores: int, form: str | None = None) -> list[Row]:
    return [play(score, form) for score in scores]


FIELDS: dict[str, list[Row]] = {
    "plain": plays(620, 170, 170, -100),
    "seven and three": plays(70, 60, 50, 40, 30, 20, 10) + plays(300, 200, 200, form="changed"),
    "five, two and one": plays(50, 40, 30, 30, 10) + plays(7, 5, form="b") + plays(9, form="c"),
    "three and three": plays(30, 20, 10) + plays(30, 10, 10, form="b"),
    "an award": [*plays(50, -50, 20), award(60, 40)],
    "a weighted score": [*plays(650, -100, 600), play(None, kind="weighted", ns_components=WEIGHTED)],
    "a split score": [
        *plays(650, -100),
        play(None, kind="weighted", ns_components=WEIGHTED, ew_components=[{"score": 650, "weight": 10_000}]),
    ],
    "several tables": [play(100, multiplicity=3), play(50), play(100)],
    "more expected": [play(score, expected=8) for score in (10, 20, 30)],
    "one score": plays(420),
}


def scored(field: Sequence[Row], name: str) -> list[Row]:
    frame = pl.DataFrame(list(field), schema=_TYPES)
    return neuberg.score(frame, profile=name).filter(pl.col("variant") == 1).to_dicts()


@pytest.mark.parametrize("field", FIELDS)
def test_every_figure_ends_where_the_scorer_does(field: str) -> None:
    lines = FIELDS[field]
    for name, rule in load_profiles().items():
        for line, score in zip(lines, scored(lines, name), strict=True):
            for side in ("ns", "ew"):
                found = worked_points(line, lines, score, rule, side).value
                assert found is not None
                assert float(found) == pytest.approx(score[f"{side}_mp"], abs=1e-9), (name, line, side)


@pytest.mark.parametrize("field", [name for name in FIELDS if name not in ("a weighted score", "a split score")])
def test_every_imp_ends_where_the_scorer_does(field: str) -> None:
    lines = FIELDS[field]
    expected = 8 if field == "more expected" else sum(line["multiplicity"] for line in lines)
    for name, rule in load_imp_profiles().items():
        column = "ns_mp" if rule.method == "board_a_match" else "ns_imp"
        for line, score in zip(lines, scored(lines, name), strict=True):
            found = worked_imps(line, lines, rule, None, expected).value
            if rule.method != "total_points" and len(lines) != 2 and rule.method in ("cross_imps", "butler"):
                assert (found is None) == (score[column] is None), (name, line)
            if found is not None and score[column] is not None:
                assert float(found) == pytest.approx(score[column], abs=5e-5), (name, line)


def test_e_w_may_have_what_n_s_leaves_of_the_top() -> None:
    rule = profile("acbl-1991")._replace(ew="complement")
    lines = FIELDS["seven and three"]
    frame = pl.DataFrame(lines, schema=_TYPES)
    for line, score in zip(lines, neuberg.score(frame, profile=rule).to_dicts(), strict=True):
        found = worked_points(line, lines, score, rule, "ew").value
        assert found is not None
        assert float(found) == pytest.approx(score["ew_mp"])


def steps(field: list[Row], place: int, name: str, side: str = "ns") -> Worked:
    return worked_points(field[place], field, scored(field, name)[place], profile(name), side)


def test_a_fouled_board_by_the_formula_in_words() -> None:
    """Ten lines, seven of the original form: (10/7)·(10 + 1) − 1 = 14 5/7, cut to four decimals, half from average."""
    assert steps(FIELDS["seven and three"], 1, "ebu-2025").steps == [
        "N = 10: the scores expected on the board; so the top is 2·(10 − 1) = 18",
        "n = 7, the scores that are compared: 70, 60, 50, 40, 30, 20, 10",
        "5 lower and 1 equal scores with its own, 60: S = 2·5 + 1 − 1 = 10",
        "more than three scores, or more than a third of N: the formula",
        "M = (N/n)·(S + 1) − 1 = (10/7)·(10 + 1) − 1 = 14.714286… (2-1-0)",
        "to steps of 0.0001, a half away from average: 14.7143",
        "in per cent of the top: 100·14.7143/18 = 81.746111…",
    ]


def test_a_small_group_in_words() -> None:
    """Two of three share the second place: the mean of 60 and 50 per cent."""
    assert steps(FIELDS["seven and three"], 8, "acbl-1991").steps[2:] == [
        "0 lower and 2 equal scores with its own, 200: S = 2·0 + 2 − 1 = 1",
        "fewer than four scores, and no largest group of three: fixed shares of the top",
        "M = (60 + 5·(S − (n − 1))) per cent of the top = (60 + 5·(1 − (3 − 1)))/100·18 = 9.9 (2-1-0)",
        "on 1-½-0 half of it: 4.95",
        "to steps of 0.01, a half up: 4.95",
        "in per cent of the top: 100·4.95/9 = 55",
    ]


def test_an_award_and_a_weighted_score_in_words() -> None:
    """A weighted score: 30 % of 5 and 70 % of 1 of six, 2.2, where its own is left out."""
    assert steps(FIELDS["an award"], 3, "wbf-1991").steps[1:] == [
        "the line is an artificial score of 60 per cent of the top",
        "M = 60 per cent of 6 = 3.6",
    ]
    found = steps(FIELDS["a weighted score"], 3, "ebu-article").steps
    assert found[1] == "n = 4, the scores that are compared: 650, 600, -100, and 1 weighted"
    assert found[-4].startswith("by their weights: S = ")


def test_a_datum_and_comparisons_in_words() -> None:
    field = plays(620, 170, 140, -100)
    butler = worked_imps(field[0], field, imp_profile("butler"), dt.date(2020, 1, 1), 4)
    assert butler.steps == [
        "n = 4 scores of the group: 620, 170, 140, -100",
        "without 1 at each end: 170, 140",
        "their mean 310/2 = 155; the datum, to the nearest ten, an exact five away from nought: 160",
        "620 − 160 = 460: 10 IMPs (imps-1962)",
    ]
    cross = worked_imps(field[1], field, imp_profile("cross-imps"), dt.date(2020, 1, 1), 4)
    assert cross.steps == [
        "n = 4 scores of the group, N = 4 lines of the board",
        "against 620: 170 − 620 = -450: -10 IMPs",
        "against 140: 170 − 140 = 30: 1 IMPs",
        "against -100: 170 − (-100) = 270: 7 IMPs",
        "in all -2 IMPs (imps-1962)",
        "times 1/(n − 1) = 1/3: -0.666667…",
    ]
    assert cross.value == Fraction(-2, 3)


def _figure(line: Row, others: list[int], name: str, quantity: str | None = None) -> list[str]:
    """What is said of the first line of a board, of which one quantity is disputed."""
    rows = [
        {**play(0), **line, "result_id": 0},
        *({**play(score), "result_id": n} for n, score in enumerate(others, 1)),
    ]
    results = conform(pl.DataFrame(rows, infer_schema_length=None).lazy(), RESULTS).collect()
    scores = conform(neuberg.score(results, profile=name).lazy(), SCORES).collect()
    wrong = {"level": "result", "quantity": quantity, "result_id": 0, "profile": name, "class": "unexplained"}
    differences = pl.DataFrame([wrong] if quantity else [], schema=DIFFERENCES.schema)
    events = pl.DataFrame([{"date": dt.date(2020, 1, 1), "season": "2020"}])
    own = {"events": events, "results": results, "scores": scores, "differences": differences}
    return list(worked_figure(own))


def test_a_figure_stands_beside_the_printed_one_within_its_decimals() -> None:
    """-140 against 50, -460 and -490: -5, 8 and 8 IMPs, a third of 11."""
    line = {"ns_score": -140, "published_ns_imp": 3.67, "published_ew_imp": -3.5, "published_imp_decimals": 2}
    assert _figure(line, [50, -460, -490], "cross-imps")[-2:] == [
        "  times 1/(n − 1) = 1/3: 3.666667…",
        "  printed: 3.67, the same in the decimals that are printed",
    ]
    disputed = _figure(line, [50, -460, -490], "cross-imps", "ew_imp")
    assert disputed[0].startswith("one figure worked out: the E-W IMPs of the N-S pair against the E-W pair on board 1")
    assert disputed[-3:] == [
        "  E-W's have the other sign: -3.666667…",
        "  printed: -3.5, which is 0.166667… more",
        "  the audit's verdict: unexplained",
    ]


def test_an_award_at_imps_is_each_side_s_own() -> None:
    """60-60 is 3 IMPs for E-W as well, not −3; at the EBU's IMPs the pair's own average would stand in its place."""
    line = {"kind": "artificial", "ns_score": None, "ns_award": 60.0, "ew_award": 60.0}
    printed = {"published_ew_imp": 3.0, "published_imp_decimals": 0}
    for name in ("cross-imps", "cross-imps-ebu"):
        assert _figure(line | printed, [50, 50], name, "ew_imp")[-3:-1] == [
            "  an artificial score of 60 per cent is 3 IMPs: 3 for 60, 0 for 50, -3 for 40",
            "  printed: 3, the same",
        ]


def test_a_disputed_percentage_and_a_figure_that_is_not_printed() -> None:
    """Second of three: 2 of 4 matchpoints, 50 per cent."""
    line = {"ns_score": 100, "published_ew_pct": 45.0, "published_pct_decimals": 1}
    found = _figure(line, [200, 50], "wbf-1991", "ew_pct")
    assert found[-3:-1] == ["  in per cent of the top: 100·2/4 = 50", "  printed: 45, which is 5 less"]
    assert _figure({"ns_score": 100}, [200], "wbf-1991")[-1] == "  none is printed"


def _vector(name: str) -> Row:
    vectors = json.loads((shared("vectors") / "scoring.json").read_text("utf-8"))["vectors"]
    return next(dict(vector) for vector in vectors if vector["id"] == name)


def test_the_words_end_at_the_worked_cases_of_the_sources() -> None:
    """FB-01: a group of seven and one of three under the EBU's article; FB-15: the earlier formula of two groups."""
    article, earlier = _vector("FB-01"), _vector("FB-15")
    sizes = [group["A"] for group in article["input"]["groups"]]
    field = [play(10 * place, str(size)) for size in sizes for place in reversed(range(size))]
    ends = [steps(field, place, "ebu-article").value for place in range(len(field))]
    assert [float(end or 0) for end in ends] == article["expected"]["group7"] + article["expected"]["group3"]
    scores = [("a", article_score) for article_score in earlier["input"]["group_a_ns"]]
    scores += [("b", score) for score in earlier["input"]["group_b_ns"]]
    field = [play(score, form) for form, score in scores]
    for side in ("ns", "ew"):
        ends = [steps(field, place, "nbb-1982", side).value for place in range(len(field))]
        wanted = earlier["expected"][f"a_{side}"] + earlier["expected"][f"b_{side}"]
        assert [float(end or 0) for end in ends] == wanted
