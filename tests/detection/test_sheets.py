"""What a proposed ruling would do, by hand: eight lines of one board, four of them of each form."""

import datetime as dt
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from neuberg import schemas
from neuberg.cli.sheets import sheets
from neuberg.ingest.archive import Archive, replace, scan
from neuberg.season.if_ruled import if_ruled
from neuberg.validate.rulings import Ruling, apply_rulings

#: By round; the second four are of the changed form.
SCORES = (420, 170, -50, -100, 650, 620, 100, -200)
KEY = (1, "1", "", 7)
RULING: dict[str, Any] = {
    "what": "fouled", "event": "1", "session": "1", "section": "", "board": 7,
    "groups": [{"form": "changed", "from_round": 5}], "guard": {"lines": 8}, "source": "a test",
}  # fmt: skip


@pytest.fixture
def run(tmp_path: Path) -> Path:
    rounds = range(1, 9)
    results = pl.LazyFrame(
        {"result_id": rounds, "round": rounds, "table": list("87654321"), "ns_pair": list("12345678"),
         "ew_pair": list("ABCDEFGH"), "ns_score": SCORES}
    )  # fmt: skip
    place = {"event_id": pl.lit(1), "session": pl.lit("1"), "section": pl.lit(""), "board": pl.lit(7)}
    results = results.with_columns(**place, kind=pl.lit("played"), multiplicity=pl.lit(1))
    archive = Archive(tmp_path)
    archive.append("results", schemas.conform(results, schemas.RESULTS).collect())
    event = {"event_id": 1, "name": "Club", "body": "ACBL", "date": dt.date(2000, 1, 1), "competition": "pairs"}
    events = pl.LazyFrame([event | {"scoring": "matchpoints", "winners": 2}])
    archive.append("events", schemas.conform(events, schemas.EVENTS).collect())
    archive.append("boards", schemas.empty(schemas.BOARDS))
    archive.commit()
    return tmp_path


def test_each_line_has_its_score_in_one_field_and_in_the_two_forms(run: Path) -> None:
    found = if_ruled(run, [Ruling("a test", RULING)])
    lines = found.lines.sort("result_id")
    assert lines["profile"].unique().to_list() == ["acbl-1991"]
    assert lines["ns"].to_list() == [5, 4, 2, 1, 7, 6, 3, 0]
    # In a form of four of eight a line has 8·S/4 + 4/8, where S is what it has among the four.
    assert lines["ns_if"].to_list() == [6.5, 4.5, 2.5, 0.5] * 2
    assert (lines["ns_if"] + lines["ew_if"]).to_list() == [7.0] * 8
    places = found.places.filter((pl.col("direction") == "NS") & pl.col("session").is_not_null())
    changes = [("1", 3, 1), ("2", 4, 3), ("3", 6, 5), ("6", 2, 3), ("8", 8, 7)]
    assert places.select("pair", "place", "place_if").sort("pair").rows() == changes


def test_the_sheet_names_who_played_which_form_and_what_would_change(run: Path) -> None:
    said = sheets(run, {KEY: RULING})[KEY]
    assert said[0].startswith("Who played which form")
    cells = [line.split() for line in said[2:10]]
    assert cells[0] == ["1", "8", "1", "A", "420", "record", "5.00", "6.50", "2.00", "0.50"]
    assert [row[5] for row in cells] == ["record"] * 4 + ["changed"] * 4
    assert "  N-S 1: 3 to 1 (71.43 % to 92.86 %)" in said


def test_a_board_that_is_ruled_on_has_no_sheet(run: Path) -> None:
    results, boards, events = (scan(run, name) for name in ("results", "boards", "events"))
    applied = apply_rulings(results.collect(), boards, events.collect(), [Ruling("a test", RULING)])
    replace(run, "rulings", applied.rulings)
    assert sheets(run, {KEY: RULING})[KEY] == ["This board has a ruling already."]


def test_of_an_event_that_no_rule_scores_nothing_would_change(run: Path) -> None:
    replace(run, "events", scan(run, "events").collect().with_columns(scoring=pl.lit("rubber")))
    assert sheets(run, {KEY: RULING})[KEY] == ["No rule scores this event: no score and no place would change."]
