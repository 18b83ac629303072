"""The site of a simulated season of a thousand events, and that of the corpus; the time of each is printed."""

from pathlib import Path

import polars as pl
import pytest
from lxml import html

from neuberg import season
from neuberg.cli import simulating
from neuberg.ingest import archive
from neuberg.report import site
from shared import shared

pytestmark = pytest.mark.long
#: An event has 450 lines on average.
_LINES, _EVENTS = 450_000, 1_000
_LISTS = 5


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("season")
    simulating.simulate(folder / "made", _LINES, 1, "csv", as_json=True)
    season.run([folder / "made" / "files"], folder / "run", season.Options(validation=False))
    return folder / "run"


def test_a_page_is_made_where_there_is_something_to_say_and_everywhere_when_it_is_asked_for(run: Path) -> None:
    written = site.write(run)
    every = site.write(run, all_pages=True)
    events = archive.scan(run, "events").collect().height
    tables = (archive.scan(run, name).select("event_id", "session", "board") for name in ("results", "boards"))
    boards = pl.concat(tables).unique().collect().height
    assert abs(events - _EVENTS) < 100
    assert every.pages == _LISTS + events + boards
    assert _LISTS < written.pages < every.pages / 5
    print(f"{events} events: {written.pages} pages in {written.seconds} s; all {every.pages} in {every.seconds} s")  # noqa: T201


def test_every_link_of_the_corpus_leads_to_a_file(tmp_path: Path) -> None:
    season.run([shared("corpus")], tmp_path, season.Options(validation=False))
    written = site.write(tmp_path, all_pages=True)
    folder = written.first_page.parent
    pages = list(folder.rglob("*.html"))
    assert len(pages) == written.pages
    broken = [
        (page.name, address)
        for page in pages
        for address in html.fromstring(page.read_text(encoding="utf-8")).xpath("//a/@href")
        if not address.startswith("#") and not (page.parent / address).is_file()
    ]
    assert broken == []
    assert pl.read_csv(folder / "events.csv").height == archive.scan(tmp_path, "events").collect().height
    print(f"the corpus: {written.pages} pages in {written.seconds} s")  # noqa: T201 - the measure
