"""One event in several files of a folder: kept once where enough agrees, and left alone where there is a doubt."""

from pathlib import Path

import polars as pl
import pytest

import neuberg
from read import ingest
from shared import shared
from unit.ingest import test_acbl_html as acbl
from usebio_text import line_of, usebio_of

CSV_HEAD = "event,date,board,ns,ew,contract,declarer,tricks,score"
CONTRACTS = [("1NT", "N", 7, 90), ("2S", "S", 8, 110), ("3NT", "E", 9, -400), ("4H", "W", 10, -420)]


_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_HAND_OF = {
    side: "".join(f"<{name}>{'AKQJT98765432' if name == suit else ''}</{name}>" for name in _SUITS)
    for side, suit in zip(("North", "East", "South", "West"), _SUITS, strict=True)
}
_HANDS = "".join(f"<HAND><DIRECTION>{side}</DIRECTION>{cards}</HAND>" for side, cards in _HAND_OF.items())
#: The deals of `pbn_deals`.
HANDSET = f"""<HANDSET>{
    "".join(f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{_HANDS}</BOARD>" for number in (1, 2, 3))
}</HANDSET>"""


def plays(boards: int = 3) -> list[tuple[int, int, int, str, str, int, int]]:
    """Four tables on each board."""
    return [
        (board, table, table, *CONTRACTS[(board + table) % 4])
        for board in range(1, boards + 1)
        for table in range(1, 5)
    ]


def csv_of(rows: list[tuple[int, int, int, str, str, int, int]], date: str = "2024-05-31") -> str:
    lines = [f"Club,{date},{','.join(map(str, row))}" for row in rows]
    return "\n".join([CSV_HEAD, *lines, ""])


def usebio(rows: list[tuple[int, int, int, str, str, int, int]], date: str = "31/05/2024", hands: str = "") -> str:
    boards: dict[int, str] = {}
    for board, ns, ew, contract, declarer, tricks, score in rows:
        fields = {"CONTRACT": contract, "PLAYED_BY": declarer, "TRICKS": str(tricks), "SCORE": str(score)}
        figures = {"NS_MATCH_POINTS": "3", "EW_MATCH_POINTS": "3"}
        pairs = {"NS_PAIR_NUMBER": f"{ns}NS", "EW_PAIR_NUMBER": f"{ew}EW"}
        boards[board] = boards.get(board, "") + line_of(**pairs, **fields, **figures)
    inside = "".join(f"<BOARD><BOARD_NUMBER>{n}</BOARD_NUMBER>{lines}</BOARD>" for n, lines in boards.items())
    return usebio_of(f'<EVENT EVENT_TYPE="MP_PAIRS"><DATE>{date}</DATE>{inside}</EVENT>{hands}')


def pbn_deals(boards: int = 3, date: str = "", first: str = "N") -> str:
    suits = "AKQJT98765432"
    hands = f"{first}:{suits}... .{suits}.. ..{suits}. ...{suits}"
    games = [
        f'[Board "{board}"]\n[Date "{date}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{hands}"]\n'
        for board in range(1, boards + 1)
    ]
    return "\n".join(games)


def run(tmp_path: Path, **files: str) -> Path:
    archive, out = tmp_path / "archive", tmp_path / "out"
    archive.mkdir()
    for name, text in files.items():
        (archive / name.replace("_", ".")).write_text(text)
    ingest(archive, out)
    return out


def told(out: Path) -> list[tuple[str, str, str]]:
    files = neuberg.scan(out, "files").select("file_id", "path")
    problems = neuberg.scan(out, "problems").join(files, on="file_id").sort("path", "line")
    codes = ("same_event", "second_edition", "files_differ", "deals_differ")
    return problems.filter(pl.col("code").is_in(codes)).select("path", "code", "found").collect().rows()


def heights(out: Path) -> dict[str, int]:
    return {name: neuberg.scan(out, name).collect().height for name in ("files", "events", "boards", "results")}


def test_two_formats_of_one_event_are_one_and_the_one_with_printed_figures_is_kept(tmp_path: Path) -> None:
    out = run(tmp_path, a_csv=csv_of(plays()), b_xml=usebio(plays()))
    assert heights(out) == {"files": 2, "events": 1, "boards": 0, "results": 12}
    assert told(out) == [("a.csv", "same_event", "the event of b.xml")]
    assert neuberg.scan(out, "results").collect()["published_ns_mp"].null_count() == 0
    account = neuberg.scan(out, "conservation").collect()
    kept = account["loaded"] + account["rejected"] + account["superseded"] + account["ignored"]
    assert account["found"].equals(kept)
    assert account["superseded"].sum() == 1 + 12


def test_a_contradiction_and_a_line_of_one_file_alone_are_told(tmp_path: Path) -> None:
    rows = plays(5)
    changed = [(*rows[0][:5], 8, 120), *rows[1:-1]]
    out = run(tmp_path, a_csv=csv_of(rows), b_xml=usebio(changed))
    assert heights(out)["results"] == 19
    assert told(out) == [
        ("a.csv", "same_event", "the event of b.xml"),
        ("a.csv", "files_differ", "board 1, 1 v 1, tricks: 9"),
        ("a.csv", "files_differ", "board 5, 4 v 4 in a.csv only"),
    ]


def test_printed_figures_that_differ_are_told(tmp_path: Path) -> None:
    """USEBIO and an ACBL page of one evening: one percentage and one line's matchpoints differ, a scale does not."""
    rows = [*plays(1), *((board, ns + 4, ew + 4, *rest) for board, ns, ew, *rest in plays(1))]
    entries = [
        acbl.ENTRY
        | {"ns_pair": str(ns), "ew_pair": str(ew), "contract": contract, "declarer": declarer, "result": ""}
        | {"tricks_taken": str(tricks), "ns_score": str(score), "ew_score": str(-score)}
        | {"ns_match_points": "2.50" if ns == 2 else "3.00", "ew_match_points": "3.00"}
        for _, ns, ew, contract, declarer, tricks, score in rows
    ]
    page = acbl.page(*entries, pairs=[acbl.PAIR | {"pair_number": "1", "percentage": "60.15", "score": "43.31"}])
    printed = "<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><TOTAL_SCORE>86.6</TOTAL_SCORE><PERCENTAGE>60.4</PERCENTAGE></PAIR>"
    document = usebio(rows, date="15/04/2026").replace("<BOARD>", f"<PARTICIPANTS>{printed}</PARTICIPANTS><BOARD>", 1)
    out = run(tmp_path, a_html=page, b_xml=document)
    assert heights(out)["events"] == 1
    assert told(out) == [
        ("b.xml", "same_event", "the event of a.html"),
        ("b.xml", "files_differ", "board 1, 2NS v 2EW, published_ns_mp: 3.0"),
        ("b.xml", "files_differ", "pair 1, percent: 60.4"),
    ]


@pytest.mark.parametrize(
    "other",
    [
        usebio(plays(), date="01/06/2024"),
        usebio(plays(2)),
        usebio([(board, ns, ew, "5C", "N", 11, 400) for board, ns, ew, *_ in plays()]),
        usebio([(board, ns + 10, ew, *rest) for board, ns, ew, *rest in plays()]),
        usebio([*plays()[:9], *((b, n, e, "5C", "N", 11, 400) for b, n, e, *_ in plays()[9:])]),
    ],
    ids=["another day", "fewer boards", "other contracts", "other pairs", "a quarter other contracts"],
)
def test_where_not_enough_agrees_both_events_stay(tmp_path: Path, other: str) -> None:
    out = run(tmp_path, a_csv=csv_of(plays()), b_xml=other)
    assert heights(out)["events"] == 2
    assert told(out) == []


def test_two_files_of_one_format_are_two_editions_and_both_stay_which_is_told(tmp_path: Path) -> None:
    corrected = [(*plays()[0][:6], 120), *plays()[1:]]
    out = run(tmp_path, a_csv=csv_of(plays()), b_csv=csv_of(corrected))
    assert heights(out)["events"] == 2
    assert told(out) == [("b.csv", "second_edition", "the event of a.csv")]


def test_a_copy_alike_in_every_value_is_no_edition_of_its_own(tmp_path: Path) -> None:
    first = usebio(plays(), hands=HANDSET)
    corrected = first.replace("<SCORE>90<", "<SCORE>120<", 1)
    out = run(
        tmp_path, a_xml=first, b_xml=corrected, c_xml=first + "\n", d_xml=corrected.replace("><BOARD>", ">\n<BOARD>")
    )
    assert heights(out) == {"files": 4, "events": 2, "boards": 6, "results": 24}
    assert told(out) == [
        ("b.xml", "second_edition", "the event of a.xml"),
        ("c.xml", "same_event", "the event of a.xml"),
        ("d.xml", "same_event", "the event of b.xml"),
    ]
    account = neuberg.scan(out, "conservation").filter(pl.col("superseded") > 0).collect()
    assert sorted(account.select("kind", "superseded").rows()) == [
        ("deal", 3), ("deal", 3), ("event", 1), ("event", 1), ("traveller line", 12), ("traveller line", 12),
    ]  # fmt: skip


def pbn(rows: list[tuple[int, int, int, str, str, int, int]], date: str = "2024.05.31") -> str:
    """The same evening as ScoreTables, with the deals."""
    games = []
    for board, deal in enumerate(pbn_deals(rows[-1][0], date).split("\n\n"), start=1):
        lines = [
            f"{ns} {ew} {contract} {declarer} {tricks} {score}"
            for number, ns, ew, contract, declarer, tricks, score in rows
            if number == board
        ]
        table = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]'
        games.append("\n".join([deal.strip(), table, *lines, ""]))
    return "\n".join(games)


def test_an_event_in_three_formats_is_kept_once_and_each_contradiction_is_told(tmp_path: Path) -> None:
    rows = plays(5)
    changed = [(*rows[0][:5], 8, 120), *rows[1:]]
    out = run(tmp_path, a_csv=csv_of(changed), b_pbn=pbn(rows), c_xml=usebio(rows))
    assert heights(out) == {"files": 3, "events": 1, "boards": 5, "results": 20}
    assert told(out) == [
        ("a.csv", "same_event", "the event of c.xml"),
        ("a.csv", "files_differ", "board 1, 1 v 1, tricks: 8"),
        ("b.pbn", "same_event", "the event of c.xml"),
    ]
    account = neuberg.scan(out, "conservation").collect()
    kept = account["loaded"] + account["rejected"] + account["superseded"] + account["ignored"]
    assert account["found"].equals(kept)
    lines = neuberg.scan(out, "results").join(neuberg.scan(out, "boards"), on="deal_id").collect()
    assert lines.height == 20


@pytest.mark.parametrize("dealer", ["N", ""])
def test_deals_that_two_of_three_files_have_are_kept_once(tmp_path: Path, dealer: str) -> None:
    """The sheet has the printed figures and no deals; the two others have them, one perhaps without the dealer."""
    figures = csv_of(plays()).replace("\n", ",3,3\n").replace("score,3,3", "score,mp_ns,mp_ew", 1)
    first = pbn(plays()).replace('[Dealer "N"]', f'[Dealer "{dealer}"]')
    out = run(tmp_path, a_csv=figures, b_pbn=first, c_xml=usebio(plays(), hands=HANDSET).replace("_MATCH_POINTS", "_X"))
    assert heights(out) == {"files": 3, "events": 1, "boards": 3, "results": 12}
    lines = neuberg.scan(out, "results").join(neuberg.scan(out, "boards"), on="deal_id").collect()
    assert lines.height == 12
    account = neuberg.scan(out, "conservation").collect()
    kept = account["loaded"] + account["rejected"] + account["superseded"] + account["ignored"]
    assert account["found"].equals(kept)


def test_two_editions_beside_another_format_of_more_figures_both_give_way_to_it(tmp_path: Path) -> None:
    out = run(tmp_path, a_csv=csv_of(plays()), b_csv=csv_of(plays()) + "\n", c_xml=usebio(plays()))
    assert heights(out)["events"] == 1
    assert [row[:2] for row in told(out)] == [("a.csv", "same_event"), ("b.csv", "same_event")]


def test_deals_beside_the_results_are_linked_by_the_files_name(tmp_path: Path) -> None:
    out = run(tmp_path, night_csv=csv_of(plays()), night_pbn=pbn_deals())
    assert heights(out) == {"files": 2, "events": 1, "boards": 3, "results": 12}
    results = neuberg.scan(out, "results").collect()
    boards = neuberg.scan(out, "boards").collect()
    joined = results.join(boards, on=["deal_id", "event_id", "board", "session", "section"])
    assert joined.height == 12
    assert boards["season"].unique().to_list() == ["2024"]
    assert told(out) == [("night.pbn", "same_event", "the deals of night.csv")]


@pytest.mark.parametrize(
    ("deals", "date", "joined"), [(3, "2024.05.31", 1), (3, "2024.06.01", 2), (2, "2024.05.31", 2)]
)
def test_deals_of_another_name_need_the_day_and_every_board(tmp_path: Path, deals: int, date: str, joined: int) -> None:
    out = run(tmp_path, night_csv=csv_of(plays()), hands_pbn=pbn_deals(deals, date))
    assert heights(out)["events"] == joined


def test_deals_that_fit_two_events_are_joined_to_neither(tmp_path: Path) -> None:
    later = [(board, ns + 10, ew, *rest) for board, ns, ew, *rest in plays()]
    out = run(tmp_path, a_csv=csv_of(plays()), b_csv=csv_of(later), c_pbn=pbn_deals(3, "2024.05.31"))
    assert heights(out)["events"] == 3


def test_a_real_bridgemate_file_and_its_hand_records_are_one_event(tmp_path: Path) -> None:
    ingest(shared("corpus/bws"), tmp_path)
    assert heights(tmp_path) == {"files": 2, "events": 1, "boards": 36, "results": 270}
    boards = neuberg.scan(tmp_path, "boards").select("deal_id", "dealer", "vulnerable", "section").collect()
    assert boards.null_count().row(0) == (0, 0, 0, 0)
    results = neuberg.scan(tmp_path, "results").collect()
    assert results.join(boards, on=["deal_id", "section"]).height == 270
