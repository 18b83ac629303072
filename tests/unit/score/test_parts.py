"""Scoring by parts: the same scores as of the whole, file to file, and no event in two files."""

from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

from neuberg import schemas
from neuberg.errors import PartError
from neuberg.ingest import archive
from neuberg.rules import load_profiles, profile
from neuberg.score import part_files, score
from neuberg.score.part_files import score_files
from neuberg.score.parts import pieces
from neuberg.simulate import simulate

KEY = ("result_id", "variant")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some 12,000 lines, in several files of whole events."""
    out = tmp_path_factory.mktemp("season") / "run"
    simulate(out, 12_000, seed=5)
    folder = next((out / "tables/results").iterdir())
    (file,) = folder.glob("*.parquet")
    lines = pl.read_parquet(file, hive_partitioning=False)
    file.unlink()
    for number, (first, length) in enumerate(pieces(lines["event_id"], about=2000)):
        lines.slice(first, length).write_parquet(folder / f"part-{number:05}.parquet", row_group_size=512)
    return out


def results(season: Path) -> list[Path]:
    return sorted((season / "tables/results").rglob("*.parquet"))


@pytest.mark.parametrize("name", ["acbl-1991", "ebu-2025", "nbb-1982"])
def test_parts_have_the_scores_of_the_whole(season: Path, tmp_path: Path, name: str) -> None:
    files = results(season)
    assert len(files) > 2
    events = archive.scan(season, "events").select("event_id", "winners").collect()
    scored = score_files([(file, tmp_path / file.name) for file in files], profile=profile(name), events=events)
    lines = archive.scan(season, "results").collect()
    assert scored == lines.height
    whole = score(lines.join(events, on="event_id", how="left"), profile=name)
    columns = [*KEY, "profile", "comparison_group", "n", "field", "ns_mp", "ew_mp", "ns_pct", "ew_pct", "top", "method"]
    found = pl.read_parquet(sorted(tmp_path.glob("*.parquet"))).select(columns).sort(KEY)
    assert found.equals(whole.select(pl.col(name).cast(found.schema[name]) for name in columns).sort(KEY))


def test_every_profile_is_scored_in_pieces_as_in_one(season: Path) -> None:
    """The lines of an event that stand apart make one piece of all."""
    lines = archive.scan(season, "results").collect()
    apart = pl.concat([lines[1:], lines[:1]])
    assert pieces(apart["event_id"], about=100) == [(0, lines.height)]
    for name in load_profiles():
        scored = score(apart, profile=name).drop("comparison_group")
        assert scored.sort(KEY).equals(score(lines, profile=name).drop("comparison_group").sort(KEY)), name


def test_a_file_of_many_lines_is_scored_in_pieces_of_whole_events(
    season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Piece by piece and several files together: the same scores, and no event crosses a row group."""
    lines = archive.scan(season, "results").collect()
    lines.write_parquet(tmp_path / "results.parquet")
    lines.clear().write_parquet(tmp_path / "none.parquet")
    files = [(tmp_path / f"{name}.parquet", tmp_path / f"{name}-scores.parquet") for name in ("results", "none")]
    assert score_files(files, profile=profile("acbl-1991")) == lines.height
    together = pl.read_parquet(files[0][1])
    monkeypatch.setattr(part_files, "PART_LINES", 2000)
    assert score_files(files, profile=profile("acbl-1991")) == lines.height
    assert pl.read_parquet(files[0][1]).equals(together)
    assert together["result_id"].to_list()[:5] == lines["result_id"].to_list()[:5]
    written = pq.ParquetFile(files[0][1])
    groups = [
        set(written.read_row_group(number, ["event_id"])[0].to_pylist()) for number in range(written.num_row_groups)
    ]
    assert len(groups) > 1
    assert sum(map(len, groups)) == lines["event_id"].n_unique()
    types = pl.Schema({name: dtype for name, dtype in schemas.SCORES.schema.items() if name != "season"})
    assert together.schema == pl.read_parquet(files[1][1]).schema == types


@pytest.mark.parametrize("tables", [1, 2])
def test_lines_that_stand_for_several_tables_count_as_so_many(season: Path, tmp_path: Path, tables: int) -> None:
    """A column in which every line stands for one table is not read."""
    lines = archive.scan(season, "results").head(500).collect()
    lines = lines.with_columns(multiplicity=pl.when(pl.col("board") == 1).then(tables).otherwise(1).cast(pl.Int32))
    lines.write_parquet(tmp_path / "results.parquet")
    score_files([(tmp_path / "results.parquet", tmp_path / "scores.parquet")], profile=profile("acbl-1991"))
    found = pl.read_parquet(tmp_path / "scores.parquet").select(*KEY, "n", "ns_mp").sort(KEY)
    assert found.equals(score(lines, profile="acbl-1991").select(found.columns).cast(dict(found.schema)).sort(KEY))


def test_an_event_in_two_files_is_refused_and_leaves_no_scores(season: Path, tmp_path: Path) -> None:
    lines = archive.scan(season, "results").collect()
    first = lines.filter(pl.col("event_id") == lines["event_id"][0])
    given = []
    for number, half in enumerate((first[:10], first[10:])):
        half.write_parquet(tmp_path / f"{number}.parquet")
        given.append((tmp_path / f"{number}.parquet", tmp_path / f"scores-{number}.parquet"))
    with pytest.raises(PartError, match=r"event \d+ is in two parts, .*0\.parquet and .*1\.parquet"):
        score_files(given, profile=profile("acbl-1991"))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0.parquet", "1.parquet"]


def test_a_part_that_fails_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "part-00007.parquet"
    broken.write_bytes(b"PAR1 no footer")
    with pytest.raises(PartError, match=r"part-00007\.parquet"):
        score_files([(broken, tmp_path / "scores" / "part-00007.parquet")], profile=profile("acbl-1991"))
    assert not list(tmp_path.rglob("*partial*"))
    assert not (tmp_path / "scores").exists()


def test_a_line_that_nothing_can_be_joined_to_is_refused(season: Path, tmp_path: Path) -> None:
    lines = archive.scan(season, "results").head(20).collect()
    nameless = lines.with_columns(result_id=pl.when(pl.col("result_id") != lines["result_id"][3]).then("result_id"))
    nameless.write_parquet(tmp_path / "results.parquet")
    with pytest.raises(PartError, match=r"results\.parquet: a line without result_id"):
        score_files([(tmp_path / "results.parquet", tmp_path / "scores.parquet")], profile=profile("acbl-1991"))
    assert [file.name for file in tmp_path.iterdir()] == ["results.parquet"]
