"""The archive on disk: parts, seasons, and the swap that leaves the old tables until the new are whole."""

from pathlib import Path

import polars as pl
import pytest

from neuberg import schemas
from neuberg.errors import UsageError
from neuberg.ingest import archive


def flag(season: str | None, board: int) -> pl.DataFrame:
    frame = pl.DataFrame(
        {"season": [season], "board": [board], "check": ["hand_count"]}, schema_overrides={"season": pl.String}
    )
    return schemas.conform(frame.lazy(), schemas.FLAGS).collect()


def test_rows_come_back_by_season(tmp_path: Path) -> None:
    made = archive.Archive(tmp_path)
    for season, board in (("2019", 1), (None, 2), ("2019", 3)):
        made.append("flags", flag(season, board))
    made.commit()
    found = archive.scan(tmp_path, "flags").collect()
    assert found.schema == schemas.FLAGS.schema
    assert found.select("season", "board").sort("board").rows() == [("2019", 1), ("unknown", 2), ("2019", 3)]
    assert sorted(path.parent.name for path in (tmp_path / "tables/flags").rglob("*.parquet")) == [
        "season=2019",
        "season=unknown",
    ]


def test_the_old_tables_stay_until_the_new_are_committed(tmp_path: Path) -> None:
    first = archive.Archive(tmp_path)
    first.append("flags", flag("2019", 1))
    first.commit()
    second = archive.Archive(tmp_path)
    second.append("flags", flag("2020", 2))
    assert archive.scan(tmp_path, "flags").collect()["board"].to_list() == [1]
    second.commit()
    assert archive.scan(tmp_path, "flags").collect()["board"].to_list() == [2]


def test_a_run_killed_between_the_two_renames_loses_nothing(tmp_path: Path) -> None:
    first = archive.Archive(tmp_path)
    first.append("flags", flag("2019", 1))
    first.commit()
    (tmp_path / "tables").rename(tmp_path / ".tables-previous")
    archive.recover(tmp_path)
    assert archive.scan(tmp_path, "flags").collect()["board"].to_list() == [1]


def test_a_table_without_rows_has_its_columns(tmp_path: Path) -> None:
    archive.Archive(tmp_path).commit()
    assert archive.scan(tmp_path, "scores").collect().schema == schemas.SCORES.schema


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run"):
        archive.scan(tmp_path, "scores")
    with pytest.raises(UsageError, match="no table 'score'; wanted one of: files"):
        archive.scan(tmp_path, "score")


def test_two_runs_at_once_do_not_write_into_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = archive.Archive(tmp_path)
    first.append("flags", flag("2019", 1))
    monkeypatch.setattr(archive.os, "getpid", lambda: 1)
    second = archive.Archive(tmp_path)
    second.append("flags", flag("2020", 2))
    first.commit()
    assert archive.scan(tmp_path, "flags").collect()["board"].to_list() == [1]
    second.commit()
    assert archive.scan(tmp_path, "flags").collect()["board"].to_list() == [2]


def suspicion(board: int) -> pl.DataFrame:
    return schemas.conform(pl.LazyFrame({"event_id": [1], "board": [board]}), schemas.SUSPICIONS).collect()


def test_a_table_is_replaced_whole_and_the_others_stay(tmp_path: Path) -> None:
    made = archive.Archive(tmp_path)
    made.append("flags", flag("2019", 1))
    made.commit()
    for board in (2, 3):
        archive.replace(tmp_path, "suspicions", suspicion(board))
    assert archive.scan(tmp_path, "suspicions").collect()["board"].to_list() == [3]
    assert archive.scan(tmp_path, "flags").collect()["board"].to_list() == [1]


def test_a_replacement_that_fails_leaves_the_old_rows_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.Archive(tmp_path).commit()
    archive.replace(tmp_path, "suspicions", suspicion(2))

    def fails(frame: pl.DataFrame, file: Path) -> None:
        Path(file).write_bytes(b"PAR1")
        raise OSError("no space left")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", fails)
    with pytest.raises(OSError, match="no space"):
        archive.replace(tmp_path, "suspicions", suspicion(3))
    assert archive.scan(tmp_path, "suspicions").collect()["board"].to_list() == [2]
    assert sorted(path.name for path in tmp_path.iterdir()) == [archive.MARK, "tables"]


def test_a_table_of_no_run_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run"):
        archive.replace(tmp_path, "suspicions", suspicion(1))
