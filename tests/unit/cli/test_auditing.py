"""`neuberg audit` as a person types it: the account, an event in words, two runs compared, findings signed off."""

import csv
import io
from pathlib import Path

import pytest

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
