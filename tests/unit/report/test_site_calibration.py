"""How sure the suspicions are, on the first page: a table and a chart, and nothing where it was not measured."""

import json
from pathlib import Path

import pytest
from lxml import html

from neuberg import season
from neuberg.errors import UsageError
from neuberg.report import site
from shared import ROOT

#: 1,000 boards, shuffled four times.
RATES = [
    {"bayes_factor": "less than 1", "boards": 900.0, "shuffled": 949.75, "false_share": 1.0},
    {"bayes_factor": "1 to 10", "boards": 91.0, "shuffled": 50.0, "false_share": 0.55},
    {"bayes_factor": "10 or more", "boards": 9.0, "shuffled": 0.25, "false_share": 0.0278},
]


def _page(directory: Path, text: str | None) -> html.HtmlElement:
    if text is not None:
        (directory / "calibration.json").write_text(text, encoding="utf-8")
    return html.fromstring(site.write(directory).first_page.read_text(encoding="utf-8"))


def test_the_rates_stand_in_a_table_behind_the_suspicions(run: Path) -> None:
    page = _page(run, json.dumps({"shuffles": 4, "rates": RATES}))
    [part] = page.xpath("//section[@id='suspicions']/following-sibling::section[1]")
    assert part.get("id") == "calibration"
    assert [cell.text_content() for cell in part.xpath(".//th[@scope='col']")] == [
        *("Bayes factor", "Boards", "Boards shuffled"),
        *("False alarms per 1,000 boards", "False alarms among these %"),
    ]
    assert [[cell.text_content() for cell in row] for row in part.xpath(".//tbody/tr")] == [
        ["less than 1", "900", "949.75", "", ""],
        ["1 to 10", "91", "50.00", "50.00", "55.00"],
        ["10 or more", "9", "0.25", "0.25", "2.78"],
    ]
    [caption] = part.xpath(".//p[@class='says']/text()")
    assert "1,000 boards whose order of play is known, each shuffled 4 times" in caption
    assert "rarer than one board in 4,000" in caption


def test_the_chart_has_a_bar_for_each_figure_and_says_what_it_is(run: Path) -> None:
    [drawn] = _page(run, json.dumps({"shuffles": 4, "rates": RATES})).xpath("//section[@id='calibration']//figure/svg")
    named = [drawn.xpath(f".//*[@id='{name}']")[0].text for name in drawn.get("aria-labelledby").split()]
    assert named[0] == "Boards by their Bayes factor, as played and shuffled"
    assert "on a logarithmic scale" in named[1]
    bars = {bar.xpath("title")[0].text: float(bar.get("height")) for bar in drawn.xpath("rect")}
    assert len(bars) == 6
    # log10(1 + 9) of log10(1 + 949.75), of the 202 points that there are.
    assert bars["10 or more, as played: 9"] == pytest.approx(202 / 2.97807, abs=0.06)
    assert bars["10 or more, with the order of play shuffled: 0.25"] == pytest.approx(202 * 0.09691 / 2.97807, abs=0.06)
    assert drawn.xpath("text[@class='left']/text()") == ["0", "1", "10", "100"]


def test_what_was_not_measured_is_not_shown(run: Path) -> None:
    assert not _page(run, None).xpath("//*[@id='calibration']")


@pytest.mark.parametrize(
    "text",
    [
        *("{half", "[]", '{"shuffles": 1, "rates": [1]}', '{"shuffles": 1, "rates": []}'),
        json.dumps({"shuffles": 0, "rates": RATES}),
        json.dumps({"shuffles": 4, "rates": [RATES[0] | {"boards": float("nan")}]}),
        json.dumps({"shuffles": 4, "rates": [*RATES, RATES[0] | {"shuffled": -1.0}]}),
        json.dumps({"shuffles": 4, "rates": [*RATES, RATES[0] | {"shuffled": None}]}),
    ],
)
def test_a_file_that_is_not_whole_is_said(run: Path, text: str) -> None:
    [said] = _page(run, text).xpath("//section[@id='calibration']/p/text()")
    assert said.startswith("calibration.json cannot be read, or no board’s order of play is known")


def test_a_run_anew_takes_that_of_the_earlier_suspicions_away_but_no_foreign_file(tmp_path: Path) -> None:
    measured = tmp_path / "calibration.json"
    measured.write_text(json.dumps({"shuffles": 4, "rates": RATES}), encoding="utf-8")
    source = sorted((ROOT / "data/samples/travellers").iterdir())[0]
    with pytest.raises(UsageError, match="is not of a run"):
        season.run([source], tmp_path, season.Options(validation=False))
    assert measured.exists()
    (tmp_path / ".neuberg").touch()
    season.run([source], tmp_path, season.Options(validation=False))
    assert not measured.exists()
    assert 'id="calibration"' not in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
