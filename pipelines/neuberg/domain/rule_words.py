"""A rule as the audit names it, `awards_below_four, N = scores, average plus flat`, in words for people."""

import re

#: What the names of a rule's three parts mean.
_RULE = {
    "awards_below_four": "groups below four scores by fixed shares",
    "awards_up_to_a_third": "groups up to a third of the field by fixed shares",
    "formula_always": "every group by the formula",
    "plus_one": "one matchpoint for each score elsewhere",
    "one_field": "the forms of a board ignored",
    "proportional_to_scores": "short boards by N/n",
    "proportional_to_comparisons": "short boards by (N − 1)/(n − 1)",
    "ascherman": "Ascherman's percentages",
    "N = scores": "N the lines of the board",
    "N = compared": "N the scores that compare",
    "N = tables": "N the tables that the pairs fill",
    "N = expected": "N the scores expected",
    "N = tables with a sit-out": "N the tables, one with a sit-out among them",
    "average plus session": "average plus raised to the pair's session",
    "average plus flat": "average plus flat",
}
_PART = re.compile("|".join(re.escape(name) for name in sorted(_RULE, key=len, reverse=True)))


def rule_words(method: str) -> str:
    """A rule in words, part by part; what is no such part as it is.

    >>> rule_words("2-1-0: ascherman, N = scores, average plus flat")
    "2-1-0: Ascherman's percentages, N the lines of the board, average plus flat"
    """
    return _PART.sub(lambda found: _RULE[found[0]], method)
