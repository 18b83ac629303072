"""A rerun reads only what is new or changed, and its tables are byte for byte those of a full run."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from neuberg.ingest import archive, incremental, kept, making, stage

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


def copy_before(folder: Path) -> None:
    shutil.copy2(folder / "3.csv", folder / "2a.csv")


def copy_behind(folder: Path) -> None:
    shutil.copy2(folder / "3.csv", folder / "31.csv")


def copy_changed_and_copied(folder: Path) -> None:
    write(folder / "1.csv", 777, LONG_AGO + 1)
    shutil.copy2(folder / "3.csv", folder / "0a.csv")
    shutil.copy2(folder / "1.csv", folder / "32.csv")


@pytest.mark.parametrize("alter", [copy_before, copy_behind, copy_changed_and_copied])
def test_a_file_that_is_copied_later_has_its_rows_once(
    folder: Path, tmp_path: Path, alter: Callable[[Path], None]
) -> None:
    run(folder, tmp_path / "out")
    alter(folder)
    second = run(folder, tmp_path / "out")
    assert second == run(folder, tmp_path / "full")
    assert len(scores(tmp_path / "out")) == 5
    assert run(folder, tmp_path / "out") == second


def test_a_file_that_cannot_be_opened_is_tried_again(folder: Path, tmp_path: Path, opened: list[str]) -> None:
    (folder / "5.csv").symlink_to(folder / "absent")
    first = run(folder, tmp_path / "out")
    opened.clear()
    assert run(folder, tmp_path / "out") == first
    assert opened == ["5.csv"]


def _cut(part: Path) -> None:
    (part / "results/season=2019.parquet").write_bytes(b"PAR1 and no more")


def _lost(part: Path) -> None:
    (part / "events.parquet").unlink()


def _exchanged(part: Path) -> None:
    shutil.copy2(part / "conservation.parquet", part / "files.parquet")


def _changed_in_its_place(part: Path) -> None:
    """A table of the run is the same file; whoever changes it there changes what is kept."""
    file = part / "results/season=2019.parquet"
    rows = file.read_bytes()
    file.write_bytes(rows[:20] + bytes(20) + rows[40:])


def _of_another_version(part: Path) -> None:
    listing = part / "files.json"
    listing.write_text(listing.read_text().replace('"rows"', '"row"'))


@pytest.mark.parametrize("damage", [_cut, _lost, _exchanged, _changed_in_its_place, _of_another_version])
def test_what_is_kept_but_damaged_is_read_again(damage: Callable[[Path], None], folder: Path, tmp_path: Path) -> None:
    first = run(folder, tmp_path / "out")
    (part,) = (tmp_path / "out" / kept.FOLDER).iterdir()
    damage(part)
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


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of one, two or three files."""
    for name, value in {"_OF_A_FILE": 1, "_SMALLEST": 150, "_LARGEST": 150}.items():
        monkeypatch.setattr(incremental, name, value)


def parts_of(tables: dict[str, bytes]) -> list[str]:
    return [name for name in tables if name.startswith("results")]


def test_what_is_read_together_makes_no_difference(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(folder, tmp_path / "out")
    assert parts_of(first) == ["results/season=2019/part-00000.parquet"]
    monkeypatch.setattr(making, "_BATCH_FILES", 2)
    assert run(folder, tmp_path / "full") == first


@pytest.mark.usefixtures("small_parts")
def test_several_processes_make_the_same_parts(folder: Path, tmp_path: Path) -> None:
    first = run(folder, tmp_path / "out")
    assert len(parts_of(first)) > 1
    assert run(folder, tmp_path / "other", jobs=2) == first
    assert scores(tmp_path / "other") == [100, 101, 102, 103, 104]


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("alter", [change, add, add_at_both_ends, rename, lambda folder: (folder / "1.csv").unlink()])
def test_of_many_parts_those_with_changes_are_made_anew(
    folder: Path,
    tmp_path: Path,
    opened: list[str],
    alter: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(incremental, "_SMALLEST", 600)
    monkeypatch.setattr(incremental, "_LARGEST", 600)
    for number in range(200, 320):
        write(folder / f"{number}.csv", number)
    run(folder, tmp_path / "out")
    before = {part.name for part in (tmp_path / "out" / kept.FOLDER).iterdir()}
    alter(folder)
    opened.clear()
    second = run(folder, tmp_path / "out")
    assert len(opened) <= 2
    assert len({part.name for part in (tmp_path / "out" / kept.FOLDER).iterdir()} & before) > len(before) / 2
    assert second == run(folder, tmp_path / "full")


@pytest.mark.usefixtures("small_parts")
def test_the_same_bytes_in_several_parts(folder: Path, tmp_path: Path, opened: list[str]) -> None:
    for name in ("2a", "45", "9"):
        shutil.copy2(folder / "1.csv", folder / f"{name}.csv")
    first = run(folder, tmp_path / "out")
    assert scores(tmp_path / "out") == [100, 101, 102, 103, 104]
    opened.clear()
    assert run(folder, tmp_path / "out") == first
    assert opened == []
    (folder / "1.csv").unlink()
    second = run(folder, tmp_path / "out")
    assert opened == ["2a.csv"]
    assert second == run(folder, tmp_path / "full")
    write(folder / "0a.csv", 555)
    shutil.copy2(folder / "9.csv", folder / "00.csv")
    assert run(folder, tmp_path / "out") == run(folder, tmp_path / "again")
    told = archive.scan(tmp_path / "out", "problems").collect()["found"].to_list()
    assert told == ["the same bytes as 00.csv"] * 3
