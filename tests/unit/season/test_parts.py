"""A season worked on in parts: whole events in each, every row in one, and the same tables as in one piece."""

from pathlib import Path

import polars as pl
import pytest

from neuberg import schemas, season
from neuberg.errors import PartError, RulingError
from neuberg.ingest import archive
from neuberg.parts import plan
from neuberg.season.given import RECORDED
from neuberg.simulate import simulate
from runs import TABLES_ONLY, bytes_of, damaged, rows_of

SMALL = 700


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "season"
    simulate(out, 2_000, 6)
    return out


@pytest.fixture(scope="module")
def in_parts(simulated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("parts") / "run"
    account = season.run([simulated], out, TABLES_ONLY._replace(part_rows=SMALL))
    assert account["parts"]["all"] >= 3
    return out


def test_several_parts_make_the_tables_of_one(simulated: Path, in_parts: Path, tmp_path: Path) -> None:
    account = season.run([simulated], tmp_path, TABLES_ONLY)
    assert account["parts"]["all"] == 1
    counted = {table: len(rows_of(tmp_path, table)) for table in schemas.TABLES}
    assert counted == account["counts"]
    for table in schemas.TABLES:
        assert rows_of(in_parts, table) == rows_of(tmp_path, table), table
    assert all(counted[table] for table in ("flags", "scores", "standings", "outcomes", "place_changes"))


def test_the_account_says_what_each_stage_took_and_its_share(in_parts: Path) -> None:
    account = season.account.read(in_parts)
    assert {"ingest", "copies", "validate", "laws", "score", "standings", "audit", "report"} <= set(account["seconds"])
    assert account["shares"].keys() == account["seconds"].keys()
    assert sum(account["shares"].values()) == pytest.approx(100, abs=1)


def archive_of(out: Path, rows: dict[int, int]) -> archive.Archive:
    """An archive with so many boards of each event."""
    written = archive.Archive(out)
    ids = [event for event, count in rows.items() for _ in range(count)]
    boards = pl.LazyFrame({"event_id": ids, "season": ["1994"] * len(ids)}, schema_overrides={"event_id": pl.Int64})
    events = pl.LazyFrame({"event_id": list(rows), "season": ["1994"] * len(rows)})
    written.append("boards", schemas.conform(boards, schemas.BOARDS).collect())
    written.append("events", schemas.conform(events, schemas.EVENTS).collect())
    return written


def test_each_event_is_in_one_part_and_a_large_one_is_not_cut(tmp_path: Path) -> None:
    rows = dict.fromkeys(range(100, 200), 3) | {500: 90}
    parts = plan.plan(archive_of(tmp_path, rows), 20)
    assert [event for part in parts for event in part.events] == list(rows)
    (of_large,) = [part for part in parts if 500 in part.events]
    assert of_large.rows["boards"] >= 90
    # An event of three boards counts four rows: at most a quarter more than twenty of them, but for the large one.
    assert max(len(part.events) for part in parts) <= 6
    loaded = [plan.load(part)["boards"].height for part in parts]
    assert loaded == [part.rows["boards"] for part in parts]
    assert sum(loaded) == 390


def test_an_event_more_leaves_most_parts_as_they_were(tmp_path: Path) -> None:
    rows = dict.fromkeys(range(100, 400), 3)
    before = plan.plan(archive_of(tmp_path / "before", rows), 20)
    after = plan.plan(archive_of(tmp_path / "after", {7: 3} | rows), 20)
    assert len(before) >= 30
    same = {part.events for part in before} & {part.events for part in after}
    assert len(same) >= len(before) - 5


def test_an_event_whose_rows_are_in_several_files_is_read_whole(tmp_path: Path) -> None:
    written = archive_of(tmp_path, {1: 2, 2: 2})
    written.end_part()
    written.append("boards", written.scan("boards").collect())
    parts = plan.plan(written, 1)
    assert [part.events for part in parts] == [(1,), (2,)]
    assert [plan.load(part)["boards"]["event_id"].to_list() for part in parts] == [[1] * 4, [2] * 4]


def test_a_part_that_cannot_be_read_is_named_and_the_last_run_stays(simulated: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    season.run([simulated], out, TABLES_ONLY)
    before = bytes_of(out)
    with pytest.raises(PartError, match=r"the part 00000 \(\d+ events, from event -?\d+ on\)"):
        season.run([damaged(simulated, tmp_path / "damaged", "ns_score")], out, TABLES_ONLY._replace(body="EBU"))
    assert bytes_of(out) == before
    assert [file.name for file in out.iterdir() if file.name.startswith(".next")] == []


def test_a_ruling_on_no_event_of_the_season_is_refused(simulated: Path, tmp_path: Path) -> None:
    file = tmp_path / "rulings.toml"
    file.write_text(
        '[[ruling]]\nwhat = "facts"\nevent = "No such pairs"\nboard = 1\nfacts = { shuffled = true }\n'
        'guard = { lines = 1 }\nsource = "a test"\n'
    )
    with pytest.raises(RulingError, match="0 events 'No such pairs'"):
        season.run([simulated], tmp_path / "out", TABLES_ONLY._replace(rulings=file))


def test_the_tables_of_the_source_are_left_as_they_are(simulated: Path, in_parts: Path) -> None:
    for table in RECORDED:
        assert rows_of(simulated, table) == rows_of(in_parts, table)
