"""The reference scorer against figures printed in the rules' sources, or that follow from them by hand."""

from fractions import Fraction

import pytest

from oracle.scorer import Answer, Line, score_field


def board(**groups: list[int]) -> list[Line]:
    return [Line(score, group=form) for form, scores in groups.items() for score in scores]


def ns(lines: list[Line], profile: str, variant: int = 1) -> str:
    return " ".join(printed(answers[variant - 1].ns_mp) for answers in score_field(lines, profile))


def ew(lines: list[Line], profile: str) -> str:
    return " ".join(printed(answers[0].ew_mp) for answers in score_field(lines, profile))


def printed(mp: Fraction | None) -> str:
    return "–" if mp is None else f"{float(mp):.4f}".rstrip("0").rstrip(".")


def first(lines: list[Line], profile: str) -> Answer:
    return score_field(lines, profile)[0][0]


def ladder(size: int) -> list[int]:
    """So many different scores, best first."""
    return [10 * place for place in range(size, 0, -1)]


PLAIN = [
    pytest.param(
        [1430, 690, 680, 680, 680, 660, 660, 650, -100, -100, -200],
        "20 18 14 14 14 9 9 6 3 3 0",
        id="MP-01",
    ),
    pytest.param([450, -1100, 200, 50, 420, 420], "10 0 4 2 7 7", id="MP-02"),
    pytest.param([-420, -100, 200, -420, -170], "1 6 8 1 4", id="MP-03"),
    pytest.param([150, 600, 630, 630], "0 2 5 5", id="MP-05"),
    pytest.param([150, 150, 150, 150], "3 3 3 3", id="MP-06"),
    pytest.param([620, 50, -100, -800], "6 4 2 0", id="MP-07"),
]


@pytest.mark.parametrize(("scores", "wanted"), PLAIN)
def test_plain_matchpoints_as_printed(scores: list[int], wanted: str) -> None:
    assert ns(board(a=scores), "one-field") == wanted


def test_the_acbl_scale_gives_one_a_win() -> None:  # MP-09
    assert ns(board(a=[110, 120, 140]), "acbl-1991") == "0 1 2"


def test_east_west_mirror_north_south() -> None:  # MP-05
    assert ew(board(a=[150, 600, 630, 630]), "one-field") == "6 4 1 1"


def test_ten_of_eleven_by_the_formula() -> None:  # NB-01
    lines = [*board(a=ladder(10)), Line(kind="artificial", ns_award=Fraction(60), ew_award=Fraction(40))]
    assert ns(lines, "magic-contest") == "19.9 17.7 15.5 13.3 11.1 8.9 6.7 4.5 2.3 0.1 12"
    assert ew(lines, "magic-contest").endswith(" 19.9 8")


def test_an_exact_half_goes_towards_the_average_in_the_old_ebu_rule() -> None:  # NB-07
    lines = [*board(a=ladder(20)), Line(kind="artificial")]
    assert ns(lines, "ebu-article").split()[::19] == ["39.9", "0.1"]
    assert ns(lines, "magic-contest").split()[::19] == ["40", "0.1"]


def test_ebu_2025_rounds_to_four_decimals() -> None:  # NB-09
    lines = [*board(a=[60, 50, 50, 30, 20, 10]), Line(kind="unknown")]
    assert ns(lines, "ebu-2025").split()[3] == "4.8333"


def test_the_old_ebu_article_scores_seven_and_three_of_ten() -> None:  # FB-01
    lines = board(a=ladder(7), b=ladder(3))
    assert ns(lines, "ebu-article") == "17.6 14.7 11.9 9 6.1 3.3 0.4 15.7 9 2.3"


def test_two_of_five_are_by_the_formula_in_the_ebu() -> None:  # FB-02
    assert ns(board(a=[-110, -200], b=ladder(3)), "ebu-2025").startswith("6.5 1.5 ")


def test_three_of_five_are_the_largest_group_in_the_acbl() -> None:  # FB-03
    lines = board(a=ladder(3), b=ladder(2))
    assert ns(lines, "acbl-1991") == "3.67 2 0.33 2.6 2.2"
    assert ew(lines, "acbl-1991") == "0.33 2 3.67 2.2 2.6"


def test_small_groups_of_ten_in_the_acbl() -> None:  # FB-04, FB-06, FB-07, FB-08
    fouled_after_seven = board(a=ladder(7), b=ladder(3))
    assert ns(fouled_after_seven, "acbl-1991") == "8.79 7.36 5.93 4.5 3.07 1.64 0.21 6.3 5.4 4.5"
    assert ns(board(a=ladder(8), b=[50, 10]), "acbl-1991").endswith(" 5.85 4.95")
    assert ns(board(a=ladder(8), b=[50, 50]), "acbl-1991").endswith(" 5.4 5.4")
    single = board(a=ladder(9), b=[50])
    assert ns(single, "acbl-1991").endswith(" 5.4")
    assert ew(single, "acbl-1991").endswith(" 5.4")


def test_ties_share_the_awards() -> None:  # FB-09, FB-10
    others = board(z=ladder(9))
    for scores, wanted in (
        ([3, 2, 1], "15.4 13.2 11"),
        ([2, 2, 1], "14.3 14.3 11"),
        ([2, 1, 1], "15.4 12.1 12.1"),
        ([1, 1, 1], "13.2 13.2 13.2"),
    ):
        assert ns([*board(a=scores), *others], "ebu-2025").startswith(wanted + " ")


def test_three_and_three_leave_two_answers_in_the_acbl() -> None:  # FB-12
    lines = board(a=ladder(3), b=ladder(3))
    assert ns(lines, "acbl-1991") == "4.5 2.5 0.5 4.5 2.5 0.5"
    assert ns(lines, "acbl-1991", variant=2) == "3.5 3 2.5 3.5 3 2.5"


def test_one_for_every_score_in_the_other_group() -> None:  # FB-15, FB-18
    lines = board(a=[-130, -660, -120, 140, -150], b=[-200, 600, -100, -100])
    assert ns(lines, "nbb-1982") == "8 4 10 12 6 5 11 8 8"
    assert ew(lines, "nbb-1982") == "8 12 6 4 10 11 5 8 8"
    assert ns(lines, "acbl-hand") == "4 2 5 6 3 2.5 5.5 4 4"


def test_one_for_every_average() -> None:  # AA-03
    average = Line(kind="artificial", ns_award=Fraction(50), ew_award=Fraction(50))
    lines = [*board(a=[10, 20, 30, 40, 50]), average]
    assert ns(lines, "norway-plus-one") == "1 3 5 7 9 5"


def test_a_form_played_once_is_cancelled_by_the_ebu_and_stays_a_line() -> None:
    lines = board(a=[10], b=ladder(9))
    single = first(lines, "ebu-2025")
    assert (single.method, single.field) == ("cancelled", 10)
    assert (printed(single.ns_mp), printed(single.ew_mp)) == ("10.8", "10.8")
    assert ns(lines, "ebu-2025").split()[1] == "17.8889"  # 10/9 · (16 + 1) − 1


def test_a_group_left_alone_after_cancelling_is_by_the_formula() -> None:
    lines = board(a=[20, 10], b=[10], c=[10], d=[10], e=[10], f=[10])
    assert ns(lines, "ebu-2025").startswith("9.5 2.5 ")  # 7/2 · (2 + 1) − 1 and 7/2 − 1


def test_a_field_of_one_form_is_by_the_formula_however_small() -> None:
    lines = [Line(100), Line(50), *[Line(kind="artificial")] * 8]
    assert [first(lines, profile).method for profile in ("acbl-1991", "ebu-2025")] == ["formula", "formula"]
    assert ns(lines, "acbl-1991").startswith("7 2 ")  # 10 · 1 / 2 + 8 / 4 and 8 / 4


def test_merged_lines_count_as_their_tables() -> None:
    merged = [Line(420, multiplicity=3), Line(50, multiplicity=2)]
    assert ns(merged, "one-field") == "6 1"


def test_the_one_field_profile_ignores_the_forms() -> None:
    assert ns(board(a=[30, 20], b=[10]), "one-field") == "4 2 0"


def test_lines_without_a_score_get_none() -> None:
    lines = [Line(420), Line(50), Line(kind="unknown"), Line(kind="not_played")]
    answers = [given[0] for given in score_field(lines, "one-field")]
    assert [(answer.field, answer.n) for answer in answers] == [(3, 2), (3, 2), (3, None), (3, None)]
    assert ns(lines, "one-field") == "3.5 0.5 – –"


def test_a_top_of_nothing_has_no_percentage() -> None:
    alone = first([Line(420)], "acbl-1991")
    assert alone.ns_mp == 0
    assert alone.ns_pct is None


def test_percentages_follow_the_rounded_matchpoints() -> None:
    lines = board(a=ladder(7), b=ladder(3))
    assert first(lines, "acbl-1991").ns_pct == Fraction("97.67")  # 8.79 / 9; unrounded 8.7857 / 9 is 97.62
