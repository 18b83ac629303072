"""`neuberg simulate --format`: files that a run reads, with an answer key that names their places."""

import csv
from pathlib import Path

import polars as pl
import pytest

from neuberg import season
from neuberg.cli import simulating
from neuberg.ingest import archive

_SEED, _LINES = 3, 600


@pytest.mark.parametrize("format", ["pbn", "usebio", "csv"])
def test_a_run_over_the_files_finds_what_the_key_says_and_where(format: str, tmp_path: Path) -> None:
    made, out = tmp_path / "made", tmp_path / "run"
    simulating.simulate(made, _LINES, _SEED, format, as_json=False)
    season.run([made / "files"], out, season.Options(validation=False, jobs=1))
    assert archive.scan(out, "results").collect().height == archive.scan(made, "results").collect().height
    with (made / "answer_key.csv").open(encoding="utf-8") as file:
        (answer,) = [row for row in csv.DictReader(file) if row["fault"] == "published_matchpoints"]
    differs = pl.col("level") == "result", pl.col("quantity") == "ns_mp", (pl.col("difference") - 1).abs() < 0.01
    found = archive.scan(out, "differences").filter(*differs).collect().row(0, named=True)
    line = archive.scan(out, "results").filter(pl.col("result_id") == found["result_id"]).collect().row(0, named=True)
    event = archive.scan(out, "events").filter(pl.col("event_id") == found["event_id"]).collect().row(0, named=True)
    files = dict(archive.scan(out, "files").select("file_id", "path").collect().iter_rows())
    assert Path(files[found["file_id"]]).name == answer["file"]
    assert event["name"] == answer["event"]
    shown = (str(line["board"]), line["ns_pair"], line["ew_pair"], float(line["published_ns_mp"]))
    assert shown == (answer["board"], answer["ns_pair"], answer["ew_pair"], float(answer["planted"]))


def test_a_key_has_no_fault_that_the_format_does_not_hold(tmp_path: Path) -> None:
    simulating.simulate(tmp_path / "csv", 40_000, 4, None, as_json=False)
    key = pl.read_parquet(sorted((tmp_path / "csv/answer_key").glob("*.parquet")))
    assert {"hand_count", "published_total"} <= set(key["fault"])
    files = (
        key.select("event_id")
        .unique()
        .with_columns(event=pl.lit("e"), session=pl.lit(None, pl.String), file=pl.lit("f"))
    )
    lines = archive.scan(tmp_path / "csv", "results").collect()
    from neuberg.export.formats import FORMATS
    from neuberg.simulate import in_files

    of_csv = in_files(key, lines, files, FORMATS["csv"].holds)
    of_pbn = in_files(key, lines, files, FORMATS["pbn"].holds)
    assert not {"hand_count", "card_twice", "duplicate_deal", "published_total"} & set(of_csv["fault"])
    assert set(of_pbn["fault"]) == set(key["fault"])
    assert (
        of_csv.height
        == key.filter(pl.col("fault").is_in(["published_matchpoints", "score_contradicts_contract"])).height
    )


def test_an_event_scored_across_its_sections_is_said_to_be(tmp_path: Path) -> None:
    from neuberg.ingest.settings import FILE_NAME

    file = tmp_path / "files" / "event.csv"
    file.parent.mkdir()
    file.write_text("board,ns,ew,score\n")
    moved = simulating._apart(file)
    assert moved.read_text() == "board,ns,ew,score\n"
    assert not file.exists()
    assert (moved.parent / FILE_NAME).read_text() == "sections_together = true\n"
