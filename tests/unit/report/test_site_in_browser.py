"""The site of the samples in a headless Chromium with the network off: every kind of page, by mouse and by keyboard."""

import re
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from browser import Page, chromium, page
from neuberg import schemas, season
from neuberg.ingest import archive
from neuberg.report import site
from neuberg.report.site import calibration
from shared import ROOT

#: A page of each kind; the record of the checks is opened in its own test.
_KINDS = {
    "archive": "index.html",
    "audit": "audit.html",
    "findings": "findings.html",
    "events": "events.html",
    "rulings": "rulings.html",
    "event": "events/*/index.html",
    "fouled board": "events/*/board-5-*.html",
    "faulty deal": "events/*/board-3-*.html",
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples' site, with a suspicion and a calibration, so that every part of a page is there."""
    chromium()
    run = tmp_path_factory.mktemp("run")
    season.run([ROOT / "data/samples"], run, season.Options(validation=False))
    board = archive.scan(run, "results").filter(pl.col("board") == 5, pl.col("round").is_not_null()).collect()
    row = board.row(0, named=True)
    factors = [None, -2.0, 0.5, 4.5, 3.0]
    suspicion = {name: row[name] for name in ("event_id", "session", "section", "board")} | {
        "finding": "fouled board", "kind": "rotated 90°", "bayes_factor": 2e4, "certainty": "almost certainly",
        "results": 5, "order_known": True, "round_low": 3, "round_high": 4, "why": "leads", "change_factors": factors,
        "result_rounds": [1, 2, 3, 4, 5],
    }  # fmt: skip
    archive.replace(run, "suspicions", pl.DataFrame([suspicion], schema=schemas.SUSPICIONS.schema))
    ranges = [("less than 1", 90.0, 91.0, 1.0), ("10,000 or more", 1.0, 0.0, 0.0)]
    rates = pl.DataFrame(ranges, schema=["bayes_factor", "boards", "shuffled", "false_share"], orient="row")
    (run / calibration.FILE).write_text(calibration.as_text(1, rates), encoding="utf-8")
    return site.write(run, all_pages=True).first_page.parent


@pytest.fixture
def opened(report: Path) -> Iterator[Page]:
    with page(report / "index.html") as shown:
        yield shown


def _file(report: Path, kind: str) -> Path:
    files = sorted(report.glob(_KINDS[kind]))
    return max(files, key=lambda file: file.stat().st_size)


def test_a_page_that_is_not_ours_is_told_of(tmp_path: Path) -> None:
    control = tmp_path / "control.html"
    text = '<img src="http://example.invalid/a.png"><script>boom()</script>'
    control.write_text(text, encoding="utf-8")
    with page(control) as shown:
        assert shown.requested == ["http://example.invalid/a.png"]
        assert any("boom is not defined" in line for line in shown.console)


def test_axe_tells_of_a_page_without_contrast_or_language(tmp_path: Path) -> None:
    control = tmp_path / "control.html"
    control.write_text('<title>x</title><main><h1 style="color: #ddd">Pale words</h1></main>', encoding="utf-8")
    with page(control) as shown:
        found = shown.run_axe()
        assert {"color-contrast", "html-has-lang"} <= {rule for rule, *_ in found}


@pytest.mark.parametrize("kind", _KINDS)
def test_no_page_logs_an_error_or_asks_anything_of_the_network(report: Path, kind: str) -> None:
    with page(_file(report, kind)) as shown:
        assert (shown.console, shown.requested) == ([], [])


@pytest.mark.parametrize("kind", _KINDS)
def test_axe_finds_no_fault_light_or_dark_or_printed(report: Path, kind: str) -> None:
    with page(_file(report, kind)) as shown:
        for scheme, media in (("light", "screen"), ("dark", "screen"), ("light", "print")):
            shown.shown_as(scheme, media)
            assert shown.run_axe() == [], (scheme, media)


@pytest.mark.parametrize("kind", _KINDS)
def test_on_a_narrow_screen_only_the_tables_scroll(report: Path, kind: str) -> None:
    with page(_file(report, kind)) as shown:
        shown.shown_as(width=400)
        wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert shown.run(wide) == 0


def test_the_dark_colours_are_others(opened: Page) -> None:
    colour = "return getComputedStyle(document.body).backgroundColor"
    opened.shown_as("light")
    light = opened.run(colour)
    opened.shown_as("dark")
    assert (light, opened.run(colour)) == ("rgb(255, 255, 255)", "rgb(21, 24, 28)")


def test_a_table_is_printed_without_what_only_a_screen_can_do(opened: Page) -> None:
    opened.shown_as(media="print")
    script = """
        const gone = (path) => [...document.querySelectorAll(path)].every((one) => one.offsetParent === null);
        const heads = [...document.querySelectorAll("thead")].map((one) => getComputedStyle(one).display);
        return [gone("nav"), gone(".search"), [...new Set(heads)]];
    """
    assert opened.run(script) == [True, True, ["table-header-group"]]


def test_a_heading_sorts_its_table_as_numbers_by_the_keyboard_and_says_so(opened: Page) -> None:
    opened.run("""
        const wanted = (one) => one.textContent === "Bytes";
        [...document.querySelectorAll("#files th button")].find(wanted).focus();
    """)
    read = """
        const at = [...document.querySelectorAll("#files th")].findIndex((one) => one.textContent === "Bytes");
        const heading = document.querySelectorAll("#files th")[at];
        const cells = [...document.querySelectorAll("#files tbody tr")].map((row) => row.cells[at].textContent);
        return [cells, heading.getAttribute("aria-sort"), document.querySelectorAll("#files [aria-sort]").length];
    """
    opened.press("Enter")
    up, said, sorted_by = opened.run(read)
    counts = [int(text.replace(",", "")) for text in up]
    assert (counts, said, sorted_by) == (sorted(counts), "ascending", 1)
    assert len(counts) == len(set(counts)) == 6
    opened.press("Enter")
    assert opened.run(read) == [up[::-1], "descending", 1]


def test_the_first_key_leads_past_the_links_to_the_content(opened: Page) -> None:
    opened.press("Tab", "Enter")
    assert opened.run("return [location.hash, document.activeElement.id]") == ["#content", "content"]


def test_the_search_keeps_the_rows_with_every_word_and_counts_them(report: Path) -> None:
    file = next(file for file in sorted(report.glob("events/*/index.html")) if "Saturday" in file.read_text("utf-8"))
    with page(file) as shown:
        shown.run('document.querySelector("#ranking-1 input[type=search]").focus()')
        shown.press(*"10", " ", *"59")
        script = """
            const rows = [...document.querySelectorAll("#ranking-1 tbody tr")];
            return [rows.length, rows.filter((row) => !row.hidden).map((row) => row.cells[1].textContent),
                    document.querySelector("#ranking-1 [role=status]").textContent,
                    document.querySelector("#ranking-1 input").labels[0].textContent];
        """
        assert shown.run(script) == [10, ["10"], "1 of 10 rows", "Search this table: "]


def test_every_link_of_the_site_leads_to_a_part_that_is_there(report: Path) -> None:
    for file in sorted(report.rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        for target in re.findall(r'href="([^"]+)"', text):
            path, _, anchor = target.partition("#")
            other = (file.parent / path).resolve() if path else file
            assert other.is_file(), (file, target)
            assert not anchor or f'id="{anchor}"' in other.read_text(encoding="utf-8"), (file, target)
