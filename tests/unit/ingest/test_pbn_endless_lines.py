"""A line that no PBN program writes is passed over and told; what stands around it is read."""

import pytest

from neuberg.ingest.pbn import tokens
from pbn_text import codes, read

BEFORE, AFTER = '[Board "1"]\n[Contract "4S"]\n', '\n\n[Board "2"]\n[Contract "3NT"]\n'
MOST = 200


@pytest.fixture(autouse=True)
def short_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "LONGEST_LINE", MOST)


@pytest.mark.parametrize("line", ["9" * 201, '[Event "' + "x" * 300, "{" + "x" * 300, "4S N " * 50, "%" * 300])
def test_the_games_around_it_are_read(line: str) -> None:
    tables = read(BEFORE + line + AFTER)
    assert tables["results"].select("board", "level").rows() == [(1, 4), (2, 3)]
    assert tables["problems"].select("line", "code", "severity", "found").rows() == [
        (3, "line_too_long", "error", f"{len(line):,} characters")
    ]


def test_the_end_of_a_comment_in_it_still_ends_the_comment() -> None:
    tables = read(BEFORE + "{ a comment\n" + "x" * 300 + "}" + AFTER)
    assert tables["results"]["board"].to_list() == [1, 2]
    assert codes(tables) == ["line_too_long"]


def test_a_line_of_the_greatest_length_is_read() -> None:
    assert codes(read(BEFORE + f'[Event "{"x" * (MOST - 10)}"]' + AFTER)) == []
