"""What a command is given that it cannot use, or that has no text in CSV or JSON: said in a line, never a traceback."""

import json
from pathlib import Path

import polars as pl
import pytest
from click.testing import Result
from typer.testing import CliRunner

from neuberg import season
from neuberg.cli import app
from neuberg.errors import NeubergError, UsageError
from neuberg.ingest import archive
from neuberg.season import Options

CLUB = "event,board,ns,ew,score\nClub,1,1,2,420\nClub,1,2,1,-50\nClub,2,1,2,100\n"


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "club.csv").write_text(CLUB, encoding="utf-8")
    season.run([folder / "club.csv"], folder / "it's a run", Options(validation=False))
    return folder / "it's a run"


def neuberg(*arguments: object) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_total_points_are_each_sides_own_points(directory: Path) -> None:
    done = neuberg("score", directory.parent / "club.csv", "--profile", "total-points")
    assert done.stdout.splitlines()[0].endswith("comparison_group,n,field,ns_points,ew_points,method")
    assert done.stdout.splitlines()[1:] == [
        "Club,1,1,2,420,1,2,2,420,-420,plain",
        "Club,1,2,1,-50,1,2,2,-50,50,plain",
        "Club,2,1,2,100,1,1,1,100,-100,plain",
    ]


@pytest.mark.parametrize("profile", ["match-imps", "board-a-match"])
def test_a_match_that_lacks_a_table_is_told_what_it_needs(directory: Path, profile: str) -> None:
    done = neuberg("score", directory.parent / "club.csv", "--profile", profile)
    said = "gives no score, or one side none, to 1 line(s) of board 2; wanted the two tables of a match"
    assert f"neuberg: {profile} {said}" in done.stderr


def test_structures_are_text_in_csv_and_what_is_no_number_is_null_in_json(directory: Path) -> None:
    query = "SELECT {'a': 1, 'b': [1, 2]} AS one, [{'x': 'é'}] AS many, ['u', 'v'] AS plain, 'nan'::DOUBLE AS nothing"
    done = neuberg("sql", directory, query)
    assert done.stdout.splitlines()[1].startswith('"{""a"": 1, ""b"": [1, 2]}","[{""x"": ""é""}]",u; v,')
    (row,) = json.loads(neuberg("sql", directory, query, "--json").stdout)
    assert row == {"one": {"a": 1, "b": [1, 2]}, "many": [{"x": "é"}], "plain": ["u", "v"], "nothing": None}


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("COPY (SELECT 1) TO '{file}'", "found a statement of kind COPY; wanted one that reads the tables"),
        ("ATTACH '{file}' AS other", "found a statement of kind ATTACH"),
        ("FROM read_text('{file}')", "Permission Error"),
        ("FROM read_csv('{file}')", "Permission Error"),
        ("SET enable_external_access = true", "the configuration has been locked"),
    ],
)
def test_a_statement_reads_the_runs_tables_and_nothing_else(
    directory: Path, tmp_path: Path, statement: str, said: str
) -> None:
    file = tmp_path / "other.csv"
    done = neuberg("sql", directory, statement.format(file=file))
    assert isinstance(done.exception, UsageError)
    assert said in str(done.exception)
    assert not file.exists()
    assert "3" in neuberg("sql", directory, "SELECT count(*) AS n FROM results").stdout


@pytest.mark.parametrize(
    "arguments", [("run", "x"), ("simulate",), ("export", "x", "--format", "pbn"), ("rulings", "draft", "x")]
)
def test_an_out_without_a_name_is_refused(arguments: tuple[str, ...]) -> None:
    done = neuberg(*arguments, "--out", " ")
    assert isinstance(done.exception, UsageError)
    assert "--out: found ' ', wanted the name of a file or folder" in str(done.exception)


@pytest.mark.parametrize(
    "command",
    [
        ("detect",),
        ("rulings", "draft"),
        ("audit", "--event", "Club", "--explain"),
        ("report",),
        ("sql", "SELECT count(*) FROM results"),
    ],
)
@pytest.mark.parametrize("damage", ["cut", "emptied", "overwritten"])
def test_a_damaged_table_is_one_error_that_names_its_file(
    tmp_path: Path, directory: Path, command: tuple[str, ...], damage: str
) -> None:
    run = tmp_path / "run"
    for table in ("events", "results", "audited", "files"):
        for file in (directory / "tables" / table).rglob("*.parquet"):
            copy = run / file.relative_to(directory)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    (damaged,) = (run / "tables/results").rglob("*.parquet")
    whole = damaged.read_bytes()
    damaged.write_bytes({"cut": whole[:-100], "emptied": b"", "overwritten": b"PAR1" + b"\xff" * 20 + b"PAR1"}[damage])
    name, *rest = command
    done = neuberg(name, *rest[:1], run) if name == "rulings" else neuberg(name, run, *rest)
    assert isinstance(done.exception, NeubergError)
    assert f"the table's file {str(damaged)!r} cannot be read" in str(done.exception)


def test_whole_tables_of_any_size_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "run" / "tables" / "files"
    folder.mkdir(parents=True)
    pl.DataFrame({"file_id": pl.Series([], dtype=pl.Int64)}).write_parquet(folder / "part-00000.parquet")
    assert archive.scan(tmp_path / "run", "files").collect().is_empty()
