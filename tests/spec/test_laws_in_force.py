"""Which edition of the laws was in force, by body and day: one, or several within a transition."""

import datetime as dt
from textwrap import dedent

import pytest

from neuberg.rules.laws import editions_in_force, load_editions, load_regulations, regulations_in_force

#: A day, then what applied for a body that adopted on a day of its own, and for one that is not known.
DRAWN = """
body   day         | editions
ACBL   1997-05-26  | 1987
ACBL   1997-05-27  | 1997
NBB    1997-05-27  | 1987
NBB    1997-09-01  | 1997
FFB    2008-06-30  | 1997
FFB    2008-07-01  | 2007
ABF    2008-06-01  | 1997 2007
EBU    2017-07-31  | 2007
EBU    2017-08-01  | 2017
ACBL   2017-09-24  | 2007
?      1996-12-31  | 1987
?      1997-08-01  | 1987 1997
?      1998-01-01  | 1997
?      2008-05-01  | 1997 2007
?      2008-09-30  | 2007
?      2018-01-01  | 2017
NBB    1984-05-01  | 1982
WBF    1984-05-01  | 1975
WBF    1958-05-01  | 1935 1948/49
ACBL   1984-05-01  | 1975
USA    1944-01-01  | 1943
EBU    1944-01-01  | 1935
"""


@pytest.mark.parametrize("line", dedent(DRAWN).strip().splitlines()[1:])
def test_drawn(line: str) -> None:
    given, wanted = line.split("|")
    body, day = given.split()
    found = editions_in_force(None if body == "?" else body, dt.date.fromisoformat(day))
    assert [one.edition for one in found] == wanted.split()


@pytest.mark.parametrize(
    ("body", "year", "editions"),
    [
        ("ACBL", 2005, ["1997"]),  # no day of it is near a change
        ("ACBL", 2008, ["1997", "2007"]),  # 8 September
        ("NBB", 1997, ["1987", "1997"]),  # 1 September
        ("EBU", 1948, ["1935", "1948/49"]),  # October or November
        (None, 2008, ["1997", "2007"]),
        ("NBB", 1982, ["1975", "1982"]),
        ("FFB", 2018, ["2017"]),
    ],
)
def test_where_only_the_year_is_known_all_that_some_day_of_it_had(
    body: str | None, year: int, editions: list[str]
) -> None:
    assert [one.edition for one in editions_in_force(body, year)] == editions


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("English Bridge Union", "EBU"),
        ("american contract bridge league", "ACBL"),
        ("Nederlandse  Bridge Bond ", "NBB"),
        ("Fédération Française de Bridge", "FFB"),
    ],
)
def test_a_body_is_the_same_under_its_full_name(name: str, code: str) -> None:
    for day in (dt.date(2017, 8, 15), dt.date(2008, 8, 15), 1997):
        assert editions_in_force(name, day) == editions_in_force(code, day)
        assert regulations_in_force(name, day) == regulations_in_force(code, day)


def test_a_regulation_of_a_year_that_it_began_in() -> None:
    assert [found.name for found in regulations_in_force("EBU", 2025)] == ["ebu-practice-2017", "ebu-white-book-2025"]
    assert [found.name for found in regulations_in_force("EBU", 2024)] == ["ebu-practice-2017"]


def test_a_club_that_nobody_names_may_be_anyones() -> None:
    assert editions_in_force("The Four Hands", dt.date(2008, 5, 1)) == editions_in_force(None, dt.date(2008, 5, 1))


def test_without_a_day_all_that_its_body_ever_had() -> None:
    assert [found.edition for found in editions_in_force("FFB", None)][-3:] == ["1997", "2007", "2017"]
    assert editions_in_force("ACBL", dt.date(1930, 1, 1)) == ()


def test_regulations_by_body_and_day() -> None:
    assert [found.name for found in regulations_in_force("acbl", dt.date(1992, 1, 1))] == ["acbl-1976", "acbl-1990"]
    assert [found.name for found in regulations_in_force("ACBL", dt.date(1980, 1, 1))] == ["acbl-1976"]
    assert regulations_in_force(None, dt.date(1992, 1, 1)) == []


def test_every_clause_names_its_source() -> None:
    """And what is not seen is never certain: `none` is the source of a recollection."""
    for law in (*load_editions().values(), *load_regulations().values()):
        for clause in law.clauses.values():
            assert clause.source
            assert clause.status != "seen" or not clause.source.startswith("none"), (law.name, clause.key)
