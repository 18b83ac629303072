"""The files of editions: what is wrong in one is said with its key, and what is borrowed is never as seen."""

from pathlib import Path

import pytest

from neuberg.errors import RuleError
from neuberg.rules.laws import Edition, edition, read_edition
from neuberg.rules.reading import read_rule_file

LAW = """
name = "test"
title = "An edition"
[[first_day]]
bodies = []
from = 1990-01-01
status = "seen"
source = "its preface"
[[clause]]
law = "13C"
outcome = ["CANCEL_RESULT"]
leaves = "cancelled"
says = "Found after play."
status = "seen"
source = "a book"
[[source]]
text = "a book"
kind = "primary"
"""
BORROWER = """
name = "older"
title = "One without a text"
text_of = "test"
text_status = "proxy"
[[source]]
text = "a list"
kind = "quoted"
"""


def read(folder: Path, text: str) -> Edition:
    lender, file = folder / "lender.toml", folder / "edition.toml"
    lender.write_text(LAW, encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    return read_edition(read_rule_file(file), {"test": read_rule_file(lender)})


def test_what_is_right_is_read(tmp_path: Path) -> None:
    clause = read(tmp_path, LAW).clauses["13C"]
    assert (clause.outcome, clause.open, clause.leaves) == (("CANCEL_RESULT",), "CANCEL_RESULT", "cancelled")


def test_a_borrowed_clause_is_never_as_seen(tmp_path: Path) -> None:
    assert read(tmp_path, BORROWER).clauses["13C"].status == "proxy"
    with pytest.raises(RuleError, match="text_status: found 'seen', wanted one of: inferred"):
        read(tmp_path, BORROWER.replace("proxy", "seen"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('outcome = ["CANCEL_RESULT"]', ""), "clause.outcome: found none, wanted what follows, or by_fault"),
        (('leaves = "cancelled"', 'leaves = "void"'), "clause.leaves: found 'void', wanted one of: result"),
        (('status = "seen"\nsource = "a book"', 'source = "a book"'), "clause.status: found none"),
        (('source = "its preface"', ""), "first_day.source: found none, wanted a text"),
        (('law = "13C"', 'law = "13C"\nclause = 3'), "unknown key clause.clause"),
        (("from = 1990-01-01", 'from = "1990"'), "from: found '1990', wanted a day"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    assert change[0] in LAW
    with pytest.raises(RuleError) as error:
        read(tmp_path, LAW.replace(*change))
    assert said in str(error.value)


def test_two_clauses_of_one_key_are_refused(tmp_path: Path) -> None:
    clause = LAW[LAW.index("[[clause]]") : LAW.index("[[source]]")]
    with pytest.raises(RuleError, match="wanted keys of clauses that differ"):
        read(tmp_path, LAW + clause)


def test_an_edition_that_is_not_there_is_said() -> None:
    with pytest.raises(RuleError, match="there is no edition '1066' of the laws; wanted one of: 1935, 1943"):
        edition("1066")
