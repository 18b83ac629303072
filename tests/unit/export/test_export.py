"""The command: one file an event (a PBN file a session), safe names, and an account of what is left out."""

import json
import zipfile
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest
from lxml import etree

from neuberg import season
from neuberg.errors import UsageError
from neuberg.export.events import as_read, files
from neuberg.export.formats import FORMATS
from neuberg.export.writing import export
from neuberg.ingest.archive import scan
from read import ingest, read
from unit.cli.test_cli import neuberg, rows
from unit.export.test_round_trip import events_of

HOSTILE = """event,date,session,board,ns,ew,contract,declarer,tricks,score,award
../../etc/passwd,1998-01-02,1,1,=HYPERLINK(1),+1-1,4S,N,10,420,
../../etc/passwd,1998-01-02,1,1,-3,@SUM(1),,,,,60-40
../../etc/passwd,1998-01-02,Final,2,'=x,<b>&amp;,Pass,,,0,
"..\\con
aux",1998-01-02,1,1,a,b,,,,NP,
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    (folder / "hostile.csv").write_text(HOSTILE, encoding="utf-8")
    out = tmp_path_factory.mktemp("run")
    ingest(folder, out)
    return out


def lines(tables: dict[str, pl.DataFrame]) -> list[tuple[object, ...]]:
    columns = ("session", "board", "ns_pair", "ew_pair", "level", "ns_score", "kind", "ns_award")
    return tables["results"].select(columns).sort("session", "board", "ns_pair").rows()


@pytest.mark.parametrize(("format", "count"), [("pbn", 3), ("usebio", 2), ("csv", 2), ("json", 2)])
def test_files_stay_in_their_folder_under_plain_names(run: Path, tmp_path: Path, format: str, count: int) -> None:
    written = list(export(as_read(run), FORMATS[format], tmp_path / "out"))
    found = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert sorted(f"out/{one.file.name}" for one in written) == found
    assert len(found) == count
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-./") and ".." not in name for name in found)


def test_a_hostile_csv_is_the_same_after_a_second_reading(run: Path, tmp_path: Path) -> None:
    first, _ = list(export(as_read(run), FORMATS["csv"], tmp_path))
    text = first.file.read_text(encoding="utf-8")
    assert "'=HYPERLINK(1)" in text and ",'+1-1," in text and ",-3,'@SUM(1)," in text and ",'=x," in text
    before = {"results": scan(run, "results").filter(event_id=first.event_id).collect()}
    assert lines(read("csv", text)) == lines(before)
    assert {pair for _, _, pair, *_ in lines(before)} == {"=HYPERLINK(1)", "-3", "=x"}
    assert scan(run, "results").filter(ns_pair="=x").collect().height == 1


def test_each_session_is_a_pbn_file_of_its_own_that_names_it(run: Path, tmp_path: Path) -> None:
    written = [one for one in export(as_read(run), FORMATS["pbn"], tmp_path) if "session" in one.file.name]
    sessions = [set(read("pbn", one.file.read_bytes())["results"]["session"]) for one in written]
    assert sessions == [{"1"}, {"Final"}]
    assert [one.file.stem.split("-session-")[1] for one in written] == ["1", "final"]


def test_kinds_stay_different_in_every_format(run: Path, tmp_path: Path) -> None:
    wanted = {"played": 1, "artificial": 1, "passed_out": 1, "not_played": 1}
    for name in ("pbn", "usebio", "csv"):
        found = [
            read(name, one.file.read_bytes())["results"] for one in export(as_read(run), FORMATS[name], tmp_path / name)
        ]
        assert dict(pl.concat(found)["kind"].cast(pl.String).value_counts().iter_rows()) == wanted


def test_matches_of_one_board_are_not_compared_with_each_other_afterwards() -> None:
    (tables,) = events_of("pbn/team_match_1998.pbn")
    results = tables["results"]
    other = results.with_columns(scored_with=pl.lit("C - D"), result_id=pl.col("result_id") + 1000)
    tables["results"] = pl.concat([results, other])
    for name in ("pbn", "usebio", "csv"):
        ((_, some),) = files(tables, FORMATS[name])
        format = FORMATS[name]
        assert format.read is not None
        fields = format.read(format.write(some))["results"].group_by("session", "board", "scored_with").len()
        assert fields.height == 16 and set(fields["len"]) == {2}


def test_json_lines_hold_every_value(run: Path, tmp_path: Path) -> None:
    first, _ = list(export(as_read(run), FORMATS["json"], tmp_path))
    objects = [json.loads(line) for line in first.file.read_text(encoding="utf-8").splitlines()]
    given = scan(run, "results").filter(event_id=first.event_id).sort("session", "board", "result_id").collect()
    found = [one for one in objects if one["record"] == "results"]
    assert found == [{"record": "results"} | row for row in given.to_dicts()]
    assert [one["date"] for one in objects if one["record"] == "events"] == ["1998-01-02"]


def test_a_workbook_has_a_sheet_a_table_and_no_formula(run: Path, tmp_path: Path) -> None:
    pytest.importorskip("xlsxwriter", reason="the extra neuberg[xlsx] is not installed")
    first, _ = list(export(as_read(run), FORMATS["xlsx"], tmp_path))
    book = zipfile.ZipFile(BytesIO(first.file.read_bytes()))
    sheets = [name for name in book.namelist() if name.startswith("xl/worksheets/sheet")]
    assert len(sheets) == 4
    assert not any(etree.fromstring(book.read(name)).findall(".//{*}f") for name in sheets)
    assert "=HYPERLINK(1)" in book.read("xl/sharedStrings.xml").decode("utf-8")


def test_a_workbook_says_what_it_cuts() -> None:
    pytest.importorskip("xlsxwriter", reason="the extra neuberg[xlsx] is not installed")
    (tables,) = events_of("usebio/mitchell_2021.xml")
    tables["events"] = tables["events"].with_columns(name=pl.lit("x" * 40_000))
    format = FORMATS["xlsx"]
    assert format.cut is not None
    assert format.cut(tables).rows() == [("events", "name", 1, 0)]


def test_the_command_lists_what_is_left_out(run: Path, tmp_path: Path) -> None:
    done = neuberg("export", run, "--format", "usebio", "--out", tmp_path / "x", "--event", "../../etc/passwd")
    assert done.returncode == 0
    assert rows(done.stdout) == [
        {"table": "results", "column": "award_given", "events": "1", "values": "1", "added": "0"},
    ]
    assert "1 files of 1 events" in done.stderr and "1 values left out" in done.stderr


def test_the_program_that_scored_an_event_is_in_no_file(tmp_path: Path) -> None:
    """The rule of an event may follow from it, so that another is taken when the file is read again."""
    given = tmp_path / "club.pbn"
    head = '% PBN 2.1\n%Creator: Magic Contest\n[Event "Club"]\n[Board "1"]\n'
    given.write_text(f'{head}[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n', encoding="ascii")
    ingest(given, tmp_path / "run")
    (written,) = export(as_read(tmp_path / "run"), FORMATS["pbn"], tmp_path / "out")
    assert ("events", "producer", 1, 0) in written.left_out.rows()


RULED = """
[[ruling]]
what = "fouled"
event = "Club"
board = 1
groups = [{ form = "changed", pairs = ["1"] }]
guard = { lines = 2 }
source = "a test"
[[ruling]]
what = "correction"
event = "Club"
board = 1
plays = { pairs = ["2"] }
field = "ns_score"
value = 450
guard = { ns_score = 420 }
source = "a test"
"""


def test_what_the_run_found_otherwise_is_counted_as_in_no_file(tmp_path: Path) -> None:
    given = tmp_path / "club.csv"
    given.write_text(
        "event,board,ns,ew,score,mp_ns,mp_ew\nClub,1,1,3,420,1,1\nClub,1,2,4,420,1,1\n"
        "Club,2,1,3,50,2,0\nClub,2,2,4,-50,0,2\n",
        encoding="utf-8",
    )
    (tmp_path / "rulings.toml").write_text(RULED, encoding="utf-8")
    options = season.Options(rulings=tmp_path / "rulings.toml", validation=False, report=False)
    season.run([given], tmp_path / "run", options)
    done = neuberg("export", tmp_path / "run", "--format", "csv", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    # Each of two lone scores of two forms is 1.2 of 2 to both sides; board 2 is as printed.
    assert [tuple(row.values()) for row in rows(done.stdout)] == [
        ("rulings", "given_group", "1", "1", "0"),
        ("rulings", "ns_score", "1", "1", "0"),
        ("scores", "ew_mp", "1", "2", "0"),
        ("scores", "ns_mp", "1", "2", "0"),
    ]
    assert "nothing left out; 2 values that rulings changed are as they were read; 4 recomputed figures" in done.stderr


@pytest.mark.parametrize("event", ["nobody", "7"])
def test_an_event_that_is_not_there(run: Path, tmp_path: Path, event: str) -> None:
    with pytest.raises(UsageError, match="0 events"):
        list(export(as_read(run, event), FORMATS["pbn"], tmp_path))


def test_a_file_in_the_place_of_the_folder(run: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(UsageError, match="is a file"):
        list(export(as_read(run), FORMATS["pbn"], tmp_path / "out"))


def test_points_that_would_be_read_as_a_code_become_unknown_in_csv() -> None:
    table = '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 5 9990\n2 6 9990\n3 7 2050\n4 8 620\n'
    before = read("pbn", f'% PBN 2.1\n[Event "E"]\n[Board "1"]\n{table}')
    before["results"] = before["results"].with_columns(written_section="section")
    assert before["results"]["ns_score"].to_list() == [9990, 9990, 2050, 620]
    again = read("csv", FORMATS["csv"].write(before).decode("utf-8"))["results"]
    assert again.select("ns_score", "given_group").rows() == [(None, None)] * 3 + [(620, None)]
    assert again["kind"].to_list() == ["unknown"] * 3 + ["played"]
