"""The tokenizer: tags, comments, tables and the ends of games, each with its line."""

import pytest

from neuberg.ingest.pbn.game import Game
from neuberg.ingest.pbn.tokens import Tokenizer
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import source
from pbn_text import codes


def tokenize(text: str) -> tuple[list[Game], list[str]]:
    """The games of a text, and the codes of its problems."""
    reading = Reading(source("file.pbn", text.encode()), "pbn")
    tokenizer = Tokenizer(reading)
    tokenizer.read(text)
    return tokenizer.games, codes(reading.tables())


def tags(text: str) -> list[dict[str, str]]:
    return [{name: tag.value for name, tag in game.tags.items()} for game in tokenize(text)[0]]


@pytest.mark.parametrize(
    "text",
    [
        '[Board "7"]',
        '[Board"7"]',
        '[   Board   "7"   ]',
        '   [Board "7"]',
        '\t[Board "7"]\t',
        '[\nBoard\n"7"\n]',
        '[Board "7"\n]',
        '[Board "7"] ; a comment',
        '{ before } [Board "7"] { after }',
        '{ over\n\nlines }[Board "7"]',
        '% an escaped line\n[Board "7"]',
        '<PBN>\n[Board "7"]\n</PBN>',
    ],
)
def test_a_tag_is_found_however_it_is_set(text: str) -> None:
    games, problems = tokenize(text)
    assert [game.value("Board") for game in games] == ["7"]
    assert problems == []


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_are_counted_under_every_line_ending(ending: str) -> None:
    text = ending.join(["% PBN 2.1", '[Event "A"]', "{ one", "two }", '[Board "1"]', "", '[Board "2"]'])
    games, _ = tokenize(text)
    assert [game.tags["Board"].line for game in games] == [5, 7]


def test_a_blank_line_ends_a_game_but_not_within_a_comment() -> None:
    assert tags('[Board "1"]\n{ a\n\nb }\n[Dealer "N"]\n \t \n[Board "2"]') == [
        {"Board": "1", "Dealer": "N"},
        {"Board": "2"},
    ]


def test_two_tags_on_a_line_are_two_tags() -> None:
    assert tags('[Event "A"] [Board "1"]') == [{"Event": "A", "Board": "1"}]


def test_escapes_are_undone_and_other_backslashes_stay() -> None:
    assert tags(r'[Event "the \"Big\" \\ one"]') == [{"Event": r'the "Big" \ one'}]
    assert tags(r'[Event "M\'s"]') == [{"Event": r"M\'s"}]


def test_a_table_keeps_its_lines_with_their_numbers() -> None:
    (game,) = tokenize('[Board "1"]\n[ScoreTable "Contract;Score_NS"]\n4S 420\n{ aside } 3N 400\n[Dealer "N"]')[0]
    (table,) = game.tables
    assert (table.header, table.line, table.lines) == ("Contract;Score_NS", 2, [(3, "4S 420"), (4, "3N 400")])
    assert game.value("Dealer") == "N"


def test_a_row_below_a_blank_line_still_belongs_to_its_table() -> None:
    games, problems = tokenize('[ScoreTable "Contract;Score_NS"]\n4S 420\n\n3N 400\n\n[Board "2"]')
    assert [len(game.tables[0].lines) if game.tables else 0 for game in games] == [2, 0]
    assert problems == []


def test_prose_below_a_table_is_an_error_and_no_row() -> None:
    games, problems = tokenize('[ScoreTable "Contract;Score_NS"]\n4S 420\n\nresults by courtesy of the club\n')
    assert games[0].tables[0].lines == [(2, "4S 420")]
    assert problems == ["text_after_table"]


def test_the_first_card_of_the_play_is_kept() -> None:
    (game,) = tokenize('[Play "W"]\n^L SK H3 S4 S3\nC5 C2 C6 CK\n*\n[Result "9"]')[0]
    assert game.lead == ("SK", 2)
    assert game.value("Result") == "9"


def test_a_comment_that_nothing_closes_swallows_no_game() -> None:
    games, problems = tokenize('{ closed }\n[Board "1"]\n{ never closed\n\n[Board "2"]')
    assert [game.value("Board") for game in games] == ["1", "2"]
    assert problems == ["unclosed_comment"]


def test_games_within_a_comment_are_no_games_but_are_noted_once() -> None:
    games, problems = tokenize('[Board "1"]\n{\n[Board "2"]\n[Board "3"]\n}\n[Dealer "N"]')
    assert [game.value("Board") for game in games] == ["1"]
    assert problems == ["comment_holds_tags"]


@pytest.mark.parametrize(
    ("text", "board", "problem"),
    [
        ('[Board "7]', "7", "unclosed_tag"),
        ('[Board "7"', None, "unclosed_tag"),
        ("[Board 7]", "7", "tag_without_quotes"),
        ("[Board]", None, "tag_without_value"),
        ('[Board "7 "x" 8"]', '7 "x" 8', "quotes_in_tag"),
        ('[Board "a\\"]', "a\\", "quotes_in_tag"),
        ('[User Board "7"]', None, "bad_tag_name"),
        ("Board 7", None, "stray_text"),
        ("[Board 7", None, "stray_text"),
    ],
)
def test_a_broken_tag_is_noted_and_taken_as_far_as_it_can_be(text: str, board: str | None, problem: str) -> None:
    games, problems = tokenize(f'{text}\n\n[Dealer "N"]')
    boards = [game.value("Board") for game in games if "Board" in game.tags]
    assert (boards, problems) == ([] if board is None else [board], [problem])
    assert games[-1].value("Dealer") == "N"
