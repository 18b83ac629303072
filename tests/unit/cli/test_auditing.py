"""`neuberg audit` as a person types it: the account, an event in words, two runs compared, findings signed off."""

import csv
import io
from pathlib import Path

import pytest

from neuberg import scan
from neuberg.audit.in_words.explain import TABLES
from neuberg.audit.in_words.worked_board import lines_of_board
from neuberg.audit.in_words.worked_figure import Figure, worked_line
from neuberg.season.one_event import tables_of_event
from unit.cli.test_cli import neuberg, rows
from usebio_club import club, pair

#: Five tables; the second has 5 printed where it has 6 of 8.
CLUB = """event,board,ns,ew,score,mp_ns,mp_ew
Club,1,1,11,420,8,0
Club,1,2,12,170,5,2
Club,1,3,13,140,4,4
Club,1,4,14,-50,2,6
Club,1,5,15,-100,0,8
"""
RULINGS = """[[ruling]]
what = "finding"
event = "Club"
board = 1
finding = "unexplained"
decision = "accepted"
by = "A. Director"
why = "Misprint in the bulletin"
guard = {{ published = {published} }}
source = "Letter of 3 May"
"""


def run(folder: Path, text: str, *arguments: object) -> Path:
    source, out = folder / "club.csv", folder / "out"
    folder.mkdir(exist_ok=True)
    source.write_text(text, encoding="utf-8")
    done = neuberg("run", source, "--out", out, "--jobs", 1, "--no-validation", *arguments)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(tmp_path_factory.mktemp("one"), CLUB)


def test_the_account_has_a_row_a_kind_of_figure(one: Path) -> None:
    account = rows(neuberg("audit", one).stdout)
    found = {row["quantity"]: (row["published"], row["reproduced"], row["unexplained"]) for row in account}
    assert found == {"ns_mp": ("5", "4", "1"), "ew_mp": ("5", "5", "0")}


def test_an_event_in_words_with_the_disputed_matchpoint_worked_out(one: Path) -> None:
    text = neuberg("audit", one, "--event", "Club", "--explain").stdout
    assert "  N-S matchpoints of lines: 5 printed, held against wbf-1991: 4 reproduced, 1 unexplained" in text
    assert "one figure worked out: the N-S matchpoints of 2 against 12 on board 1, line 3 of the file" in text
    assert "3 lower and 1 equal scores with its own, 170: S = 2·3 + 1 − 1 = 6" in text
    assert "printed: 5, which is 1 less" in text


def of_three_boards(board: str) -> str:
    """The lines of the club again, as those of another board."""
    return "".join(f"Club,{board},{line.split(',', 2)[2]}\n" for line in CLUB.splitlines()[1:])


#: A ruling a board: on 1 pairs 4 and 5 played other cards, on 2 pair 2 has an award, on 3 pair 4 has 150, not -50.
THREE_RULINGS = """[[ruling]]
what = "fouled"
event = "Club"
board = 1
groups = [{ form = "changed", pairs = ["4", "5"] }]
guard = { lines = 5 }
source = "Director"

[[ruling]]
what = "award"
event = "Club"
board = 2
plays = { pairs = ["2"] }
award = "60-40"
guard = { ns_score = 170 }
source = "Director"

[[ruling]]
what = "correction"
event = "Club"
board = 3
plays = { pairs = ["4"] }
field = "ns_score"
value = 150
guard = { ns_score = -50 }
source = "Both pairs"
"""


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ruled")
    (folder / "rulings.toml").write_text(THREE_RULINGS, encoding="utf-8")
    text = CLUB + of_three_boards("2") + of_three_boards("3")
    return run(folder, text, "--rulings", folder / "rulings.toml", "--profile", "wbf-1991,one-field")


@pytest.mark.parametrize(
    ("board", "pair", "wanted"),
    [
        (
            1,
            "2",
            # Of three scores of five: (5/3)·(2 + 1) − 1.
            [
                "by a ruling (fouled; source: Director) the board's 5 lines are 3 of the original form, 2 of the form",
                "  n = 3, the scores that are compared: 420, 170, 140",
                "  2 against 12, 170, of the original form, line 3 of the file",
                "S = 2·1 + 1 − 1 = 2; M = (N/n)·(S + 1) − 1 = (5/3)·(2 + 1) − 1 = 4 (2-1-0); ",
                "printed: 5, which is 1 more",
                # The other rule knows no forms: three are worse than 170.
                "S = 2·3 + 1 − 1 = 6; M = S = 6 (2-1-0); ",
            ],
        ),
        (
            2,
            "2",
            # Of a top of 8: 4.8, which is 5 in print, and 3.2.
            [
                "by a ruling (award; source: Director) the score of 2 against 12 is the award 60-40",
                "    N-S: the line is an artificial score, given as 60-40, of 60 per cent of the top; "
                "M = 60 per cent of 8 = 4.8; printed: 5, the same in the decimals that are printed",
                "    E-W: the line is an artificial score, given as 60-40, of 40 per cent of the top; "
                "M = 40 per cent of 8 = 3.2; printed: 2, which is 1.2 less",
            ],
        ),
        (
            3,
            "13",
            # Only -100 is lower than 140 now.
            [
                "by a ruling (correction; source: Both pairs) ns_score of 4 against 14 is 150, where the file has -50",
                "    N-S: 1 lower and 1 equal scores with its own, 140: S = 2·1 + 1 − 1 = 2; M = S = 2 (2-1-0); ",
                "printed: 4, which is 2 more",
            ],
        ),
    ],
)
def test_a_board_is_worked_out_from_its_lines_as_ruled(ruled: Path, board: int, pair: str, wanted: list[str]) -> None:
    text = neuberg("audit", ruled, "--event", "Club", "--explain", "--board", board, "--pair", pair).stdout
    assert [part for part in wanted if part not in text] == []
    assert text.count(f"board {board} of session 1 under ") == 2


def test_every_figure_worked_out_on_ruled_boards_is_that_of_the_scores(ruled: Path) -> None:
    own = tables_of_event(ruled, TABLES, scan(ruled, "events").collect()["event_id"].item())
    for board in (1, 2, 3):
        for one in lines_of_board(own, board):
            ns, ew = one.counts("ns"), one.counts("ew")
            assert (ns is None) == (one.line["kind"] == "artificial")
            # Each of the n − 1 others shares 2 with it.
            assert ns is None or ew is None or (ns.n, ns.s + ew.s) == (one.score["n"], 2 * (ns.n - 1))
            for side in ("ns", "ew"):
                figure = Figure(one.line["result_id"], one.score["profile"], side, "mp")
                value = worked_line(own, one.line, one.score, figure).value
                assert value is not None
                assert float(value) == pytest.approx(one.score[f"{side}_mp"], abs=1e-9), (board, one)


def test_a_figure_is_held_against_print_on_the_scale_of_print(tmp_path: Path) -> None:
    """2-1-0 is printed: 170 has 3 lower of four others, 3 of 4 by a profile on 1-½-0 and 6 of 8 in print."""
    out = run(tmp_path, CLUB + of_three_boards("2").replace(",5,2", ",6,2"), "--profile", "acbl-1991")
    text = neuberg("audit", out, "--event", "Club", "--explain", "--board", 1, "--pair", 2).stdout
    assert "M = S = 6 (2-1-0); on 1-½-0 half of it: 3;" in text
    assert "on the scale in print, 2-1-0: 6; printed: 5, which is 1 less" in text


def test_the_one_figure_of_an_event_starts_from_the_ruled_lines_too(ruled: Path) -> None:
    text = neuberg("audit", ruled, "--event", "Club", "--explain").stdout
    worked = text[text.index("one figure worked out") :]
    assert "by a ruling (" in worked


def test_what_was_printed_before_a_ruling_is_not_wrong_because_of_it(ruled: Path) -> None:
    """Only pair 2's N-S figure was wrong of the lines as they are in the file: 5 of 8 for 6; 4.8 is 5 as an award."""
    query = """SELECT board, ns_pair, quantity, class, evidence FROM differences JOIN results USING (result_id, board)
        WHERE differences.profile = 'wbf-1991'"""
    found = rows(neuberg("sql", ruled, query).stdout)
    misprints = [row for row in found if (row["ns_pair"], row["quantity"]) == ("2", "ns_mp")]
    others = {(row["class"], row["evidence"]) for row in found if row not in misprints}
    assert [(row["board"], row["class"] == "before_ruling") for row in misprints] == [("1", False), ("3", False)]
    assert others == {
        ("before_ruling", f"right of the lines as the file has them, before the ruling ({what}) on board {board}")
        for board, what in ((1, "fouled"), (2, "award"), (3, "correction"))
    }
    account = neuberg("audit", ruled).stdout
    own = [row for row in rows(account) if (row["quantity"], row["profile"]) == ("ns_mp", "wbf-1991")]
    others_of_n_s = [row for row in found if row["quantity"] == "ns_mp" and row["class"] == "before_ruling"]
    assert own[0]["explained"] == str(len(others_of_n_s))


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--event", "Club", "--board", "1"], "--board without --explain"),
        (["--event", "Club", "--explain", "--pair", "1"], "--pair without --board"),
        (["--event", "Club", "--explain", "--board", "9"], "no line of board 9; wanted one of the boards 1"),
        (["--event", "Club", "--explain", "--board", "1", "--pair", "9"], "and pair '9'; wanted one of the pairs 1, 1"),
    ],
)
def test_what_board_cannot_be_worked_out(one: Path, arguments: list[str], wanted: str) -> None:
    done = neuberg("audit", one, *arguments)
    assert (done.returncode, wanted in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [(["--explain"], "--explain needs --event"), (["--explain", "--event", "Other"], "0 events 'Other'")],
)
def test_what_cannot_be_explained(one: Path, arguments: list[str], wanted: str) -> None:
    done = neuberg("audit", one, *arguments)
    assert done.returncode == 2
    assert wanted in done.stderr


def test_against_itself_nothing_has_changed_and_a_mended_file_is_data(one: Path, tmp_path: Path) -> None:
    same = neuberg("audit", one, "--against", one)
    assert (rows(same.stdout), "nothing changed" in same.stderr) == ([], True)
    mended = run(tmp_path / "mended", CLUB.replace("170,5,2", "170,6,2"))
    gone = list(csv.DictReader(io.StringIO(neuberg("audit", mended, "--against", one).stdout)))
    assert [(row["quantity"], row["change"], row["cause"]) for row in gone] == [("ns_mp", "gone", "data")]


def test_another_profile_is_a_rule(one: Path, tmp_path: Path) -> None:
    other = run(tmp_path / "other", CLUB, "--profile", "acbl-1991")
    changed = rows(neuberg("audit", other, "--against", one).stdout)
    assert {row["cause"] for row in changed} == {"rule"}


def test_a_finding_is_signed_off_while_its_guard_holds(tmp_path: Path) -> None:
    rulings = tmp_path / "rulings.toml"
    for published, wanted in ((5, "accepted"), (4, "guard failed")):
        rulings.write_text(RULINGS.format(published=float(published)), encoding="utf-8")
        out = run(tmp_path / str(published), CLUB, "--rulings", rulings)
        query = "SELECT signed_off, signed_by FROM differences WHERE level = 'result'"
        assert rows(neuberg("sql", out, query).stdout) == [{"signed_off": wanted, "signed_by": "A. Director"}]


def test_a_sign_off_that_names_nothing_is_said_and_flagged(tmp_path: Path) -> None:
    rulings, source = tmp_path / "rulings.toml", tmp_path / "club.csv"
    rulings.write_text(RULINGS.format(published=5.0).replace("unexplained", "wrong_score"), encoding="utf-8")
    source.write_text(CLUB, encoding="utf-8")
    arguments = ("--out", tmp_path / "out", "--no-validation", "--rulings", rulings, "--fail-on", "error")
    done = neuberg("run", source, *arguments)
    said = "neuberg: ruling on Club, board 1 has no effect: found 'wrong_score' accepted by A. Director; wanted a class"
    assert said in done.stderr
    assert (done.returncode, "1 flags and 0 problems of severity error" in done.stderr) == (3, True)


def test_two_events_of_one_name_are_listed_with_what_tells_them_apart(tmp_path: Path) -> None:
    source = tmp_path / "files"
    source.mkdir()
    for name, score in (("may.csv", "420"), ("june.csv", "450")):
        (source / name).write_text(f"event,board,ns,ew,score\nClub,1,1,11,{score}\nClub,1,2,12,-50\n", encoding="utf-8")
    out = tmp_path / "out"
    done = neuberg("run", source, "--out", out, "--jobs", 1, "--no-validation", "--no-report")
    assert done.returncode == 0, done.stderr
    events = {row["path"]: row["event_id"] for row in rows(neuberg("sql", out, _EVENTS).stdout)}
    said = neuberg("audit", out, "--event", "Club").stderr
    assert said.startswith("neuberg: 2 events 'Club': ")
    assert all(f"{number} (no date, {path})" in said for path, number in events.items())
    assert set(events) == {"may.csv", "june.csv"}


def test_the_summary_says_first_that_a_winner_differs(tmp_path: Path) -> None:
    """Pair 1 has both boards; 2 is printed first."""
    boards = [((1, 3, 420, 2, 0), (2, 4, -50, 0, 2)), ((1, 4, 420, 2, 0), (2, 3, -50, 0, 2))]
    (tmp_path / "club.xml").write_text(
        club(boards, [pair(1, direction="NS", place=2), pair(2, direction="NS", place=1)])
    )
    done = neuberg(
        "run", tmp_path / "club.xml", "--out", tmp_path / "out", "--jobs", 1, "--no-validation", "--no-report"
    )
    assert done.stdout.splitlines()[0] == "winner differs from the published one: 1 event"


_EVENTS = "SELECT path, event_id FROM events JOIN files USING (file_id)"
