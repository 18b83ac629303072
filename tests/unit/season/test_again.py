"""A run again: nothing done where nothing has changed, and only what depends on what has."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from neuberg import schemas, season
from neuberg.errors import NeubergError, UsageError
from neuberg.ingest import archive, stage
from neuberg.report import warehouse
from neuberg.season import sharing
from runs import TABLES_ONLY, bytes_of

OPTIONS = TABLES_ONLY._replace(part_rows=4)
TRAVELLERS = "event,date,board,ns,ew,score,mp_ns,mp_ew\n"


def write(folder: Path, number: int, top: int = 420) -> None:
    """An event of two boards with three lines each."""
    rows = [
        f"Pairs {number},1994-03-{number:02},{board},{pair},{pair + 10},{top - 10 * pair},{6 - 2 * pair},{2 * pair - 2}"
        for board in (1, 2)
        for pair in (1, 2, 3)
    ]
    (folder / f"{number:02}.csv").write_text(TRAVELLERS + "\n".join(rows) + "\n")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("first") / "once"
    (folder / "in").mkdir(parents=True)
    for number in range(1, 5):
        write(folder / "in", number)
    account = season.run([folder / "in"], folder / "out", OPTIONS)
    assert account["parts"] == {"all": 4, "redone": {"validate": 4, "score": 4}}
    shutil.copytree(folder, folder.with_name("kept"))
    return folder


@pytest.fixture
def run_once(first: Path) -> Path:
    """A folder with four files and a run of them, as it was right after."""
    shutil.rmtree(first)
    shutil.copytree(first.with_name("kept"), first)
    return first


def refuse(*_: Any, **__: Any) -> None:
    raise AssertionError("nothing was to be done")


def test_nothing_is_done_where_nothing_has_changed(run_once: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, account = bytes_of(run_once / "out"), (run_once / "out" / season.RUN_FILE).read_bytes()
    monkeypatch.setattr(stage, "opened", refuse)
    monkeypatch.setattr(sharing, "outcomes", refuse)
    assert season.run([run_once / "in"], run_once / "out", OPTIONS)["unchanged"]
    assert bytes_of(run_once / "out") == before
    assert (run_once / "out" / season.RUN_FILE).read_bytes() == account


def test_two_files_more_redo_their_parts_alone(run_once: Path, tmp_path: Path) -> None:
    write(run_once / "in", 7)
    write(run_once / "in", 8)
    account = season.run([run_once / "in"], run_once / "out", OPTIONS)
    assert account["parts"] == {"all": 6, "redone": {"validate": 2, "score": 2}}
    season.run([run_once / "in"], tmp_path / "clean", OPTIONS)
    assert bytes_of(run_once / "out") == bytes_of(tmp_path / "clean")


def test_a_file_changed_or_gone(run_once: Path, tmp_path: Path) -> None:
    write(run_once / "in", 3, top=650)
    (run_once / "in" / "02.csv").unlink()
    account = season.run([run_once / "in"], run_once / "out", OPTIONS)
    assert account["parts"] == {"all": 3, "redone": {"validate": 1, "score": 1}}
    season.run([run_once / "in"], tmp_path / "clean", OPTIONS)
    assert bytes_of(run_once / "out") == bytes_of(tmp_path / "clean")


def test_another_profile_scores_anew_without_a_file_read(run_once: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "opened", refuse)
    both = OPTIONS._replace(profile="ebu-2025,acbl-1991")
    account = season.run([run_once / "in"], run_once / "out", both)
    assert account["parts"]["redone"] == {"validate": 0, "score": 4}
    scores = archive.scan(run_once / "out", "scores").collect()
    assert dict(scores.group_by("profile").len().iter_rows()) == {"ebu-2025": 24, "acbl-1991": 24}
    best = scores.filter(pl.col("ns_pct") == 100).sort("profile").unique("profile", maintain_order=True)
    # Three tables: a top of 2 on 1-½-0 and of 4 on 2-1-0.
    assert best.select("profile", "ns_mp").rows() == [("acbl-1991", 2.0), ("ebu-2025", 4.0)]


def test_a_stage_anew_on_the_run_gives_the_tables_of_a_run(run_once: Path, tmp_path: Path) -> None:
    out = run_once / "out"
    season.run([run_once / "in"], tmp_path / "clean", OPTIONS._replace(profile="ebu-2025"))
    account = season.again(out, (season.SCORE,), OPTIONS._replace(profile="ebu-2025"))
    assert account["parts"]["redone"] == {"score": 4}
    assert bytes_of(out) == bytes_of(tmp_path / "clean")
    season.again(out, (season.VALIDATE,), OPTIONS)
    assert bytes_of(out) == bytes_of(tmp_path / "clean")


def test_what_was_tampered_with_is_made_again(run_once: Path) -> None:
    out = run_once / "out"
    before = bytes_of(out)
    (file,) = (out / archive.TABLES / "scores" / "season=1994").glob("*-00002.parquet")
    file.unlink()
    account = season.run([run_once / "in"], out, OPTIONS)
    assert "unchanged" not in account
    assert bytes_of(out) == before


def test_a_table_cut_in_its_place_is_made_again(run_once: Path) -> None:
    """The shelf holds the same file: what is cut here is cut there."""
    out = run_once / "out"
    before = bytes_of(out)
    (file,) = (out / archive.TABLES / "scores" / "season=1994").glob("*-00002.parquet")
    os.truncate(file, 100)
    season.run([run_once / "in"], out, OPTIONS)
    assert bytes_of(out) == before


def test_what_no_part_needs_any_more_is_removed(run_once: Path) -> None:
    for number in range(2, 5):
        (run_once / "in" / f"{number:02}.csv").unlink()
    half = [folder / ".choices.parquet-123" for folder in (run_once / "out" / ".parts").glob("score-*")]
    assert len(half) == 4
    for file in half:
        file.touch()
    season.run([run_once / "in"], run_once / "out", OPTIONS)
    kept = [folder for folder in (run_once / "out" / ".parts").iterdir() if folder.is_dir()]
    assert sorted(folder.name.partition("-")[0] for folder in kept) == ["score", "validate"]
    assert not any(file.exists() for file in half)


def test_rulings_hold_in_their_part_and_a_stage_anew_keeps_them(run_once: Path) -> None:
    file = run_once / "rulings.toml"
    file.write_text(
        '[[ruling]]\nwhat = "correction"\nevent = "Pairs 4"\nboard = 1\nplays = { pairs = ["1"] }\nfield = "ns_score"\n'
        'value = -50\nguard = { ns_score = 410 }\nsource = "a test"\n'
    )
    out = run_once / "out"
    account = season.run([run_once / "in"], out, OPTIONS._replace(rulings=file))
    assert account["parts"]["redone"] == {"validate": 1, "score": 1}

    def lowest() -> list[float | None]:
        lines = archive.scan(out, "results").filter(pl.col("ns_pair") == "1", pl.col("board") == 1).collect()
        scores = archive.scan(out, "scores").collect()
        return lines.join(scores, on="result_id").sort("file_id").filter(pl.col("ns_mp") == 0)["ns_pct"].to_list()

    assert lowest() == [0.0]
    season.again(out, (season.SCORE,), OPTIONS._replace(profile="ebu-2025"))
    assert lowest() == [0.0]
    assert archive.scan(out, "rulings").collect().height == 1


def test_a_run_without_the_rulings_of_the_one_before_says_so(run_once: Path) -> None:
    out, file = run_once / "out", ruled(run_once)
    with_them = season.run([run_once / "in"], out, OPTIONS._replace(rulings=file))
    assert "rulings_dropped" not in with_them
    anew = season.again(out, (season.SCORE,), OPTIONS._replace(profile="ebu-2025"))
    assert anew["sources"] == with_them["sources"] == [str(run_once / "in")]
    dropped = {"rulings": 1, "file": str(file.resolve())}
    of_its_tables = season.run([out], run_once / "other", OPTIONS)
    assert (of_its_tables["sources"], of_its_tables["rulings_dropped"]) == ([str(out)], dropped)
    account = season.run([run_once / "in"], out, OPTIONS)
    assert account["rulings_dropped"] == dropped
    assert json.loads((out / season.RUN_FILE).read_text())["rulings_dropped"] == account["rulings_dropped"]
    assert archive.scan(out, "rulings").collect().is_empty()
    # A run after it has none to leave out.
    assert "rulings_dropped" not in season.run([run_once / "in"], out, OPTIONS._replace(profile="acbl-1991"))


def profiles_of(out: Path) -> set[str]:
    return set(archive.scan(out, "scores").collect()["profile"])


def ruled(folder: Path, value: int = -50) -> Path:
    """A rulings file that corrects a score of the fourth event."""
    file = folder / "rulings.toml"
    file.write_text(
        '[[ruling]]\nwhat = "correction"\nevent = "Pairs 4"\nboard = 1\nplays = { pairs = ["1"] }\nfield = "ns_score"\n'
        f'value = {value}\nguard = {{ ns_score = 410 }}\nsource = "a test"\n'
    )
    return file


def test_what_is_left_out_is_as_in_the_run_however_often(run_once: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = run_once / "out"
    monkeypatch.chdir(ruled(run_once).parent)
    asked = OPTIONS._replace(profile="acbl-1991", rulings=Path("rulings.toml"))
    season.run([run_once / "in"], out, asked)
    before = bytes_of(out)
    monkeypatch.chdir(out)
    for stage_again in (season.SCORE, season.VALIDATE, season.VALIDATE, season.SCORE):
        season.again(out, (stage_again,), OPTIONS)
        assert bytes_of(out) == before


def test_a_profile_of_a_stage_anew_holds_until_another_is_named(run_once: Path) -> None:
    out = run_once / "out"
    season.again(out, (season.SCORE,), OPTIONS._replace(profile="acbl-1991"))
    season.again(out, (season.VALIDATE,), OPTIONS)
    season.again(out, (season.SCORE,), OPTIONS)
    assert profiles_of(out) == {"acbl-1991"}
    season.again(out, (season.SCORE,), OPTIONS._replace(profile="auto"))
    assert profiles_of(out) == {"wbf-1991"}
    season.again(out, (season.SCORE,), OPTIONS)
    assert profiles_of(out) == {"wbf-1991"}


def test_a_run_after_a_stage_anew_is_not_unchanged_and_reads_no_file(
    run_once: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bytes_of(run_once / "out")
    season.again(run_once / "out", (season.SCORE,), OPTIONS._replace(profile="acbl-1991"))
    monkeypatch.setattr(stage, "opened", refuse)
    account = season.run([run_once / "in"], run_once / "out", OPTIONS)
    assert "unchanged" not in account
    assert bytes_of(run_once / "out") == before


@pytest.mark.parametrize("change", ["changed", "gone"])
def test_rulings_left_out_that_have_changed_are_said(run_once: Path, change: str) -> None:
    file, out = ruled(run_once), run_once / "out"
    season.run([run_once / "in"], out, OPTIONS._replace(rulings=file))
    before = bytes_of(out)
    file.unlink()
    if change == "changed":
        ruled(run_once, value=-100)
    with pytest.raises(UsageError, match=r"out' are not as they were: found .*, wanted '.*rulings\.toml' of sha256"):
        season.again(out, (season.SCORE,), OPTIONS)
    assert bytes_of(out) == before


@pytest.mark.parametrize(
    "text", ["{half", "[]", '{"options": [], "outputs": {}}', '{"options": {}, "outputs": {"a": 1}}']
)
def test_a_manifest_that_is_none_is_as_if_there_were_none(run_once: Path, text: str) -> None:
    out = run_once / "out"
    season.again(out, (season.SCORE,), OPTIONS._replace(profile="acbl-1991"))
    (out / "manifest.json").write_text(text)
    # The account has the profile still.
    season.again(out, (season.SCORE,), OPTIONS)
    assert profiles_of(out) == {"acbl-1991"}


def test_other_rulings_for_one_stage_hold_in_both(run_once: Path, tmp_path: Path) -> None:
    file = ruled(run_once)
    season.run([run_once / "in"], tmp_path / "clean", OPTIONS._replace(rulings=file))
    wanted = bytes_of(tmp_path / "clean")
    for one in (season.VALIDATE, season.SCORE):
        out = shutil.copytree(run_once / "out", tmp_path / one)
        account = season.again(out, (one,), OPTIONS._replace(rulings=file))
        assert account["parts"]["redone"] == {"validate": 1, "score": 1}
        assert bytes_of(out) == wanted
        account = season.again(out, (season.SCORE,), OPTIONS._replace(rulings=file))
        assert account["parts"]["redone"] == {"score": 0}
        assert bytes_of(out) == wanted


def test_flags_of_an_earlier_layout_are_not_doubled(run_once: Path) -> None:
    out = run_once / "out"
    before = bytes_of(out)
    assert archive.scan(out, "flags").collect().height > 0
    for file in sorted((out / archive.TABLES / "flags").rglob("*.parquet")):
        file.rename(file.with_name(file.name.replace("validate", "part")))
    for one in (season.SCORE, season.VALIDATE):
        season.again(out, (one,), OPTIONS)
        assert bytes_of(out) == before


@pytest.mark.parametrize("table", ["events", "flags", "scores"])
def test_a_table_cut_or_missing_is_named(run_once: Path, table: str) -> None:
    out = run_once / "out"
    folder = out / archive.TABLES / table
    if table == "flags":
        assert folder.is_dir()
    stage_again = season.SCORE if table == "flags" else season.VALIDATE
    file = next(folder.rglob("*.parquet"))
    whole = file.read_bytes()
    file.unlink()
    file.write_bytes(whole[:-3])
    with pytest.raises(NeubergError, match=f"the table's file .*{file.name}' cannot be read"):
        season.again(out, (stage_again,), OPTIONS)
    shutil.rmtree(folder)
    with pytest.raises(NeubergError, match=f"{table}' is not whole: found 0 rows, wanted"):
        season.again(out, (stage_again,), OPTIONS)


@pytest.mark.parametrize("text", ["{half", "[]", '{"folder": "../in", "gone": []}', '{"folder": 1}'])
def test_a_journal_that_is_none_moves_nothing(run_once: Path, text: str) -> None:
    out = run_once / "out"
    before = bytes_of(out)
    (out / ".publishing").write_text(text)
    season.again(out, (season.SCORE,), OPTIONS)
    assert bytes_of(out) == before
    assert (run_once / "in" / "01.csv").is_file()


def test_two_runs_at_once_into_a_folder_are_one(run_once: Path) -> None:
    holder = "import sys; from pathlib import Path; from neuberg.season.alone import alone\n"
    holder += "with alone(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", holder, run_once / "out"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        said = f"another command is at work in .*out': found process {other.pid}, wanted none"
        with pytest.raises(UsageError, match=said):
            season.run([run_once / "in"], run_once / "out", OPTIONS)
        other.kill()
    # A killed one holds nothing.
    assert season.run([run_once / "in"], run_once / "out", OPTIONS)["unchanged"]


def test_the_manifest_is_of_what_its_own_run_made(run_once: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, build = run_once / "out", warehouse.build

    def meddled(folder: Path) -> Path:
        if folder == out:
            archive.replace(out, "files", archive.scan(out, "files").collect().head(1))
        return build(folder)

    monkeypatch.setattr(warehouse, "build", meddled)
    season.run([run_once / "in"], out, OPTIONS._replace(profile="acbl-1991"))
    monkeypatch.undo()
    assert "unchanged" not in season.run([run_once / "in"], out, OPTIONS._replace(profile="acbl-1991"))
    assert archive.scan(out, "files").collect().height == 4


def suspect(out: Path) -> list[dict[str, Any]]:
    """Write what `neuberg detect` leaves: a suspicion, its calibration, and a report."""
    board = archive.scan(out, "results").select("event_id", "session", "section", "board").head(1).collect()
    archive.replace(out, "suspicions", schemas.conform(board.lazy(), schemas.TABLES["suspicions"]).collect())
    (out / "calibration.json").write_text("{}")
    (out / "report").mkdir(exist_ok=True)
    (out / "report" / "index.html").write_text("of suspicions")
    return archive.scan(out, "suspicions").collect().to_dicts()


def test_a_run_after_suspicions_is_unchanged_and_keeps_them(run_once: Path) -> None:
    out = run_once / "out"
    suspicions = suspect(out)
    assert len(suspicions) == 1
    assert season.run([run_once / "in"], out, OPTIONS)["unchanged"]
    assert (out / "report" / "index.html").read_text() == "of suspicions"
    assert "unchanged" not in season.run([run_once / "in"], out, OPTIONS._replace(profile="acbl-1991"))
    season.again(out, (season.VALIDATE,), OPTIONS)
    assert archive.scan(out, "suspicions").collect().to_dicts() == suspicions
    assert (out / "calibration.json").is_file()


def test_suspicions_go_with_the_tables_that_they_are_of(run_once: Path) -> None:
    suspect(run_once / "out")
    write(run_once / "in", 7)
    season.run([run_once / "in"], run_once / "out", OPTIONS)
    assert archive.scan(run_once / "out", "suspicions").collect().is_empty()
    assert not (run_once / "out" / "calibration.json").exists()


def test_a_folder_that_holds_no_run(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run"):
        season.again(tmp_path, (season.SCORE,))
