"""The auditors' record: its counts are the flags', its pages say PASS or FAIL in words and need no network."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from lxml import html

from browser import page as opened
from checked import DEALT, SOUND, Row, deal, judged, play, table
from neuberg import schemas, season
from neuberg.errors import VerdictError
from neuberg.validate import Judged, expectations, quarantine
from neuberg.validate.checks import CHECKS, SUITES
from neuberg.validate.expectations import blocks
from neuberg.validate.expectations.gate import MOST_LISTED, Verdict, verdicts
from neuberg.validate.expectations.record import state_of

SHORT = (*SOUND[:3], "...AKQJT9876543")


def named(events: list[Row] | None = None) -> expectations.Pages:
    files = table([{"file_id": 3, "path": "a <b> & c.pbn"}], schemas.FILES).collect()
    rows = events or [{"event_id": 1, "name": 'Spring "Pairs" <1994>'}]
    return expectations.Pages(table(rows, schemas.EVENTS).collect(), files)


def some() -> Judged:
    deals = [deal(SHORT, deal_id=1, file_id=3, line=5), deal(DEALT, deal_id=2, board=2, dealer="N", vulnerable="NS")]
    wrong = play(deal_id=2, board=2, level=1, strain="NT", declarer="N", tricks=7, ns_score=100, file_id=3)
    return judged(deals, [wrong, wrong | {"result_id": 8, "ns_score": 90}])


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("record")
    return expectations.write(folder, some(), named()).parent


def results(record: Path) -> dict[str, dict[str, Any]]:
    """What GX says of each check."""
    files = sorted((record / "results").glob("*.json"))
    rows = [row for file in files for row in json.loads(file.read_text(encoding="utf-8"))["results"]]
    return {row["expectation_config"]["meta"]["check"]: row for row in rows}


def test_every_check_is_an_expectation_with_its_severity_law_and_source(record: Path) -> None:
    found = results(record)
    assert set(found) == {check.name for check in CHECKS}
    short = found["hand_short"]["expectation_config"]
    assert short["type"] == "expect_hand_short_to_pass"
    assert short["severity"] == "critical"
    assert short["meta"] == {
        "check": "hand_short",
        "severity": "error",
        "law": "Law 14",
        "source": "Laws of Duplicate Bridge, Law 14",
    }


def test_its_counts_are_the_flags(record: Path) -> None:
    flags = Counter(some().flags["check"])
    found = {check: row["result"]["unexpected_count"] for check, row in results(record).items()}
    assert flags == {"hand_short": 1, "dealer_off_cycle": 1, "score_contradicts_contract": 1}
    assert found == {check.name: flags[check.name] for check in CHECKS}
    assert results(record)["hand_short"]["result"]["unexpected_index_list"] == [
        {"hand_short": False, "deal_id": 1, "event_id": 1, "board": 1, "line": 5}
    ]


def test_rows_that_pass_are_counted_by_blocks(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "ROWS", 2)
    failing: dict[str, pl.DataFrame] = {}
    passing: dict[str, int] = {}
    for suite in SUITES:
        rows = some().verdicts[suite.name]
        failing[suite.name] = rows.filter(~pl.all_horizontal(check.name for check in suite.checks))
        passing[suite.name] = rows.height - failing[suite.name].height + 7
    by_blocks = expectations.write(tmp_path, some()._replace(verdicts=failing), named(), passing).parent
    found, wanted = results(by_blocks), results(record)
    assert found.keys() == wanted.keys()
    for check, row in found.items():
        counts, whole = row["result"], wanted[check]["result"]
        assert counts["element_count"] == whole["element_count"] + 7
        assert counts["unexpected_count"] == whole["unexpected_count"]
        assert counts["unexpected_percent"] == pytest.approx(100 * whole["unexpected_count"] / counts["element_count"])
        assert counts.get("unexpected_index_list") == whole.get("unexpected_index_list")
    statistics = [
        [json.loads(file.read_text())["statistics"] for file in sorted((folder / "results").glob("*.json"))]
        for folder in (by_blocks, record)
    ]
    assert statistics[0] == statistics[1]


def test_a_count_that_is_not_the_flags_fails_the_run(tmp_path: Path) -> None:
    whole = some()
    with pytest.raises(VerdictError, match="'hand_short': Great Expectations counts 1 failing rows, the flags are 0"):
        expectations.write(tmp_path, whole._replace(flags=whole.flags.clear()), named())
    assert not (tmp_path / "validation").exists()


def test_the_same_verdicts_give_the_same_bytes(record: Path, tmp_path: Path) -> None:
    again = expectations.write(tmp_path, some(), named()).parent
    first, second = (
        {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
        for folder in (record, again)
    )
    assert first == second


def test_it_has_no_address_outside_and_every_link_leads_somewhere(record: Path) -> None:
    for page in record.rglob("*.*"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"https?://|src=|<script|@import|url\(", text), page
        if page.suffix == ".html":
            for target in html.fromstring(text).xpath("//@href"):
                check_target(page, target)


def check_target(page: Path, target: str) -> None:
    file, _, anchor = target.partition("#")
    if file == "../report/index.html":
        return
    other = (page.parent / file).resolve() if file else page
    assert other.is_file(), (page, target)
    if anchor:
        assert html.fromstring(other.read_text(encoding="utf-8")).xpath(f"//*[@id='{anchor}']"), (page, target)


def test_the_index_says_pass_or_fail_of_every_check(record: Path) -> None:
    page = html.fromstring((record / "index.html").read_text(encoding="utf-8"))
    rows = {row[1].text_content().strip(): row[0].text_content().strip() for row in page.xpath("//tbody/tr")}
    failed = {"hand_short", "dealer_off_cycle", "score_contradicts_contract"}
    assert rows == {check.name: "FAIL" if check.name in failed else "PASS" for check in CHECKS}


def test_a_failing_board_is_listed_with_a_link_to_its_flag(record: Path) -> None:
    page = html.fromstring((record / "suites" / "boards.html").read_text(encoding="utf-8"))
    (link,) = page.xpath("//a[contains(@href, 'hand_short.html#')]")
    assert link.text_content() == 'Spring "Pairs" <1994>, session 1, board 1, line 5'
    flags = html.fromstring((record / "flags" / "hand_short.html").read_text(encoding="utf-8"))
    (row,) = flags.xpath(f"//tr[@id='{link.get('href').partition('#')[2]}']")
    assert "N 13, E 13, S 13, W 12; missing C2" in row.text_content()
    assert "a <b> & c.pbn:5" in row.text_content()


def test_an_archive_without_rows_passes_every_check() -> None:
    nothing = judged([], [])
    for verdict in verdicts(SUITES, nothing.verdicts, nothing.flags):
        assert (verdict.rows, sum(verdict.failed.values())) == (0, 0)


def test_many_failures_are_counted_but_not_all_listed(tmp_path: Path) -> None:
    many = MOST_LISTED + 1
    rows = judged([deal(SHORT, deal_id=number, board=number) for number in range(1, many + 1)], [])
    folder = expectations.write(tmp_path, rows, named()).parent
    result = results(folder)["hand_short"]["result"]
    assert (result["unexpected_count"], "unexpected_index_list" in result) == (many, False)
    page = (folder / "flags" / "hand_short.html").read_text(encoding="utf-8")
    assert page.count("<tr id=") == 1000
    assert "The first 1,000 are shown" in page


def test_quarantine_has_each_row_once_with_the_errors_it_failed() -> None:
    rows = quarantine(some()).select("table", "checks", "deal_id", "result_id").rows()
    assert rows == [("boards", ["hand_short"], 1, None), ("results", ["score_contradicts_contract"], 2, 7)]


def test_great_expectations_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, neuberg, neuberg.season, neuberg.cli; print('great_expectations' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_run_writes_it_links_it_and_takes_it_away_where_it_is_not_wanted(tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / "a.csv").write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,170\n", encoding="utf-8")
    account = season.run([source], out)
    assert (out / "validation" / "index.html").exists()
    assert "../validation/index.html" in (out / "report" / "index.html").read_text(encoding="utf-8")
    assert account["counts"]["quarantine"] == 0
    season.run([source], out, season.Options(validation=False))
    assert not (out / "validation").exists()
    assert "../validation/index.html" not in (out / "report" / "index.html").read_text(encoding="utf-8")


def test_a_browser_shows_it_and_asks_nothing_of_the_network(record: Path, tmp_path: Path) -> None:
    control = tmp_path / "control.html"
    control.write_text('<img src="http://example.invalid/logo.png">', encoding="utf-8")
    with opened(control) as shown:
        assert shown.requested == ["http://example.invalid/logo.png"]
        for file in sorted(record.rglob("*.html")):
            shown.requested.clear()
            shown.load(file)
            assert shown.requested == [], file
        shown.load(record / "suites" / "boards.html")
        script = (
            """return [...document.querySelectorAll("td strong.pass, td strong.fail")].map((one) => one.textContent)"""
        )
        assert Counter(shown.run(script)) == {"PASS": len(SUITES[0].checks) - 2, "FAIL": 2}


def test_what_only_calls_for_attention_is_no_failure() -> None:
    suite = next(suite for suite in SUITES if any(check.severity == "info" for check in suite.checks))
    verdict = Verdict(suite=suite, rows=3, failed={check.name: 1 for check in suite.checks}, page="", json={})
    for check in suite.checks:
        assert state_of(verdict, check) == ("NOTE" if check.severity == "info" else "FAIL")
        assert state_of(verdict._replace(failed={check.name: 0}), check) == "PASS"
