"""The site of the samples in a headless Chromium with the network off."""

from pathlib import Path

import pytest

from browser import chromium, requested
from driven import answer, axe, logged
from neuberg import season
from neuberg.report import site
from shared import ROOT

#: The first page of each kind.
_KINDS = ("index.html", "findings.html", "events/*/index.html", "events/*/board-5-*.html")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chromium()
    run = tmp_path_factory.mktemp("run")
    season.run([ROOT / "data/samples"], run, season.Options(validation=False))
    return site.write(run, all_pages=True).first_page.parent


def _pages(report: Path) -> list[Path]:
    return [sorted(report.glob(kind))[0] for kind in _KINDS]


def test_no_page_logs_an_error_or_asks_anything_of_the_network(report: Path, tmp_path: Path) -> None:
    frames = "".join(f'<iframe src="{page.as_uri()}"></iframe>' for page in _pages(report))
    pages, control = tmp_path / "pages.html", tmp_path / "control.html"
    pages.write_text(frames, encoding="utf-8")
    control.write_text('<img src="http://example.invalid/a.png"><script>boom()</script>', encoding="utf-8")
    assert requested(chromium(), control, tmp_path) == ["http://example.invalid/a.png"]
    assert requested(chromium(), pages, tmp_path) == []
    assert any("boom is not defined" in line for line in logged(control, tmp_path))
    assert logged(pages, tmp_path) == []


def test_a_heading_sorts_its_table_as_numbers_and_says_so(report: Path, tmp_path: Path) -> None:
    script = """
        const table = document.querySelector("#files table");
        const button = [...table.querySelectorAll("th button")].find((one) => one.textContent === "Bytes");
        const read = () => [...table.tBodies[0].rows].map((row) => row.cells[3].textContent);
        const heading = button.parentElement;
        button.click();
        const up = [read(), heading.getAttribute("aria-sort")];
        button.click();
        return [up, [read(), heading.getAttribute("aria-sort")], table.querySelectorAll("[aria-sort]").length];
    """
    (up, up_said), (down, down_said), sorted_by = answer(report / "index.html", tmp_path, script)
    counts = [int(text.replace(",", "")) for text in up]
    assert counts == sorted(counts)
    assert len(counts) == len(set(counts)) == 6
    assert (down, up_said, down_said, sorted_by) == (up[::-1], "ascending", "descending", 1)


def test_the_search_keeps_the_rows_with_every_word_and_counts_them(report: Path, tmp_path: Path) -> None:
    page = next(page for page in sorted(report.glob("events/*/index.html")) if "Saturday" in page.read_text())
    script = """
        const input = document.querySelector("#ranking-1 input[type=search]");
        input.value = "10 59";
        input.dispatchEvent(new Event("input"));
        const rows = [...document.querySelectorAll("#ranking-1 tbody tr")];
        return [rows.length, rows.filter((row) => !row.hidden).map((row) => row.cells[1].textContent),
                document.querySelector("#ranking-1 [role=status]").textContent, input.labels[0].textContent];
    """
    every, shown, said, label = answer(page, tmp_path, script)
    assert (every, shown, said, label) == (10, ["10"], "1 of 10 rows", "Search this table: ")


@pytest.mark.parametrize("kind", range(len(_KINDS)), ids=_KINDS)
def test_axe_finds_no_fault_in_contrast_labels_or_structure(report: Path, tmp_path: Path, kind: int) -> None:
    script = """
        const found = await axe.run(document, { resultTypes: ["violations"] });
        return [found.passes.map((rule) => rule.id),
                found.violations.map((rule) => [rule.id, rule.nodes[0].html.slice(0, 200), rule.help])];
    """
    passes, violations = answer(_pages(report)[kind], tmp_path, script, axe())
    assert {"color-contrast", "document-title", "html-has-lang"} <= set(passes)
    assert violations == []
