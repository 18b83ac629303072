"""Rulings: groups of a fouled board given by round and table, and guards that fail loudly."""

import json
import re
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from neuberg import schemas
from neuberg.errors import RulingError
from neuberg.validate.rulings import Applied, apply_rulings, check_units, penalties, read_rulings

RULING = """
[[ruling]]
what = "fouled"
event = "Spring Pairs"
board = 7
groups = [{ form = "changed", from_round = 2, from_table = 2 }]
guard = { lines = 4 }
source = "Director's report"
"""


def events() -> pl.DataFrame:
    frame = pl.DataFrame([{"event_id": 5, "name": "Spring Pairs"}])
    return schemas.conform(frame.lazy(), schemas.EVENTS).collect()


def boards() -> pl.LazyFrame:
    deal = {"event_id": 5, "session": "1", "section": "A", "board": 7}
    hands = {"north": "n", "east": "e", "south": "s", "west": "w"}
    return schemas.conform(pl.LazyFrame([{**deal, **hands}]), schemas.BOARDS)


def results(**columns: Any) -> pl.DataFrame:
    """Board 7 at two tables in rounds 1, 2 and 3, the second table out in round 3, and a line of board 8."""
    rows = [(1, 1, "1", 7), (2, 2, "1", 7), (3, 2, "2", 7), (4, 3, "1", 7), (5, 3, "2", 8)]
    frame = pl.DataFrame(rows, schema=["result_id", "round", "table", "board"], orient="row")
    frame = frame.with_columns(event_id=5, session=pl.lit("1"), section=pl.lit("A"), ns_pair="result_id")
    return schemas.conform(frame.with_columns(**columns).lazy(), schemas.RESULTS).collect()


def applied(folder: Path, text: str, lines: pl.DataFrame | None = None) -> Applied:
    file = folder / "rulings.toml"
    file.write_text(text, encoding="utf-8")
    lines = results() if lines is None else lines
    return apply_rulings(lines, boards(), events(), read_rulings(file))


def ruled(folder: Path, text: str, lines: pl.DataFrame | None = None) -> list[str | None]:
    return applied(folder, text, lines).results["given_group"].to_list()


def test_from_a_round_and_table_on(tmp_path: Path) -> None:
    # Round 2 from table 2 on, and all of round 3; board 8 is not ruled.
    assert ruled(tmp_path, RULING) == [None, None, "changed", "changed", None]


def test_the_table_of_rulings_says_what_each_line_had_and_has(tmp_path: Path) -> None:
    text = (
        RULING.replace("from_round = 2, from_table = 2", 'pairs = ["4"]')
        + """
[[ruling]]
what = "correction"
event = "Spring Pairs"
board = 7
plays = { pairs = ["1"] }
field = "tricks"
value = 9
guard = { tricks = "missing" }
source = "letter"
"""
    )
    changes = applied(tmp_path, text).rulings["changes"].to_list()
    # The three lines that stay in the original form are not changed.
    assert changes == [
        [{"result_id": 4, "field": "given_group", "as_read": None, "as_ruled": "changed"}],
        [{"result_id": 1, "field": "tricks", "as_read": None, "as_ruled": "9"}],
    ]


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("from_round = 2", [None, "x", "x", "x", None]),
        ("rounds = [1, 3]", ["x", None, None, "x", None]),
        ("rounds = [2], tables = [2]", [None, None, "x", None, None]),
        ('pairs = ["1", 4]', ["x", None, None, "x", None]),
    ],
)
def test_the_ways_to_name_lines(tmp_path: Path, group: str, expected: list[str | None]) -> None:
    text = RULING.replace('form = "changed", from_round = 2, from_table = 2', f'form = "x", {group}')
    assert ruled(tmp_path, text) == expected


def test_a_pair_that_did_not_sit_so_is_refused_and_not_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "rulings.toml"
    file.write_text(RULING.replace("from_round = 2, from_table = 2", 'pairs = ["1", "9"]'), encoding="utf-8")
    with pytest.raises(RulingError, match=r"9 in the group .*; wanted pairs that sat N-S on the board under `pairs`"):
        apply_rulings(results(), boards(), events(), read_rulings(file))


def test_a_line_whose_round_is_not_known_is_not_named(tmp_path: Path) -> None:
    unknown = results(round=pl.Series([1, 2, 2, None, 3], dtype=pl.Int16))
    assert ruled(tmp_path, RULING, unknown) == [None, None, "changed", None, None]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("lines = 4", "lines = 5"), "found 4 traveller lines on board 7; wanted 5, as when it was ruled"),
        (("board = 7", "board = 9"), "found 0 traveller lines on board 9"),
        (("Spring", "Autumn"), "found 0 events 'Autumn Pairs'; wanted one"),
        (("guard = { lines = 4 }", ""), "found no guard"),
        (("lines = 4", "rows = 4"), "the guard key 'rows'"),
        (('what = "fouled"', 'what = "foiled"'), "what = 'foiled'"),
        (("board = 7", 'board = "7"'), "board = '7'"),
        ((", from_round = 2, from_table = 2", ""), "that names no lines"),
        (("from_round = 2, from_table = 2", "rounds = [9]"), "found no line of the board in the group"),
        (("2 }]", '2 }, { form = "b", rounds = [3] }]'), "in the form 'changed' and in the group {'form': 'b'"),
        (("from_round", "since_round"), "the group key 'since_round'"),
        (("[[ruling]]", "[[rulings]]"), "the key 'rulings'"),
        (("board = 7", "board = "), "cannot be read as a rulings file"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    with pytest.raises(RulingError) as error:
        ruled(tmp_path, RULING.replace(*change))
    assert said in str(error.value)


def test_the_line_of_a_wrong_ruling_is_said(tmp_path: Path) -> None:
    with pytest.raises(RulingError, match=r"rulings\.toml:\d+, ruling 2: found board = '7'") as error:
        ruled(tmp_path, RULING + RULING.replace("board = 7", 'board = "7"'))
    line = int(str(error.value).split("rulings.toml:")[1].split(",")[0])
    assert (RULING + RULING).splitlines()[line - 1] == "[[ruling]]" and line > 1


def test_a_board_of_several_sessions_must_be_named_by_one(tmp_path: Path) -> None:
    two = results(session=pl.Series(["1", "1", "2", "2", "1"]))
    with pytest.raises(RulingError, match="the board in several sessions"):
        ruled(tmp_path, RULING, two)
    named = RULING.replace("board = 7", 'board = 7\nsession = "2"').replace("lines = 4", "lines = 2")
    assert ruled(tmp_path, named, two) == [None, None, "changed", "changed", None]


def test_the_table_of_rulings(tmp_path: Path) -> None:
    row = applied(tmp_path, RULING).rulings.row(0, named=True)
    assert (row["event_id"], row["board"], row["what"], row["guard"]) == (5, 7, "fouled", '{"lines": 4}')
    assert (row["session"], row["state"], row["result_ids"]) == (None, "settled", [1, 2, 3, 4])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ruling = 5", "found ruling = 5; wanted [[ruling]] tables"),
        ("ruling = [5]", "found ruling = [5]; wanted [[ruling]] tables"),
        ("[ruling]\nboard = 7", "wanted [[ruling]] tables"),
        (RULING.replace("from_table = 2", 'from_table = "A"'), "found from_table = 'A'; wanted a whole number from 1"),
        (RULING.replace("from_table = 2", "from_table = 1e3"), "found from_table = 1000.0"),
        (RULING.replace("board = 7", f"board = {10**25}"), f"found board = {10**25}; wanted a whole number from 1"),
        (RULING.replace("board = 7", "board = true"), "found board = True"),
        (RULING.replace("lines = 4", f"lines = {10**25}"), "found lines = 1"),
        (RULING.replace("lines = 4", "lines = 0").replace("board = 7", "board = 9"), "found lines = 0"),
        (re.sub("groups = .*", "groups = []", RULING), "found groups = []; wanted at least one group"),
        (RULING.replace("from_round = 2, from_table", "from_table"), "that names no lines"),
        (RULING.replace("from_round = 2, from_table = 2", "rounds = [1.5]"), "found rounds = [1.5]"),
        (RULING.replace('event = "Spring Pairs"', "event = []"), "found event = []; wanted the event's name"),
        (RULING.replace('"Director\'s report"', '" "'), "found an empty source"),
        (RULING.replace("guard = { lines = 4 }", "guard = 4"), "found guard = 4; wanted a value of type dict"),
        (RULING + 'state = "closed"', "found state = 'closed'; wanted state = 'open'"),
        (RULING.replace('what = "fouled"', ""), "found no what; wanted what = one of 'fouled', 'facts'"),
    ],
)
def test_an_odd_file_is_refused_in_words(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RulingError) as error:
        ruled(tmp_path, text)
    assert said in str(error.value)
    assert "rulings.toml" in str(error.value)


def test_an_open_ruling_is_kept_and_has_no_effect(tmp_path: Path) -> None:
    found = applied(
        tmp_path, RULING.replace("board = 7", 'board = 7\nstate = "open"').replace("lines = 4", "lines = 9")
    )
    assert found.results["given_group"].is_null().all()
    assert found.rulings.select("state", "result_ids").row(0) == ("open", [])


CORRECTION = """
[[ruling]]
what = "correction"
event = 5
board = 7
plays = { tables = [2] }
field = "ns_score"
value = -660
guard = { ns_score = -690, round = 2 }
source = "the pairs agree"
"""
AWARD = """
[[ruling]]
what = "award"
event = 5
board = 7
plays = { rounds = [2, 3], tables = ["1"] }
award = "AVE+/AVE-"
guard = { lines = 2, ns_score = 100 }
source = "the director's book"
"""


def scored_lines() -> pl.DataFrame:
    scores = pl.Series([620, 100, -690, 100, 50], dtype=pl.Int32)
    return results(ns_score=scores, kind=pl.lit("played", dtype=schemas.KIND))


def test_a_correction_changes_its_field_and_nothing_else(tmp_path: Path) -> None:
    before = scored_lines()
    found = applied(tmp_path, CORRECTION, before)
    assert found.results["ns_score"].to_list() == [620, 100, -660, 100, 50]
    assert_frame_equal(found.results.drop("ns_score"), before.drop("ns_score"))
    row = found.rulings.row(0, named=True)
    assert row["result_ids"] == [3]
    assert json.loads(row["decision"]) == {"plays": {"tables": [2]}, "field": "ns_score", "value": -660}


def test_an_award_takes_the_place_of_a_score(tmp_path: Path) -> None:
    found = applied(tmp_path, AWARD, scored_lines()).results
    # Board 7 at table 1 in rounds 2 and 3: the second and the fourth line.
    assert found["ns_score"].to_list() == [620, None, -690, None, 50]
    assert found["kind"].to_list() == ["played", "artificial", "played", "artificial", "played"]
    assert found.select("ns_award", "ew_award", "award_given").row(1) == (60.0, 40.0, "AVE+/AVE-")


def test_a_weighted_award_keeps_its_parts(tmp_path: Path) -> None:
    found = applied(tmp_path, AWARD.replace("AVE+/AVE-", "30% 650 + 70% -100"), scored_lines()).results.row(
        1, named=True
    )
    assert (found["kind"], found["ns_score"], found["ew_components"]) == ("weighted", None, None)
    assert found["ns_components"] == [{"score": 650, "weight": 3000}, {"score": -100, "weight": 7000}]


def test_a_score_in_place_of_an_award_makes_the_line_a_played_one(tmp_path: Path) -> None:
    kind = pl.Series(["played", "played", "artificial", "played", "played"], dtype=schemas.KIND)
    lines = results(kind=kind, ns_award=pl.lit(60.0), award_given=pl.lit("A6040"))
    text = CORRECTION.replace("ns_score = -690, round = 2", 'ns_score = "missing", award_given = "A6040"')
    found = applied(tmp_path, text, lines).results.row(2, named=True)
    assert (found["ns_score"], found["kind"], found["ns_award"]) == (-660, "played", None)


@pytest.mark.parametrize(
    ("field", "value", "was", "found"),
    [
        ("declarer", '"W"', '"missing"', "W"),
        ("strain", '"NT"', '"missing"', "NT"),
        ("lead", '"HT"', '"missing"', "HT"),
        ("ns_pair", "12", '"3"', "12"),
        ("published_ns_mp", "9", '"missing"', 9.0),
        ("table", '"missing"', "2", None),
    ],
)
def test_the_fields_that_can_be_corrected(tmp_path: Path, field: str, value: str, was: str, found: object) -> None:
    text = CORRECTION.replace('"ns_score"', f'"{field}"').replace("-660", value)
    text = re.sub("guard = .*", f"guard = {{ {field} = {was} }}", text)
    assert applied(tmp_path, text, scored_lines()).results[field].to_list()[2] == found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("ns_score = -690", "ns_score = -680"), "found ns_score = -690; wanted -680, as when it was ruled"),
        (("round = 2 }", 'round = "missing" }'), "found round = 2; wanted missing"),
        (("tables = [2]", "tables = [9]"), "in the plays { tables = [9] }; wanted at least one of the N-S pairs"),
        (("tables = [2]", "seats = [2]"), "found the plays key 'seats'"),
        (('field = "ns_score"', 'field = "file_id"'), "found the field 'file_id'; wanted one of round, level"),
        (("value = -660", "value = -660.5"), "found ns_score = -660.5; wanted a whole number from -10000 to 10000"),
        (("value = -660", "value = 1e999"), "found ns_score = inf"),
        (('field = "ns_score"', 'field = "level"'), "found level = -660; wanted a whole number from 1 to 7"),
        (('field = "ns_score"', 'field = "declarer"'), "found declarer = -660; wanted a text"),
        (("ns_score = -690, ", ""), "wanted what ns_score must still be, `missing` for none"),
        (("guard = { ns_score = -690, round = 2 }", "guard = {}"), "found guard = {}"),
        (("board = 7", "board = 9"), "found no traveller line of board 9; wanted a board that was played"),
    ],
)
def test_a_correction_that_does_not_fit_is_refused(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    with pytest.raises(RulingError) as error:
        applied(tmp_path, CORRECTION.replace(*change), scored_lines())
    assert said in str(error.value)
    assert "ruling 1" in str(error.value)


def test_two_rulings_on_one_field_of_a_line_are_refused(tmp_path: Path) -> None:
    again = CORRECTION.replace("-660", "-630")
    with pytest.raises(RulingError, match="ruling 2: found a second ruling on ns_score of the same line"):
        applied(tmp_path, CORRECTION + again, scored_lines())


def test_an_award_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulingError, match="found award = 'sixty'; wanted both sides' scores"):
        applied(tmp_path, AWARD.replace("AVE+/AVE-", "sixty"))
    with pytest.raises(RulingError, match="wanted weights of 100 per cent in all"):
        applied(tmp_path, AWARD.replace("AVE+/AVE-", "30% 650 + 60% -100"))


STAGE = 'discovered_stage = "after_play"'
FACTS = """
[[ruling]]
what = "facts"
event = 5
board = 7
facts = { discovered_stage = "after_play", fault = { NS = "full", EW = "none" } }
guard = { deal = "n e s w" }
source = "the director's book"
"""


def test_facts_are_kept_for_the_laws(tmp_path: Path) -> None:
    row = applied(tmp_path, FACTS).rulings.row(0, named=True)
    assert json.loads(row["facts"])["fault"] == {"NS": "full", "EW": "none"}
    others = 'fouling_table = "2", penalty_imposed = "25 percent of a top", ruling_recorded = "CANCEL_RESULT, Law 1"'
    row = applied(tmp_path, FACTS.replace('discovered_stage = "after_play"', others)).rulings.row(0, named=True)
    assert json.loads(row["facts"])["fouling_table"] == "2"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("after_play", "afterwards"), "found discovered_stage = 'afterwards', wanted one of 'before_auction'"),
        (("discovered_stage", "stage"), "found the fact 'stage'"),
        (
            ('discovered_stage = "after_play"', 'fouling_table = "banana"'),
            "found fouling_table = 'banana'; wanted a table",
        ),
        (
            ('discovered_stage = "after_play"', 'penalty_imposed = "some"'),
            "found penalty_imposed = 'some', wanted 'none'",
        ),
        ((STAGE, 'ruling_recorded = "yes"'), "found ruling_recorded = 'yes', wanted what"),
        (
            ('discovered_stage = "after_play"', "tables_prevented = -1"),
            "found tables_prevented = -1, wanted a whole number",
        ),
        (("EW =", "Nobody ="), "found fault of 'Nobody'; wanted NS or EW, or a pair"),
        (("full", "grave"), "found fault = {'NS': 'grave', 'EW': 'none'}"),
        (('"n e s w"', '"n e s"'), "found the deals ['n e s w']; wanted 'n e s', as when it was ruled"),
        (('{ deal = "n e s w" }', "{}"), "found guard = {}"),
    ],
)
def test_facts_that_do_not_fit_are_refused(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    with pytest.raises(RulingError) as error:
        applied(tmp_path, FACTS.replace(*change))
    assert said.replace(", wanted", "; wanted") in str(error.value)


PENALTY = """
[[ruling]]
what = "penalty"
event = 5
session = "1"
pair = "3"
direction = "NS"
amount = 25
unit = "percent of a top"
guard = { lines = 1 }
source = "White Book 2.8.2"
"""
FINDING = """
[[ruling]]
what = "finding"
event = 5
board = 7
finding = "score_contradicts_contract"
decision = "rejected"
by = "A. Auditor"
why = "the vulnerability was announced"
guard = { found = "690", expected = "660" }
source = "letter of 3 May"
"""


def test_penalties_and_findings_are_kept(tmp_path: Path) -> None:
    found = applied(tmp_path, PENALTY + FINDING).rulings
    assert found["what"].to_list() == ["penalty", "finding"]
    penalty, finding = map(json.loads, found["decision"])
    assert penalty == {"pair": "3", "direction": "NS", "amount": 25, "unit": "percent of a top"}
    assert (finding["decision"], finding["by"]) == ("rejected", "A. Auditor")
    assert found["result_ids"].to_list() == [[3], []]


def test_a_penalty_as_the_standings_take_it_off(tmp_path: Path) -> None:
    """The section is that of the pair's lines; a full board is 100 per cent of a top, a warning nothing."""
    texts = [PENALTY, PENALTY.replace("25", "1").replace("percent of a top", "boards")]
    texts += [PENALTY.replace("percent of a top", "warning"), PENALTY.replace("what =", 'state = "open"\nwhat =')]
    found = penalties(applied(tmp_path, "".join(texts)).rulings).collect()
    assert found.rows() == [(5, "1", "A", "3", "NS", taken) for taken in (25.0, 100.0, 0.0)]


@pytest.mark.parametrize(
    ("unit", "methods", "said"),
    [
        ("imps", {5: "matchpoints"}, "found unit = 'imps' in an event scored at matchpoints; wanted the event's own"),
        ("percent of a top", {5: "cross_imps"}, "found unit = 'percent of a top' in an event scored at cross imps"),
        ("boards", {}, "found unit = 'boards' in an event that is not scored"),
        ("imps", {5: "butler"}, None),
        ("boards", {5: "board_a_match"}, None),
        ("warning", {}, None),
    ],
)
def test_a_penalty_is_in_a_unit_of_the_method_that_scores_the_event(
    tmp_path: Path, unit: str, methods: dict[int, str], said: str | None
) -> None:
    """The method is the profile's, whatever the event says of itself."""
    file = tmp_path / "rulings.toml"
    file.write_text(PENALTY.replace("percent of a top", unit), encoding="utf-8")
    with pytest.raises(RulingError, match=said) if said else nullcontext():
        check_units(read_rulings(file), events(), methods)


def test_a_penalty_on_a_number_that_two_pairs_have_must_name_its_direction(tmp_path: Path) -> None:
    both = results(ew_pair=pl.Series(["3", "2", "1", "5", "4"]))
    text = PENALTY.replace('direction = "NS"\n', "").replace("lines = 1", "lines = 2")
    with pytest.raises(RulingError, match="found a pair '3' N-S and one E-W; wanted the ruling to name its direction"):
        applied(tmp_path, text, both)


@pytest.mark.parametrize(
    ("text", "change", "said"),
    [
        (PENALTY, ("lines = 1", "lines = 2"), "found 1 traveller lines of pair '3'; wanted 2, as when it was ruled"),
        (PENALTY, ("amount = 25", "amount = -1"), "found amount = -1"),
        (PENALTY, ("amount = 25", "amount = nan"), "found amount = nan"),
        (PENALTY, ("percent of a top", "tricks"), "found unit = 'tricks'"),
        (FINDING, ('"rejected"', '"waived"'), "found decision = 'waived'; wanted one of accepted, rejected"),
        (FINDING, ('"A. Auditor"', '""'), "found an empty by"),
        (FINDING, ('{ found = "690", expected = "660" }', "{}"), "found guard = {}"),
        (FINDING, ("by = ", "whom = "), "found the key 'whom'"),
    ],
)
def test_penalties_and_findings_that_do_not_fit_are_refused(
    tmp_path: Path, text: str, change: tuple[str, str], said: str
) -> None:
    with pytest.raises(RulingError) as error:
        applied(tmp_path, text.replace(*change))
    assert said in str(error.value)


ODD = (
    "5",
    "-1",
    "1e999",
    "nan",
    "true",
    '""',
    '"x"',
    "[]",
    "[[]]",
    "[{}]",
    "{}",
    "1979-05-27",
    "07:32:00",
    f"{10**30}",
)


@pytest.mark.parametrize("text", [RULING, CORRECTION, AWARD, FACTS, PENALTY, FINDING])
def test_whatever_stands_under_a_key_is_taken_or_refused_in_words(tmp_path: Path, text: str) -> None:
    """Every key of every kind with each odd value, also inside its tables: a ruling's own error or none at all."""
    keys = re.findall(r"([a-z_]+) = ", text)
    for key in keys:
        for value in ODD:
            changed = re.sub(rf"\b{key} = (\{{.*\}}|\[.*\]|\"[^\"]*\"|[^ ,}}\n]+)", f"{key} = {value}", text, count=1)
            assert changed != text or value in text
            with suppress(RulingError):
                applied(tmp_path, changed, scored_lines())
