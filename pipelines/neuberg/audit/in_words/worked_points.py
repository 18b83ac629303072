"""One side's matchpoints on a board worked out step by step: N, n, S, the formula, the rounding."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from neuberg.audit.in_words.worked import Line, Worked, compared, has_score, listed, number, shown, tables
from neuberg.domain.weights import WHOLE
from neuberg.rules import Profile

_SIDES = {"ns": "N-S", "ew": "E-W"}
#: M on 2-1-0 by each method: the formula in letters, and in numbers.
_FORMULAS: Mapping[str, tuple[str, str]] = {
    "plain": ("S", "{s}"),
    "formula": ("(N/n)·(S + 1) − 1", "({full}/{n})·({s} + 1) − 1"),
    "added": ("S + (N − n)", "{s} + ({full} − {n})"),
    "award": ("(60 + 5·(S − (n − 1))) per cent of the top", "(60 + 5·({s} − ({n} − 1)))/100·{top}"),
    "cancelled": ("60 per cent of the top", "60/100·{top}"),
    "factored_by_scores": ("S·N/n", "{s}·{full}/{n}"),
    "factored_by_comparisons": ("S·(N − 1)/(n − 1)", "{s}·({full} − 1)/({n} − 1)"),
    "ascherman": ("100·(S + 1)/2n per cent", "100·({s} + 1)/(2·{n})"),
}
#: Methods by which the two sides do not share a top.
_OWN = ("award", "cancelled")
#: Why a group has its method, by the regime.
_REASONS: Mapping[tuple[str, str], str] = {
    ("awards_below_four", "formula"): "four scores or more, or three that are the largest group: the formula",
    ("awards_below_four", "award"): "fewer than four scores, and no largest group of three: fixed shares of the top",
    ("awards_up_to_a_third", "formula"): "more than three scores, or more than a third of N: the formula",
    ("awards_up_to_a_third", "award"): "at most three scores, and at most a third of N: fixed shares of the top",
    ("awards_up_to_a_third", "cancelled"): "a form played once is cancelled, and has an artificial score",
    ("formula_always", "formula"): "every group is scored by the formula",
    ("one_field", "formula"): "the forms of the board are not told apart",
    ("plus_one", "added"): "on 2-1-0 one matchpoint for each score that is in no comparison with it",
}
_ONE_FORM = "all scores that compare are of one form: the formula, whatever n"
_HALVES = {
    "up": "a half up",
    "towards average": "a half towards average",
    "away from average": "a half away from average",
    "cut": "what is less than a step dropped",
}


class Counts(NamedTuple):
    """What a side's matchpoints are worked out from.

    Attributes:
        full: N, the board's lines or the scores expected.
        n: the scores that are compared.
        s: S on 2-1-0, the line's own score left out.
        method: by which formula.
    """

    full: int
    n: int
    s: Fraction
    method: str

    @property
    def formula(self) -> str:
        """M on 2-1-0 in letters."""
        return _FORMULAS[self.method][0]


def counts_of(line: Line, field: Sequence[Line], score: Line, profile: Profile, side: str) -> Counts:
    """N, n and S of a side of a line that is in a group; the arguments are those of `worked_points`."""
    group = compared(field, line, forms=profile.regime != "one_field")
    n, full = sum(map(tables, group)), int(score["top"]) * (3 - profile.scale) // 2 + 1
    method = "plain" if score["method"] == "formula" and n == full else str(score["method"])
    return Counts(full, n, _s(line, group, side), method)


def is_of_group(step: str) -> bool:
    """Whether a step is the same for every line of a group: its N, its n, or why it has its formula."""
    return step.startswith(("N ", "n ")) or step in (*_REASONS.values(), _ONE_FORM)


def worked_points(line: Line, field: Sequence[Line], score: Line, profile: Profile, side: str = "ns") -> Worked:
    """The steps to a side's matchpoints of one line.

    Args:
        line: of `results`.
        field: the lines of its board that it is scored with, itself among them.
        score: its row of `scores` under the profile: `n`, `top`, `method`, and each side's `…_mp` and `…_pct`.
        profile: the rule.
        side: ns or ew.
    """
    halves = 3 - profile.scale
    top = int(score["top"]) * halves
    if score["method"] == "artificial":
        return _award(line, score, side, _counted(profile, top))
    group = compared(field, line, forms=profile.regime != "one_field")
    full, n, s, method = counts_of(line, field, score, profile, side)
    steps = [*_counted(profile, top), *_group(group, n), *_comparisons(line, group, side, s)]
    letters, numbers = _FORMULAS[method]
    if n < full and (reason := _REASONS.get((profile.regime, method))):
        alone = method == "formula" and _is_one_form(field, profile)
        steps.append(_ONE_FORM if alone else reason)
    exact = _exact(method, s, n, full, top)
    filled = numbers.format(s=shown(s), n=n, full=full, top=top)
    steps.append(f"M = {letters} = {filled}{'' if filled == shown(exact) else f' = {shown(exact)}'} (2-1-0)")
    if halves == _HALF_SCALE:
        steps.append(f"on 1-½-0 half of it: {shown(exact / halves)}")
    leaves = side == "ew" and profile.ew == "complement" and method not in _OWN
    return _rounded(steps, exact / halves, Fraction(top, halves), profile, leaves=leaves)


_HALF_SCALE = 2


def _counted(profile: Profile, top: int) -> list[str]:
    if profile.regime == "ascherman":
        return ["N does not count: the percentage is of the scores that are compared"]
    what = (
        "the scores expected on the board" if profile.field == "expected" else "the board's lines, artificial ones too"
    )
    return [f"N = {top // 2 + 1}: {what}; so the top is {_top_words(profile, top)}"]


def _top_words(profile: Profile, top: int) -> str:
    full = top // 2 + 1
    return f"2·({full} − 1) = {top}" if profile.scale == _HALF_SCALE else f"{full} − 1 = {top // 2}"


def _group(group: Sequence[Line], n: int) -> list[str]:
    single = [one["ns_score"] for one in group if has_score(one) for _ in range(tables(one))]
    weighted = sum(tables(one) for one in group if not has_score(one))
    also = f", and {weighted} weighted" if weighted else ""
    return [f"n = {n}, the scores that are compared: {listed(single)}{also}"]


def _parts(line: Line, side: str) -> list[tuple[int, Fraction]]:
    """A line's scores from a side's view, each with its share of the whole."""
    if has_score(line):
        parts = [(int(line["ns_score"]), Fraction(1))]
    else:
        given = (line["ew_components"] if side == "ew" else None) or line["ns_components"]
        parts = [(int(part["score"]), Fraction(part["weight"], WHOLE)) for part in given]
    return [(score if side == "ns" else -score, weight) for score, weight in parts]


def _counts(own: int, group: Sequence[Line], side: str) -> tuple[Fraction, Fraction]:
    """The scores of a group that are worse than one, and those equal with it."""
    every = [(score, weight * tables(one)) for one in group for score, weight in _parts(one, side)]
    worse = sum((weight for score, weight in every if score < own), Fraction(0))
    return worse, sum((weight for score, weight in every if score == own), Fraction(0))


def _s(line: Line, group: Sequence[Line], side: str) -> Fraction:
    """S on 2-1-0, the line's own score left out."""
    parts = [(weight, *_counts(own, group, side)) for own, weight in _parts(line, side)]
    return sum((weight * (2 * worse + equal) for weight, worse, equal in parts), Fraction(0)) - 1


def _comparisons(line: Line, group: Sequence[Line], side: str, s: Fraction) -> list[str]:
    """S counted out, of a weighted score by its parts."""
    worse_is = "lower" if side == "ns" else "higher"
    parts = _parts(line, side)
    steps = []
    for own, weight in parts:
        worse, equal = _counts(own, group, side)
        score = own if side == "ns" else -own
        counts = f"2·{shown(worse)} + {shown(equal)} − 1"
        if len(parts) == 1:
            text = f"{shown(worse)} {worse_is} and {shown(equal)} equal scores with its own, {score}"
            return [f"{text}: S = {counts} = {shown(s)}"]
        steps.append(f"its part {score} ({shown(100 * weight)} %): {counts} = {shown(2 * worse + equal - 1)}")
    return [*steps, f"by their weights: S = {shown(s)}"]


def _is_one_form(field: Sequence[Line], profile: Profile) -> bool:
    known = [one for one in field if has_score(one) or one["kind"] == "weighted"]
    return profile.regime != "one_field" and len({one["given_group"] for one in known}) == 1


def _exact(method: str, s: Fraction, n: int, full: int, top: int) -> Fraction:
    """M on 2-1-0; in per cent by Ascherman."""
    return {
        "plain": lambda: s,
        "formula": lambda: Fraction(full, n) * (s + 1) - 1,
        "added": lambda: s + full - n,
        "award": lambda: (60 + 5 * (s - (n - 1))) * top / 100,
        "cancelled": lambda: Fraction(60 * top, 100),
        "factored_by_scores": lambda: s * full / n,
        "factored_by_comparisons": lambda: s * (full - 1) / (n - 1),
        "ascherman": lambda: 100 * (s + 1) / (2 * n),
    }[method]()


def _rounded(steps: list[str], value: Fraction, top: Fraction, profile: Profile, *, leaves: bool) -> Worked:
    """The value in the profile's steps; what N-S's rounded ones leave of the top where it says so."""
    if profile.step is None:
        return Worked([*steps, "it is not rounded", *_per_cent(value, top, profile)], value)
    if leaves:
        other = nearest(top - value, top, profile.step, profile.half)
        text = f"E-W have what N-S's rounded {shown(other)} leaves of the top: {shown(top - other)}"
        return Worked([*steps, text, *_per_cent(top - other, top, profile)], top - other)
    found = nearest(value, top, profile.step, profile.half)
    step = shown(Fraction(1, profile.step))
    words = f"to steps of {step}, {_HALVES[profile.half]}: {shown(found)}"
    return Worked([*steps, words, *_per_cent(found, top, profile)], found)


def _per_cent(value: Fraction, top: Fraction, profile: Profile) -> list[str]:
    if profile.regime == "ascherman" or not top:
        return []
    return [f"in per cent of the top: 100·{shown(value)}/{shown(top)} = {shown(100 * value / top)}"]


def nearest(value: Fraction, top: Fraction, step: int, half: str) -> Fraction:
    """The value in whole steps of 1/step.

    >>> nearest(Fraction(799, 20), Fraction(40), 10, "up"), nearest(Fraction(799, 20), Fraction(40), 10, "cut")
    (Fraction(40, 1), Fraction(399, 10))
    """
    steps = value * step
    if half == "cut":
        return Fraction(floor(steps), step)
    up, down = floor(steps + Fraction(1, 2)), -floor(Fraction(1, 2) - steps)
    above = 2 * value > top
    to_up = half == "up" or above == (half == "away from average")
    return Fraction(up if to_up else down, step)


def _award(line: Line, score: Line, side: str, counted: list[str]) -> Worked:
    """An artificial score: the award, or what the pair's other boards make of it."""
    award, given, value = line[f"{side}_award"], line["award_given"], score[f"{side}_mp"]
    if award is None or value is None:
        return Worked([*counted, f"the line is an artificial score, and {_SIDES[side]} has none"])
    named = f", given as {given}," if given else ""
    percent = number(score[f"{side}_pct"])
    text = f"the line is an artificial score{named} of {number(award)} per cent of the top"
    if percent not in ("none", number(award)):
        text += f"; by the pair's own percentage on its other boards it is {percent}"
    share = Fraction(str(value))
    return Worked([*counted, text, f"M = {percent} per cent of {score['top']} = {number(value)}"], share)
