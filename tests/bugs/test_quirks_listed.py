"""Every quirk that public archives were found to have stands in `quirks.csv`, with the test that holds its value."""

import csv
import re
from pathlib import Path

from shared import shared

FOLDER = Path(__file__).parent


def listed() -> list[dict[str, str]]:
    with (FOLDER / "quirks.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_quirk_of_the_catalogue_is_listed() -> None:
    catalogue = shared("spec/FORMATS.md").read_text(encoding="utf-8").partition("## 8.")[2]
    numbers = set(re.findall(r"^(\d+)\. ", catalogue, re.MULTILINE))
    assert len(numbers) == 21
    assert {row["quirk"] for row in listed()} == {*numbers, "encodings"}


def test_every_quirk_has_its_test_and_every_test_its_quirk() -> None:
    written = set(
        re.findall(r"^def (test_\w+)", (FOLDER / "test_pbn_quirks.py").read_text(encoding="utf-8"), re.MULTILINE)
    )
    named = {row["test"] for row in listed()}
    assert named <= written
    # Further sides of a quirk that has a test.
    assert {name[5:7] for name in written - named} <= {name[5:7] for name in named}
