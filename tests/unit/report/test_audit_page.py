"""The audit in brief: what became of the figures, who would win, and what is unexplained, with file and line."""

import csv
from pathlib import Path

import pytest
from lxml import html

from neuberg.domain.differences import CLASSES
from neuberg.report import site
from unit.report.conftest import RUN, write_run

_AT = {"event_id": 7, "season": "1999"}
_LINE = _AT | {"level": "result", "session": "1", "section": "A", "profile": "wbf-1991", "file_id": 1}
AUDITED = {
    **RUN,
    "audited": [
        _AT | {"level": "result", "quantity": "ns_mp", "published": 90, "reproduced": 80, "explained": 5,
               "wrong": 2, "unexplained": 1, "not_compared": 2},
        _AT | {"level": "place", "quantity": "place", "published": 10, "reproduced": 10, "explained": 0,
               "wrong": 0, "unexplained": 0, "not_compared": 0},
    ],
    "differences": [
        _LINE | {"quantity": "ns_mp", "board": 2, "published": 5.0, "recomputed": 6.0, "difference": -1.0,
                 "class": "unexplained", "line": 30},
        _LINE | {"quantity": "ns_mp", "board": 1, "published": 50.0, "recomputed": 5.0, "difference": 45.0,
                 "class": "other_scale", "evidence": "=printed in tens", "line": 20},
    ],
    "outcomes": [
        _AT | {"session": "1", "section": "A", "own": "wbf-1991", "profile": profile, "winner": winner,
               "winner_own": "3", "winner_published": "3", "winner_changes": winner != "3",
               "winner_not_as_published": winner != "3", "places_changed": 2}
        for profile, winner in (("wbf-1991", "3"), ("ebu-2025", "7"), ("one-field", "7"))
    ],
}  # fmt: skip


@pytest.fixture
def page(tmp_path: Path) -> html.HtmlElement:
    return _page(write_run(tmp_path, AUDITED))


def _page(directory: Path) -> html.HtmlElement:
    site.write(directory)
    return html.fromstring((directory / "report/audit.html").read_text(encoding="utf-8"))


def _rows(page: html.HtmlElement, anchor: str) -> list[list[str]]:
    return [[cell.text_content() for cell in row] for row in page.xpath(f"//section[@id='{anchor}']//tbody/tr")]


def test_the_first_sentences_say_what_became_of_the_figures(page: html.HtmlElement) -> None:
    assert [paragraph.text_content() for paragraph in page.xpath("//main/p")][:3] == [
        "One event has 100 published figures: matchpoints, percentages and IMPs of traveller lines, totals "
        "and places of contestants.",
        "1 of them is unexplained.",
        "No event has another winner as recomputed than the published one; one event would have another one under "
        "another rule for fouled or adjusted boards.",
    ]
    shares = [[cell.text_content() for cell in row] for row in page.xpath("//main/table/tbody/tr")]
    assert [row[1:] for row in shares] == [
        ["100", ""],
        ["90", "90.00 %"],
        ["5", "5.00 %"],
        ["2", "2.00 %"],
        ["1", "1.00 %"],
        ["2", "2.00 %"],
    ]


def test_a_run_by_several_rules_says_that_a_figure_counts_under_each(tmp_path: Path) -> None:
    first, places = AUDITED["audited"]
    second = first | {"profile": "ebu-2025"}
    page = _page(write_run(tmp_path, AUDITED | {"audited": [first | {"profile": "wbf-1991"}, second, places]}))
    says = [paragraph.text_content() for paragraph in page.xpath("//main/p")][:2]
    assert says[0].startswith("One event has 100 published figures")
    assert says[1].endswith("counts once under each, 190 times in all.")


def test_each_part_has_its_rows(page: html.HtmlElement) -> None:
    (winner,) = _rows(page, "winners")
    assert winner[0] == "May Pairs"
    assert winner[3:] == ["another under other rules", "3", "wbf-1991", "3", "7", "ebu-2025, one-field", "2", "may.pbn"]
    assert _rows(page, "unexplained") == [
        ["May Pairs", "N-S matchpoints", "1", "A", "2", "wbf-1991", "5", "6", "may.pbn", "30"]
    ]
    meaning = CLASSES["other_scale"].meaning
    assert ["other scale", "lines", meaning] in [row[:3] for row in _rows(page, "classes")]
    assert _rows(page, "bodies")[0][:4] == ["not said", "1999", "1", "100"]
    assert _rows(page, "boards")[0][:5] == ["May Pairs", "1", "A", "1", "1"]


def test_the_full_list_is_a_csv_that_no_spreadsheet_takes_for_formulas(tmp_path: Path, page: html.HtmlElement) -> None:
    assert page.xpath("//a[@href='differences.csv']")
    with (tmp_path / "report/differences.csv").open(encoding="utf-8-sig", newline="") as file:
        listed = list(csv.DictReader(file))
    assert [(row["path"], row["line"], row["class"]) for row in listed] == [
        ("may.pbn", "20", "other_scale"),
        ("may.pbn", "30", "unexplained"),
    ]
    assert listed[0]["evidence"] == "'=printed in tens"


def test_an_archive_without_published_figures_says_so(tmp_path: Path) -> None:
    page = _page(write_run(tmp_path, RUN))
    assert (
        page.xpath("//main/p")[0].text == "No event of the archive has published figures: there was nothing to audit."
    )
    assert not page.xpath("//main//table")
    assert not (tmp_path / "report/differences.csv").exists()


def test_every_page_leads_to_it(page: html.HtmlElement, tmp_path: Path) -> None:
    for file in tmp_path.glob("report/**/*.html"):
        (link,) = html.fromstring(file.read_text(encoding="utf-8")).xpath("//header//a[text()='The audit in brief']")
        assert (file.parent / str(link.get("href"))).resolve() == (tmp_path / "report/audit.html").resolve()
