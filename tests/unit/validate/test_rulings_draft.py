"""A drafted rulings file: valid, without effect, and with every open question of a run."""

import tomllib
from pathlib import Path
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.validate.rulings import apply_rulings, draft, read_rulings

PLACE = {"event_id": 5, "session": "1", "section": "A", "board": 7}
HANDS = {"north": "AK...", "east": "Q...", "south": "J...", "west": "T..."}
NAME = 'Spring "Pairs"\n[[ruling]]'


def frame(table: schemas.Table, *rows: dict[str, Any]) -> pl.DataFrame:
    if not rows:
        return schemas.empty(table)
    return schemas.conform(pl.LazyFrame(list(rows), infer_schema_length=None), table).collect()


def tables(**given: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """A run of three lines on board 7, the third of another deal, and nothing asked."""
    lines = [
        {"result_id": number, "deal_id": deal, "ns_pair": str(number), "scored_with": "A", **PLACE}
        for number, deal in ((1, 71), (2, 71), (3, 72))
    ]
    base = {
        "events": frame(schemas.EVENTS, {"event_id": 5, "name": NAME}),
        "boards": frame(schemas.BOARDS, *({"deal_id": deal, **PLACE, **HANDS} for deal in (71, 72))),
        "results": frame(schemas.RESULTS, *lines),
        "rulings": schemas.empty(schemas.RULINGS),
        "law_outcomes": schemas.empty(schemas.LAW_OUTCOMES),
        "suspicions": schemas.empty(schemas.SUSPICIONS),
    }
    return base | given


def asked(question: str, **columns: Any) -> dict[str, Any]:
    row = {"question": question, "edition": "2017", "outcome": "needs ruling: one of A | B", "needs_ruling": True}
    return PLACE | row | columns


def entries(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(text).get("ruling", [])
    return found


def test_nothing_open_is_said(tmp_path: Path) -> None:
    text = draft(tables())
    assert "There is no open question." in text
    assert entries(text) == []


def test_a_faulty_deal_asks_for_the_directors_facts() -> None:
    outcomes = frame(schemas.LAW_OUTCOMES, asked("wrong counts", deal_id=71), asked("wrong counts", deal_id=71))
    text = draft(tables(law_outcomes=outcomes))
    (entry,) = entries(text)
    assert (entry["what"], entry["state"], entry["event"], entry["board"]) == ("facts", "open", 5, 7)
    assert entry["guard"] == {"deal": "AK... Q... J... T..."}
    assert set(entry["facts"].values()) == {"unknown"}
    assert "# 2017: needs ruling: one of A | B" in text


def test_a_fouled_board_asks_who_played_which_form() -> None:
    fouled = asked("fouled board", needs_ruling=False)
    (entry,) = entries(draft(tables(law_outcomes=frame(schemas.LAW_OUTCOMES, fouled))))
    assert (entry["what"], entry["guard"]) == ("fouled", {"lines": 3})
    # Two lines played one deal, pair 3 the other.
    assert entry["groups"] == [{"form": "deal 2", "pairs": ["3"]}]


def test_a_board_whose_groups_are_stated_is_not_asked_again() -> None:
    grouped = tables()["results"].with_columns(given_group=pl.lit("b"))
    fouled = frame(schemas.LAW_OUTCOMES, asked("fouled board", needs_ruling=False))
    assert entries(draft(tables(law_outcomes=fouled, results=grouped))) == []


def test_a_suspicion_asks_with_its_rounds() -> None:
    row = PLACE | {"kind": "hands exchanged", "round_low": 3, "round_high": 4, "why": "620 cannot be made"}
    text = draft(tables(suspicions=frame(schemas.SUSPICIONS, row)))
    (entry,) = entries(text)
    assert entry["groups"] == [{"form": "changed", "from_round": 4}]
    assert "# suspected: hands exchanged; changed in rounds 3 to 4: 620 cannot be made" in text


def test_what_a_settled_ruling_is_on_is_left_out() -> None:
    outcomes = frame(schemas.LAW_OUTCOMES, asked("fouled board", needs_ruling=False))
    ruling = {"event_id": 5, "board": 7, "what": "fouled", "state": "settled"}
    settled = frame(schemas.RULINGS, ruling)
    assert "There is no open question." in draft(tables(law_outcomes=outcomes, rulings=settled))
    still_open = frame(schemas.RULINGS, ruling | {"state": "open"})
    assert len(entries(draft(tables(law_outcomes=outcomes, rulings=still_open)))) == 1


def test_only_facts_that_are_not_known_are_asked_while_the_question_is_open() -> None:
    """A ruling that named one fact and left the question open does not hide it: what is left is asked."""
    known = asked("missing card", deal_id=71, facts='{"opening_lead_faced": true, "missing_card_found": "unknown"}')
    (entry,) = entries(draft(tables(law_outcomes=frame(schemas.LAW_OUTCOMES, known))))
    assert list(entry["facts"]) == ["missing_card_found"]
    text = draft(tables(law_outcomes=frame(schemas.LAW_OUTCOMES, asked("bad pack", deal_id=71))))
    assert 'ruling_recorded = "unknown"  # or what the director ruled and by which law, such as' in text
    every = asked("bad pack", deal_id=71, facts='{"ruling_recorded": "CANCEL_RESULT, Law 1"}')
    assert entries(draft(tables(law_outcomes=frame(schemas.LAW_OUTCOMES, every)))) == []


def test_the_file_is_valid_has_no_effect_and_only_lacks_its_answers(tmp_path: Path) -> None:
    """As drafted it changes nothing; with a source and without `state` its groups are applied."""
    given = tables(law_outcomes=frame(schemas.LAW_OUTCOMES, asked("fouled board"), asked("wrong counts", deal_id=71)))
    file = tmp_path / "rulings.toml"
    file.write_text(draft(given), encoding="utf-8")
    drafted = apply_rulings(given["results"], given["boards"].lazy(), given["events"], read_rulings(file))
    assert drafted.results.equals(given["results"])
    assert drafted.rulings["state"].to_list() == ["open", "open"]
    completed = draft(given).replace('state = "open"\n', "").replace('source = ""', 'source = "the director"')
    file.write_text(completed, encoding="utf-8")
    settled = apply_rulings(given["results"], given["boards"].lazy(), given["events"], read_rulings(file))
    assert settled.results["given_group"].to_list() == [None, None, "deal 2"]


def test_figures_that_differ_and_are_not_signed_off_are_told() -> None:
    rows = [
        {"level": level, "class": kind, "signed_off": signed, "event_id": 5}
        for level, kind, signed in (
            ("pair", "not_the_sum", None),
            ("pair", "not_the_sum", "guard failed"),
            ("result", "unexplained", None),
            ("result", "unexplained", "accepted"),
            ("board", "unexplained", None),
        )
    ]
    text = draft(tables(differences=frame(schemas.DIFFERENCES, *rows)))
    assert "# There is no open question of the laws, of forms or of suspicions." in text
    assert "# 3 published figures differ and are not signed off: 2 not the sum, 1 unexplained." in text
    assert entries(text) == []
