"""PBN files read many at a time give the rows that the exact reader gives, table by table, row by row."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from neuberg.ingest.pbn import reader
from neuberg.ingest.pbn.bulk import layout
from neuberg.ingest.pbn.bulk import reader as bulk
from neuberg.ingest.pbn.bulk.buffer import Texts
from neuberg.ingest.pbn.bulk.coded import Coded, combined, told_apart
from neuberg.ingest.pbn.bulk.elements import split_elements
from neuberg.ingest.pbn.bulk.loading import Batch
from neuberg.ingest.reading import Reading, tables_of
from neuberg.ingest.source import Source, source
from pbn_text import DEAL, OTHER_DEAL, assert_conserved
from shared import ROOT, SHARED, shared

FILES = sorted(path.name for path in (SHARED / "corpus/pbn").glob("*.pbn")) or [""]
SAMPLES = sorted((ROOT / "data/samples").rglob("*.pbn"))


def exactly(sources: list[Source]) -> Iterator[Reading]:
    for found in sources:
        reading = Reading(found, "pbn")
        reader.read(reading)
        yield reading


def check(*texts: bytes) -> None:
    sources = [source(f"{number}.pbn", text) for number, text in enumerate(texts)]
    wanted = tables_of(list(exactly(sources)))
    found = tables_of(bulk.read_many(sources))
    for name, table in wanted.items():
        assert_frame_equal(found[name], table)
    assert_conserved(found, b"\n".join(texts))


@pytest.mark.parametrize("name", FILES)
def test_a_real_file(name: str) -> None:
    check(shared(f"corpus/pbn/{name}").read_bytes())


def test_all_real_files_at_once() -> None:
    check(*(shared(f"corpus/pbn/{name}").read_bytes() for name in FILES if name != "example3.pbn"))


def test_faults_against_the_standard_are_told_of_files_read_as_columns_too() -> None:
    table = b'[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n'
    head = b'[Event "Cup"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n{ ' + b"x" * 300 + b" }\n"
    check(head + table + b'[Auction "E"]\n1C AP\n[Note "a"]\n')


@pytest.mark.parametrize("text", [b"!", b"", b"no tag\nat all\n", b"% only\n%directives"])
def test_a_text_without_a_tag(text: bytes) -> None:
    check(text)


def test_all_samples_at_once() -> None:
    assert SAMPLES
    check(*(path.read_bytes() for path in SAMPLES))


TABLE = r"PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Lead\3L;Score_NS\6R;Score_EW\6R;MP_NS\4R;MP_EW\4R"
ROWS = (
    ' 1  2 4S   S 10 S9   "420"      - 28.3 13.7',
    ' 3  4 3NX  E  9 HA       -  "550"  0.0 42.0',
    ' 5  6 Pass -  - -      "0"      - 20.0 22.0',
    ' 7  8 -    -  - -     "A+"   "A-" 25.2 16.8',
    ' 9 10 -    -  - -    "^A+"      - 25.2 16.8',
    "11 12 8S   S 10 S9   420      - 28.3 13.7",
    "13 14 4S   S 10 S9   420      - 28.3",
    "15 16 4S   S 10 S9   420      - 28.3 x",
    "17 18 5h   n 11 d10  450      ? 1 2.25",
    " ",
    "; a comment",
    "%",
)  # fmt: skip
FREQUENCIES = r"+Rank\2R;Section;Score_NS\4R;Score_EW;Percentage_NS;Multiplicity\2R"
FREQUENCY_ROWS = (
    "1 A 420 - 95.5 3",
    "2 B - 50 40 1",
    "3 - ^60 ^40 60.0 2",
    "4 A A+ - 60 1",
    "5 A - A- 40 1",
    "6 A 1 1 1 0",
)
TOTALS = (
    '[TotalScoreTable "Rank;PairId;Direction;TotalMP;TotalPercentage;Names"]',
    '1 7 "N-S" 300.5 61.2 "A - B"',
    '2 1 - x 50 "C"',
)


def tag(name: str, *values: str) -> st.SearchStrategy[str]:
    return st.sampled_from(values).map(lambda value: f'[{name} "{value}"]')


def some(tags: list[st.SearchStrategy[str]]) -> st.SearchStrategy[list[str]]:
    """Nearly always all of them, and any of them left out."""
    kept = st.tuples(*(st.integers(0, 30) for _ in tags))
    return st.tuples(st.tuples(*tags), kept).map(
        lambda drawn: [text for text, place in zip(*drawn, strict=True) if place]
    )


WHOLE = "N:AKQ.KQJ.QJT.JT98 JT98.A.AKQ.QJT5 76.T9876.98765.K 5432.5432.432.A76"

HEADS = some(
    [
        tag("Event", "Club", "Club", "Cup", "#", ""),
        tag("Site", "", "Hall", "#"),
        tag("Date", "2019.03.06", "2019.03.06", "2019.03.07", "x", "#"),
        tag("Board", *map(str, range(1, 9)), "1", "A7", "0"),
        tag("Dealer", "N", "E", "s", "?", "x"),
        tag("Vulnerable", "None", "All", "both", "?", "x"),
        tag(
            "Deal",
            DEAL,
            DEAL,
            OTHER_DEAL,
            WHOLE,
            WHOLE,
            WHOLE.replace("N:", "W:"),
            WHOLE.lower(),
            "N:- - - -",
            "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6",
            "x:",
            "",
        ),
        tag("Scoring", "MatchPoints;MP1", "IMP", "?"),
        tag("Section", "A", "A", "B", "?"),
    ]
)
PLAYS = some(
    [
        tag("Declarer", "", "S", "^W"),
        tag("Contract", "", "", "", "3NT", "Pass", "N", "9S"),
        tag("Result", "", "", "9", "NS 9", "14"),
        tag("Score", "", "", "NS 400", "A6040", "x"),
    ]
)
TABLES = st.one_of(
    st.lists(st.sampled_from(ROWS[:3]), min_size=1, max_size=4).map(lambda rows: [f'[ScoreTable "{TABLE}"]', *rows]),
    st.lists(st.sampled_from(ROWS), max_size=5).map(lambda rows: [f'[ScoreTable "{TABLE}"]', *rows]),
    st.lists(st.sampled_from(FREQUENCY_ROWS), max_size=5).map(lambda rows: [f'[ScoreTable "{FREQUENCIES}"]', *rows]),
    st.just([*TOTALS]),
    st.just([]),
    st.just(['[Play "N"]', "S2 S3 S4 S5", "* "]),
    st.just(['[Auction "N"]', "Pass Pass 1NT =1= AP", '[Note "1:strong"]']),
)
COMMENTS = ["{a\n\n% comment}", "{a [comment}", "{a comment} ", "{a comment}"]
ODDITIES = st.sampled_from(["", "", "", "", "", *COMMENTS, "stray", '[Note "x', r'[Event "a\"b"]', "\x1b", "é"])


@st.composite
def games(draw: st.DrawFn) -> str:
    blocks = [draw(HEADS), draw(PLAYS), draw(TABLES)]
    if draw(st.integers(0, 12)) == 0:
        blocks.append([draw(ODDITIES)])
    return "\n".join(line for block in blocks for line in block)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    head = draw(st.sampled_from(["", "% PBN 2.1\n", '% <META name=CRSession content="2">\n%Creator: X\n\n']))
    text = head + draw(st.sampled_from(["\n\n", "\n\n", "\n", "\n \n\n"])).join(draw(st.lists(games(), max_size=6)))
    ending = draw(st.sampled_from(["", "\n", "\x1a"]))
    return (text + ending).replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode("latin-1")


@given(st.lists(files(), min_size=1, max_size=4))
def test_generated_files(texts: list[bytes]) -> None:
    check(*texts)


@pytest.mark.parametrize(
    "line",
    [
        '[Event"Cup"]',
        '[Event  \t "Cup" ] \t',
        '[Event "Cup"]x',
        '[Event "Cup" "Bowl"]',
        '[Event "Cup',
        "[Event]",
        "[",
        '["Cup"]',
        '[ Event "Cup"]',
        f'[Event{" " * 40}"Cup"]',
        '[Event "Cup\\\\"]',
        '[Event "Cup\\"]',
        '[Event "a\\\\b"]',
        '[Event ""]',
        '[Event "##"]',
        '[DoubleDummyTricks "1"]',
        '[DoubleDuXmyTricks "1"]',
        '[ANameOfMoreThanTwentyFourLetters "1"]',
        '[Café "1"]',
        '[Event "Café of more than twelve"]',
        " " * 60,
        "\u00a0",
        "{a comment} \t",
        "{a comment} x",
        " {a comment}",
        "{a\n\n; comment\n 1 2}",
        '{a\n[Event "x"]\n}',
        "{a [comment]}",
        "{a} {b}",
        "{a {b}",
        "{a comment",
        "a comment}",
        "{}",
        f"{' ' * 40}\u2003",
        "  é",
        f"{' ' * 40}x",
    ],
)
def test_a_line_of_a_game(line: str) -> None:
    """Each among the tags of a game, and behind its table."""
    table = f'[ScoreTable "{TABLE}"]\n{ROWS[0]}'
    deal = f'[Deal "{DEAL}"]'
    check(f'[Site "x"]\n{line}\n[Board "1"]\n{deal}\n{table}\n{line}\n{ROWS[1]}\n\n[Board "2"]\n{deal}\n'.encode())


@given(st.lists(files(), min_size=1, max_size=4))
def test_generated_files_cut_by_their_layout(texts: list[bytes]) -> None:
    """Few rows are worth no look at their layout; here all are."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(layout, "_ENOUGH", 1)
        check(*texts)


def test_real_files_cut_by_their_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_ENOUGH", 1)
    check(*(shared(f"corpus/pbn/{name}").read_bytes() for name in FILES if name != "example3.pbn"))


def test_rows_of_one_length_in_another_layout_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_ENOUGH", 2)
    found = split_elements(Texts.of(["1 4S 10", "2 4S 10", "12 3N 9", "13 4S x", '3  "a b"', "4  5S  "]), 3)
    assert found is not None
    fits, columns = found
    texts = [[column.texts[code] for code in column.codes.tolist()] for column in columns]
    assert fits.tolist() == [True, True, True, True, False, False]
    assert [list(row) for row in zip(*texts, strict=True)] == [
        ["1", "4S", "10"], ["2", "4S", "10"], ["12", "3N", "9"], ["13", "4S", "x"],
    ]  # fmt: skip


def test_rows_that_do_not_stand_in_the_layout_of_the_others_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in the places of their elements is none, and nobody is to parse it."""
    monkeypatch.setattr(layout, "_ENOUGH", 2)
    games = "".join(
        f'[Event "Cup"]\n[Board "{board}"]\n[Deal "{DEAL}"]\n[ScoreTable "PairId_NS;MP_NS;Score_NS"]\n'
        f" {board} {row}\n {board} 2.5   420\n {board} 3.5   420\n\n"
        for board, row in ((1, "      420"), (2, "1.5      "), (3, "1.5 ^60.0"))
    )
    sources = [source("a.pbn", games.encode())]
    assert bulk.read_many(sources)[0].problems() == next(exactly(sources)).problems()
    check(sources[0].data)


PLAIN = f'% PBN 2.1\n[Event "Cup"]\n[Site ""]\n[Board "1"]\n[Deal "{DEAL}"]\n[ScoreTable "{TABLE}"]\n{ROWS[0]}'
OTHERS = {
    "empty": b"",
    "only blank": b"\n\n",
    "no line end behind it": PLAIN.replace("Cup", "Bowl").encode(),
    "Windows-1252": PLAIN.replace("Cup", "Caf\u00e9").encode("cp1252"),
    "UTF-8": PLAIN.replace("Cup", "Caf\u00e9").encode(),
    "UTF-8 with its mark": PLAIN.replace("Cup", "Vase").encode("utf-8-sig"),
    "UTF-16": PLAIN.replace("Cup", "Jug").encode("utf-16"),
    "DOS": PLAIN.replace("Cup", "Mug").replace("\n", "\r\n").encode() + b"\r\n\x1a",
    "for the exact reader": PLAIN.replace('"Cup"', '"Cup" "Bowl"').encode(),
    "a comment": PLAIN.replace("[Site", "{a comment\nof two lines}\n[Site").encode(),
    "a control character": PLAIN.replace("Cup", "C\x1bup").encode(),
    "a takeover": (PLAIN + '\n\n[Event "#"]\n[Board "2"]').encode(),
    "no takeover": PLAIN.replace("Cup", "#").encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_among_others(name: str) -> None:
    """First, in the middle and last of a batch: what is read of its neighbours is no other."""
    plain = [f"{PLAIN}{end}".replace("2.1", str(number)).encode() for number, end in enumerate(["\n", "", "\n\n"])]
    for place in range(4):
        check(*plain[:place], OTHERS[name], *plain[place:])


def test_files_of_every_kind_at_once() -> None:
    check(*OTHERS.values(), PLAIN.encode())
    check(*reversed(OTHERS.values()), PLAIN.encode())


@pytest.mark.parametrize(
    "deal",
    [
        WHOLE,
        WHOLE.replace("N:", "E:"),
        WHOLE.replace("N:", "W:"),
        WHOLE.replace("N:", "X:"),
        WHOLE.replace("N:", "n:"),
        WHOLE.replace("N:", "N."),
        WHOLE.replace("KQJ", "KqJ"),
        WHOLE.replace("KQJ", "K.J"),
        WHOLE.replace("KQJ.QJT.JT98", "KQJJQJT.JT98"),
        WHOLE.replace("T9876", "10987"),
        WHOLE.replace(" ", ".", 1),
        WHOLE.replace(" ", "A", 1),
        WHOLE.replace("AKQ.KQJ", "AKQ KQJ", 1),
        "#",
        "",
    ],
)
def test_a_deal_of_the_length_of_whole_hands(deal: str) -> None:
    assert len(WHOLE) == 69
    games = [f'[Event ""]\n[Board "{board}"]\n[Deal "{text}"]\n' for board, text in enumerate([WHOLE, deal, WHOLE], 1)]
    check("\n".join(games).encode())


def test_deals_of_every_kind_beside_a_game_without_one() -> None:
    """Three games of an event without its Board, its Deal and its hands, among deals written in unlike ways."""
    tags = '[Event "Cup"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
    small, short = WHOLE.replace("KQJ", "kqj"), "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 - -"
    games = [f'{tags}[Board "{board}"]\n[Deal "{text}"]\n' for board, text in enumerate([WHOLE, small, short, "-"], 1)]
    check("\n".join(games).encode(), f'[Event "Cup"]\n[Board "5"]\n{games[1]}'.encode())
    check(f'[Event "Cup"]\n[Board "5"]\n[Dealer "N"]\n\n{games[1]}\n{games[2]}'.encode())


def test_events_without_a_board() -> None:
    check(b'[Event "Cup"]\n[Stage "Final"]\n\n[Event "Bowl"]\n', b'[Event "Cup"]\n[Date "2019.03.06"]\n')


def test_words_are_told_apart_however_many_they_are() -> None:
    words = np.arange(100_000, dtype=np.uint64)[::-1] * np.uint64(3)
    codes, distinct = told_apart(words)
    assert (distinct[codes] == words).all()


def test_rows_of_more_texts_than_one_number_tells_apart() -> None:
    columns = [Coded(np.arange(300), [f"{place}:{number}" for number in range(300)]) for place in range(9)]
    codes, distinct = combined(columns)
    assert [distinct[code] for code in codes.tolist()] == [
        tuple(f"{place}:{number}" for place in range(9)) for number in range(300)
    ]


def test_regular_files_are_read_as_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the comparison above could compare the exact reader with itself."""
    loaded = []
    monkeypatch.setattr(Batch, "load", lambda batch: loaded.append(batch))
    game = f'[Event ""]\n[Board "1"]\n[Deal "{DEAL}"]\n[ScoreTable "{TABLE}"]\n{ROWS[0]}\n'
    bulk.read_many([source("a.pbn", game.encode()), source("b.pbn", game.encode() + b"{")])
    assert len(loaded) == 1
