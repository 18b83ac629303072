"""The files of IMP tables, victory points and penalties: what is wrong in one is said with its key."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from neuberg.errors import RuleError
from neuberg.rules.days import Days
from neuberg.rules.imp_tables import read_imp_table
from neuberg.rules.penalties import load_penalties, read_penalty
from neuberg.rules.reading import RuleFile, read_rule_file
from neuberg.rules.vp_scales import load_vp_scales, read_vp_scale

HEAD = 'name = "test"\ntitle = "A rule"\nfrom = 1990-01-01\n'
SOURCE = '[[source]]\ntext = "a book"\nkind = "primary"\n'
IMPS = HEAD + "at_least = [20, 50]\n" + SOURCE
SCALE = HEAD + 'regime = "table"\npool = 4\n[[table]]\nboards = [1, 8]\nat_least = [0, 1, 5]\nvp = [2, 3, 4]\n' + SOURCE
PENALTY = HEAD + "per_cent_of_top = 10\n" + SOURCE


def rule_file(folder: Path, text: str) -> RuleFile:
    file = folder / "rule.toml"
    file.write_text(text, encoding="utf-8")
    return read_rule_file(file)


def test_what_is_right_is_read(tmp_path: Path) -> None:
    assert read_imp_table(rule_file(tmp_path, IMPS)).at_least == (20, 50)
    assert read_vp_scale(rule_file(tmp_path, SCALE)).table(8).vp == (2, 3, 4)
    assert read_penalty(rule_file(tmp_path, PENALTY)).per_cent_of_top == 10


@pytest.mark.parametrize(
    ("read", "text", "change", "said"),
    [
        (read_imp_table, IMPS, ("[20, 50]", "[50, 20]"), "at_least: found [50, 20], wanted a list of whole numbers"),
        (read_imp_table, IMPS, ("[20, 50]", "[20, 50.5]"), "at_least: found [20, 50.5], wanted a list of whole"),
        (read_imp_table, IMPS, ("[20, 50]", "[]"), "at_least: found [], wanted a list of whole numbers"),
        (read_imp_table, IMPS, ("at_least", "least"), "unknown key least; wanted one of: name, title"),
        (read_imp_table, IMPS, ('name = "test"', "name = 3"), "name: found 3, wanted a text"),
        (read_imp_table, IMPS, ("1990-01-01", "1990-01-01\nto = 1980-01-01"), "the days do not follow each other"),
        (read_imp_table, IMPS, ("1990-01-01", '"1990"'), "from: found '1990', wanted a day"),
        (read_imp_table, IMPS, (SOURCE, ""), "source: found none, wanted at least one"),
        (read_imp_table, IMPS, ("primary", "rumour"), "kind: found 'rumour', wanted one of: primary"),
        (read_imp_table, IMPS, ("[[source]]", "source = 1\n[[sources]]"), "unknown key sources"),
        (read_vp_scale, SCALE, ('"table"', '"curve"'), "regime: found 'curve', wanted one of: table, percent_table"),
        (read_vp_scale, SCALE, ("pool = 4", "pool = true"), "pool: found True, wanted a whole number"),
        (
            read_vp_scale,
            SCALE,
            ("vp = [2, 3, 4]", "vp = [2, 3]"),
            "vp: found [2, 3], wanted one for each of at_least, 3",
        ),
        (read_vp_scale, SCALE, ("[1, 8]", "[1]"), "boards: found [1], wanted the fewest and the most"),
        (read_penalty, PENALTY, ("= 10", "= 0"), "per_cent_of_top: found 0, wanted 1 to 100"),
        (read_penalty, PENALTY, (HEAD, HEAD + "uncertain = 3\n"), "uncertain: found 3, wanted a list of texts"),
        (read_penalty, PENALTY, (HEAD, HEAD + "="), "not TOML"),
    ],
)
def test_what_is_wrong_is_said(
    tmp_path: Path, read: Callable[[RuleFile], object], text: str, change: tuple[str, str], said: str
) -> None:
    assert change[0] in text
    with pytest.raises(RuleError) as error:
        read(rule_file(tmp_path, text.replace(*change)))
    assert said in str(error.value)
    assert "rule.toml" in str(error.value)


def test_days_that_are_not_known_hold_perhaps_and_never_surely() -> None:
    some = Days(begins=dt.date(1990, 1, 1), certainly_from=dt.date(1992, 1, 1), certainly_to=None, ends=None)
    days = [dt.date(year, 1, 1) for year in (1989, 1990, 1992)]
    assert [some.may_hold(day) for day in days] == [False, True, True]
    assert [some.surely_hold(day) for day in days] == [False, False, True]
    assert [Days().may_hold(day) for day in days] == [True] * 3
    assert [Days().surely_hold(day) for day in days] == [False] * 3


def test_what_no_primary_source_says_is_said_to_be_uncertain() -> None:
    shipped = [(found.sources, found.uncertain) for found in load_vp_scales().values()]
    shipped += [(found.sources, found.uncertain) for found in load_penalties().values()]
    assert shipped
    assert all(uncertain for sources, uncertain in shipped if all(source.kind != "primary" for source in sources))
