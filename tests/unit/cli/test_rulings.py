"""`neuberg rulings draft`, and a run under rulings: what is scored changes, what was read does not."""

from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from neuberg import season
from neuberg.cli import app
from neuberg.errors import RulingError, UsageError
from neuberg.ingest.archive import scan
from neuberg.season import Options

TRAVELLERS = """\
event,date,session,section,round,table,board,ns,ew,score
Club,2015-03-01,1,A,1,1,7,1,4,620
Club,2015-03-01,1,A,1,2,7,2,5,170
Club,2015-03-01,1,A,1,3,7,3,6,-690
Club,2015-03-01,1,A,2,1,8,1,5,100
Club,2015-03-01,1,A,2,2,8,2,6,50
Club,2015-03-01,1,A,2,3,8,3,4,-50
"""
RULINGS = """\
[[ruling]]
what = "correction"
event = "Club"
board = 7
plays = { tables = [3] }
field = "ns_score"
value = 690
guard = { ns_score = -690 }
source = "the pairs agree"

[[ruling]]
what = "award"
event = "Club"
board = 8
plays = { tables = [3] }
award = "60-40"
guard = { ns_score = -50 }
source = "the director's book"
"""


def run(folder: Path, rulings: str | None = None) -> Path:
    (folder / "club.csv").write_text(TRAVELLERS, encoding="utf-8")
    out = folder / "out"
    file = folder / "rulings.toml"
    if rulings is not None:
        file.write_text(rulings, encoding="utf-8")
    season.run(
        [folder / "club.csv"], out, Options(profile="wbf-1991", rulings=file if rulings else None, validation=False)
    )
    return out


def test_corrections_and_awards_change_what_is_scored_and_not_what_was_read(tmp_path: Path) -> None:
    """Board 7: -690 becomes 690, a top. Board 8: two scores in a field of three, 3/2 · (2 + 1) − 1 = 3.5; 60 % of 4."""
    out = run(tmp_path, RULINGS)
    results = scan(out, "results").sort("line").collect()
    scores = scan(out, "scores").collect()
    assert results["ns_score"].to_list() == [620, 170, -690, 100, 50, -50]
    found = results.join(scores, on="result_id").sort("line")
    assert found["ns_mp"].to_list() == [2.0, 0.0, 4.0, 3.5, 0.5, 2.4]
    assert scan(out, "rulings").collect()["what"].to_list() == ["correction", "award"]


PENALTY = """
[[ruling]]
what = "penalty"
event = "Club"
pair = "1"
amount = 25
unit = "percent of a top"
guard = { lines = 2 }
source = "the director's book"
"""


def test_a_penalty_is_taken_from_the_pairs_total(tmp_path: Path) -> None:
    """A quarter of a top of 4 off 4 and 4 matchpoints."""
    totals = {}
    for name, rulings in (("without", None), ("with", PENALTY)):
        folder = tmp_path / name
        folder.mkdir()
        pairs = scan(run(folder, rulings), "standings").filter(pl.col("pair").is_in(["1", "2"])).sort("pair")
        totals[name] = pairs.collect()["mp"].to_list()
    assert totals == {"without": [8.0, 4.0], "with": [7.0, 4.0]}


def test_a_guard_that_no_longer_holds_ends_the_run_in_words(tmp_path: Path) -> None:
    with pytest.raises(RulingError) as error:
        run(tmp_path, RULINGS.replace("-690", "-680"))
    assert "rulings.toml:1, ruling 1: found ns_score = -690; wanted -680" in str(error.value)


def test_draft_writes_a_file_once(tmp_path: Path) -> None:
    out, file = run(tmp_path), tmp_path / "draft.toml"
    first = CliRunner().invoke(app, ["rulings", "draft", str(out), "--out", str(file)])
    assert first.exit_code == 0
    assert "There is no open question." in file.read_text(encoding="utf-8")
    again = CliRunner().invoke(app, ["rulings", "draft", str(out), "--out", str(file)])
    assert isinstance(again.exception, UsageError)
    assert "is there already" in str(again.exception)
    printed = CliRunner().invoke(app, ["rulings", "draft", str(out)])
    assert printed.stdout == file.read_text(encoding="utf-8")


def test_draft_of_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["rulings", "draft", str(tmp_path)])
    assert isinstance(found.exception, UsageError)
    assert "holds no run" in str(found.exception)
