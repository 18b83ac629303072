"""Whatever the bytes are, the reader returns and accounts for what it met, in time that grows with their number."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbn_text import DEAL, codes, read

SMALL = (
    '% PBN 2.1\r\n% <META  name=Generator content="x">\r\n[Event "Cup"]\r\n[Date "1999.01.02"]\r\n[Board "1"]\r\n'
    f'[Dealer "N"]\r\n[Vulnerable "All"]\r\n[Deal "{DEAL}"]\r\n[Scoring "MP"]\r\n{{ a\r\n\r\ncomment }}\r\n'
    '[TotalScoreTable "Rank\\2R;PairId;Direction;TotalMP;Names"]\r\n 1 7 "N-S" 30.5 "Ada - Bo"\r\n'
    '[ScoreTable "Section;PairId_NS;PairId_EW;Contract;Result;Score_NS;Score_EW;Multiplicity"]\r\n'
    'A 1 2 4S 10 "420" - 1\r\nB 3 4 - - "A+" "A-" 2\r\nA 5 6\r\nPass - "0" - 1\r\n\r\n'
    '[Event "#"]\r\n[Board "2"]\r\n[Room "Open"]\r\n[Declarer "^S"]\r\n[Contract "4Hx"]\r\n[Result "NS 9 EW 4"]\r\n'
    '[Score "NS -100"]\r\n[ScoreIMP "NS -3"]\r\n[Play "W"]\r\nSK - - -\r\n*\r\n\r\n'
    '[Declarer "N"]\r\n[Contract "1N"]\r\n\x1a'
).encode()


def test_the_small_file_itself() -> None:
    tables = read(SMALL)
    assert tables["results"].select("board", "kind").rows() == [
        (1, "played"),
        (1, "artificial"),
        (1, "passed_out"),
        (2, "played"),
        (2, "played"),
    ]
    assert (tables["boards"].height, tables["pairs"].height, codes(tables)) == (2, 1, [])


def test_a_file_cut_anywhere_is_accounted_for() -> None:
    for end in range(len(SMALL)):
        read(SMALL[:end])


def test_a_file_with_any_byte_changed_is_accounted_for() -> None:
    chance = random.Random(1)
    for place in range(len(SMALL)):
        changed = bytearray(SMALL)
        changed[place] = chance.choice(b'"[]{};%#\x00\xff\n\\9')
        read(bytes(changed))


MARKS = st.sampled_from([bytes([mark]) for mark in b'[]"{};%#^\n'])
FRAGMENTS = st.sampled_from(
    [b'[Board "', b'[ScoreTable "Score_NS;Rank"]\n', b'"]\n', b"\n\n", b"##", b"^A+ -\n", b"1 2\n"]
)


@given(st.lists(MARKS | FRAGMENTS | st.binary(max_size=6), max_size=40).map(b"".join))
def test_garbage_is_accounted_for(data: bytes) -> None:
    read(data)


@pytest.mark.parametrize(
    "unit",
    [
        "[", '"', '[a "', "{", "}", " ", "[ ", '[ "', "\\", '"\\', ";", "^", "\t[", "a;", '[Board "', "{}",
        "{\n", "[\n", "[Note\n", '[Event "\n', "[Event x]", '[Board "?"]\n[Contract "4S"]\n\n', '[Result "9"]\n\n',
        '[ScoreTable "Contract;Score_NS"]\n4S 420\n', "{\n[Board \"1\"]\n",
    ],
)  # fmt: skip
def test_the_time_is_linear(unit: str) -> None:
    """A quadratic reader would take sixteen times as long for four times the text, and minutes for the longer."""
    size = 60_000 // len(unit)

    def seconds(times: int) -> float:
        started = time.process_time()
        read((unit * times * size).encode())
        return time.process_time() - started

    assert seconds(4) < 10 * seconds(1) + 0.5


@pytest.mark.parametrize(
    "text",
    [
        '[Board "1"]\n[Contract "4S{}x"]',
        '[Board "1"]\n[Score "NS{}x"]',
        '[Board "1"]\n[Declarer "N"]\n[Contract "4S"]\n[Result "{}9"]',
        '[Board "1{}"]',
        '[Board "1"]\n[Deal "N:{}"]',
        '[Event "a"]\n[Date "{}x"]',
        '[Board "1"]\n[ScoreTable "Contract;Names_NS;Names_EW"]\n4S{}x',
    ],
)
def test_a_long_value_costs_little(text: str) -> None:
    started = time.process_time()
    read(text.format(" " * 200_000))
    assert time.process_time() - started < 2
