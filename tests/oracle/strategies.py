"""Hypothesis strategies for travellers: few scores and many ties, forms, awards, tables that did not play."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from oracle.frames import Place, Row
from oracle.scorer import Line, field_size

SCORES = (-1100, -800, -420, -100, -50, 50, 110, 120, 420, 430, 620, 1430)
FORMS = (None, "a", "b", "c", "d")

#: Mostly one table a line, as in a club; merged lines of 2 to 4 tables occur in sectional printouts.
MULTIPLICITIES = st.sampled_from((1, 1, 1, 1, 1, 2, 3, 4))

usual_awards = st.sampled_from([Fraction(award) for award in (40, 50, 60)])
#: Per cent to four decimals: a session's own percentage, and halves that meet every profile's rounding.
odd_awards = st.integers(0, 1_000_000).map(lambda number: Fraction(number, 10_000))
awards = st.one_of(usual_awards, usual_awards, odd_awards)


#: Small groups, whose sizes decide, and sizes whose quotients end in an exact half at a profile's rounding.
FORM_SIZES = st.sampled_from((1, 1, 2, 2, 3, 3, 3, 4, 5, 8, 20, 32))


def played(scores: tuple[int, ...], forms: tuple[str | None, ...]) -> SearchStrategy[Line]:
    """A score from the pool in one of the forms."""
    return st.builds(Line, score=st.sampled_from(scores), group=st.sampled_from(forms), multiplicity=MULTIPLICITIES)


def other_lines(forms: tuple[str | None, ...]) -> SearchStrategy[Line]:
    """A line without a contract; its form must not matter unless it was passed out."""
    group = st.sampled_from(forms)
    common = {"group": group, "multiplicity": MULTIPLICITIES}
    return st.one_of(
        st.builds(Line, kind=st.just("artificial"), ns_award=awards, ew_award=awards, **common),
        st.builds(Line, kind=st.just("passed_out"), score=st.just(0), group=group),
        st.builds(Line, kind=st.sampled_from(("not_played", "unknown")), **common),
        st.builds(Line, kind=st.just("played"), group=group),
    )


@st.composite
def mixed_lines(draw: st.DrawFn, scores: tuple[int, ...], largest: int) -> list[Line]:
    """Lines of any kind, mostly played, each in any of one to five forms."""
    forms = FORMS[: draw(st.integers(1, len(FORMS)))]
    size = draw(st.one_of(st.integers(1, 8), st.integers(1, 16), st.integers(1, largest)))
    line = played(scores, forms)
    return draw(st.lists(st.one_of(line, line, line, other_lines(forms)), min_size=size, max_size=size))


@st.composite
def fouled_lines(draw: st.DrawFn, scores: tuple[int, ...], largest: int) -> list[Line]:
    """Forms of telling sizes, each line one table, and a few that compare with none."""
    sizes = draw(st.lists(FORM_SIZES.filter(lambda size: size <= largest), min_size=1, max_size=len(FORMS)))
    in_forms = [
        Line(draw(st.sampled_from(scores)), group=form)
        for form, size in zip(FORMS, sizes, strict=False)
        for _ in range(size)
    ]
    return in_forms + draw(st.lists(other_lines(FORMS), max_size=2))


@st.composite
def boards(draw: st.DrawFn, largest: int = 60) -> list[Line]:
    """The lines of one board, E stated on some of them or not."""
    scores = tuple(draw(st.lists(st.sampled_from(SCORES), min_size=1, max_size=6, unique=True)))
    board = draw(st.one_of(mixed_lines(scores, largest), fouled_lines(scores, largest)))
    surplus = draw(st.sampled_from((None, None, -2, 0, 1, 3)))
    if surplus is None:
        return board
    expected = max(1, field_size(board) + surplus)
    return [replace(line, expected=draw(st.sampled_from((expected, expected, None)))) for line in board]


@st.composite
def seasons(draw: st.DrawFn, largest: int = 60, most_boards: int = 12) -> list[Row]:
    """Rows of several boards, of one section or of two, compared together or not; the rows in any order."""
    places = [
        Place(event_id, session, section, scored_with, board)
        for event_id in (1, 2)
        for session in ("1", "2")
        for section, scored_with in (("A", "A"), ("B", "B"), ("C", "CD"), ("D", "CD"))
        for board in (1, 2)
    ]
    chosen = draw(st.lists(st.sampled_from(places), min_size=1, max_size=most_boards, unique=True))
    rows = [Row(place, line) for place in chosen for line in draw(boards(largest))]
    return draw(st.permutations(rows)) if draw(st.booleans()) else rows
