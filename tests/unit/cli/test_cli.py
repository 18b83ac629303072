"""The commands as a person types them: what is printed where, and how they end."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

FOULED = """board,ns,ew,score,group,award
5,1,11,100,a,
5,2,12,90,a,
5,3,13,80,a,
5,4,14,70,a,
5,5,15,70,b,
5,6,16,50,b,
5,7,17,,,60-40
"""


def neuberg(*arguments: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "neuberg", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", input=stdin, check=False)


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


@pytest.fixture
def fouled(tmp_path: Path) -> Path:
    file = tmp_path / "travellers" / "club.csv"
    file.parent.mkdir()
    file.write_text(FOULED, encoding="utf-8")
    return file


def test_score_repeats_the_file_and_adds_the_score(fouled: Path) -> None:
    done = neuberg("score", fouled, "--profile", "acbl-1991")
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == FOULED.splitlines()[0] + ",comparison_group,n,field,ns_mp,ew_mp,ns_pct,ew_pct,method"
    # Seven lines: a top of 6. Four by the formula 7·S/4 + 3/8; two by 65 and 55 per cent; one award of 60-40.
    assert [line.split(",", 6)[6] for line in lines[1:]] == [
        "1,4,7,5.63,0.38,93.83,6.33,formula",
        "1,4,7,3.88,2.13,64.67,35.50,formula",
        "1,4,7,2.13,3.88,35.50,64.67,formula",
        "1,4,7,0.38,5.63,6.33,93.83,formula",
        "2,2,7,3.90,3.30,65.00,55.00,award",
        "2,2,7,3.30,3.90,55.00,65.00,award",
        ",,7,3.60,2.40,60.00,40.00,artificial",
    ]


def test_the_smallest_file(tmp_path: Path) -> None:
    file = tmp_path / "small.csv"
    file.write_text("Board;NS;EW;Score\n1;1;2;620\n1;3;4;-100\n", encoding="utf-8-sig")
    done = neuberg("score", file)
    assert [row["ns_mp"] for row in rows(done.stdout, ";")] == ["2.00", "0.00"]
    assert "wbf-1991: the body is not known; the default" in done.stderr


def test_a_row_that_cannot_be_scored_stays_with_its_problem_on_stderr(tmp_path: Path) -> None:
    file = tmp_path / "odd.csv"
    file.write_text("board,ns,ew,score\n1,1,2,620\n1,3,4,six hundred\n1,5,6,-100\n", encoding="utf-8")
    done = neuberg("score", file, "--profile", "wbf-1991")
    assert done.returncode == 0
    assert [row["score"] for row in rows(done.stdout)] == ["620", "six hundred", "-100"]
    assert [row["ns_mp"] for row in rows(done.stdout)] == ["3.50", "", "0.50"]  # 3·(S + 1)/2 − 1 for S of 2 and 0
    assert f"{file}:3:" in done.stderr
    assert "six hundred" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score", "nowhere.csv"], "'nowhere.csv' is not there; wanted a CSV file"),
        (["run", "nowhere", "--out", "out"], "there is no file or folder 'nowhere'"),
        (["sql", "nowhere", "SELECT 1"], "holds no run"),
        (["frobnicate"], "No such command"),
        (["run"], "Missing"),
    ],
)
def test_wrong_usage_ends_with_2_and_no_traceback(arguments: list[str], said: str) -> None:
    done = neuberg(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_profile_is_wrong_usage(fouled: Path) -> None:
    done = neuberg("score", fouled, "--profile", "best")
    assert done.returncode == 2
    assert "there is no profile 'best'; wanted one of: acbl-1991" in done.stderr


def test_run_leaves_what_the_design_says_and_sql_answers(fouled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = neuberg("run", fouled.parent, "--out", out, "--profile", "acbl-1991", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["conservation"]["traveller line"]["loaded"] == 7
    assert "neuberg: report done" in done.stderr
    for left in ("tables/results", "neuberg.duckdb", "report/index.html", "run.json"):
        assert (out / left).exists()
    asked = neuberg("sql", out, "SELECT board, form_sizes FROM fouled_boards")
    assert asked.returncode == 0, asked.stderr
    assert rows(asked.stdout)[0]["board"] == "5"
    prompted = neuberg("sql", out, stdin="SELECT count(*) AS n\nFROM results;\nSELECT 2 AS two;\nSELECT nothing;\n")
    assert prompted.stdout.split() == ["n", "7", "two", "2"]
    assert prompted.returncode == 2
    assert "nothing" in prompted.stderr
    by_name = neuberg("sql", out, "files_by_format").stdout
    assert by_name.startswith("format,status,files")
    assert neuberg("sql", out, "files_by_format;").stdout == by_name
    piped = neuberg(
        "sql", out, stdin="files_by_format\nSELECT 1 AS one; SELECT 2 AS two;files_by_format;\n\\q\nSELECT 3;"
    )
    assert (piped.returncode, piped.stdout) == (0, f"{by_name}one\n1\ntwo\n2\n{by_name}")
    helped = neuberg("sql", out, stdin="help\n").stdout
    assert "winners_by_rule" in helped
    assert neuberg("sql", out, "help").stdout == helped


def test_the_gate(fouled: Path, tmp_path: Path) -> None:
    done = neuberg("run", fouled.parent, "--out", tmp_path / "out", "--no-validation", "--fail-on", "error")
    assert done.returncode == 0, done.stderr
    fouled.write_text(
        "board,contract,declarer,tricks,vulnerable,score,ns,ew\n1,3NT,S,9,None,430,1,2\n", encoding="utf-8"
    )
    gated = neuberg("run", fouled.parent, "--out", tmp_path / "out", "--no-validation", "--fail-on", "error")
    assert gated.returncode == 3
    assert "1 flags" in gated.stderr


RULING = """[[ruling]]
what = "fouled"
event = "club"
board = 1
groups = [{ form = "changed", pairs = ["4", "5"] }]
guard = { lines = LINES }
source = "the director"
"""


def test_a_ruling_holds_for_one_file_too(tmp_path: Path) -> None:
    file, rulings = tmp_path / "club.csv", tmp_path / "rulings.toml"
    scores = enumerate((620, 170, 140, 100, 50), start=1)
    file.write_text("board,ns,ew,score\n" + "".join(f"1,{pair},{pair + 10},{score}\n" for pair, score in scores))
    rulings.write_text(RULING.replace("LINES", "5"), encoding="utf-8")
    done = neuberg("score", file, "--profile", "wbf-1991", "--rulings", rulings)
    # The three by 5·(S + 1)/3 − 1 for S of 4, 2, 0; the two by 65 and 55 per cent of a top of 8.
    assert [row["ns_mp"] for row in rows(done.stdout)] == ["7.33", "4.00", "0.67", "5.20", "4.40"]
    rulings.write_text(RULING.replace("LINES", "6"), encoding="utf-8")
    refused = neuberg("score", file, "--profile", "wbf-1991", "--rulings", rulings)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "found 5 traveller lines on board 1; wanted 6" in refused.stderr


def test_what_the_checks_find_in_one_file_is_said_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "club.csv"
    file.write_text("board,ns,ew,contract,declarer,tricks,vulnerable,score\n7,1,2,4S,N,10,All,420\n7,3,4,,,,All,625\n")
    done = neuberg("score", file, "--profile", "wbf-1991")
    assert done.returncode == 0
    said = [line.removeprefix(f"{file}:").split(": ")[:2] for line in done.stderr.splitlines()]
    assert said == [["2", "score_contradicts_contract (Law 77)"], ["3", "score_impossible (Law 77)"]]


def test_scored_rows_as_json(fouled: Path) -> None:
    done = neuberg("score", fouled, "--profile", "acbl-1991", "--json")
    first, *_, last = json.loads(done.stdout)
    assert (first["score"], first["ns_mp"], first["ns_pct"], first["n"]) == ("100", 5.63, 93.83, 4)
    assert (last["award"], last["comparison_group"], last["ew_mp"]) == ("60-40", None, 2.4)


def test_a_rule_of_imps_and_one_of_matchpoints_score_one_file(fouled: Path) -> None:
    done = neuberg("score", fouled, "--profile", "wbf-1991,butler")
    first, second = rows(done.stdout)[:2]
    # 7·(6 + 1)/4 − 1 is 11.25; at Butler 100 beside 90, 80 and 70 is not 20 better than the datum: no IMP.
    assert (first["ns_mp"], first["ns_imp"], second["ns_mp"], second["ns_imp"]) == ("11.25", "", "", "0.0000")


def test_lines_without_a_score_are_told_to_count_in_n(tmp_path: Path) -> None:
    file = tmp_path / "club" / "bad.csv"
    file.parent.mkdir()
    lines = ["7,1,2,420", "7,3,4,abc", "7,5,6,", "7,7,8,50", "7,9,10,NP", "8,1,2,50", "8,3,4,50"]
    file.write_text("\n".join(["board,ns,ew,score", *lines]), encoding="utf-8")
    done = neuberg("score", file)
    # The table that did not play is none of the four that N counts.
    said = "neuberg: board 7: 2 lines have no score or award; N (4) counts them"
    assert [line[: len(said)] for line in done.stderr.splitlines() if "N (" in line] == [said]
    run = neuberg(
        "run",
        file.parent,
        "--out",
        tmp_path / "out",
        "--no-validation",
        "--no-report",
        "--profile",
        "wbf-1991,ebu-2025",
    )
    assert "without a score or award: 2 lines of 1 board; N counts them" in run.stdout
    account = json.loads((tmp_path / "out" / "run.json").read_text(encoding="utf-8"))
    assert account["lines_without_a_score"] == {"lines": 2, "boards": 1}


def test_results_that_the_rule_gives_no_score_are_told(tmp_path: Path) -> None:
    file = tmp_path / "butler.csv"
    file.write_text("board,ns,ew,score\n1,1,2,620\n1,3,4,170\n1,5,6,60% 620 + 40% -100\n", encoding="utf-8")
    done = neuberg("score", file, "--profile", "butler")
    assert done.returncode == 0
    assert "butler gives no score, or one side none, to 3 line(s) of board 1" in done.stderr
    assert done.stdout.splitlines()[0].endswith("field,ns_imp,ew_imp,method")


def test_profiles_lists_the_rulebook() -> None:
    listed = rows(neuberg("profiles").stdout)
    assert {"wbf-1991", "acbl-1991", "nbb-1982"} <= {row["name"] for row in listed}
    assert all(row["sources"] and row["uncertain"] for row in listed)


def test_help_names_every_command() -> None:
    shown = neuberg("--help").stdout
    for command in ("run", "score", "sql", "profiles"):
        assert command in shown


def test_heavy_libraries_are_not_imported_at_the_start() -> None:
    heavy = ("great_expectations", "pandas", "duckdb")
    code = f"import sys, neuberg; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_folder_of_something_else_is_not_touched_and_a_run_is_no_input(fouled: Path, tmp_path: Path) -> None:
    kept = tmp_path / "mine" / "tables" / "precious.txt"
    kept.parent.mkdir(parents=True)
    kept.write_text("mine", encoding="utf-8")
    done = neuberg("run", fouled.parent, "--out", tmp_path / "mine", "--no-validation")
    assert done.returncode == 2
    assert "is not of a run" in done.stderr
    assert kept.read_text(encoding="utf-8") == "mine"
    inside = fouled.parent / "audit"
    for _ in range(2):
        again = neuberg("run", fouled.parent, "--out", inside, "--no-validation", "--json")
        assert json.loads(again.stdout)["files"] == {"read": 1}, again.stderr


def test_two_answers_are_said(tmp_path: Path) -> None:
    file = tmp_path / "three.csv"
    lines = [f"1,{pair},{pair + 10},{-pair},{'a' if pair < 4 else 'b'}" for pair in range(1, 7)]
    file.write_text("\n".join(["board,ns,ew,score,group", *lines]), encoding="utf-8")
    done = neuberg("score", file, "--profile", "acbl-1991")
    assert [row["ns_mp"] for row in rows(done.stdout)][:2] == ["4.50", "3.50"]
    assert "two answers on board 1" in done.stderr
