"""BBO traveller pages: results, adjusted results, the deal in the links, and whose comparison is printed."""

import datetime as dt
from urllib.parse import quote

import pytest

from neuberg.ingest import registry
from neuberg.ingest.source import source
from read import account, codes, read

LIN = "pn|s,w,n,e|st||md|4SAKQJT98765432,HAKQJT98765432,DAKQJT98765432|rh||ah|Board 5|sv|n|mb|1C|pc|S2|"
HEAD = (
    '<html><table class="body">\n<tr><th>N°</th><th>Time</th><th>North</th><th>South</th><th>East</th><th>West</th>'
    "<th>Result</th><th>{} Points</th><th>Score</th></tr>\n"
    '<tr class="tourneySummary"><td class="tourneyName"><a href="x">#81 Wed &amp; Fri</a></td></tr>\n'
)
ROW = (
    '<tr class="{kind}"><td class="handnum">1</td><td>2026-04-29 09:04</td><td class="north">{n}</td>'
    '<td class="south">s</td><td class="east">e</td><td class="west">w</td><td class="result">{result}</td>'
    '<td class="score">{points}</td><td class="score">{score}</td>'
    '<td class="movie"><a onclick="hv_popuplin(\'{lin}\');">Movie</a></td></tr>\n'
)


def page(*results: str, head: str = "EW", score: str = "45.50%", lin: str = LIN) -> str:
    lines = [
        ROW.format(kind="tourney", n=f"n{place}", result=result, points="-450", score=score, lin=quote(lin))
        for place, result in enumerate(results)
    ]
    return HEAD.format(head) + "".join(lines) + "</table></html>"


def test_a_row_with_its_deal_its_board_and_its_event() -> None:
    found = read("bbo_html", page("4&spades;<b>N</b>+1"))
    row = found["results"].row(0, named=True)
    assert (row["board"], row["ns_pair"], row["ew_pair"], row["line"]) == (5, "n0 - s", "e - w", 4)
    assert (row["level"], row["strain"], row["declarer"], row["tricks"], row["lead"]) == (4, "S", "N", 11, "S2")
    assert (row["ns_score"], row["published_ns_pct"], row["published_ew_pct"]) == (None, None, 45.5)
    deal = found["boards"].row(0, named=True)
    assert (deal["dealer"], deal["vulnerable"], deal["east"]) == ("E", "NS", "...AKQJT98765432")
    assert row["deal_id"] == deal["deal_id"]
    assert found["events"].select("name", "date", "scoring").row(0) == (
        "#81 Wed & Fri",
        dt.date(2026, 4, 29),
        "matchpoints",
    )
    assert codes(found) == []


@pytest.mark.parametrize(
    ("result", "kind", "award", "problems"),
    [
        ("PASS", "passed_out", None, []),
        ("A==", "artificial", 50.0, []),
        ("A+=", "artificial", None, ["award_unknown"]),
        ("5&diams;Nx-2", "played", None, []),
        ("9NN=", "unknown", None, ["bad_contract"]),
    ],
)
def test_results(result: str, kind: str, award: float | None, problems: list[str]) -> None:
    found = read("bbo_html", page(result))
    assert found["results"].select("kind", "ns_award", "ew_award").row(0) == (kind, award, award)
    assert codes(found) == problems


def test_the_deal_is_kept_once_and_imps_are_the_side_s_that_the_points_are_headed_for() -> None:
    found = read("bbo_html", page("3NW=", "3NW+1", head="NS", score="-2.40"))
    assert account(found, "deal") == {"found": 2, "loaded": 1, "superseded": 1}
    columns = ("published_ns_imp", "published_ew_imp", "published_imp_decimals")
    assert found["results"].select(columns).rows() == [(-2.4, None, 2)] * 2
    assert found["events"]["scoring"].item() is None


def test_a_page_of_one_pairs_hands_has_a_board_a_row() -> None:
    hands = [
        ROW.format(kind="tourney", n="n", result="3NN=", points="400", score="1.50", lin=quote(lin)).replace(
            "</tr>", '<td class="traveller"><a href="x">Traveller</a></td></tr>'
        )
        for lin in (LIN, LIN.replace("Board 5", "Board 6").replace("md|4", "md|1"))
    ]
    list_ = (HEAD.format("") + hands[0] + hands[1] + "</table></html>").replace("2026-04-29 09:04", "09:04")
    day = '<tr><th colspan="11">2026-04-29</th></tr>\n'
    found = read("bbo_html", list_.replace('<tr class="tourneySummary">', day + '<tr class="tourneySummary">'))
    assert found["results"].select("board", "ns_pair").rows() == [(5, "n - s"), (6, "n - s")]
    assert found["boards"].select("board", "dealer").rows() == [(5, "E"), (6, "S")]
    assert found["results"]["deal_id"].to_list() == found["boards"]["deal_id"].to_list()
    assert found["events"]["date"].to_list() == [dt.date(2026, 4, 29)]
    # Whose points and comparisons the page shows, its head does not say.
    assert codes(found) == ["no_side"]


def test_what_the_page_does_not_say_is_told() -> None:
    found = read("bbo_html", page("3NW=", head="All", lin="x"))
    assert found["results"].select("board", "deal_id", "published_ew_pct").row(0) == (1, None, None)
    assert codes(found) == ["board_label", "no_side"]


def test_it_is_recognised_and_other_pages_are_not() -> None:
    for data, name in ((page("3NW="), "bbo_html"), ("<html><table><tr><td>1</td></tr></table></html>", "html")):
        format = registry.recognise(source("page.html", data.encode()))
        assert format is not None
        assert format.name == name


@pytest.mark.parametrize("junk", ["<tr" * 50_000, "<td class=" * 50_000, "lin=" * 50_000, "<tr><td>" + "<" * 200_000])
def test_what_is_made_to_exhaust_ends(junk: str) -> None:
    assert read("bbo_html", page("3NW=") + junk)["results"].height == 1
