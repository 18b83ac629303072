"""Checks of the worked cases in `../shared/vectors/scoring.json` that are no matter of matchpoints within a board."""

from collections.abc import Callable, Sequence
from typing import Any

import polars as pl

from neuberg.domain.weights import WHOLE, components
from neuberg.score.ascherman import ascherman_percent
from neuberg.score.board_a_match import Pair, board_points, fouled_acbl_1976, fouled_nbb_1982
from neuberg.score.butler import Half, butler, datum, ebu_datum, nearest_ten
from neuberg.score.cross_imps import (
    average_imps,
    award_total_imps,
    cross_imps,
    factored_by_comparisons,
    factored_by_scores,
    ximpq,
)
from neuberg.score.imps import award_imps, imps
from neuberg.score.patton import drawn_aggregate_points, patton_points
from neuberg.score.penalties import penalised, penalty_mp
from neuberg.score.ranking import carried_forward, percent_on_other_boards, scaled
from neuberg.score.victory_points import (
    mismatch_victory_points,
    percent_victory_points,
    victory_points,
    wbf_discrete_limits,
)
from neuberg.score.weighted import assigned_matchpoints, weighted, weighted_matchpoints
from spec.boards import same

Vector = dict[str, Any]
X = pl.col("x")
AVERAGE_PLUS = 60


def column(values: Sequence[float | None], expression: pl.Expr) -> list[Any]:
    """What an expression of `x` gives for values of it."""
    return pl.DataFrame({"x": values}).select(expression.alias("y"))["y"].to_list()


def of(case: Vector, expression: pl.Expr) -> Any:
    """What an expression gives for one case, whose names are its columns."""
    return pl.DataFrame({name: [value] for name, value in case.items()}).select(expression).item()


def columns(*names: str) -> dict[str, pl.Expr]:
    return {name: pl.col(name) for name in names}


def imps_of_today(vector: Vector) -> None:
    same(column(vector["input"]["diff"], imps(X)), vector["expected"]["imps"])


def imps_of_1960(vector: Vector) -> None:
    same(column(vector["input"]["diff"], imps(X, table="imps-1960")), vector["expected"]["imps"])


def matches_in_imps(vector: Vector) -> None:
    pairs = vector["input"]["pairs"]
    swings = [ours + theirs for ours, theirs in pairs]
    assert swings == vector["expected"]["diff"]
    same(column(swings, imps(X)), vector["expected"]["imps"])


def best_and_worst_dropped(vector: Vector) -> None:
    scores, wanted = vector["input"]["ns"], vector["expected"]
    middle = datum(X, half="even ten", dropped=1)
    assert set(column(scores, middle)) == {wanted["datum"]}
    same(column(scores, butler(X, middle)), wanted["ns_imps"])
    if "ew_imps" in wanted:
        same(column(scores, -butler(X, middle)), wanted["ew_imps"])


def none_dropped(vector: Vector) -> None:
    scores = [int(score) for score, times in vector["input"]["freq"].items() for _ in range(times)]
    wanted, mean = vector["expected"], datum(X, half="even ten")
    found = dict(zip(scores, column(scores, butler(X, mean)), strict=True))
    assert set(column(scores, mean)) == {wanted["datum"]}
    assert found == {int(score): points for score, points in wanted["ns_imps"].items()}


def east_wests_datum(vector: Vector) -> None:
    scores, wanted = [-score for score in vector["input"]["ew"]], vector["expected"]
    middle = datum(X, half="away from zero", dropped=1)
    found = {-score: -points for score, points in zip(scores, column(scores, butler(X, middle)), strict=True)}
    assert set(column(scores, middle)) == {-wanted["datum"]}
    assert found == {int(score): points for score, points in wanted["imps"].items()}


def fives(half: Half) -> Callable[[Vector], None]:
    def check(vector: Vector) -> None:
        same(column(vector["input"]["mean"], nearest_ten(X, pl.lit(1), half=half)), vector["expected"]["datum"])

    return check


def short_board(vector: Vector) -> None:
    scores, wanted = vector["input"]["ns"], vector["expected"]
    middle = ebu_datum(X, expected=vector["input"]["E"])
    assert set(column(scores, middle)) == {wanted["datum"]}
    same(column(scores, butler(X, middle)), wanted["ns_imps"])


def cross_sum(vector: Vector) -> None:
    same(column(vector["input"]["ns"], cross_imps(X)), vector["expected"]["sum"])


def cross_average(cap: int | None) -> Callable[[Vector], None]:
    def check(vector: Vector) -> None:
        average = average_imps(cross_imps(X, cap=cap), X.count() - 1)
        same(column(vector["input"]["ns"], average), vector["expected"]["avg"])

    return check


def cross_short(vector: Vector) -> None:
    case, wanted = vector["input"], vector["expected"]
    total, n, full = pl.col("raw_sum"), pl.col("group"), pl.col("expected_results")
    ebu = factored_by_scores(total, n=n, expected=full)
    found = [of(case, e) for e in (factored_by_comparisons(total, n=n, results=full), ebu, average_imps(ebu, full - 1))]
    same(found, [wanted["acbl_total_imps"], wanted["ebu_total"], wanted["ebu_average_div9"]])


def probst(vector: Vector) -> None:
    same([of(vector["input"], ximpq(pl.col("XIMP"), pl.col("r")))], [vector["expected"]["ximpq"]], decimals=6)


def imps_to_vp(scale: str, boards: int | None = None) -> Callable[[Vector], None]:
    def check(vector: Vector) -> None:
        case = vector["input"]
        for length in (case["boards"],) if boards is None else range(6, boards + 1):
            same(column(case["imps"], victory_points(X, boards=length, scale=scale)), vector["expected"]["vp"])

    return check


def discrete_limits(vector: Vector) -> None:
    wanted = vector["expected"]["max_margin_for_10..19"]
    found = {str(boards): list(wbf_discrete_limits(boards)) for boards in vector["input"]["boards"]}
    assert found == wanted


def swiss_pairs(vector: Vector) -> None:
    case = {"mp": round(100 * vector["input"]["percent"]), "top": 100 * 100}
    won = of(case, percent_victory_points(pl.col("mp"), pl.col("top"), boards=vector["input"]["boards"]))
    assert f"{won}-{20 - won}" == vector["expected"]["vp"]


def mismatch(vector: Vector) -> None:
    stronger, at_fault = pl.col("higher_opponent"), pl.col("own_fault")
    kept = mismatch_victory_points(pl.col("vp"), stronger=stronger, at_fault=at_fault)
    assert [of(case, kept) for case in vector["input"]["cases"]] == vector["expected"]["vp"]


def board_a_match(vector: Vector) -> None:
    case = vector["input"]
    ours, theirs = zip(*case["cases"], strict=True) if "cases" in case else ([case["team_ns"]], [case["teammates_ew"]])
    frame = pl.DataFrame({"ns": ours, "ew": theirs})
    found = frame.select(board_points(pl.col("ns"), pl.col("ew"), scale=1)).to_series().to_list()
    assert found == vector["expected"].get("points_1", [vector["expected"].get("points")])


def answers_1976(one: Sequence[int], other: Sequence[int], top: int) -> list[str | list[str]]:
    """Won, halved or lost, as the vectors say it; two words where both answers stand."""
    frame = pl.DataFrame({"one": one, "other": other})
    found = fouled_acbl_1976(Pair(pl.col("one"), pl.lit(top)), Pair(pl.col("other"), pl.lit(top)))
    words = ("lost", "halved", "won")
    rows = frame.select(first=found.first, second=found.second).rows()
    return [words[first] if second is None else [words[first], words[second]] for first, second in rows]


def fouled_1976(vector: Vector) -> None:
    hundredths = [round(100 * total) for total in vector["input"]["sums"]]
    found = answers_1976([total // 2 for total in hundredths], [total - total // 2 for total in hundredths], 10_000)
    assert found == vector["expected"]["result"]


def fouled_both_ways(vector: Vector) -> None:
    one, other = zip(*vector["input"]["pair_percents"], strict=True)
    frame = pl.DataFrame({"one": one, "other": other})
    nbb = fouled_nbb_1982(*(Pair(pl.col(name), pl.lit(100)) for name in frame.columns))
    assert answers_1976(one, other, 100) == vector["expected"]["acbl1976"]
    assert frame.select(nbb).to_series().to_list() == vector["expected"]["nl1982"]


def patton(vector: Vector) -> None:
    case = vector["input"]
    assert case["aggregate"] == "draw"
    half = drawn_aggregate_points(pl.lit(vector["expected"]["of"] // 2))
    points = [2] * case["boards_won"] + [0] * case["lost"]
    assert set(column(points, patton_points(X, half))) == {vector["expected"]["points"]}


def ascherman(vector: Vector) -> None:
    for session, wanted in zip(vector["input"]["sessions"], vector["expected"]["percent"], strict=True):
        same(column(session["ns"], ascherman_percent(X)), wanted, decimals=1)


def weighted_of_given(vector: Vector) -> None:
    case, wanted = vector["input"], vector["expected"]
    parts = components((place, str(100 * part["w"])) for place, part in enumerate(case["components"]))
    frame = pl.DataFrame({"weight": [part.weight for part in parts], "ns": [part["mp"] for part in case["components"]]})
    found = frame.select(weighted(pl.col("ns"), pl.col("weight"))).item()
    same([found, float(case["top"] - found)], [wanted["ns"], wanted["ew"]])


def weighted_in_a_field(vector: Vector) -> None:
    rows = [
        (number, part.score, part.weight)
        for number, line in enumerate(vector["input"]["ns"])
        for part in components([(score, f"{100 * w:g}") for w, score in line["weighted"]] if isinstance(line, dict)
                               else [(line, 100)])
    ]  # fmt: skip
    wanted = vector["expected"]
    frame = pl.DataFrame(rows, schema=["line", "score", "weight"], orient="row")
    scored = frame.with_columns(units=weighted_matchpoints(pl.col("score"), pl.col("weight")))
    by_score = {str(score): units / WHOLE for score, units in scored.select("score", "units").rows()}
    assert by_score == wanted["mp"]
    pairs = scored.group_by("line", maintain_order=True).agg(mp=weighted(pl.col("units"), pl.col("weight")) / WHOLE)
    same([pairs["mp"][-1], pairs["mp"].sum()], [wanted["weighted_pair"], wanted["sum"]])


def assigned(vector: Vector) -> None:
    """The scores whose frequencies are given, and one of each better one."""
    case = vector["input"]
    scores = [int(score) for score, times in case["freq"].items() for _ in range(times)]
    best = [score for score in map(int, case["mp"]) if score > max(scores)]
    found = column([*best, *scores], assigned_matchpoints(X, pl.lit(case["assigned"])))
    assert set(found) == {vector["expected"]["mp"]}
    for score, times in case["freq"].items():
        mp = column([*best, *scores], assigned_matchpoints(X, pl.lit(int(score))))[0]
        assert (mp, times) == (case["mp"][score], case["freq"][score])


def quarter_of_a_top(vector: Vector) -> None:
    assert of({"top": vector["input"]["top"]}, penalty_mp(pl.col("top"), rule="ebu-25")) == vector["expected"]["mp"]


def off_the_total(vector: Vector) -> None:
    case = vector["input"]
    assert of(case, penalty_mp(pl.col("top"), rule="ebu-25")) == case["penalty"]
    left = of(case, penalised(pl.col("session_mp"), pl.col("top"), penalties=1, rule="ebu-25"))
    percent = 100 * left / (case["boards"] * case["top"])
    same([left, percent], [vector["expected"]["mp"], vector["expected"]["percent"]])


def proportional(vector: Vector) -> None:
    case = vector["input"]
    found = column(case["S"], scaled(X, played=pl.lit(case["n"]), full=pl.lit(case["N"])))
    same(found, vector["expected"]["M"])


def boards_sat_out(vector: Vector) -> None:
    found = of(vector["input"], scaled(pl.col("raw_cross_imps"), **columns("played", "full")))
    assert found == vector["expected"]["scaled"]


def round_sat_out(vector: Vector) -> None:
    found = of(vector["input"], scaled(pl.col("mp_on_5_rounds"), played=pl.lit(5), full=pl.lit(6)))
    assert found == vector["expected"]["mp_scaled"]


def carry_forward(vector: Vector) -> None:
    names = {"boards": "NumQ", "maximum": "MaxQ", "final_boards": "NumF", "final_maximum": "MaxF"}
    found = of(vector["input"], carried_forward(pl.col("SQ"), **{mine: pl.col(own) for mine, own in names.items()}))
    same([found], [vector["expected"]["CF"]])


def other_boards(vector: Vector) -> None:
    awarded = pl.col("aplus_boards")
    found = of(
        vector["input"], percent_on_other_boards(pl.col("displayed_percent"), boards=pl.col("boards"), awarded=awarded)
    )
    same([found], [vector["expected"]["other_boards_percent"]])


def average_plus_at_teams(vector: Vector) -> None:
    assert vector["input"]["award"] == "A+"
    (award,) = column([AVERAGE_PLUS], award_imps(X))
    assert vector["input"]["imps_ahead_without_board"] + award == vector["expected"]["imps"]


def average_plus_at_imp_pairs(vector: Vector) -> None:
    case, wanted = {**vector["input"], "award": AVERAGE_PLUS}, vector["expected"]
    each, total = (
        of(case, e) for e in (award_imps(pl.col("award")), award_total_imps(*map(pl.col, ("award", "results"))))
    )
    assert (each, each, total) == (wanted["computed_datum"], wanted["average_imps"], wanted["total_imps"])


METHOD_CHECKS: dict[str, Callable[[Vector], None]] = {
    "NB-10": proportional,
    "AA-06": other_boards,
    "AA-08": average_plus_at_teams,
    "AA-09": average_plus_at_imp_pairs,
    "WS-01": weighted_of_given,
    "WS-02": weighted_in_a_field,
    "WS-05": assigned,
    "PP-01": quarter_of_a_top,
    "PP-03": off_the_total,
    "BM-01": board_a_match,
    "BM-02": board_a_match,
    "BM-03": fouled_1976,
    "BM-05": fouled_both_ways,
    "IM-01": imps_of_today,
    "IM-02": imps_of_1960,
    "IM-04": matches_in_imps,
    "BU-01": best_and_worst_dropped,
    "BU-02": none_dropped,
    "BU-03": best_and_worst_dropped,
    "BU-05": east_wests_datum,
    "BU-06": fives("even ten"),
    "BU-07": fives("away from zero"),
    "BU-08": short_board,
    "XI-01": cross_sum,
    "XI-02": cross_average(None),
    "XI-04": cross_average(17),
    "XI-05": cross_sum,
    "XI-06": cross_short,
    "XI-07": probst,
    "VP-01": imps_to_vp("wbf-continuous"),
    "VP-02": imps_to_vp("wbf-continuous"),
    "VP-03": discrete_limits,
    "VP-04": imps_to_vp("acbl-20", boards=8),
    "VP-05": imps_to_vp("acbl-30", boards=8),
    "VP-07": swiss_pairs,
    "VP-08": mismatch,
    "PT-01": patton,
    "AS-01": ascherman,
    "RK-01": boards_sat_out,
    "RK-02": round_sat_out,
    "RK-03": carry_forward,
}
