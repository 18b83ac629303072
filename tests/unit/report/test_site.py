import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import html

from neuberg.errors import UsageError
from neuberg.report import site

ACCOUNT = {
    "version": "0.1.0",
    "created": "2026-01-02T03:04:05+00:00",
    "sources": ["club <1>"],
    "profiles": [
        {"event_id": 7, "event": "May Pairs", "profile": "wbf-1991", "why": "nothing is known"},
        {"event_id": 8, "event": "June Pairs", "profile": "wbf-1991", "why": "nothing is known"},
    ],
    "not_scored": [{"event_id": 9, "event": "Cup", "why": "its scoring is imps, not matchpoints"}],
}
SHORT = "14-law (Law 14), hands 13-12-13-13; missing H2"
SECTIONS = [
    *("findings", "files", "conservation", "seasons", "differences", "flags", "laws"),
    *("suspicions", "problems", "not-read", "profiles", "not-scored"),
]


def _page(directory: Path) -> html.HtmlElement:
    return html.fromstring(site.write(directory).first_page.read_text(encoding="utf-8"))


def _rows(page: html.HtmlElement, section: str) -> list[list[str]]:
    return [[cell.text_content() for cell in row] for row in page.xpath(f"//section[@id='{section}']//tbody/tr")]


def _list(directory: Path, name: str) -> list[html.HtmlElement]:
    page: html.HtmlElement = html.fromstring((directory / "report" / name).read_text(encoding="utf-8"))
    return page.xpath("//tbody/tr")


def _sentence(page: html.HtmlElement, section: str) -> str:
    (paragraph,) = page.xpath(f"//section[@id='{section}']/p[not(@class)]")
    return str(paragraph.text_content())


def test_it_stands_in_the_report_folder_and_says_what_was_read(run: Path) -> None:
    assert site.write(run).first_page == run / "report" / "index.html"
    lists = [f"{name}.{ending}" for name in ("events", "findings", "rulings") for ending in ("csv", "html")]
    below = sorted(path.name for path in (run / "report").iterdir())
    assert below == sorted([*lists, "audit.html", "index.html"])
    page = _page(run)
    assert _rows(page, "files") == [
        ["pbn", "read", "1", "2,048", "4"],
        ["unknown", "no reader for its format", "1", "512", "0"],
    ]
    assert _rows(page, "conservation") == [["deal", "2", "2", "0", "0", "0", "0"]]
    assert (
        "Every record that was met is accounted for."
        in page.xpath("//section[@id='conservation']//p[@class='says']")[0].text
    )
    assert _rows(page, "seasons")[0][:5] == ["1999", "1", "2", "1", "1"]
    assert _rows(page, "not-read") == [
        ["notes.doc", "unknown", "no reader for its format", "512", "D0CF", "one of the formats pbn"]
    ]
    figures = dict(zip(page.xpath("//dt/text()"), page.xpath("//dd/text()"), strict=True))
    assert (figures["Files"], figures["Deals"], figures["Flags"]) == ("2", "3", "0")


def test_findings_stand_in_their_order_with_their_place(run: Path) -> None:
    assert _rows(_page(run), "findings") == [
        ["1", "faulty deal", "May Pairs", "1", "A", "2", SHORT, "may.pbn"],
        ["2", "file not read", "", "", "", "", "no reader, 512 bytes", "notes.doc"],
    ]


def test_the_runs_account_gives_the_profiles_and_the_sources(run: Path) -> None:
    (run / "run.json").write_text(json.dumps(ACCOUNT), encoding="utf-8")
    page = _page(run)
    assert _rows(page, "profiles") == [["wbf-1991", "nothing is known", "2", "May Pairs"]]
    assert _rows(page, "not-scored") == [["its scoring is imps, not matchpoints", "1", "Cup"]]
    assert page.xpath("//main/p/code/text()") == ["club <1>"]
    assert "neuberg 0.1.0 at 2026-01-02T03:04:05+00:00" in page.xpath("//main/p")[0].text


@pytest.mark.parametrize("account", [None, "{half", "[]"])
def test_without_the_account_it_says_so(run: Path, account: str | None) -> None:
    if account is not None:
        (run / "run.json").write_text(account)
    assert _sentence(_page(run), "profiles") == "The run’s account run.json is not there."


def test_a_section_without_rows_says_so_in_a_sentence(write: Callable[..., Path]) -> None:
    directory = write({})
    (directory / "run.json").write_text('{"version": "0.1.0"}')
    page = _page(directory)
    assert [section.get("id") for section in page.xpath("//section")] == SECTIONS
    assert page.xpath("//table") == []
    assert _sentence(page, "findings") == "Nothing was found."
    assert _sentence(page, "not-read") == "Every file was read."
    assert _sentence(page, "profiles") == "No event was scored."


def test_what_came_from_a_file_is_text_and_never_markup(write: Callable[..., Path]) -> None:
    hostile = '<script>alert("1")</script>'
    directory = write(
        {
            "files": [{"file_id": 1, "path": f"{hostile}.doc", "status": "no_reader", "bytes": 1}],
            "problems": [{"file_id": 1, "code": "x", "severity": "warning", "found": "{{ 7 * 7 }}", "wanted": hostile}],
            "events": [{"event_id": 7, "name": "</table>", "season": "1999"}],
        }
    )
    page = _page(directory)
    assert len(page.xpath("//script")) == 1
    assert _rows(page, "not-read") == [[f"{hostile}.doc", "no reader for its format", "1", "{{ 7 * 7 }}", hostile]]


def test_many_findings_do_not_make_a_large_page(write: Callable[..., Path]) -> None:
    flag = {"severity": "error", "season": "1999", "event_id": 7, "found": "4S" * 400, "expected": "420"}
    directory = write(
        {
            "flags": [flag | {"check": f"check_{number % 60}", "result_id": number} for number in range(10_000)],
            "files": [{"file_id": n, "path": f"{n:03}.doc", "status": "no_reader", "bytes": n} for n in range(60)],
        }
    )
    page = _page(directory)
    assert len(_rows(page, "findings")) == 20
    assert _sentence(page, "findings") == "And 10,040 more: all rows as CSV (Findings)."
    assert len(_rows(page, "not-read")) == 60
    findings = (directory / "report" / "findings.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(findings) == 1 + 10_060
    assert len(_list(directory, "findings.html")) == 5_000
    assert (directory / "report" / "index.html").stat().st_size < 100_000


def test_no_page_needs_anything_outside_the_folder(run: Path) -> None:
    folder = site.write(run, all_pages=True).first_page.parent
    pages = sorted(folder.rglob("*.html"))
    assert len(pages) == 8
    for file in pages:
        text = file.read_text(encoding="utf-8")
        page = html.fromstring(text)
        assert page.xpath("//@src | //link | //@style | //@onclick") == []
        assert re.findall(r"https?:|url\(|@import", text) == []
        addresses = [address for address in page.xpath("//@href") if not address.startswith("#")]
        assert [address for address in addresses if not (file.parent / address).is_file()] == []
        assert page.xpath("//meta[@http-equiv]/@content")[0].startswith("default-src 'none'; style-src 'sha256-")


def test_its_tables_can_be_read_aloud(run: Path) -> None:
    page = _page(run)
    tables = page.xpath("//table")
    assert len(tables) == len(page.xpath("//table[@aria-label and @aria-describedby]")) >= 5
    assert set(page.xpath("//thead//th/@scope")) == {"col"}
    assert page.xpath("//thead//th[not(@scope)]") == []
    assert len(page.xpath("//tbody//th[@scope='row']")) == len(page.xpath("//tbody/tr"))
    assert page.get("lang") == "en"
    targets = {section.get("id") for section in page.xpath("//section")}
    assert {address[1:] for address in page.xpath("//nav//@href") if address[0] == "#"} == targets


def test_writing_again_replaces_it(run: Path) -> None:
    first = site.write(run).first_page.read_text(encoding="utf-8")
    assert site.write(run).first_page.read_text(encoding="utf-8") == first


def test_a_folder_that_holds_no_run_is_the_users_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run"):
        site.write(tmp_path)


def test_what_the_laws_say_of_a_board_stands_with_its_clause(write: Callable[..., Path]) -> None:
    outcome = {"event_id": 7, "board": 3, "question": "wrong counts", "edition": "2017", "authority": "WBF-laws"}
    said = {"clause": "13D", "outcome": "CANCEL_RESULT", "certainty": "seen", "needs_ruling": False, "season": "1999"}
    page = _page(write({"law_outcomes": [outcome | said], "events": [{"event_id": 7, "name": "Spring"}]}))
    (row,) = _rows(page, "laws")
    assert row == ["Spring", "3", "wrong counts", "2017", "WBF-laws", "13D", "cancel result", "seen"]
