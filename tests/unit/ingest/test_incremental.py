"""A rerun reads only what is new or changed, and its tables are byte for byte those of a full run."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from neuberg.ingest import archive, incremental, kept, stage
from neuberg.ingest.lent import Lent, Stretch

LONG_AGO = 1_600_000_000


def write(file: Path, score: int, mtime: int = LONG_AGO) -> None:
    """One traveller line of a board; the event's name is the file's, so that files differ."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"event,date,board,ns,ew,score\n{file.stem},2019-03-06,1,1,2,{score}\n")
    os.utime(file, (mtime, mtime))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(5):
        write(tmp_path / f"files/{number}.csv", 100 + number)
    return tmp_path / "files"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are opened to be read, in the order in which they are."""
    names: list[str] = []
    really = stage.opened

    def noted(given: stage.Input) -> object:
        names.append(given.file.name)
        return really(given)

    monkeypatch.setattr(stage, "opened", noted)
    return names


def run(folder: Path, out: Path, jobs: int | None = None) -> dict[str, bytes]:
    """The tables of a run, as the bytes of their files."""
    made = archive.Archive(out)
    for _ in incremental.read_into(made, stage.inputs([folder]), out, jobs):
        pass
    made.commit()
    return tables_of(out)


def tables_of(out: Path) -> dict[str, bytes]:
    """The tables of a run's folder, as the bytes of their files."""
    folder = out / archive.TABLES
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def scores(out: Path) -> list[int]:
    return archive.scan(out, "results").collect()["ns_score"].to_list()


def test_nothing_is_read_again(folder: Path, tmp_path: Path, opened: list[str]) -> None:
    first = run(folder, tmp_path / "out")
    assert [name.partition("/")[0] for name in first] == ["conservation", "events", "files", "results"]
    assert opened == ["0.csv", "1.csv", "2.csv", "3.csv", "4.csv"]
    opened.clear()
    assert run(folder, tmp_path / "out") == first
    assert opened == []


def change(folder: Path) -> None:
    write(folder / "2.csv", 999, LONG_AGO + 1)


def add(folder: Path) -> None:
    write(folder / "15.csv", 150)


def add_at_both_ends(folder: Path) -> None:
    write(folder / "00.csv", 10)
    write(folder / "9.csv", 90)


def rename(folder: Path) -> None:
    (folder / "3.csv").rename(folder / "31.csv")


def state(folder: Path) -> None:
    (folder / "neuberg.toml").write_text('body = "EBU"\n')


@pytest.mark.parametrize(
    ("alter", "again"),
    [
        (change, ["2.csv"]),
        (add, ["15.csv"]),
        (add_at_both_ends, ["00.csv", "9.csv"]),
        (rename, ["31.csv"]),
        (state, ["0.csv", "1.csv", "2.csv", "3.csv", "4.csv", "neuberg.toml"]),
        (lambda folder: (folder / "1.csv").unlink(), []),
    ],
)
def test_only_what_changed_is_read(
    folder: Path, tmp_path: Path, opened: list[str], alter: Callable[[Path], None], again: list[str]
) -> None:
    run(folder, tmp_path / "out")
    alter(folder)
    opened.clear()
    second = run(folder, tmp_path / "out")
    assert opened == again
    assert second == run(folder, tmp_path / "full")


def test_what_no_file_needs_any_more_is_removed(folder: Path, tmp_path: Path) -> None:
    run(folder, tmp_path / "out")
    for number in range(5):
        write(folder / f"{number}.csv", number, LONG_AGO + 1)
    run(folder, tmp_path / "out")
    assert len(list((tmp_path / "out" / kept.FOLDER).iterdir())) == 1
    assert scores(tmp_path / "out") == [0, 1, 2, 3, 4]


def test_a_file_touched_but_not_changed_is_not_read_again(folder: Path, tmp_path: Path, opened: list[str]) -> None:
    run(folder, tmp_path / "out")
    os.utime(folder / "2.csv", (LONG_AGO + 5, LONG_AGO + 5))
    opened.clear()
    run(folder, tmp_path / "out")
    assert opened == []


def test_a_change_that_size_and_time_do_not_show_is_seen_where_it_came_right_after(
    folder: Path, tmp_path: Path
) -> None:
    write(folder / "2.csv", 102, mtime=4_000_000_000)  # as if written in the very moment of its reading
    run(folder, tmp_path / "out")
    write(folder / "2.csv", 777, mtime=4_000_000_000)
    run(folder, tmp_path / "out")
    assert scores(tmp_path / "out") == [100, 101, 777, 103, 104]


def test_the_same_bytes_twice(folder: Path, tmp_path: Path, opened: list[str]) -> None:
    shutil.copy2(folder / "1.csv", folder / "3a.csv")
    shutil.copy2(folder / "1.csv", folder / "9.csv")
    first = run(folder, tmp_path / "out")
    files = archive.scan(tmp_path / "out", "files").collect()
    assert files.filter(pl.col("status").cast(pl.String) == "duplicate")["path"].to_list() == ["3a.csv", "9.csv"]
    assert scores(tmp_path / "out") == [100, 101, 102, 103, 104]
    opened.clear()
    assert run(folder, tmp_path / "out") == first
    assert opened == []
    (folder / "1.csv").unlink()
    assert run(folder, tmp_path / "out") == run(folder, tmp_path / "full")
    assert scores(tmp_path / "out") == [100, 102, 103, 101, 104]


def test_a_file_that_cannot_be_opened_is_tried_again(folder: Path, tmp_path: Path, opened: list[str]) -> None:
    (folder / "5.csv").symlink_to(folder / "absent")
    first = run(folder, tmp_path / "out")
    opened.clear()
    assert run(folder, tmp_path / "out") == first
    assert opened == ["5.csv"]


def _cut(batch: Path) -> None:
    (batch / "results.arrow").write_bytes(b"ARROW1 and no more")


def _lost(batch: Path) -> None:
    (batch / "events.arrow").unlink()


def _exchanged(batch: Path) -> None:
    shutil.copy(batch / "pairs.arrow", batch / "boards.arrow")


def _replaced(batch: Path) -> None:
    """The rows are of files that the listing has not, as when another run replaces the batch between the two."""
    listing = batch / "files.json"
    listing.write_text(listing.read_text().replace('"file_id": ', '"file_id": 1'))


@pytest.mark.parametrize("damage", [_cut, _lost, _exchanged, _replaced])
def test_what_is_kept_but_damaged_is_read_again(damage: Callable[[Path], None], folder: Path, tmp_path: Path) -> None:
    first = run(folder, tmp_path / "out")
    (batch,) = (tmp_path / "out" / kept.FOLDER).iterdir()
    damage(batch)
    assert run(folder, tmp_path / "out") == first
    assert run(folder, tmp_path / "out") == first


def test_what_a_killed_run_read_is_taken_up(folder: Path, tmp_path: Path, opened: list[str]) -> None:
    reading = incremental.read_into(archive.Archive(tmp_path / "out"), stage.inputs([folder]), tmp_path / "out")
    next(reading)  # killed here: all is read, nothing is committed
    left = tmp_path / "out" / kept.FOLDER / ".unfinished-abc-999999999"  # no process has that number
    left.mkdir()
    opened.clear()
    assert run(folder, tmp_path / "out") == run(folder, tmp_path / "full")
    assert opened == ["0.csv", "1.csv", "2.csv", "3.csv", "4.csv"]  # by the full run
    assert not left.exists()


def test_another_version_of_the_readers_reads_all(
    folder: Path, tmp_path: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(folder, tmp_path / "out")
    opened.clear()
    monkeypatch.setattr(kept, "reader_version", lambda: "another")
    assert run(folder, tmp_path / "out") == first
    assert len(opened) == 5


def test_batches_and_parts_make_no_difference(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_PART_ROWS", 2)
    first = run(folder, tmp_path / "out")
    assert [name for name in first if name.startswith("results")] == [
        f"results/season=2019/part-0000{part}.parquet" for part in range(3)
    ]
    monkeypatch.setattr(incremental, "_BATCH_FILES", 2)
    assert run(folder, tmp_path / "full") == first
    assert len(list((tmp_path / "full" / kept.FOLDER).iterdir())) == 3


def test_several_processes_read_the_same(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(folder, tmp_path / "out")
    monkeypatch.setattr(incremental, "_BATCH_FILES", 2)
    assert run(folder, tmp_path / "other", jobs=2) == first
    assert scores(tmp_path / "other") == [100, 101, 102, 103, 104]


def test_rows_whose_kept_file_goes_bad_before_they_are_written_are_read_again(
    folder: Path, tmp_path: Path, opened: list[str]
) -> None:
    """Whoever writes the part finds it: here, or another process."""
    first = run(folder, tmp_path / "out")
    opened.clear()
    made = archive.Archive(tmp_path / "out")
    for _ in incremental.read_into(made, stage.inputs([folder]), tmp_path / "out"):
        (batch,) = (tmp_path / "out" / kept.FOLDER).iterdir()
        rows = (batch / "results.arrow").read_bytes()
        (batch / "results.arrow").write_bytes(rows[:-600] + bytes(200) + rows[-400:])
    made.commit()
    assert opened == ["0.csv", "1.csv", "2.csv", "3.csv", "4.csv"]
    assert tables_of(tmp_path / "out") == first


def test_parts_end_where_files_end_however_rows_are_lent(tmp_path: Path) -> None:
    stretch = Stretch(tmp_path / "absent", "results", 10, 0, 10)
    lent = Lent(stretch, [2, 2, 5, 10], lambda: pl.DataFrame({"a": range(10)}))
    assert [lent.part_end(wanted) for wanted in (1, 2, 3, 6, 10, 11)] == [2, 2, 5, 10, 10, None]
    later = lent[2:]
    assert (later.height, later.part_end(1), later.stretch.begin) == (8, 3, 2)
    assert later.frame()["a"].to_list() == [2, 3, 4, 5, 6, 7, 8, 9]
    assert later[:3].frame()["a"].to_list() == [2, 3, 4]
