"""The sample files truncated and with flipped bytes: no reader raises, and every account balances.

The long tests truncate them at every byte.
"""

import random
from pathlib import Path

import polars as pl
import pytest

import neuberg
from neuberg import season
from neuberg.ingest import registry, stage
from neuberg.ingest.pbn.bulk import reader as pbn
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import Source, source
from shared import ROOT

SAMPLES = [
    path
    for path in sorted((ROOT / "data/samples").rglob("*"))
    if path.suffix in (".pbn", ".xml", ".csv") and "key" not in path.stem
]
#: How many lengths of a file are tried, and how many copies with flipped bytes.
TRUNCATED, FLIPPED = 60, 60


def check(path: str, data: bytes) -> None:
    """Read the bytes by the reader of the file's format, whatever they now look like, and hold the account."""
    whole = source(path, (ROOT / "data/samples" / path).read_bytes())
    format = registry.recognise(whole)
    assert format is not None
    assert format.read is not None
    reading = Reading(source(path, data), format.name)
    format.read(reading)
    for _, kind, found, *kept in reading.accounts():
        assert found == sum(map(int, kept)), (path, len(data), kind, found, kept)


def name(path: Path) -> str:
    return path.relative_to(ROOT / "data/samples").as_posix()


@pytest.mark.parametrize("path", SAMPLES, ids=name)
def test_truncated(path: Path) -> None:
    data, chance = path.read_bytes(), random.Random(path.name)
    for end in chance.sample(range(len(data)), TRUNCATED):
        check(name(path), data[:end])


@pytest.mark.parametrize("path", SAMPLES, ids=name)
def test_flipped_bytes(path: Path) -> None:
    data, chance = path.read_bytes(), random.Random(path.name)
    for _ in range(FLIPPED):
        damaged = bytearray(data)
        for _ in range(chance.choice((1, 1, 3, 20))):
            damaged[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        check(name(path), bytes(damaged))


def test_a_run_over_damaged_files_ends_in_rows_and_problems(tmp_path: Path) -> None:
    chance, archive = random.Random(7), tmp_path / "archive"
    archive.mkdir()
    for path in SAMPLES:
        data = path.read_bytes()
        for copy in range(8):
            damaged = bytearray(data[: chance.randrange(len(data))])
            for _ in range(copy):
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            (archive / f"{path.stem}-{copy}{path.suffix}").write_bytes(bytes(damaged))
    summary = season.run([archive], tmp_path / "out", season.Options(validation=False))
    files = neuberg.scan(tmp_path / "out", "files").collect()
    assert files.height == len(SAMPLES) * 8
    assert summary["counts"]["results"] > 0
    assert neuberg.scan(tmp_path / "out", "problems").filter(pl.col("code") == "reader_failed").collect().is_empty()


def test_a_fault_of_the_columns_reader_costs_no_file_and_is_said_of_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exact reader takes the file; without this every batch could be read slowly, and nobody would know."""

    def read_many(sources: list[Source]) -> list[Reading]:
        if any(b"[Board " not in one.data for one in sources):
            raise TypeError("no board")
        return pbn.read_many(sources)

    monkeypatch.setattr(stage, "_TOGETHER", {"pbn": read_many})
    monkeypatch.setattr(stage, "_WORTH_COLUMNS", 0)
    game = '[Event ""]\n[Board "1"]\n[Dealer "N"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n'
    (tmp_path / "a.pbn").write_text(game)
    (tmp_path / "b.pbn").write_text('[Event "x"]\n')
    given = stage.inputs([tmp_path])
    tables = stage.read_opened(given, [stage.opened(one) for one in given])
    assert tables["results"]["ns_score"].to_list() == [420]
    told = tables["problems"].filter(pl.col("code") == "read_alone").join(tables["files"], on="file_id")
    assert told["path"].str.ends_with("b.pbn").to_list() == [True]
    assert told["found"].str.starts_with("TypeError: no board (test_damage.py:").to_list() == [True]
