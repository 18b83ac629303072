"""What a published figure that differs may be: each class with its meaning, an example, and its evidence in words."""

from collections.abc import Mapping
from typing import NamedTuple

UNEXPLAINED = "unexplained"
#: The class of a figure that is compared with nothing, and counted so.
NO_COMPARISON = "no_comparison"
#: The class of a total of more boards than the file has, counted so too.
BOARDS_MISSING = "boards_missing"
#: The published figures, in the order in which they are told.
QUANTITIES = {
    "ns_mp": "N-S matchpoints of lines", "ew_mp": "E-W matchpoints of lines",
    "ns_pct": "N-S percentages of lines", "ew_pct": "E-W percentages of lines",
    "ns_imp": "N-S IMPs of lines", "ew_imp": "E-W IMPs of lines",
    "sum_mp": "sums of boards", "total": "totals of contestants", "percent": "percentages of contestants",
    "place": "places",
}  # fmt: skip


#: What becomes of a figure of a class: another reading gives it, or the printed figure that it follows from does; it
#: is wrong, or what the file says of its line; or there is nothing to hold it against.
EXPLAINED, WRONG, NOT_COMPARED = "explained", "wrong", "not_compared"


class Class(NamedTuple):
    """A class of differences.

    Attributes:
        level: of the figure: result, board, pair or place.
        meaning: what it says of the figure.
        example: a figure of that class.
        evidence: what stands as `evidence` in the table `differences`, and on a page under Why.
        counts_as: the column of the account that counts it.
    """

    level: str
    meaning: str
    example: str
    evidence: str
    counts_as: str = EXPLAINED


CLASSES: Mapping[str, Class] = {
    "other_scale": Class(
        "result",
        "right on another scale, such as per cent of the top",
        "98 printed where the profile, on 2-1-0, gives 9.8",
        "the scale: `printed on the scale tens of 2-1-0`",
    ),
    "other_rule": Class(
        "result or pair",
        "right under the rule that explains the event best, which is not the run's; of a total, under another rule",
        "a group of two scored by the formula where the profile has 65 and 55 per cent",
        "the rule: `scored by formula_always, N = scores, average plus session`; of a total, the profiles that give it",
    ),
    "rounding": Class(
        "result",
        "right but for the rounding, where no line that counts twice gives all figures of the board to the last place",
        "5.6 printed where the profile gives 5.63",
        "`not rounded as acbl-1991 asks`",
    ),
    "wrong_direction": Class(
        "result",
        "the two sides' figures stand in each other's place; IMPs have the other side's sign",
        "19 and 21 printed for N-S and E-W, where they are 21 and 19",
        "`right for the other side: N-S and E-W stand in each other's place`",
        WRONG,
    ),
    "equal_scores_differ": Class(
        "result",
        "another line with the same score has another figure, which is right",
        "two lines of -650, one with 19 and one with 21",
        "how many such lines there are, and what they have",
        WRONG,
    ),
    "hidden_award": Class(
        "result",
        "the board's figures follow when this line's result is taken for an award that the file does not show",
        "an adjusted line with 12 and 8 of 20 beside its played result",
        "the line that is taken for an award, with its line of the file",
    ),
    "left_out": Class(
        "result",
        "the board's figures follow when a line is left out",
        "all others matchpointed as among 12 tables, where there are 13 lines",
        "the line that is not compared; or that it is one of several",
        WRONG,
    ),
    "counted_twice": Class(
        "result",
        "the board's figures follow when a line counts twice",
        "all others matchpointed as among 14 tables, where there are 13 lines",
        "the line that counts twice; or that it is one of several, with on how many boards it is so with these pairs",
        WRONG,
    ),
    "wrong_score": Class(
        "result",
        "the board's figures follow when a line has another score",
        "matchpoints of -620 beside a contract that makes 620",
        "the line, the scores that would do, and which single field (declarer, vulnerability, tricks, doubling, sign) "
        "would make them; of a line that was not played and has figures, whether 0 would",
        WRONG,
    ),
    "fouled_otherwise": Class(
        "result",
        "the board's figures follow when its lines are grouped, or its groups scored, in another way",
        "plays 1 to 5 matchpointed among themselves, and plays 6 to 11",
        "which plays are of another form, and the rule for the groups",
    ),
    NO_COMPARISON: Class(
        "result",
        "no other score of the board is in the file; at IMPs, one of its scores is weighted",
        "7 IMPs printed for the only table of a board",
        "`the only score of the board in the file`",
        NOT_COMPARED,
    ),
    "other_field": Class(
        "result",
        "right where the sections are scored together or apart in another way than the file says",
        "the matchpoints of two sections as one field, in a file that has each by itself",
        "which sections: `right with all sections of the session as one field`",
    ),
    "nothing_due": Class(
        "result",
        "the line has neither a score nor an award in the file",
        "384 printed on a line marked as adjusted, whose award the file does not say",
        "`the line has neither a score nor an award in the file: there is nothing to recompute its figures from`",
        NOT_COMPARED,
    ),
    "follows_its_lines": Class(
        "board",
        "the board's sum is that of its lines, which are explained",
        "500 as the sum of a board whose lines are printed in tens",
        "how many of its lines differ",
    ),
    "other_adding": Class(
        "pair",
        "right where the boards are added in another way: each is brought to the largest top of the session by the "
        "formula, and the whole to the most boards that anyone played, as programs of the EBU do; or those of a whole "
        "event to the largest of its sessions",
        "7.5 printed for 4 of a top of 4 and 2 of a top of 2, which is 3.5 of 4",
        "the largest top, the most boards, and what it comes to so; of the boards as they were printed where those "
        "scored now, under another rule or a ruling, do not make it",
    ),
    "not_the_sum": Class(
        "pair",
        "the total is not the sum of its boards, as printed or as they should be",
        "564 printed for boards that add up to 563.8",
        "what its boards as printed add up to",
        WRONG,
    ),
    BOARDS_MISSING: Class(
        "pair",
        "the file has fewer boards of the pair than are printed of it: its total cannot be held against them",
        "a total of 30 boards in a file that breaks off after 17",
        "how many boards there are, and how many are printed",
        NOT_COMPARED,
    ),
    "board_left_out": Class(
        "pair",
        "the total is that of its boards without one of them",
        "150 printed, where the 27 boards add up to 162 and board 4 has 12",
        "the board, or boards of which one; and the penalty where one would explain it as well",
        WRONG,
    ),
    "board_counted_twice": Class(
        "pair",
        "the total is that of its boards with one of them twice",
        "174 printed, where the 27 boards add up to 162 and board 4 has 12",
        "the board",
        WRONG,
    ),
    "penalty_not_recorded": Class(
        "pair",
        "the total is less than its boards by a customary penalty that the file does not show",
        "a quarter of a top less than the sum of the boards",
        "the penalty, as a part of a top",
    ),
    "follows_its_boards": Class(
        "pair",
        "the total is the sum of the boards as they were printed",
        "a total that adds a wrong board's figure up rightly",
        "what its boards as printed add up to",
    ),
    "follows_its_total": Class(
        "pair or place",
        "the percentage, or the place, follows from the totals as they were printed",
        "45.32 per cent of the printed 32.63 of 72, where the boards come to 45.3125; place 6 for the sixth of the "
        "printed totals",
        "the total and its top; `the place of its total as printed`",
    ),
    "place_does_not_follow": Class(
        "place",
        "the place follows neither from the printed totals nor from those recomputed",
        "place 3 printed for the fourth total",
        "none",
        WRONG,
    ),
    "before_ruling": Class(
        "any",
        "right of the lines as the file has them: it was printed before a ruling changed them",
        "24 printed for a score that a director corrected afterwards, and that is 22 now",
        "`right of the lines as the file has them, before the ruling (correction) on board 7`; a figure that only "
        "another reading gives of these lines keeps its class and evidence, and the ruling is named",
    ),
    UNEXPLAINED: Class(
        "any",
        "none of these is shown",
        "11 printed for an award of half the top of 40",
        "none: it is looked into by a person, and signed off by a ruling of kind `finding`",
    ),
}


def counting_as(column: str) -> list[str]:
    """The classes that a column of the account counts."""
    return [name for name, known in CLASSES.items() if known.counts_as == column and name != UNEXPLAINED]
