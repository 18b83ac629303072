"""What is said of an event: rankings with their own winners, ties as ties, and IMP rules by the rulebook's names."""

from typing import Any

import polars as pl
import pytest

from neuberg import schemas
from neuberg.audit.imps.methods import METHODS
from neuberg.audit.imps.names import MATCH, PROFILES, named
from neuberg.audit.in_words import sentences
from neuberg.rules import load_imp_profiles

NEAR = (
    "    9 is 2.5 matchpoints behind (on 2-1-0); "
    "another score of 9 on one board, such as 4, by which it has 2.5 matchpoints more, would bring it level"
)


def ranking(direction: str | None, profile: str, winner: str, **columns: Any) -> dict[str, Any]:
    row = {"session": "1", "section": "", "direction": direction, "own": "wbf-1991", "profile": profile}
    own = {"winner": winner, "winner_changes": profile != "wbf-1991", "places_changed": 1, "largest_move": 1}
    return row | own | {"runner_up": "9", "margin": 2.5, "needed": 2.5, "needed_board": 4, "needed_pair": "9"} | columns


def said(*rows: dict[str, Any]) -> list[str]:
    return list(sentences.outcome(pl.DataFrame(list(rows), schema=schemas.OUTCOMES.schema)))


def test_another_winner_stands_under_the_ranking_that_it_is_of() -> None:
    """The E-W winner that another rule has is said of E-W, not after the N-S winner."""
    text = said(
        ranking("EW", "wbf-1991", "2EW", winner_published="2EW"),
        ranking("NS", "wbf-1991", "21NS"),
        ranking("EW", "ebu-2025", "7EW"),
        ranking("EW", "one-field", "7EW"),
    )
    assert text == [
        "  E-W winner of session 1 under wbf-1991: 2EW; as printed: 2EW",
        NEAR,
        "    the winner would be 7EW under ebu-2025, one-field",
        "  N-S winner of session 1 under wbf-1991: 21NS",
        NEAR,
    ]


def test_a_tie_and_a_margin_that_no_board_can_close() -> None:
    tie = said(ranking(None, "wbf-1991", "3 and 9", margin=0.0, needed=0.0))
    assert tie[1] == "    they share the first place: the least change on any board of either decides"
    far = said(ranking(None, "wbf-1991", "3", margin=41.0, needed=None, needed_board=None))
    assert far[1].endswith(
        "41 matchpoints behind (on 2-1-0); no other score of either on one board would bring it level"
    )


@pytest.mark.parametrize(("own", "unit"), [("butler", "IMPs"), ("total-points", "points")])
def test_a_margin_is_in_the_units_of_its_rule(own: str, unit: str) -> None:
    text = said(ranking(None, own, "3", own=own, winner_changes=False, needed=None, needed_board=None))
    assert text == [f"  winner of session 1 under {own}: 3", f"    9 is 2.5 {unit} behind"]


def test_a_match_is_named_and_where_nobody_is_ranked_is_said() -> None:
    row = ranking(
        None, "match-imps", "Owls", own="match-imps", winner_changes=False, section="Elks - Owls", needed=None
    )
    assert said(row)[0] == "  winner of the match Elks - Owls, session 1 under match-imps: Owls"
    pairs = {"ns_pair": ["1", "3", "5"], "ew_pair": ["2", "4", "6"], "board": [1, 1, 1], "ns_score": [620, 170, 140]}
    keys = {"event_id": [1] * 3, "session": ["1"] * 3, "section": ["a", "a", "b"]}
    lines = pl.DataFrame(pairs | keys | {name: pl.Series([None] * 3, dtype=pl.String) for name in ("team", "room")})
    lines = lines.with_columns(scored_with="section")
    assert list(sentences.matches(["match-imps"], lines)) == [
        "  nobody is ranked in 2 match(es): which pairs are one team is not told: neither the teams at every table nor "
        "the rooms",
        "  each match is a ranking of its own: no scale of victory points is in the file to add them up by",
    ]
    assert list(sentences.matches(["butler"], lines)) == []


def test_in_a_match_what_is_one_comparison_has_one_name() -> None:
    explanation = {
        "event_id": [1, 2],
        "method": ["cross-IMPs, the average of n − 1"] * 2,
        "equally_good": [["cross-IMPs, the sum", "cross-IMPs, the sum (imps-1960)"]] * 2,
        "tied": [2, 2],
    }
    tables = {
        "explanations": pl.DataFrame(explanation),
        "audited": pl.DataFrame({"event_id": [1, 2], "profile": ["cross-IMPs, the sum"] * 2}),
    }
    found = named(tables, [1])
    assert found["audited"]["profile"].to_list() == ["match-imps", "cross-imps-total"]
    assert found["explanations"].select("method", "tied", "profiles").rows() == [
        (MATCH, 1, ["match-imps"]),
        ("cross-IMPs, the average of n − 1", 2, ["cross-imps", "cross-imps-total"]),
    ]


def test_a_rule_that_moves_places_but_not_the_winner() -> None:
    moved = ranking(None, "ebu-2025", "3", winner_changes=False, places_changed=2, largest_move=1)
    text = said(ranking(None, "wbf-1991", "3"), moved)
    assert text[2] == "    under ebu-2025 the winner stays; 2 contestant(s) move, by up to 1 place"


def test_each_method_that_a_profile_asks_for_has_the_profiles_name() -> None:
    known = {method.name for method in METHODS}
    assert set(PROFILES) - {MATCH} <= known
    assert set(PROFILES.values()) <= set(load_imp_profiles())
    method = "Butler, the EBU's datum"
    tables = {
        "audited": pl.DataFrame({"profile": [method, "Butler, datum halfway, the median, not rounded"]}),
        "explanations": pl.DataFrame({"method": [method, None], "equally_good": [["cross-IMPs, a part of n"], None]}),
    }
    found = named(tables)
    assert found["audited"]["profile"].to_list() == [
        "butler-ebu-2025",
        "Butler, datum halfway, the median, not rounded",
    ]
    assert found["explanations"]["profiles"].to_list() == [["butler-ebu-2025", "cross-imps-scores"], []]


def test_a_margin_is_on_the_scale_of_its_profile() -> None:
    """The table has 2½ on 2-1-0; by the ACBL's rule, on 1-½-0, that is 1¼."""
    text = said(ranking(None, "acbl-1991", "3", own="acbl-1991", winner_changes=False))
    assert text[1].startswith("    9 is 1.25 matchpoints behind (on 1-½-0); ")
    assert "by which it has 1.25 matchpoints more" in text[1]
