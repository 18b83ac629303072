"""The public files of a PBN verifier: every error that they were made to hold is told, and the right files hold none.

The errors are listed by hand, each with the line that it stands on and what tells it: a problem's code, the check that
flags it (cards are never judged by a reader), or the reason why nothing does.
"""

import polars as pl
import pytest

from neuberg.domain.plays import plays, with_points
from neuberg.validate import Tables, judge
from pbn_text import read as read_text
from read import read
from shared import shared

#: Line, what tells it, and the line of what tells it where that is another.
ERRORS_10 = """
11 tag_without_value      15 tag_without_quotes   19 bad_tag_value        23 bad_tag_value      27 bad_tag_value
31 bad_tag_value          35 bad_tag_value        39 bad_dealer           43 bad_vulnerable     47 bad_hand
51 flag:bad_pack          55 flag:hand_over_and_short                     59 flag:hand_short    63 flag:hand_count
67 bad_tag_value          71 flag:hand_count      75 bad_tag_value        79 bad_declarer       83 bad_contract
87 bad_contract           91 bad_result           95 stray_text           98 bad_note           102 bad_auction
108 bad_play              114 bad_play            120 bad_play            127 repeated_tag      159 bad_auction
168 bad_auction           177 bad_auction         195 bad_auction         204 bad_auction       214 bad_auction
223 bad_annotation        226 bad_annotation      229 bad_annotation      232 bad_annotation    235 bad_annotation
238 bad_annotation        241 bad_annotation      244 bad_annotation      247 bad_annotation    250 bad_annotation
251 bad_note@220          252 bad_note@220        260 bad_auction         268 bad_auction       276 bad_auction
284 bad_auction           291 bad_auction         299 bad_auction         307 bad_auction       315 bad_auction
328 bad_play              340 bad_annotation      343 bad_annotation      346 bad_annotation    349 bad_annotation
361 bad_annotation        363 bad_annotation      366 bad_annotation      368 bad_annotation    381 bad_annotation
384 bad_annotation        387 bad_play            390 bad_play            392 bad_note@377      393 bad_note@377
405 bad_play              408 bad_play            411 bad_play            423 bad_play          429 bad_play
432 bad_play              435 bad_play            438 bad_play            450 bad_play          462 bad_play
474 bad_play              486 bad_play            495 bad_tag_value       504 bad_tag_value     529 bad_note
531 bad_note              544 bad_note@534        579 bad_note@562        580 bad_note@569      601 bad_auction
634 result_contradicts_itself                     654 bad_annotation      663 bad_annotation    670 bad_annotation
690 bad_play              772 inherited_value     773 inherited_value     774 inherited_value   775 inherited_value
776 inherited_value       777 bad_auction         779 bad_play            784 bad_score         785 bad_number@784
786 bad_tag_value         787 bad_tag_value       791 bad_score           792 bad_number@791    793 bad_tag_value
794 bad_tag_value         798 bad_score           799 bad_number@798      800 bad_tag_value     801 bad_tag_value
805 bad_award             806 bad_number@805      807 bad_tag_value       808 bad_tag_value     812 bad_tag_value
817 long_line             820 long_line           828 bad_tag_value       831 bad_tag_value     832 bad_competition@820
833 bad_tag_value         834 bad_tag_value       875 bad_note            877 bad_note          879 bad_note
881 bad_note              883 bad_note            912 bad_play            914 bad_play          955 long_line
957 unclosed_tag
"""
ERRORS_20 = """
7 bad_tag_value           10 bad_tag_value        15 not_represented      18 not_represented    23 not_represented
26 not_represented        40 bad_play             53 bad_play             66 bad_auction        79 bad_auction
92 bad_auction            97 quotes_in_tag        100 unclosed_tag        103 bad_table_header  108 bad_table
113 bad_table             117 bad_table           121 bad_table           125 bad_table@124     133 bad_table
"""
ERRORS_21 = "7 bad_tag_value   11 bad_tag_value"
#: What the files call an error and no problem tells, with the reason.
NOT_TOLD = {
    ("verifier_errors_10", 7): "a tag of another name: programs have their own, and import passes over them",
    ("verifier_errors_10", 186): "1N: half of the real files write 1NT so, and it is read",
    (
        "verifier_errors_10",
        616,
    ): "the declarer of an auction whose bid is marked as insufficient and is not: told there",
    ("verifier_errors_10", 617): "a result with ^, which says that the tricks agreed are not those won",
    ("verifier_errors_20", 129): "the table's name is crossed out in the public copy",
}
TABLES = {"verifier_errors_10": ERRORS_10, "verifier_errors_20": ERRORS_20, "verifier_errors_21": ERRORS_21}


def told(name: str) -> set[tuple[int, str]]:
    """The problems and the flags of a file as line and code, a flag's with `flag:` before it."""
    found = read("pbn", shared(f"corpus/pbn/{name}.pbn").read_bytes())
    events, boards = found["events"].lazy(), found["boards"].lazy()
    lines = with_points(plays(found["results"].lazy(), boards, events)).collect().lazy()
    flags = judge(Tables(events, boards, lines, found["pairs"].lazy())).flags
    flagged = flags.select("line", pl.concat_str(pl.lit("flag:"), "check"))
    return {*found["problems"].select("line", "code").rows(), *flagged.rows()}


@pytest.mark.parametrize("name", TABLES)
def test_every_error_of_a_file_is_told_where_it_stands(name: str) -> None:
    words = TABLES[name].split()
    errors = dict(zip(map(int, words[::2]), words[1::2], strict=True))
    wanted = {
        error: (int(place or error), code)
        for error, (code, _, place) in ((error, code.partition("@")) for error, code in errors.items())
    }
    found = told(name)
    assert {error: one for error, one in wanted.items() if one not in found} == {}
    assert not {(name, error) for error in wanted} & NOT_TOLD.keys()


@pytest.mark.parametrize("name", ["verifier_correct_10", "verifier_correct_20", "verifier_correct_21"])
def test_the_right_files_have_nothing_against_the_standard(name: str) -> None:
    problems = read("pbn", shared(f"corpus/pbn/{name}.pbn").read_bytes())["problems"]
    assert set(problems["severity"]) <= {"warning", "info"}
    # A game without Board is numbered by its place, one without a declarer has nobody's tricks, a rubber is not kept;
    # one board's table stands again, cut short, and one play; a column of one table is its own (unknown_columns).
    assert set(problems["code"]) <= {
        "bad_board", "no_declarer", "not_represented", "repeated_lines", "repeated_play", "unknown_columns",
    }  # fmt: skip


HEAD = '[Board "1"]\n[Dealer "N"]\n[Deal "N:AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT9.T987 876.876.876.6543 5432.5432.5432.2"]\n'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[Auction "N"]\n1NT Pass Pass Pass\n', []),
        ('[Auction "N"]\n1nt! =1= P P X XX\nap\n[Note "1: strong"]\n', []),
        ('[Auction "N"]\n1NT Pass X AP\n', ["X by S"]),
        ('[Auction "E"]\n1C AP\n', ["1C by E"]),
        ('[Auction "N"]\n2C 1S AP\n', ["1S by E"]),
        ('[Auction "N"]\n2C ^I 1S AP\n', []),
        ('[Declarer "S"]\n[Contract "1NT"]\n[Auction "N"]\n1C Pass 1NT AP\n', []),
        ('[Declarer "N"]\n[Contract "1NT"]\n[Auction "N"]\n1C Pass 1NT AP\n', ["declarer N"]),
        ('[Declarer "E"]\n[Contract "1NT"]\n[Play "S"]\nS8 S5 SA SJ\n*\n', []),
        ('[Declarer "E"]\n[Contract "1NT"]\n[Play "S"]\nS8 S5 HA SJ\n*\n', ["HA by N"]),
        ('[Declarer "E"]\n[Contract "1NT"]\n[Play "S"]\nS8 S5 ^R HA SJ\n*\n', []),
        ('[Declarer "E"]\n[Contract "1NT"]\n[Result "13"]\n[Play "S"]\nS8 S5 SA SJ\n*\n', ["result 13"]),
        ('[OptimumScore "NS 400"]\n', []),
        ('[OptimumScore "400"]\n', ["400"]),
    ],
)
def test_a_fault_is_information_and_touches_no_record(text: str, found: list[str]) -> None:
    problems = read_text(HEAD + text)["problems"].filter(pl.col("severity") == "info")
    assert problems["found"].to_list() == found


def test_tricks_in_the_order_of_their_play_are_told_once() -> None:
    tricks = "S8 S5 SA SJ\nCA CT C3 C2\nCK C9 C4 H2\nCQ C8 C5 H3\n"
    problems = read_text(HEAD + f'[Declarer "E"]\n[Contract "1NT"]\n[Play "S"]\n{tricks}*\n')["problems"]
    assert problems["found"].to_list() == ["12 cards that the hands in their columns do not hold"]


def test_a_fault_that_a_program_makes_everywhere_is_counted() -> None:
    problems = read_text('[Board "1"]\n[OptimumScore "400"]\n\n' * 150)["problems"]
    faults = problems.filter(pl.col("code") == "bad_tag_value")
    assert faults.height == 101
    assert faults["found"][-1] == "50 more of bad_tag_value"
