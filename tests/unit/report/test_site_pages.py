"""The pages of events and boards: what a director sees on them, and that no file can harm them."""

import csv
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from lxml import html

from neuberg.errors import UsageError
from neuberg.report import giving_away, queries, site, spreadsheet, warehouse
from neuberg.report.site import board_pages, hands
from neuberg.report.site.addresses import board_page, event_page
from neuberg.report.site.pseudonyms import KEY_FILE, Pseudonyms

Rows = dict[str, list[dict[str, Any]]]
_MAY = {"event_id": 7, "session": "1", "section": "A", "season": "1999", "file_id": 1}
_DEAL = {
    "north": "AKQJT98765432...",
    "east": ".AKQJT98765432..",
    "south": "..AKQJT98765432.",
    "west": "...AKQJT98765432",
}
#: Three tables of board 5: two played one form, the third another.
_SCORES = [(1, 420, None, 1, 2, 1.5, 0.5), (2, -50, None, 1, 2, 0.5, 1.5), (3, 170, "x", 2, 1, 1.2, 0.8)]


def _fouled() -> Rows:
    results = [
        {"result_id": n, "board": 5, "scored_with": "A", "kind": "played", "round": n, "ns_pair": str(n)}
        | {"ew_pair": f"1{n}", "ns_score": score, "given_group": form, "line": 50 + n}
        for n, score, form, *_ in _SCORES
    ]
    scores = [
        {"result_id": n, "profile": "wbf-1991", "variant": 1, "comparison_group": group, "n": size, "ns_mp": ns}
        | {"ew_mp": ew, "method": "award", "event_id": 7, "season": "1999"}
        for n, _, _, group, size, ns, ew in _SCORES
    ]
    return {
        "files": [{"file_id": 1, "path": "club/may.pbn", "status": "read"}],
        "events": [{"event_id": 7, "season": "1999", "name": "May Pairs", "file_id": 1, "line": 1}],
        "boards": [_MAY | _DEAL | {"deal_id": 11, "board": 5, "line": 44}, _MAY | _DEAL | {"deal_id": 12, "board": 6}],
        "results": [_MAY | row for row in results],
        "scores": scores,
        "pairs": [_MAY | {"pair": "1", "players": ["Ada Lovelace", "Bo"], "player_ids": ["12345", None], "place": 2}],
        "standings": [
            {"event_id": 7, "season": "1999", "session": "1", "section": "A", "profile": "wbf-1991", "variant": 1}
            | {"pair": "1", "mp": 1.5, "percent": 75.0, "place": 1}
        ],
        "flags": [
            _MAY | {"check": "lead", "severity": "warning", "board": 5, "found": "Ada Lovelace led twice", "line": 51}
        ],
        "suspicions": [
            {
                "event_id": 7,
                "session": "1",
                "section": "A",
                "board": 5,
                "finding": "fouled board",
                "kind": "rotated 90°",
            }
            | {
                "bayes_factor": 20_000.0,
                "certainty": "almost certainly",
                "round_low": 3,
                "round_high": 3,
                "why": "leads",
            }
        ],
    }


def _page(run: Path, address: str) -> html.HtmlElement:
    return html.fromstring((run / "report" / address).read_text(encoding="utf-8"))


def _table(page: html.HtmlElement, anchor: str) -> list[dict[str, str]]:
    (section,) = page.xpath(f"//section[@id='{anchor}']")
    names = [heading.text_content() for heading in section.xpath(".//thead//th")]
    return [
        dict(zip(names, (cell.text_content() for cell in row), strict=True)) for row in section.xpath(".//tbody/tr")
    ]


def test_a_boards_page_has_its_traveller_by_group_with_both_sides_matchpoints(write: Callable[..., Path]) -> None:
    run = write(_fouled())
    site.write(run)
    rows = _table(_page(run, board_page(7, "1", 5)), "traveller")
    shown = [(row["Comparison group"], row["N-S score"], row["N-S MP"], row["E-W MP"], row["Form"]) for row in rows]
    assert shown == [("1", "420", "1.5", "0.5", ""), ("1", "-50", "0.5", "1.5", ""), ("2", "170", "1.2", "0.8", "x")]


def test_of_a_board_without_a_number_neither_dealer_nor_vulnerability_is_made_up() -> None:
    names = ("dealer", "vulnerable", "standard_dealer", "standard_vulnerable", "deal_origin", "line", *hands.SEATS)
    drawn = hands.deal(dict.fromkeys(names), None)
    assert (drawn.dealer, drawn.vulnerable) == ("not recorded", "not recorded")


def test_a_boards_page_draws_the_deal_the_groups_and_the_change(write: Callable[..., Path]) -> None:
    run = write(_fouled())
    site.write(run)
    page = _page(run, board_page(7, "1", 5))
    assert page.xpath("//div[@class='north']//li[1]")[0].text_content() == "♠spades A K Q J 10 9 8 7 6 5 4 3 2"
    assert "Dealer: North by the board’s number" in page.xpath("//section[@class='deal']/p")[0].text
    groups = [title for title in page.xpath("//svg//rect/title/text()") if "group" in title]
    assert groups == ["-50, group 1: 1", "170, group 2: 1", "420, group 1: 1"]
    (change,) = page.xpath("//svg//rect[@class='change']")
    third = page.xpath("//svg//rect[title='round 3: 170']")[0]
    # The change lies in the slot of the third round, which begins half a slot left of its mark.
    left, right = float(change.get("x")), float(change.get("x")) + float(change.get("width"))
    assert left < float(third.get("x")) + 5 < right
    assert len(page.xpath("//svg[@role='img'][title][desc]")) == 2


def _scored(profile: str, ns_mp: tuple[float, ...], table: str = "scores", **more: Any) -> list[dict[str, Any]]:
    return [
        {"result_id": n, "profile": profile, "variant": 1, "comparison_group": group, "ns_mp": mp, "ew_mp": 2 - mp}
        | {"event_id": 7, "season": "1999"}
        | more
        for n, group, mp in zip((1, 2, 3), (1, 1, 2), ns_mp, strict=True)
    ]


def test_two_rules_of_the_run_stand_side_by_side_and_the_groups_have_their_colours(write: Callable[..., Path]) -> None:
    rows = _fouled()
    rows["scores"] += _scored("acbl-1976", (1.5, 0.5, 1.0))
    run = write(rows)
    site.write(run)
    page = _page(run, board_page(7, "1", 5))
    shown = [(row["N-S MP acbl-1976"], row["N-S MP wbf-1991"]) for row in _table(page, "traveller")]
    assert shown == [("1.5", "1.5"), ("0.5", "0.5"), ("1.0", "1.2")]
    assert page.xpath("//section[@id='traveller']//tbody/tr/@class") == ["g0", "g0", "g1"]
    assert page.xpath("//section[@id='traveller']/h2/text()") == ["Traveller, under acbl-1976 and wbf-1991"]
    assert page.xpath("//section[starts-with(@id, 'other-rules')]") == []


def test_what_other_rules_would_give_stands_beside_the_runs_own(write: Callable[..., Path]) -> None:
    run = write(_fouled() | {"other_scores": _scored("one-field", (2.0, 0.0, 1.0), own="wbf-1991")})
    site.write(run)
    rows = _table(_page(run, board_page(7, "1", 5)), "other-rules-mp")
    shown = [(row["N-S – E-W MP"], row["N-S – E-W MP one-field"]) for row in rows]
    assert shown == [("1.5 – 0.5", "2.0 – 0.0"), ("0.5 – 1.5", "0.0 – 2.0"), ("1.2 – 0.8", "1.0 – 1.0")]


def _other_rules(own: tuple[str, ...], moved: float = 0.0) -> list[dict[str, Any]]:
    """Each other rule once for each of the run's own, as the audit gives them; the last of these by `moved` more."""
    every = (*_OWN, "one-field")
    return [
        row
        for place, of in enumerate(own)
        for name in every
        if name != of
        for row in _scored(name, (1.5 + moved * (place == len(own) - 1), 0.5, 1.2), own=of)
    ]


_OWN = ("wbf-1991", "acbl-1976", "acbl-hand")


@pytest.mark.parametrize("rules", [1, 2, 3])
@pytest.mark.parametrize("is_fouled", [True, False])
def test_a_table_of_a_boards_lines_has_each_line_once_however_many_rules_score_it(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, rules: int, is_fouled: bool
) -> None:
    monkeypatch.setattr(board_pages, "_MOST_LINES", 1)
    rows = _fouled()
    for rule in _OWN[1:rules]:
        rows["scores"] += _scored(rule, (1.5, 0.5, 1.0))
    if is_fouled:
        rows["other_scores"] = _other_rules(_OWN[:rules])
    run = write(rows)
    site.write(run)
    folder = run / "report" / board_page(7, "1", 5)
    files = {file.name.split("-", 3)[3]: file for file in folder.parent.glob("board-*.csv")}
    lines = {name: file.read_text(encoding="utf-8-sig").count("\n") - 1 for name, file in files.items()}
    assert lines == dict.fromkeys(("traveller.csv", "other-rules-mp.csv") if is_fouled else ("traveller.csv",), 3)
    page = _page(run, board_page(7, "1", 5))
    assert page.xpath("string(//dl[@class='facts']/div[dt='Results']/dd)") == "3"


def test_another_rule_has_a_column_for_each_own_rule_only_where_the_awards_make_it_differ(
    write: Callable[..., Path],
) -> None:
    rows = _fouled()
    rows["scores"] += _scored("acbl-1976", (1.5, 0.5, 1.0))
    for moved, columns in (
        (0.0, ["one-field"]),
        (0.25, ["one-field, awards as under acbl-1976", "one-field, awards as under wbf-1991"]),
    ):
        run = write(rows | {"other_scores": _other_rules(("acbl-1976", "wbf-1991"), moved)}, f"moved-{moved}")
        site.write(run)
        names = list(_table(_page(run, board_page(7, "1", 5)), "other-rules-mp")[0])
        assert [name.removeprefix("N-S – E-W MP ") for name in names if "one-field" in name] == columns


def test_a_line_has_the_counts_that_its_matchpoints_follow_from(write: Callable[..., Path]) -> None:
    rows = _fouled()
    # A fourth line of two tables with the score of the second, and an award.
    more = [(4, -50, "played", 2), (5, None, "artificial", 1)]
    for n, score, kind, tables in more:
        rows["results"].append(rows["results"][0] | {"result_id": n, "ns_score": score, "kind": kind, "line": 50 + n})
        rows["results"][-1] |= {"multiplicity": tables}
    rows["scores"] = [row | {"n": 4 if row["comparison_group"] == 1 else 1, "field": 6} for row in rows["scores"]]
    rows["scores"].append(rows["scores"][1] | {"result_id": 4})
    rows["scores"].append(rows["scores"][1] | {"result_id": 5, "comparison_group": None, "n": None})
    run = write(rows)
    site.write(run)
    found = _table(_page(run, board_page(7, "1", 5)), "traveller")
    shown = [tuple(row[name] for name in ("N-S score", "Tables", "N", "n", "S")) for row in found]
    # 420 beats three tables; -50 equals two others.
    assert shown == [
        ("420", "", "6", "4", "6"),
        ("-50", "2", "6", "4", "2"),
        ("-50", "", "6", "4", "2"),
        ("170", "", "6", "1", "0"),
        ("", "", "6", "", ""),
    ]


def test_a_group_with_a_weighted_score_has_no_s(write: Callable[..., Path]) -> None:
    rows = _fouled()
    rows["results"][1] |= {"ns_score": None, "kind": "weighted"}
    run = write(rows)
    site.write(run)
    assert [row["S"] for row in _table(_page(run, board_page(7, "1", 5)), "traveller")] == ["", "", "0"]


def _change(line: int, field: str, read: str | None, ruled: str | None) -> dict[str, Any]:
    return {"result_id": line, "field": field, "as_read": read, "as_ruled": ruled}


def test_what_is_ruled_stands_beside_what_was_read_and_the_chart_goes_by_it(write: Callable[..., Path]) -> None:
    rows = _fouled()
    correction = [_change(1, "ns_score", "420", "-1440"), _change(3, "ns_pair", "3", "Ada Lovelace")]
    form = [_change(3, "given_group", "x", "y")]
    rows["rulings"] = [
        _MAY | {"board": 5, "what": what, "changes": changes}
        for what, changes in (("correction", correction), ("fouled", form))
    ]
    run = write(rows)
    site.write(run)
    page = _page(run, board_page(7, "1", 5))
    shown = [
        (row["N-S score"], row["Ruled N-S score"], row["Form"], row["Form as ruled"], row["Ruling"])
        for row in _table(page, "traveller")
    ]
    assert shown == [
        ("420", "-1,440", "", "original", "N-S score: -1440 for 420"),
        ("-50", "", "", "original", ""),
        ("170", "", "x", "y", "Form: y for x; N-S pair: Ada Lovelace for 3"),
    ]
    titles = [title for title in page.xpath("//svg//rect/title/text()") if ", group" in title]
    assert titles == ["-1440, group 1: 1", "-50, group 1: 1", "170, group 2: 1"]
    assert "Lovelace" not in "".join(_texts(site.write(run, hide_names=True).first_page.parent).values())


def test_the_factor_over_the_change_point_is_drawn(write: Callable[..., Path]) -> None:
    rows = _fouled()
    rows["suspicions"][0] |= {"change_factors": [None, -1.0, 4.3], "result_rounds": [1, 2, 3]}
    run = write(rows)
    site.write(run)
    (figure,) = _page(run, board_page(7, "1", 5)).xpath("//figure[@id='evidence']")
    titles = figure.xpath(".//circle/title/text()")
    assert titles == [
        "changed before result 2, round 2: 0.1 times better than the record",
        "changed before result 3, round 3: 19,953 times better than the record",
    ]
    second, third = figure.xpath(".//circle")
    assert float(second.get("cy")) > float(third.get("cy"))
    assert figure.xpath(".//text[contains(@class, 'quiet')]/text()") == ["probably", "almost certainly"]


def test_the_clause_in_force_stands_with_the_facts(write: Callable[..., Path]) -> None:
    law = {"question": "fouled board", "edition": "1987", "clause": "87", "outcome": "groups", "board": 5}
    run = write(_fouled() | {"law_outcomes": [_MAY | law]})
    site.write(run)
    shown = _page(run, board_page(7, "1", 5)).xpath("//dl[@class='facts']/div[dt='Clause in force']/dd")
    assert [entry.text_content() for entry in shown] == ["1987: 87"]


def test_only_what_has_something_to_say_has_a_page_unless_all_are_asked_for(write: Callable[..., Path]) -> None:
    rows = _fouled()
    rows["events"].append({"event_id": 8, "season": "1999", "name": "June Pairs"})
    run = write(rows)
    assert site.write(run).pages == 7
    assert not (run / "report" / event_page(8)).exists()
    assert not (run / "report" / board_page(7, "1", 6)).exists()
    assert site.write(run, all_pages=True).pages == 9
    assert (run / "report" / event_page(8)).exists()
    assert (run / "report" / board_page(7, "1", 6)).exists()
    # What an earlier site had is not left behind.
    assert site.write(run).pages == len(list((run / "report").rglob("*.html"))) == 7


def test_an_events_page_has_the_ranking_beside_the_published_place(write: Callable[..., Path]) -> None:
    run = write(_fouled())
    site.write(run)
    page = _page(run, event_page(7))
    (row,) = _table(page, "ranking-1")
    assert (row["Place"], row["Published place"], row["Players"]) == ("1", "2", "Ada Lovelace; Bo")
    assert page.xpath("//section[@id='boards']//a/@href") == ["../../" + board_page(7, "1", 5)]


@pytest.mark.parametrize("own", [("wbf-1991",), ("ebu-2025", "wbf-1991")])
def test_where_the_run_has_several_rules_a_ranking_says_which_it_is_held_against(
    write: Callable[..., Path], own: tuple[str, ...]
) -> None:
    rows = _fouled()
    place = {"event_id": 7, "season": "1999", "session": "1", "section": "A"}
    rows["outcomes"] = [place | {"own": rule, "profile": "one-field", "winner": "1", "margin": 3.0} for rule in own]
    rows["place_changes"] = [place | {"own": rule, "profile": "one-field", "pair": "1", "place": 2} for rule in own]
    run = write(rows)
    site.write(run)
    page = _page(run, event_page(7))
    for anchor in ("outcomes", "places"):
        found = [row.get("The run’s rule") for row in _table(page, anchor)]
        assert found == (list(own) if len(own) > 1 else [None])
    assert "two for each score beaten" in page.xpath("string(//section[@id='outcomes'])")


def test_with_pseudonyms_no_name_or_number_is_in_any_file_and_they_stay_the_same(write: Callable[..., Path]) -> None:
    rows = _fouled()
    rows["events"][0]["name"] = "Ada  LOVELACE Cup"
    run = write(rows)
    first = _texts(site.write(run, hide_names=True).first_page.parent)
    assert not any(word in text for text in first.values() for word in ("Ada", "lovelace", "LOVELACE", "12345"))
    hidden = Pseudonyms((run / KEY_FILE).read_bytes()).of("Ada Lovelace")
    assert f"{hidden} Cup" in first["index.html"]
    assert hidden in first[event_page(7)]
    assert _texts(site.write(run, hide_names=True).first_page.parent) == first
    assert "Ada" in _texts(site.write(run).first_page.parent)[event_page(7)]


def _texts(folder: Path) -> dict[str, str]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in files}


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style><svg onload=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "\u202egnp.exe\u202c \u2066",
    '=HYPERLINK("http://evil.example","x")',
    "@SUM(1)",
    "\t=1+1",
    "x" * 10_000,
    "\x00\x1b[2J",
]


def _hostile() -> Rows:
    rows = _fouled()
    rows["pairs"] = [_MAY | {"pair": text, "players": [text], "place": 1} for text in HOSTILE]
    rows["standings"] = [rows["standings"][0] | {"pair": text} for text in HOSTILE]
    rows["events"] = [
        {"event_id": at, "season": "1999", "name": text, "body": text, "file_id": 1} for at, text in enumerate(HOSTILE)
    ]
    rows["flags"] = [
        _MAY | {"event_id": at, "check": "lead", "severity": "error", "board": 5, "found": text, "session": text}
        for at, text in enumerate(HOSTILE)
    ]
    rows["files"] = [{"file_id": 1, "path": "=cmd|' /C calc'!A0", "status": "no_reader", "bytes": 1}]
    place = _MAY | {"board": 5}
    for at, text in enumerate(HOSTILE):
        rows["results"].append(
            place | {"result_id": 100 + at, "ns_pair": text, "ew_pair": text, "table": text, "award_given": text}
            | {"kind": "artificial", "given_group": text}
        )  # fmt: skip
    rows["suspicions"] = [place | {"finding": text, "kind": text, "why": text, "certainty": text} for text in HOSTILE]
    rows["suspicions"][0] |= {"change_factors": [1.0, 4.0], "result_rounds": [1, 2], "round_low": 1, "round_high": 2}
    rows["law_outcomes"] = [
        place | dict.fromkeys(("question", "edition", "clause", "outcome", "facts", "source"), text)
        | {"needs_ruling": True}
        for text in HOSTILE
    ]  # fmt: skip
    rows["rulings"] = [place | dict.fromkeys(("what", "decision", "source"), text) for text in HOSTILE]
    rows["differences"] = [
        place | dict.fromkeys(("level", "quantity", "class", "evidence", "pair"), text) for text in HOSTILE
    ]
    rows["other_scores"] = _scored("one-field", (2.0, 0.0, 1.0), own="wbf-1991")
    rows["other_scores"][0] |= {"profile": HOSTILE[1]}
    return rows


def test_no_text_of_a_file_is_markup_on_any_page(write: Callable[..., Path]) -> None:
    folder = site.write(write(_hostile()), all_pages=True).first_page.parent
    pages = list(folder.rglob("*.html"))
    assert len(pages) > 20
    for file in pages:
        page = html.fromstring(file.read_text(encoding="utf-8"))
        assert page.xpath("//img | //@onerror | //@onload | //*[text()='49']") == []
        assert len(page.xpath("//script")) == len(page.xpath("//style")) == 1
        # A text of ten thousand characters is cut on a page; its CSV has it whole.
        assert file.stat().st_size < 120_000
        assert "x" * 601 not in file.read_text(encoding="utf-8")
        # Marks that turn the direction are kept within their own element.
        assert page.xpath("//*[not(self::bdi)][not(self::title)][contains(text(), '\u202e')]") == []


def test_no_text_of_a_file_is_a_formula_in_any_csv(write: Callable[..., Path]) -> None:
    folder = site.write(write(_hostile())).first_page.parent
    files = list(folder.rglob("*.csv"))
    assert files
    texts = [file.read_text(encoding="utf-8-sig").splitlines() for file in files]
    cells = [cell for text in texts for row in csv.reader(text) for cell in row]
    assert [cell for cell in cells if cell.lstrip()[:1] in tuple("=@+") and cell] == []
    assert '\'=HYPERLINK("http://evil.example","x")' in cells
    assert "x" * 10_000 in cells


@pytest.mark.parametrize("text", ["=1", "+1+1", "-1+1", "@x", " =1", "\u202e=1", "\ufeff=1", "＝1", "|x", "%x"])
def test_a_formula_stands_after_an_apostrophe(text: str) -> None:
    shown = spreadsheet.csv(pl.DataFrame({"pair": [text]})).decode("utf-8-sig").split("\n")[1]
    assert shown.strip('"') == f"'{text}"


@pytest.mark.parametrize("text", ["-110", "+3", "60-40", "3=", "4S", "-1.5", "a=b"])
def test_a_number_or_a_plain_text_stands_as_it_is(text: str) -> None:
    assert spreadsheet.csv(pl.DataFrame({"pair": [text]})).decode("utf-8-sig") == f"pair\n{text}\n"


def test_a_hand_that_is_not_thirteen_cards_says_how_many() -> None:
    short = hands.hand("east", ".AKQJT9876543..")
    assert (short.cards, short.is_whole) == (12, False)
    assert hands.hand("east", "AK.QJ").suits[2:] == [("♦", "diamonds", "–"), ("♣", "clubs", "–")]


def test_a_name_within_another_word_is_left_alone() -> None:
    names = Pseudonyms(b"key", ["Bo", "Ann", "12345"])
    assert names.within("Board 5: Annual, 123456, Bo") == "Board 5: Annual, 123456, Bo"
    assert names.within("ANN (12345)") == f"{names.of('Ann')} ({names.of('12345')})"
    assert Pseudonyms(b"other").of("Ann") != names.of("Ann")


def test_the_pages_link_to_the_record_of_checks_where_there_is_one(write: Callable[..., Path]) -> None:
    run = write(_fouled())
    (run / "validation").mkdir()
    (run / "validation" / "index.html").write_text("record")
    site.write(run)
    assert "../validation/index.html" in _page(run, "index.html").xpath("//@href")
    site.write(run, hide_names=True)
    assert "../validation/index.html" not in _page(run, "index.html").xpath("//@href")


def test_a_warehouse_answers_after_a_site_was_written(write: Callable[..., Path]) -> None:
    run = write(_fouled())
    site.write(run)
    with warehouse.open(run) as connection:
        assert connection.sql("SELECT count(*) FROM results").fetchall() == [(3,)]


def test_a_copy_with_pseudonyms_has_no_name_in_any_file(write: Callable[..., Path], tmp_path: Path) -> None:
    rows = _fouled()
    rows["events"][0] |= {"name": "Ada  LOVELACE Cup"}
    rows["files"][0] |= {"path": "club/ada lovelace.pbn"}
    rows["rulings"] = [_MAY | {"what": "fouled", "decision": "Ada Lovelace was right", "source": "Letter of B. Rouse"}]
    rows["differences"] = [_MAY | {"level": "pair", "board": 5, "signed_by": "B. Rouse", "evidence": "as 12345 said"}]
    rows["problems"] = [
        {"file_id": 1, "code": "x", "severity": "warning", "raw": "Unknown Person", "found": "U. Person"}
    ]
    run, out = write(rows), tmp_path / "copy"
    (run / "validation").mkdir()
    (run / "validation" / "index.html").write_text("Ada Lovelace")
    (run / "run.json").write_text('{"sources": ["/home/rouse/archive"], "note": "Ada Lovelace"}', encoding="utf-8")
    giving_away.write_copy(run, out)
    site.write(out)
    files = [file for file in out.rglob("*") if file.is_file()]
    whole = b"".join(_bytes(file) for file in files).lower()
    assert [word for word in (b"lovelace", b"ada", b"12345", b"rouse", b"person") if word in whole] == []
    assert {file.name for file in files} >= {"neuberg.duckdb", "run.json", "index.html", "findings.csv"}
    assert not any(file.name == KEY_FILE or "validation" in file.parts for file in files)
    with warehouse.open(out) as connection:
        assert connection.sql("SELECT count(*) FROM results").fetchall() == [(3,)]
        (players,) = connection.sql("SELECT players FROM pairs").fetchall()[0]
    assert players[0] == Pseudonyms((run / KEY_FILE).read_bytes().strip()).of("Ada Lovelace")


@pytest.mark.parametrize(
    "name", ["Иван Петров", "王伟", "Xu Li", "4711", "Jan van der Berg en Piet van de Velde Junior Esquire"]
)
def test_a_contestants_label_that_is_a_name_in_any_script_and_length_is_in_no_file(
    write: Callable[..., Path], tmp_path: Path, name: str
) -> None:
    rows = _fouled()
    rows["events"][0] |= {"name": f"Memorial_{name.replace(' ', '_')}"}
    rows["pairs"] = [_MAY | {"pair": name, "players": []}]
    rows["results"][0] |= {"ns_pair": name}
    run, out = write(rows), tmp_path / "copy"
    giving_away.write_copy(run, out)
    site.write(out)
    whole = b"".join(_bytes(file) for file in out.rglob("*") if file.is_file())
    assert [word for word in {name, name.replace(" ", "_")} if word.encode() in whole] == []


def test_players_called_as_the_programs_own_words_leave_its_sentences_alone(
    write: Callable[..., Path], tmp_path: Path
) -> None:
    rows = _fouled()
    rows["pairs"] = [
        _MAY | {"pair": "1", "players": ["per", "rule"]},
        _MAY | {"pair": "2", "players": ["the"]},
    ]
    sentence = "printed on the scale per cent: the sum of its boards under the rule"
    rows["differences"] = [_MAY | {"level": "pair", "board": 5, "pair": "per / rule", "evidence": sentence}]
    run, out = write(rows), tmp_path / "copy"
    why = "no rule of 'Club of the Rule' is known for its date; the default"
    (run / "run.json").write_text(json.dumps({"profiles": [{"event_id": 7, "profile": "wbf-1991", "why": why}]}))
    giving_away.write_copy(run, out)
    site.write(out)
    key = Pseudonyms((run / KEY_FILE).read_bytes().strip())
    per, rule, the = map(key.of, ("per", "rule", "the"))
    with warehouse.open(out) as connection:
        assert connection.sql("SELECT pair, evidence FROM differences").fetchall() == [(f"{per} / {rule}", sentence)]
        assert connection.sql("SELECT players FROM pairs ORDER BY pair").fetchall() == [([per, rule],), ([the],)]
    account = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert account["profiles"][0]["why"] == f"no rule of 'Club of {the} {rule}' is known for its date; the default"
    page = _page(out, event_page(7)).text_content()
    assert per in page
    assert sentence in (out / "report" / "differences.csv").read_text(encoding="utf-8-sig")


def test_a_copys_warehouse_opens_wherever_it_is_moved_and_tells_no_folder_of_the_senders(
    write: Callable[..., Path], tmp_path: Path
) -> None:
    run, out = write(_fouled(), "the-senders-own"), tmp_path / "elsewhere" / "copy"
    dropped = {"rulings": 1, "file": str(run / "rulings.toml")}
    account = {"sources": [str(run)[:-3] + "archive"], "rulings_dropped": dropped}
    (run / "run.json").write_text(json.dumps(account), encoding="utf-8")
    giving_away.write_copy(run, out)
    site.write(out)
    moved = out.rename(tmp_path / "moved")
    shutil.rmtree(moved / "tables")
    with duckdb.connect(moved / "neuberg.duckdb", read_only=True) as connection:
        assert queries.run(connection, "events_overview")["event_id"].to_list() == [7]
        assert queries.run(connection, "files_by_format").height == 1
        assert connection.sql("SELECT count(*) FROM travellers").fetchall() == [(3,)]
    said = [file for file in moved.rglob("*") if file.is_file() and str(tmp_path).encode() in file.read_bytes()]
    assert said == []


def test_a_copys_warehouse_is_left_as_it_is_when_it_was_moved(write: Callable[..., Path], tmp_path: Path) -> None:
    giving_away.write_copy(write(_fouled()), tmp_path / "copy")
    moved = (tmp_path / "copy").rename(tmp_path / "moved")
    os.utime(moved / "neuberg.duckdb", (1, 1))
    with warehouse.open(moved) as connection:
        assert connection.sql("SELECT count(*) FROM results").fetchall() == [(3,)]
    assert (moved / "neuberg.duckdb").stat().st_mtime == 1


def _bytes(file: Path) -> bytes:
    """What a file says: the values of Parquet, which compresses them, and the bytes of any other."""
    if file.suffix != ".parquet":
        return file.read_bytes()
    return str(pl.read_parquet(file).to_dicts()).encode()


def test_a_copy_is_written_to_a_folder_of_its_own_only(write: Callable[..., Path], tmp_path: Path) -> None:
    run = write(_fouled())
    for out, why in ((run / "given", "in the folder of the run"), (run, "holds something already")):
        with pytest.raises(UsageError, match=why):
            giving_away.write_copy(run, out)
    assert not (run / "given").exists()
