"""The slow reference scorer: one board, line against line, in fractions; independent of the package."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

HALF = Fraction(1, 2)

#: What the places of a small group are worth, in per cent of the full top; equal scores share.
SMALL_AWARDS = {1: (60,), 2: (65, 55), 3: (70, 60, 50)}

#: The methods that bring a group to its board in proportion, by what the proportion is of.
PROPORTIONAL = {"by scores": "factored_by_scores", "by comparisons": "factored_by_comparisons"}


class Rules(NamedTuple):
    """What one profile asks: `win` per lower score, how groups and small groups are treated, its rounding."""

    win: int
    groups: str  # "formula", "added", "ignored", "by scores", "by comparisons" or "ascherman"
    small: str = "formula"  # "formula" for every size, "acbl" or "ebu"
    step: Fraction | None = None
    half: str = "up"  # an exact half goes "up", "towards" the average or "away" from it; "cut" drops all below a step
    expects: bool = False  # whether a board is brought to the scores expected, not to its own


PROFILES = {
    "acbl-1991": Rules(1, "formula", "acbl", Fraction(1, 100)),
    "wbf-1991": Rules(2, "formula", "acbl", Fraction(1, 100)),
    "acbl-hand": Rules(1, "added"),
    "nbb-1982": Rules(2, "added"),
    "norway-plus-one": Rules(2, "added"),
    "ebu-article": Rules(2, "formula", step=Fraction(1, 10), half="towards"),
    "ebu-2025": Rules(2, "formula", "ebu", Fraction(1, 10_000), "away", expects=True),
    "magic-contest": Rules(2, "formula", step=Fraction(1, 10)),
    "one-field": Rules(2, "ignored"),
    "nationwide-pairs": Rules(2, "by scores"),
    "ase-proportional": Rules(2, "by comparisons"),
    "ascherman": Rules(2, "ascherman"),
    "nz-scorer": Rules(2, "formula", "acbl", Fraction(1, 10), "cut", expects=True),
}


@dataclass(frozen=True)
class Line:
    """A traveller line: `multiplicity` tables with one score, or with an award in per cent for each side."""

    score: int | None = None
    kind: str = "played"
    ns_award: Fraction | None = None
    ew_award: Fraction | None = None
    multiplicity: int = 1
    group: Hashable = None
    expected: int | None = None


@dataclass(frozen=True)
class Answer:
    """What a line gets: exact matchpoints on the profile's scale, rounded ones, per cent of the full top."""

    variant: int
    field: int
    comparison_group: int | None = None
    n: int | None = None
    ns_exact: Fraction | None = None
    ew_exact: Fraction | None = None
    ns_mp: Fraction | None = None
    ew_mp: Fraction | None = None
    ns_pct: Fraction | None = None
    ew_pct: Fraction | None = None
    method: str | None = None


@dataclass(frozen=True)
class Form:
    """The comparable lines that played one form of the deal; `n` counts tables."""

    number: int
    lines: tuple[Line, ...]

    @property
    def n(self) -> int:
        return sum(line.multiplicity for line in self.lines)


def score_field(lines: Sequence[Line], profile: str, expected: int | None = None) -> list[list[Answer]]:
    """Each line's answers under the profile: one, or two where the source leaves two.

    Args:
        lines: every line of one board in one field.
        profile: a key of `PROFILES`.
        expected: the scores expected (EBU's E) where no line states them; the field's own number by default.
    """
    rules = PROFILES[profile]
    lines = [replace(line) for line in lines]  # a line is told from its equals by identity
    field = field_size(lines)
    full = scores_expected(lines, expected or field) if rules.expects else field
    forms = forms_of(lines, ignored=rules.groups == "ignored")
    methods = {number: methods_of(form, forms, rules, full) for number, form in forms.items()}
    variants = max(map(len, methods.values()), default=1)
    return [
        [answer(line, form_of(line, forms), methods, variant, field, full, rules) for variant in range(1, variants + 1)]
        for line in lines
    ]


def field_size(lines: Sequence[Line]) -> int:
    """N: the tables of the board, artificial and unknown ones included, not-played ones left out."""
    return sum(line.multiplicity for line in lines if line.kind != "not_played")


def scores_expected(lines: Sequence[Line], default: int) -> int:
    """E: what the lines state, else the default; never fewer than there are."""
    stated = max((line.expected for line in lines if line.expected is not None), default=default)
    return max(stated, field_size(lines))


def is_comparable(line: Line) -> bool:
    return line.kind in ("played", "passed_out") and line.score is not None


def forms_of(lines: Sequence[Line], ignored: bool) -> dict[int, Form]:
    """The comparison groups, numbered from 1 in the order of their first lines; no form given is a form."""
    members: dict[Hashable, list[Line]] = {}
    for line in filter(is_comparable, lines):
        members.setdefault("all" if ignored else line.group, []).append(line)
    return {number: Form(number, tuple(group)) for number, group in enumerate(members.values(), start=1)}


def form_of(line: Line, forms: dict[int, Form]) -> Form | None:
    if not is_comparable(line):
        return None
    return next(form for form in forms.values() if any(member is line for member in form.lines))


def methods_of(form: Form, forms: dict[int, Form], rules: Rules, full: int) -> tuple[str, ...]:
    """How the form is scored: one method, or the two between which the source leaves the choice."""
    by_formula = "plain" if form.n == full else "formula"
    if rules.groups == "ascherman":
        return ("ascherman",)
    if rules.groups in PROPORTIONAL and form.n < full and not (form.n == 1 and rules.groups == "by comparisons"):
        return (PROPORTIONAL[rules.groups],)
    if rules.groups == "added":
        return ("plain" if form.n == full else "added",)
    if len(forms) == 1 or rules.small == "formula":
        return (by_formula,)
    if rules.small == "ebu":
        return ebu_methods(form, forms, full)
    return acbl_methods(form, forms)


def ebu_methods(form: Form, forms: dict[int, Form], full: int) -> tuple[str, ...]:
    """EBU 2025: a form played once goes first; a form left alone, above 3 or above E/3 is by formula."""
    if form.n == 1:
        return ("cancelled",)
    left = [other for other in forms.values() if other.n > 1]
    return ("formula" if len(left) == 1 or form.n > 3 or form.n > Fraction(full, 3) else "award",)


def acbl_methods(form: Form, forms: dict[int, Form]) -> tuple[str, ...]:
    """ACBL 1991: 4 or more by formula, and 3 when it is the largest; two threes as largest leave both."""
    largest = max(other.n for other in forms.values())
    if form.n >= 4:
        return ("formula",)
    if form.n < 3 or largest > 3:
        return ("award",)
    threes = sum(other.n == 3 for other in forms.values())
    return ("formula",) if threes == 1 else ("formula", "award")


def answer(
    line: Line,
    form: Form | None,
    methods: dict[int, tuple[str, ...]],
    variant: int,
    field: int,
    full: int,
    rules: Rules,
) -> Answer:
    """One line's answer in one variant; `full` is the N (or E) that the full top follows from."""
    top = top_of(full, rules)
    if form is None:
        awards = (line.ns_award, line.ew_award) if line.kind == "artificial" else (None, None)
        exact = tuple(None if award is None else award * top / 100 for award in awards)
        method = None if exact == (None, None) else "artificial"
        return finished(Answer(variant, field, method=method), exact[0], exact[1], top, rules)
    method = methods[form.number][min(variant, len(methods[form.number])) - 1]
    ns, ew = (matchpoints(line, form, side, method, full, rules) for side in (1, -1))
    return finished(Answer(variant, field, form.number, form.n, method=method), ns, ew, top, rules)


def top_of(full: int, rules: Rules) -> int:
    """The full top: all other scores beaten; Ascherman's points are per cents."""
    return 100 if rules.groups == "ascherman" else rules.win * (full - 1)


def matchpoints(line: Line, form: Form, side: int, method: str, full: int, rules: Rules) -> Fraction:
    """One side's exact matchpoints; `side` is 1 for N-S and -1 for E-W, whose best score is N-S's worst."""
    top = rules.win * (full - 1)
    if method == "cancelled":
        return Fraction(60, 100) * top
    if method == "award":
        return award(line, form, side) * top / 100
    inside, n = within(line, form, side, rules.win), form.n
    if method == "ascherman":
        return 100 * (inside + 1) / (2 * n)
    if method == "factored_by_scores":
        return inside * Fraction(full, n)
    if method == "factored_by_comparisons":
        return inside * Fraction(full - 1, n - 1)
    if method == "added":
        return inside + Fraction(rules.win, 2) * (full - n)
    if rules.win == 1:
        return full * inside / n + Fraction(full - n, 2 * n)
    return Fraction(full, n) * (inside + 1) - 1


def within(line: Line, form: Form, side: int, win: int) -> Fraction:
    """The matchpoints inside the group: `win` for every lower score, half of it for every equal one."""
    lower, equal = beaten_and_tied(line, form, side)
    return Fraction(win * lower) + Fraction(win, 2) * equal


def beaten_and_tied(line: Line, form: Form, side: int) -> tuple[int, int]:
    """How many other tables of the group are below the line, and how many equal it, seen from one side."""
    assert line.score is not None
    lower, equal = 0, line.multiplicity - 1
    for other in form.lines:
        assert other.score is not None
        if other is not line and other.score == line.score:
            equal += other.multiplicity
        elif side * other.score < side * line.score:
            lower += other.multiplicity
    return lower, equal


def award(line: Line, form: Form, side: int) -> Fraction:
    """The mean of the places that the line shares in its small group, in per cent."""
    lower, equal = beaten_and_tied(line, form, side)
    above = form.n - lower - equal - 1
    shared = SMALL_AWARDS[form.n][above : above + equal + 1]
    return Fraction(sum(shared), len(shared))


def finished(begun: Answer, ns_exact: Fraction | None, ew_exact: Fraction | None, top: int, rules: Rules) -> Answer:
    """The answer with both sides' matchpoints, each rounded for itself, and their percentages."""
    ns_mp, ew_mp = (rounded(exact, top, rules) for exact in (ns_exact, ew_exact))
    ns_pct, ew_pct = (percentage(mp, top) for mp in (ns_mp, ew_mp))
    return Answer(
        begun.variant, begun.field, begun.comparison_group, begun.n,
        ns_exact, ew_exact, ns_mp, ew_mp, ns_pct, ew_pct, begun.method,
    )  # fmt: skip


def rounded(exact: Fraction | None, top: int, rules: Rules) -> Fraction | None:
    """The value to the profile's step; an exact half as the profile says, seen from half the top."""
    if exact is None or rules.step is None:
        return exact
    below = math.floor(exact / rules.step) * rules.step
    if rules.half == "cut":
        return below
    above = below + rules.step
    if exact - below != above - exact:
        return below if exact - below < above - exact else above
    average = Fraction(top, 2)
    towards = above if exact < average else below
    away = below if exact < average else above
    return {"up": above, "towards": towards, "away": away}[rules.half]


def percentage(mp: Fraction | None, top: int) -> Fraction | None:
    """Of the full top, to two decimals, a half up; none where the top is 0."""
    if mp is None or top == 0:
        return None
    return Fraction(math.floor(100 * mp / top * 100 + HALF), 100)
