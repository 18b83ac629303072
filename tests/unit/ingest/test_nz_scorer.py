"""NZ Scorer XML: what each kind of line says, and the printed figures, which are ten times the matchpoints."""

import datetime as dt

import polars as pl

from read import account, codes, read

HEAD = (
    '<?xml version="1.0"?>\n<session club="A Club" club_no="42" field_scoring="{}" scoring_type="MP" '
    'event_name="Pairs" event_date="5/12/2015">\n'
)
LINE = (
    '<result tab="1" bd="{}" rnd="2" ns="3" ew="4" dec="N" cont="{}" lead="{}" res="{}" score="{}" '
    'mp_ns="70" mp_ew="170"/>\n'
)
PAIR = (
    '<pair player_name_1="A" player_name_2="B" match_points="1087/1664" place="2=" dir="{}" no="5" '
    'nzb_no_1="7" nzb_no_2="8" res="65.32" raw_score="65.30"/>\n'
)
PHANTOM = '<result tab="2" bd="4" ns="11" ew="4" dec="" cont="" lead="" res="" mp_ns="-9999" mp_ew="-9999"/>'


def session(*sections: str, field: str = "false", pairs: str = "") -> str:
    inside = "".join(
        f'<brsection id="{name}">\n{lines}</brsection>\n' for name, lines in zip("AB", sections, strict=False)
    )
    scores = f'<scores><scsection id="A">{pairs}</scsection></scores>'
    return HEAD.format(field) + f"<board_results>\n{inside}</board_results>\n{scores}\n</session>\n"


def line(**columns: str) -> str:
    values = {"bd": "1", "cont": "4 S x", "lead": "H10", "res": "+1", "score": "690"} | columns
    return LINE.format(*(values[name] for name in ("bd", "cont", "lead", "res", "score")))


def test_a_line_with_its_place_contract_and_printed_figures() -> None:
    found = read("nz_scorer", session(line()))
    row = found["results"].row(0, named=True)
    assert (row["section"], row["board"], row["round"], row["table"], row["line"]) == ("A", 1, 2, "1", 5)
    assert (row["level"], row["strain"], row["doubled"], row["declarer"]) == (4, "S", 1, "N")
    assert (row["lead"], row["tricks"], row["ns_score"], row["kind"]) == ("HT", 11, 690, "played")
    assert (row["published_ns_mp"], row["published_ew_mp"], row["published_mp_decimals"]) == (70.0, 170.0, 0)
    assert codes(found) == []


def test_the_event_and_a_contestant() -> None:
    found = read("nz_scorer", session(line(), pairs=PAIR.format("N") + PAIR.format("E")))
    event = found["events"].row(0, named=True)
    assert (event["name"], event["body"], event["date"]) == ("Pairs", "A Club", dt.date(2015, 12, 5))
    assert (event["scoring"], event["winners"]) == ("matchpoints", 2)
    pair = found["pairs"].row(0, named=True)
    assert (pair["pair"], pair["direction"], pair["players"], pair["player_ids"]) == ("5", "NS", ["A", "B"], ["7", "8"])
    assert (pair["total"], pair["percent"], pair["percent_decimals"]) == (1087.0, 65.3, 2)
    assert (pair["place"], pair["place_given"]) == (2, "2=")


def test_sections_are_scored_together_only_where_the_file_says_so() -> None:
    together = read("nz_scorer", session(line(), line(), field="true"))["results"]
    apart = read("nz_scorer", session(line(), line()))["results"]
    assert together["scored_with"].to_list() == ["A+B", "A+B"]
    assert apart["scored_with"].to_list() == ["A", "B"]


def test_passed_out_not_played_adjusted_and_phantom_are_four_things() -> None:
    found = read(
        "nz_scorer",
        session(
            line(cont="PASS", res="=", score="0", lead="")
            + line(cont="N P", res=" ", score="0", lead="")
            + line(cont="", res="", score="Adj", lead="")
            + PHANTOM
        ),
    )
    kinds = found["results"].select("kind", "ns_score", "ns_award", "award_given").rows()
    assert kinds == [
        ("passed_out", 0, None, None),
        ("not_played", None, None, None),
        ("artificial", None, None, "Adj"),
    ]
    assert codes(found) == ["award_unknown"]
    assert account(found, "traveller line") == {"found": 4, "loaded": 3, "ignored": 1}


def test_what_a_line_cannot_mean_is_said() -> None:
    found = read("nz_scorer", session(line(cont="8 S") + line(bd="") + line(bd="A1") + line(score="69O")))
    assert found["problems"].select("code", "found", "rejects").rows() == [
        ("bad_contract", "8 S", None),
        ("result_without_contract", "+1", None),
        ("no_board", "no board", "traveller line"),
        ("board_label", "A1", None),
        ("bad_score", "69O", None),
    ]
    # An unreadable contract leaves the score; an unreadable score is none, whatever the contract would make.
    assert found["results"].select("kind", "ns_score").rows() == [("played", 690), ("played", 690), ("unknown", None)]


def test_a_torn_line_costs_itself_and_no_other() -> None:
    torn = line().replace('score="690"', "score=690")
    found = read("nz_scorer", session(line() + torn + line()))
    assert found["results"]["line"].to_list() == [5, 7]
    assert found["problems"].filter(pl.col("rejects") == "traveller line")["line"].to_list() == [6]


def test_a_line_cut_by_the_end_of_the_file_or_by_the_next_is_found_and_rejected() -> None:
    whole = session(line())
    cut = whole[: whole.index("<result") + 40]
    assert account(read("nz_scorer", cut), "traveller line") == {"found": 1, "rejected": 1}
    before_the_end = whole.replace("</brsection>", '<result tab="2" bd="2" cont="\n</brsection>', 1)
    assert account(read("nz_scorer", before_the_end), "traveller line") == {"found": 2, "loaded": 1, "rejected": 1}
