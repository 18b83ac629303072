"""The table `law_outcomes`: which boards raise a question of law, and the law of their event's body and day."""

import datetime as dt
import json
from typing import Any

import polars as pl

from checked import DEALT
from neuberg import schemas
from neuberg.domain.plays import plays
from neuberg.validate.laws import law_outcomes, situations

SOUND = DEALT
SUITS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
#: North has the ace of clubs besides his spades, West lacks it.
FOURTEEN_TWELVE = ("AKQJT98765432...A", SUITS[1], SUITS[2], "...KQJT98765432")
TURNED = (*SOUND[1:], SOUND[0])
PLACE = {"event_id": 5, "session": "1", "section": "A", "season": "2018", "file_id": 1}


def event(**columns: Any) -> pl.LazyFrame:
    row = {"event_id": 5, "body": "ACBL", "date": dt.date(2018, 5, 1)} | columns
    return schemas.conform(pl.LazyFrame([row], schema_overrides={"date": pl.Date}), schemas.EVENTS)


def boards(*deals: tuple[tuple[str, ...], str], **columns: Any) -> pl.LazyFrame:
    """Records of board 1, each its hands and origin, with the ids 1, 2, …"""
    rows = [
        {"deal_id": number, "board": 1, "line": 10 * number, "deal_origin": origin, **PLACE, **columns}
        | dict(zip(("north", "east", "south", "west"), hands, strict=True))
        for number, (hands, origin) in enumerate(deals, start=1)
    ]
    return schemas.conform(pl.LazyFrame(rows), schemas.BOARDS)


def results(*lines: dict[str, Any]) -> pl.LazyFrame:
    rows = [
        {"result_id": number, "board": 1, "scored_with": "A", "line": number, **PLACE, **line}
        for number, line in enumerate(lines, start=1)
    ]
    return schemas.conform(pl.LazyFrame(rows, infer_schema_length=None), schemas.RESULTS)


def outcomes(
    boards: pl.LazyFrame, results: pl.LazyFrame, events: pl.LazyFrame, rulings: pl.DataFrame | None = None
) -> pl.DataFrame:
    lines = plays(results, boards, events)
    ruled = schemas.empty(schemas.RULINGS) if rulings is None else rulings
    return law_outcomes(situations(boards, lines, events).collect(), ruled)


def test_a_played_14_12_under_the_law_of_its_day() -> None:
    found = outcomes(boards((FOURTEEN_TWELVE, "as_played")), results({"kind": "played", "deal_id": 1}), event())
    laws = found.filter(pl.col("authority") == "WBF-laws")
    assert laws.select("question", "edition", "outcome", "needs_ruling", "certainty").row(0) == (
        "wrong counts",
        "2017",
        "needs ruling: one of RESULT_STANDS | ADJUSTED_SCORE | CANCEL_RESULT_AND_ADJUSTED_SCORE",
        True,
        "seen",
    )
    assert laws.select("deal_id", "event_id", "board", "line", "season").row(0) == (1, 5, 1, 10, "2018")


def test_inside_a_transition_both_editions_are_asked() -> None:
    early = event(body=None, date=dt.date(2008, 5, 1))
    found = outcomes(boards((FOURTEEN_TWELVE, "as_played")), results({"kind": "played", "deal_id": 1}), early)
    assert found["edition"].to_list() == ["1997", "2007"]


def test_editions_whose_text_was_not_found_share_a_row() -> None:
    undated = event(body="FFB", date=None)
    deal = boards((FOURTEEN_TWELVE, "as_played"), season="unknown")
    found = outcomes(deal, results({"kind": "played", "deal_id": 1}), undated)
    assert found["edition"].to_list() == ["1935, 1948/49, 1963, 1975", "1987", "1997", "2007", "2017"]
    assert found["certainty"].to_list()[:2] == ["text not available", "proxy"]


def test_of_a_year_without_a_day_the_editions_of_that_year_are_asked() -> None:
    undated = event(body="English Bridge Union", date=None)
    for year, editions in (("2017", ["2007", "2017"]), ("2018", ["2017"])):
        deal = boards((FOURTEEN_TWELVE, "as_played"), season=year)
        found = outcomes(deal, results({"kind": "played", "deal_id": 1}), undated)
        laws = found.filter(pl.col("authority") == "WBF-laws")
        assert laws["edition"].to_list() == editions


def test_sound_and_incomplete_deals_and_positions_of_the_play_raise_no_question() -> None:
    lines = results({"kind": "played", "deal_id": 1})
    for hands in (SOUND, (SOUND[0], None, None, None), ("A...", ".A..", "..A.", "...A")):
        assert outcomes(boards((hands, "as_played")), lines, event()).is_empty()


def test_what_the_traveller_has_decides_what_is_open() -> None:
    deal = boards((FOURTEEN_TWELVE, "as_played"))
    said = {}
    for kind in ("played", "artificial", "not_played"):
        found = outcomes(deal, results({"kind": kind, "deal_id": 1}), event(body="FFB"))
        said[kind] = found["outcome"].item().removeprefix("needs ruling: one of ").split(" | ")
    assert said["played"][0] == "RESULT_STANDS"
    assert said["artificial"] == ["ADJUSTED_SCORE", "CANCEL_RESULT_AND_ADJUSTED_SCORE"]
    assert sorted(said["not_played"]) == ["ADJUSTED_SCORE", "CORRECT_AND_PLAY", "PLAY_THEN_MAYBE_ADJUST", "REDEAL"]


def test_two_deals_at_tables_that_are_compared() -> None:
    deals = boards((SOUND, "as_played"), (TURNED, "as_played"))
    lines = results({"kind": "played", "deal_id": 1}, {"kind": "played", "deal_id": 2})
    found = outcomes(deals, lines, event())
    assert found.select("question", "deal_id", "outcome", "needs_ruling").row(0) == (
        "fouled board",
        None,
        "FOULED; SPLIT_INTO_GROUPS",
        False,
    )


def test_two_deals_in_sections_that_are_not_compared_foul_nothing() -> None:
    deals = boards((SOUND, "as_played"), (TURNED, "as_played"))
    other = {"kind": "played", "deal_id": 2, "section": "B", "scored_with": "B"}
    assert outcomes(deals, results({"kind": "played", "deal_id": 1}, other), event()).is_empty()


def test_another_vulnerability_is_within_the_definition_since_2007() -> None:
    deals = pl.concat([
        boards((SOUND, "as_played"), vulnerable="NS"),
        boards((SOUND, "as_played"), vulnerable="EW").with_columns(deal_id=pl.lit(2, dtype=pl.Int64)),
    ])  # fmt: skip
    lines = results({"kind": "played", "deal_id": 1}, {"kind": "played", "deal_id": 2})
    said = {
        year: outcomes(deals, lines, event(body="ACBL", date=dt.date(year, 5, 1)))["outcome"][0]
        for year in (2000, 2010)
    }
    assert said == {2000: "NOT_WITHIN_DEFINITION", 2010: "FOULED; SPLIT_INTO_GROUPS"}


def test_a_match_is_asked_by_law_86() -> None:
    deals = boards((SOUND, "as_played"), (TURNED, "as_played"))
    lines = results({"kind": "played", "deal_id": 1}, {"kind": "played", "deal_id": 2})
    found = outcomes(deals, lines, event(competition="teams"))
    assert found["question"].to_list() == ["teams"]
    assert found["clause"].item() == "87C -> 86B2(a) | 86B2(b) | 86B2(c)"


def test_stated_groups_and_the_acbls_penalty() -> None:
    lines = results(
        {"kind": "played"}, {"kind": "played"}, {"kind": "played", "given_group": "b"}, {"kind": "artificial"}
    )
    found = outcomes(boards((SOUND, "record")), lines, event())
    assert found["question"].to_list() == ["fouled board", "single score", "penalty"]
    assert found["authority"].to_list() == ["WBF-laws", "ACBL", "ACBL"]


def test_a_directors_facts_decide() -> None:
    facts = {"discovered_stage": "after_play", "fault": {"NS": "full", "EW": "none"}}
    row = {"event_id": 5, "board": 1, "what": "facts", "state": "settled", "facts": json.dumps(facts)}
    ruled = schemas.conform(pl.LazyFrame([row]), schemas.RULINGS).collect()
    deal, lines = boards((FOURTEEN_TWELVE, "record")), results({"kind": "played", "deal_id": 1})
    found = outcomes(deal, lines, event(date=dt.date(2010, 1, 1)), ruled).filter(pl.col("authority") == "WBF-laws")
    assert found["outcome"].to_list() == [
        "CANCEL_RESULT; ADJUSTED_SCORE; LIABLE_TO_PP",
        "NS: AVE- at most 40%; EW: AVE+ at least 60%",
    ]
    assert json.loads(found["facts"][0]) == facts
    of_another_deal = ruled.with_columns(guard=pl.lit('{"deal": "AK... Q... J... T..."}'))
    assert outcomes(deal, lines, event(), of_another_deal)["facts"].is_null().all()
    undecided = ruled.with_columns(state=pl.lit("open", dtype=schemas.RULING_STATE))
    assert outcomes(deal, lines, event(), undecided)["facts"].is_null().all()


#: West has a queen of spades in place of the ace of clubs: thirteen each, a card twice, one in no hand.
BAD_PACK = (*SOUND[:3], "Q...KQJT98765432")


def test_what_the_director_ruled_on_a_bad_pack_settles_it() -> None:
    deals, lines = boards((BAD_PACK, "as_played")), results({"kind": "played", "deal_id": 1})
    before = outcomes(deals, lines, event()).filter(pl.col("question") == "bad pack")
    assert before["needs_ruling"].all()
    facts = json.dumps({"ruling_recorded": "CANCEL_RESULT, Law 1"})
    ruling = {"event_id": 5, "board": 1, "what": "facts", "state": "settled", "facts": facts}
    ruled = schemas.conform(pl.LazyFrame([ruling]), schemas.RULINGS).collect()
    after = outcomes(deals, lines, event(), ruled).filter(pl.col("question") == "bad pack")
    assert after.select("needs_ruling", "outcome").unique().rows() == [(False, "AS_RULED: CANCEL_RESULT, Law 1")]


def test_deals_that_have_nothing_in_common_are_no_fouled_board() -> None:
    """Fourteen of 52 cards are where the sound deal has them; stated as forms they raise the question."""
    deals = boards((SUITS, "record"), (DEALT, "record"))
    played = [{"kind": "played", "deal_id": number} for number in (1, 2)]
    assert "fouled board" not in outcomes(deals, results(*played), event())["question"].to_list()
    stated = [line | {"given_group": str(line["deal_id"])} for line in played]
    assert "fouled board" in outcomes(deals, results(*stated), event())["question"].to_list()


def again(date: dt.date, **second: Any) -> pl.DataFrame:
    """What the laws say of a deal of 2001 that stands again in an event of the ACBL with other columns."""
    first = boards((DEALT, "as_played"), event_id=6, season="2001").with_columns(deal_id=pl.lit(9, dtype=pl.Int64))
    both = pl.concat([boards((DEALT, "as_played")), first])
    days = pl.concat([event(date=date, **second), event(event_id=6, date=dt.date(2001, 5, 1))])
    pairs = {"ns_pair": "1", "ew_pair": "2"}
    lines = results({"kind": "played", "deal_id": 1, **pairs}, {"kind": "played", "deal_id": 9, "event_id": 6, **pairs})
    return outcomes(both, lines, days).select("deal_id", "question", "edition", "clause", "outcome", "certainty")


def test_a_deal_of_another_session_is_asked_by_law_6_of_its_day() -> None:
    question = "imported deal"
    assert again(dt.date(2005, 5, 1)).rows() == [(1, question, "1997", "6D2", "NO_RESULT_MAY_STAND", "seen")]
    late = dt.date(2009, 5, 1)
    open_, no, yes = (again(late, replay=replay).select("clause", "outcome").row(0) for replay in (None, False, True))
    assert open_ == ("6D2 exception | 6D2", "needs ruling: one of RESULT_STANDS | NO_RESULT_MAY_STAND")
    assert no == ("6D2", "NO_RESULT_MAY_STAND")
    assert yes == ("6D2 exception", "RESULT_STANDS")
    # Before 2007 the purpose of the event does not matter.
    assert again(dt.date(2005, 5, 1), replay=True)["outcome"].to_list() == ["NO_RESULT_MAY_STAND"]


def test_a_deal_like_a_sorted_pack_s_is_asked_and_a_fact_decides() -> None:
    lines = results({"kind": "played", "deal_id": 1})
    found = outcomes(boards((SUITS, "as_played")), lines, event())
    assert found.select("question", "outcome", "certainty").rows() == [
        (
            "sorted pack",
            "needs ruling: one of NO_RESULT_MAY_STAND (dealt unshuffled from a sorted pack) | RESULT_STANDS (shuffled)",
            "inferred",
        )
    ]
    ruling = {"event_id": 5, "board": 1, "what": "facts", "state": "settled", "facts": '{"shuffled": true}'}
    ruled = schemas.conform(pl.LazyFrame([ruling]), schemas.RULINGS).collect()
    assert outcomes(boards((SUITS, "as_played")), lines, event(), ruled)["outcome"].to_list() == ["RESULT_STANDS"]


def test_hands_that_were_turned_in_the_board_are_a_fouled_board_by_inference() -> None:
    deals = boards((DEALT, "as_played"), ((*DEALT[1:], DEALT[0]), "as_played"))
    lines = results({"kind": "played", "deal_id": 1}, {"kind": "played", "deal_id": 2})
    found = outcomes(deals, lines, event())
    assert found.select("question", "outcome", "certainty").row(0) == (
        "fouled board",
        "FOULED; SPLIT_INTO_GROUPS",
        "inferred",
    )
