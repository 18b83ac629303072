"""The public files beside the checkout: each is read to its end, and what it holds is counted another way."""

import re

import polars as pl
import pytest

from pbn_text import Tables, account, read
from shared import SHARED, shared

FILES = sorted(path.name for path in (SHARED / "corpus/pbn").glob("*.pbn")) or [""]


def file(name: str) -> bytes:
    return shared(f"corpus/pbn/{name}").read_bytes()


def tables_of(name: str) -> Tables:
    return read(file(name), path=name)


def tag_values(name: str, tag: str) -> list[str]:
    """The values of a tag by a plain search: right where the file has one tag a line and none in comments."""
    return re.findall(rf'^\[{tag} *"([^"]*)"\]', file(name).decode("latin-1"), flags=re.MULTILINE)


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_read_to_its_end(name: str) -> None:
    tables = tables_of(name)
    assert tables["files"]["status"].item() in ("read", "read_with_problems")
    assert not {"value_out_of_range", "reader_failed"} & set(tables["problems"]["code"])


@pytest.mark.parametrize("name", [name for name in FILES if not name.startswith("verifier")])
def test_no_board_record_is_lost(name: str) -> None:
    assert account(tables_of(name), "deal").get("found", 0) == len(tag_values(name, "Board"))


@pytest.mark.parametrize("name", [name for name in FILES if not name.startswith("verifier")])
def test_no_play_and_no_row_is_lost(name: str) -> None:
    text = file(name).decode("latin-1").replace("\r\n", "\n")
    tabled = sum(
        len(rows.split("\n")) - 1 for rows in re.findall(r"^\[ScoreTable .*\n((?:[^\[\n].*\n)*)", text, re.MULTILINE)
    )
    plays = len([value for value in tag_values(name, "Contract") if value.strip("?")])
    assert account(tables_of(name), "traveller line").get("found", 0) == tabled + plays + len(_scored_only(text))


def _scored_only(text: str) -> list[str]:
    """Games whose contract is unknown though a result or score is there."""
    unknown = re.findall(r'\[Contract "\??"\]\n(?:\[.*\]\n)*', text)
    return [game for game in unknown if re.search(r'\[(?:Result|Score) "[^"?]', game)]


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("verifier_correct")] or [""])
def test_a_file_that_is_right_by_the_specification_gives_no_error(name: str) -> None:
    assert tables_of(name)["problems"].filter(pl.col("severity") == "error").is_empty()


def test_a_magic_contest_session() -> None:
    tables = tables_of("magic_contest_session_1.pbn")
    assert {name: tables[name].height for name in ("problems", "events", "boards", "results", "pairs")} == {
        "problems": 1, "events": 1, "boards": 30, "results": 660, "pairs": 44,
    }  # fmt: skip
    # A contestant's table, tie-break and sex have no column of ours.
    assert tables["problems"]["code"].to_list() == ["unknown_columns"]
    event = tables["events"].row(0, named=True)
    assert (event["body"], event["competition"], event["scoring"], event["winners"]) == (
        "Fédération Française de Bridge", "pairs", "matchpoints", 1,
    )  # fmt: skip
    # 22 tables in each of 15 rounds of two boards; a top of 2 · 21.
    per_board = (
        tables["results"]
        .group_by("board")
        .agg(pl.len(), top=(pl.col("published_ns_mp") + pl.col("published_ew_mp")).median())
    )
    assert per_board["len"].unique().to_list() == [22]
    assert per_board["top"].unique().to_list() == [42.0]
    printed = file("magic_contest_session_1.pbn").decode("latin-1")
    assert tables["results"].filter(pl.col("kind") == "artificial").height == len(
        re.findall(r'"A[+-]?" +"A[+-]?"', printed)
    )
    assert tables["results"].filter(pl.col("kind") == "passed_out").height == len(re.findall(r"\d Pass ", printed))


def test_the_scores_of_a_table_are_north_souths() -> None:
    """Every undoubled game made by East or West in the file is E-W's plus, and N-S's minus."""
    results = tables_of("magic_contest_session_1.pbn")["results"].filter(pl.col("kind") == "played")
    made = results.filter(pl.col("tricks") >= pl.col("level") + 6)
    north_south = pl.col("declarer").cast(pl.String).is_in(["N", "S"])
    assert made.filter((pl.col("ns_score") > 0) != north_south).is_empty()
    assert made.height > 300


def test_two_plays_of_every_board_of_a_vugraph_archive() -> None:
    tables = tables_of("example3.pbn")
    assert tables["results"].height == 2 * 3816 == len(tag_values("example3.pbn", "Contract"))
    key = ["event_id", "session", "section", "board"]
    assert tables["boards"].group_by(key).len().filter(pl.col("len") > 1).is_empty()
    assert tables["results"].group_by("event_id", "session", "board", "scored_with").len()["len"].min() == 2
    assert sorted(tables["events"]["name"]) == ["Spingold", "U.S. Championship", "Vanderbilt", "World Championship"]


def test_a_frequency_file_counts_its_tables() -> None:
    tables = tables_of("frequency_only.pbn")
    first = tables["results"].filter(pl.col("board") == 1)
    # The last rank printed, 155, stands for one table.
    assert first["multiplicity"].sum() == 155
    assert tables["results"].filter(pl.col("kind") == "artificial").select("ns_award", "ew_award").null_count().row(
        0
    ) == (0, 0)


def test_a_featured_play_is_no_line_beside_its_table() -> None:
    tables = tables_of("okbridge_mp_2_7.pbn")
    assert account(tables, "traveller line") == {"found": 818, "loaded": 792, "ignored": 26}
    assert tables["boards"]["deal_origin"].unique().to_list() == ["record"]


def test_what_is_wrong_in_these_files_is_noted() -> None:
    def noted(name: str) -> list[tuple[int, str]]:
        return tables_of(name)["problems"].filter(pl.col("severity") != "info").select("line", "code").rows()

    assert noted("contract_1SHNT.pbn") == [(243, "bad_contract")]
    assert noted("lin_inside_board_tag.pbn") == [(1164, "bad_board")]
    printed = file("result_33.pbn").decode("latin-1").splitlines()
    ((line, code),) = noted("result_33.pbn")
    assert code == "bad_result"
    assert '[Result "33"]' in printed[line - 1 : line + 20]
