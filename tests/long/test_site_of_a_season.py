"""The site of a thousand events: the pages that have something to say, and only these."""

from pathlib import Path

import polars as pl
import pytest

from neuberg import season
from neuberg.report import site
from shared import ROOT, shared

pytestmark = pytest.mark.long
_EVENTS = 1_000


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample event with its two fouled boards and its wrong score a thousand times, half of them without these."""
    folder, out = tmp_path_factory.mktemp("season"), tmp_path_factory.mktemp("run")
    sheet = pl.read_csv(ROOT / "data/samples/travellers/fouled_board_1994.csv", separator=";", infer_schema=False)
    sound = sheet.filter(~pl.col("board").is_in(["5", "7", "8"]))
    for number in range(_EVENTS):
        # The pairs' own numbers differ, so that no event is another's copy.
        of_event = (sound if number % 2 else sheet).with_columns(event=pl.lit(f"Pairs {number}"))
        of_event.write_csv(folder / f"{number:04}.csv", separator=";")
    (folder / "neuberg.toml").write_text('body = "ACBL"\ndate = 1994-03-05\n')
    season.run([folder], out)
    return out


def test_half_of_the_events_have_pages_and_all_when_they_are_asked_for(run: Path) -> None:
    lists = 4
    written = site.write(run)
    assert written.pages == lists + _EVENTS // 2 * (1 + 3)
    every = site.write(run, all_pages=True)
    assert every.pages == lists + _EVENTS // 2 * (1 + 10) + _EVENTS // 2 * (1 + 7)
    print(f"{written.pages} pages in {written.seconds} s; all {every.pages} in {every.seconds} s")  # noqa: T201 - the measure


def test_every_link_of_the_corpus_leads_to_a_file(tmp_path: Path) -> None:
    season.run([shared("corpus")], tmp_path)
    written = site.write(tmp_path, all_pages=True)
    folder = written.first_page.parent
    from lxml import html

    pages = list(folder.rglob("*.html"))
    assert len(pages) == written.pages
    broken = [
        (page.name, address)
        for page in pages
        for address in html.fromstring(page.read_text(encoding="utf-8")).xpath("//a/@href")
        if not address.startswith("#") and not (page.parent / address).is_file()
    ]
    assert broken == []
    print(f"the corpus: {written.pages} pages in {written.seconds} s")  # noqa: T201 - the measure
