"""The examples of the page on rulings, copied from it and applied to the file that it shows."""

import json
import re
from pathlib import Path

import polars as pl
import pytest

from neuberg.ingest.archive import scan
from neuberg.season import Options, run
from neuberg.validate.rulings import read_rulings
from neuberg.validate.rulings.reading import KINDS
from readme.render import ROOT

_PAGE = (ROOT / "docs/rulings.md").read_text(encoding="utf-8")
_EXAMPLES = re.findall(r"```toml\n(.*?)```", _PAGE, re.DOTALL)
_CLUB = ROOT / "tests/readme/club_night.csv"


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ruled")
    file = folder / "rulings.toml"
    file.write_text("\n".join(_EXAMPLES), encoding="utf-8")
    run([_CLUB], folder / "out", Options("wbf-1991", rulings=file, validation=False))
    return folder / "out"


def _points(directory: Path, board: int) -> list[float | None]:
    lines = scan(directory, "results").filter(pl.col("board") == board).sort("line").select("result_id")
    scores = scan(directory, "scores").select("result_id", "ns_mp")
    return lines.join(scores, on="result_id", how="left", maintain_order="left").collect()["ns_mp"].to_list()


def test_there_is_an_example_of_every_kind_and_each_stands_for_itself(tmp_path: Path) -> None:
    kinds = []
    for number, example in enumerate(_EXAMPLES):
        file = tmp_path / f"{number}.toml"
        file.write_text(example, encoding="utf-8")
        kinds += [ruling.what for ruling in read_rulings(file)]
    assert sorted(kinds) == sorted(KINDS)


def test_the_fouled_board_the_award_and_the_correction_are_scored(ruled: Path) -> None:
    """Board 1: two groups of two of four, 65 and 55 per cent of 6. Board 2: 60 per cent of 6; three scores by 4/3.

    Board 3: -660 is third of the four.
    """
    assert _points(ruled, 1) == [3.9, 3.3, 3.9, 3.3]
    assert _points(ruled, 2) == [5.67, 3.0, 3.6, 0.33]
    assert _points(ruled, 3) == [0.0, 2.0, 4.0, 6.0]


def test_the_penalty_is_taken_off_and_the_facts_are_kept(ruled: Path) -> None:
    """Pair 1 has 3.9, 5.67, 0, 2 and 6, less a quarter of a top of 6."""
    total = scan(ruled, "standings").filter(pl.col("pair") == "1").collect()["mp"].item()
    assert total == pytest.approx(3.9 + 5.67 + 0 + 2 + 6 - 1.5)
    facts = scan(ruled, "rulings").filter(pl.col("what") == "facts").collect()["facts"].item()
    assert json.loads(facts)["fault"] == {"NS": "full", "EW": "none"}


def test_the_finding_is_signed_off(ruled: Path) -> None:
    signed = scan(ruled, "differences").filter(pl.col("board") == 5, pl.col("level") == "result").collect()
    assert signed.select("published", "class", "signed_off", "signed_by").rows() == [
        (3.0, "unexplained", "accepted", "A. Auditor")
    ]
