"""Events, sessions and what the head of a file says."""

import datetime as dt

import polars as pl
import pytest

from neuberg.ingest import pbn
from neuberg.ingest.source import source
from pbn_text import DEAL, OTHER_DEAL, codes, read

THIRD_DEAL = DEAL.replace("N:", "S:")


def game(**tags: str) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"


def event(text: str) -> dict[str, object]:
    return read(text)["events"].row(0, named=True)


def test_an_event_is_each_event_and_site_in_order() -> None:
    tables = read(
        game(Event="B", Site="Riga", Board="1")
        + game(Event="A", Site="Riga", Board="1")
        + game(Event="B", Site="Oslo", Board="1")
        + game(Event="B", Site="Riga", Board="2")
        + game(Event="?", Site="", Board="1")
    )
    assert tables["events"]["name"].to_list() == ["B", "A", "B", None]
    assert tables["events"]["line"].to_list() == [1, 5, 9, 17]
    per_event = tables["boards"].group_by("event_id", maintain_order=True).len()["len"].to_list()
    assert per_event == [2, 1, 1, 1]


def test_a_game_without_an_event_continues_the_one_before() -> None:
    tables = read(
        game(Event="A", Date="1999.01.02", Round="3", Board="1", Contract="1S") + game(Board="2", Contract="1S")
    )
    assert tables["events"].height == 1
    assert tables["results"]["round"].to_list() == [3, 3]


def test_a_heading_alone_names_an_event_and_has_no_board() -> None:
    tables = read(game(Event="A", Site="Riga") + game(Event="#", Site="#", Board="1", Deal=DEAL))
    assert (tables["events"]["name"].to_list(), tables["boards"]["board"].to_list()) == (["A"], [1])


@pytest.mark.parametrize(
    ("tags", "date", "given", "season"),
    [
        ({"Date": "2022.02.06", "EventDate": "2022.01.22"}, dt.date(2022, 1, 22), "2022.01.22", "2022"),
        ({"Date": "2-Aug-2023"}, dt.date(2023, 8, 2), "2-Aug-2023", "2023"),
        ({"Date": "2013-08-24 18:36"}, dt.date(2013, 8, 24), "2013-08-24 18:36", "2013"),
        ({"Date": "2012.08.??"}, None, "2012.08.??", "2012"),
        ({"Date": "?"}, None, None, "unknown"),
        ({}, None, None, "unknown"),
    ],
)
def test_the_earliest_day_is_the_events(
    tags: dict[str, str], date: dt.date | None, given: str | None, season: str
) -> None:
    found = event(game(Event="A", Board="1", **tags))
    assert (found["date"], found["date_given"], found["season"]) == (date, given, season)


def test_a_date_that_is_none_is_noted_once() -> None:
    tables = read(game(Event="A", Board="1", Date="14:12") + game(Event="A", Board="2", Date="14:12"))
    assert codes(tables) == ["bad_date"]
    assert tables["events"].select("date", "date_given", "season").rows() == [(None, "14:12", "unknown")]


@pytest.mark.parametrize(
    ("tags", "competition", "scoring"),
    [
        ({"Competition": "Pairs", "Scoring": "MatchPoints;MP1"}, "pairs", "matchpoints"),
        ({"Competition": "Individuals", "Scoring": "IMP;Butler"}, "individuals", "butler"),
        ({"Room": "Open", "Scoring": "IMP"}, "teams", "imps"),
        ({"HomeTeam": "A", "VisitTeam": "B", "Scoring": "BAM"}, "teams", "board_a_match"),
        ({"Scoring": "IMP;Cross1"}, None, "cross_imps"),
        ({"Scoring": "Facit"}, None, None),
        ({"Scoring": "?"}, None, None),
    ],
)
def test_competition_and_scoring(tags: dict[str, str], competition: str | None, scoring: str | None) -> None:
    found = event(game(Event="A", Board="1", **tags))
    assert (found["competition"], found["scoring"]) == (competition, scoring)


def test_the_head_of_a_file() -> None:
    metas = {
        "Generator": "Magic Contest",
        "Version": "4.13",
        "Licencee": "FFB",
        "CRSession": "2",
        "ContestDate": "2022-01-21",
    }
    head = "".join(f'% <META  name={name}   content="{text}">\n' for name, text in metas.items())
    tables = read(f"% PBN 2.0\n% EXPORT\n{head}" + game(Event="Open", Date="2022.02.06", Board="1", Contract="1S"))
    found = tables["events"].row(0, named=True)
    assert (found["body"], found["producer"], found["date"]) == (
        "FFB",
        "Magic Contest 4.13",
        dt.date(2022, 1, 21),
    )
    assert tables["results"]["session"].to_list() == ["2"]
    assert tables["files"]["producer"].to_list() == ["Magic Contest 4.13"]


@pytest.mark.parametrize(
    ("text", "producer"),
    [
        (
            "%Creator: BridgeComposer Version 5.57\n" + game(Board="1", Generator="Big Deal"),
            "BridgeComposer Version 5.57",
        ),
        (game(Generator="Big Deal version 1.1", Board="1"), "Big Deal version 1.1"),
        (game(Board="1", Application="PbnViewer"), "PbnViewer"),
        (
            "% e-bridge source converted to PBN by A B - a@b\n" + game(Board="1"),
            "e-bridge source converted to PBN by A B",
        ),
        ("% PBN 2.1\n% EXPORT\n" + game(Board="1"), None),
    ],
)
def test_the_program_that_wrote_it(text: str, producer: str | None) -> None:
    assert read(text)["files"]["producer"].to_list() == [producer]


def test_a_hand_records_title_names_an_event_without_a_name() -> None:
    text = '%HRTitleDate 0\n%HRTitleEvent "Club night"\n' + game(Event="", Site="", Board="1", Deal=DEAL)
    assert event(text)["name"] == "Club night"
    dated = '%HRTitleDate "2020.10.10"\n' + game(Event="", Site="", Board="1", Deal=DEAL)
    assert event(dated)["date_given"] == "2020.10.10"
    assert event('%HRTitleEvent "Club night"\n' + game(Event="Open", Board="1"))["name"] == "Open"


def sessions(*games: str) -> list[str]:
    return read("".join(games))["boards"]["session"].to_list()


def play(board: int, deal: str, **tags: str) -> str:
    return game(Event="Cup", Board=str(board), Deal=deal, Contract="4S", **tags)


def test_a_stage_or_round_with_its_own_deals_is_a_session() -> None:
    stages = sessions(play(1, DEAL, Stage="Final:1"), play(1, OTHER_DEAL, Stage="Final:2"))
    assert stages == ["Final:1", "Final:2"]
    rounds = sessions(play(1, DEAL, Round="7", Room="Open"), play(1, OTHER_DEAL, Round="8", Room="Open"))
    assert rounds == ["7", "8"]
    days = sessions(play(1, DEAL, Date="1999.01.01"), play(1, OTHER_DEAL, Date="1999.01.02"))
    assert days == ["1999.01.01", "1999.01.02"]
    both = sessions(
        *(
            play(1, deal, Stage=stage, Round=number, Room="Open")
            for deal, stage, number in (
                (DEAL, "A", "1"),
                (OTHER_DEAL, "A", "2"),
                (THIRD_DEAL, "B", "1"),
                (DEAL.replace("N:", "W:"), "B", "2"),
            )
        )
    )
    assert both == ["A, 1", "A, 2", "B, 1", "B, 2"]


def test_plays_of_one_deal_on_several_days_are_of_one_session() -> None:
    tables = read(play(1, DEAL, Date="1999.01.01") + play(1, DEAL, Date="1999.01.02"))
    assert tables["results"]["session"].to_list() == ["1", "1"]
    assert tables["boards"].height == 1


def test_rounds_of_pairs_are_no_sessions() -> None:
    assert sessions(play(1, DEAL, Round="1"), play(1, OTHER_DEAL, Round="2")) == ["1", "1"]


def test_a_fouled_board_splits_no_session() -> None:
    plays = [play(board, DEAL, Date=day) for board in (1, 2, 3) for day in ("1999.01.01", "1999.01.02")]
    fouled = play(4, DEAL, Date="1999.01.01") + play(4, OTHER_DEAL, Date="1999.01.02")
    tables = read("".join(plays) + fouled)
    assert tables["results"]["session"].unique().to_list() == ["1"]
    assert tables["boards"].filter(pl.col("board") == 4).height == 2


def test_a_board_played_on_many_days_in_two_forms_is_of_one_session() -> None:
    days = [f"1999.01.0{day}" for day in (1, 2, 3, 4)]
    plays = [play(1, DEAL if day < days[2] else OTHER_DEAL, Date=day) for day in days]
    assert sessions(*plays) == ["1", "1"]


@pytest.mark.parametrize(
    ("rows", "winners"),
    [
        (("1 NS", "2 EW", "3 EW", "4 NS"), 1),
        (("1 N-S", "1 E-W", "2 N-S", "2 E-W"), 2),
        (("1 -", "2 -"), None),
        (("1 NS", "2 NS"), None),
    ],
)
def test_one_ranking_or_one_a_direction(rows: tuple[str, ...], winners: int | None) -> None:
    table = '[Event "A"]\n[Board "1"]\n[TotalScoreTable "Rank;Direction"]\n' + "\n".join(rows)
    assert event(table)["winners"] == winners


def test_a_ranking_over_several_sessions_is_the_events() -> None:
    ranking = '[Event "Cup"]\n[TotalScoreTable "Rank;PairId"]\n1 7\n\n'
    one = read(ranking + play(1, DEAL))
    several = read(ranking + play(1, DEAL, Stage="A") + play(1, OTHER_DEAL, Stage="B"))
    assert (one["pairs"]["session"].to_list(), several["pairs"]["session"].to_list()) == (["1"], [None])


@pytest.mark.parametrize(
    ("path", "data", "is_pbn"),
    [
        ("a.pbn", b"", True),
        ("a.PBN", b"anything", True),
        ("a.txt", b"% PBN 2.1\n", True),
        ("a.txt", b'\n[Board "1"]\n', True),
        ("a.txt", b'[Event "Linares"]\n[White "Kasparov"]\n', False),
        ("a.csv", b"board,ns,ew,score\n", False),
        ("a.bin", b"\x00\xff" * 9, False),
    ],
)
def test_a_pbn_file_is_told_from_others(path: str, data: bytes, is_pbn: bool) -> None:
    assert pbn.recognises(source(path, data)) is is_pbn
