"""A whole run over data/samples, held against data/samples/answer_key.csv: nothing missing, nothing besides."""

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import neuberg
from neuberg import season

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
CLUB_PAIRS = "pbn/club_pairs_2019.pbn"
TEAM_MATCH = "pbn/team_match_1998.pbn"
MITCHELL = "usebio/mitchell_2021.xml"
FOULED = "travellers/fouled_board_1994.csv"
MINIMAL = "travellers/minimal.csv"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("samples")
    season.run([SAMPLES], out, season.Options(validation=False))
    return out


def table(run: Path, name: str) -> pl.DataFrame:
    """A table of the run, with the path of the file that each row is from."""
    paths = neuberg.scan(run, "files").select("file_id", "path")
    rows = neuberg.scan(run, name)
    return (rows if name == "files" else rows.join(paths, on="file_id", how="left")).collect()


def scored(run: Path, path: str) -> pl.DataFrame:
    """A file's traveller lines with their scores."""
    scores = neuberg.scan(run, "scores").drop("event_id", "season").collect()
    return table(run, "results").filter(path=path).join(scores, on="result_id")


def answer_key() -> list[tuple[str, ...]]:
    with (SAMPLES / "answer_key.csv").open(newline="", encoding="utf-8") as file:
        return [tuple(row[name] for name in KEY_COLUMNS) for row in csv.DictReader(file)]


KEY_COLUMNS = ("file", "line", "kind", "name", "board", "found", "expected")


def findings(run: Path) -> list[tuple[str, ...]]:
    """What the run found, as rows of the key; a problem is known by its place alone."""
    flags = [
        (row["path"], row["line"], "flag", row["check"], row["board"], row["found"], row["expected"])
        for row in table(run, "flags").to_dicts()
    ]
    differences = [
        (row["path"], row["line"], "difference", row["quantity"], row["board"], *_figures(row))
        # A board's sum is wrong with its line's figure.
        for row in table(run, "differences").filter(pl.col("level") != "board").to_dicts()
    ]
    problems = [(row["path"], row["line"], "problem", "", "", "", "") for row in table(run, "problems").to_dicts()]
    return [tuple("" if value is None else str(value) for value in row) for row in flags + differences + problems]


def _figures(row: dict[str, Any]) -> tuple[str, str]:
    return f"{row['published']:g}", f"{row['recomputed']:g}"


def without_detail_of_problems(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [(*row[:3], "", "", "", "") if row[2] == "problem" else row for row in rows]


def test_the_run_finds_what_was_planted_and_nothing_else(run: Path) -> None:
    found, planted = Counter(findings(run)), Counter(without_detail_of_problems(answer_key()))
    assert found - planted == Counter(), "found, but not planted"
    assert planted - found == Counter(), "planted, but not found"


def test_a_problem_shows_what_stands_in_the_file(run: Path) -> None:
    found = {(row["path"], row["line"]): row["found"] for row in table(run, "problems").to_dicts()}
    planted = {
        (file, int(line)): text for file, line, kind, _, _, text, _ in answer_key() if kind == "problem" and line
    }
    assert sorted(planted.values()) == ["1C", "8S"]
    assert {place: found[place] for place in planted} == planted


def test_a_file_of_no_format_is_listed(run: Path) -> None:
    status = dict(table(run, "files").select("path", pl.col("status").cast(pl.String)).iter_rows())
    assert status == {
        CLUB_PAIRS: "read_with_problems",
        TEAM_MATCH: "read",
        MITCHELL: "read_with_problems",
        FOULED: "read",
        MINIMAL: "read",
        "travellers/neuberg.toml": "read",
        "notes/readme.txt": "no_reader",
        "answer_key.csv": "no_reader",
    }


@pytest.mark.parametrize(
    ("path", "deals", "lines", "contestants"),
    [
        (CLUB_PAIRS, 11, 66, 12),  # eleven boards at six tables, twelve pairs in one ranking
        (MITCHELL, 7, 48, 14),  # seven boards at seven tables, one of them not played
        (FOULED, 13, 100, 0),  # ten boards at ten tables; two boards have three further forms between them
        (MINIMAL, 0, 36, 0),  # nothing of its boards but their numbers
        (TEAM_MATCH, 8, 16, 0),  # eight boards in two rooms
    ],
)
def test_every_record_is_loaded(run: Path, path: str, deals: int, lines: int, contestants: int) -> None:
    account = table(run, "conservation").filter(path=path)
    assert dict(account.select(pl.col("kind").cast(pl.String), "loaded").iter_rows()) == {
        "event": 1,
        "deal": deals,
        "traveller line": lines,
        "contestant's line": contestants,
    }


def test_conservation_holds_for_each_file_and_kind(run: Path) -> None:
    account = table(run, "conservation")
    assert account["path"].n_unique() == 8
    kept = pl.sum_horizontal("loaded", "rejected", "superseded", "ignored")
    assert account.filter(pl.col("found") != kept).is_empty()
    assert account.filter(pl.col("rejected") > 0).is_empty()  # each planted fault costs no record


def test_the_profile_follows_from_body_and_date(run: Path) -> None:
    scores = neuberg.scan(run, "scores").select("result_id", "profile", "variant").collect()
    used = table(run, "results").join(scores, on="result_id").select("path", "profile", "variant").unique()
    assert sorted(used.iter_rows()) == [
        (CLUB_PAIRS, "wbf-1991", 1),  # nothing known of the body: the default
        ("pbn/team_match_1998.pbn", "match-imps", 1),  # two tables a board
        (FOULED, "acbl-1991", 1),  # the folder's neuberg.toml: ACBL, 5 March 1994
        (MINIMAL, "acbl-1991", 1),
        (MITCHELL, "wbf-1991", 1),
    ]


def lines_of(run: Path, board: int) -> dict[str, dict[str, Any]]:
    """The lines of a board of the fouled event by N-S pair, matchpoints to the profile's two decimals."""
    lines = scored(run, FOULED).filter(board=board).with_columns(pl.col("ns_mp", "ew_mp").round(2))
    return {row["ns_pair"]: row for row in lines.to_dicts()}


def figures(row: dict[str, Any]) -> tuple[int, str, int, float, float]:
    return row["ns_score"], row["method"], row["n"], row["ns_mp"], row["ew_mp"]


def test_fouled_board_in_groups_of_seven_and_three(run: Path) -> None:
    """Board 5: N = 10, matchpoints 1-½-0. Seven by the formula N·S/n + (N−n)/2n, three by awards of a top of 9."""
    line = lines_of(run, 5)

    assert {row["field"] for row in line.values()} == {10}
    # +90 beats three of -100 and one of -110 and ties with two more of +90: S = 4 + 2·½ = 5.
    # 10·5/7 + 3/14 = 103/14 = 7.357; E-W have S = 1: 10/7 + 3/14 = 23/14 = 1.643.
    assert figures(line["2"]) == (90, "formula", 7, 7.36, 1.64)
    # -100 beats -110 and ties with two more: S = 1 + 2·½ = 2.  43/14 = 3.071; E-W: S = 4, 83/14 = 5.929.
    assert figures(line["1"]) == (-100, "formula", 7, 3.07, 5.93)
    # -110 is the worst: S = 0.  3/14 = 0.214; E-W beat six: 10·6/7 + 3/14 = 123/14 = 8.786.
    assert figures(line["4"]) == (-110, "formula", 7, 0.21, 8.79)
    # The best of three: 70 % of 9 = 6.3, and its opponents, worst of their three, 50 % = 4.5.
    assert figures(line["6"]) == (110, "award", 3, 6.3, 4.5)
    # The middle one: 60 % of 9 = 5.4 in each direction.
    assert figures(line["7"]) == (50, "award", 3, 5.4, 5.4)
    # 70 % of the top for the best E-W: 6.3 of 9; in per cent 100·6.3/9 = 70.00.
    assert figures(line["8"]) == (-90, "award", 3, 4.5, 6.3)
    assert (line["8"]["ns_pct"], line["8"]["ew_pct"]) == (50.0, 70.0)


def test_fouled_board_in_groups_of_four_four_and_two(run: Path) -> None:
    """Board 8: N = 10. Twice four by the formula, N·S/n + (N−n)/2n = 2.5·S + 0.75; two by awards."""
    line = lines_of(run, 8)

    # -450 beats two of -480 and ties with another: S = 2½.  2.5·2.5 + 0.75 = 7; E-W: S = ½, 2.
    assert figures(line["2"]) == (-450, "formula", 4, 7.0, 2.0)
    # +100 beats three: S = 3.  2.5·3 + 0.75 = 8.25; E-W: S = 0, 0.75.
    assert figures(line["4"]) == (100, "formula", 4, 8.25, 0.75)
    # The better of two: 65 % of 9 = 5.85; its opponents 55 % = 4.95.
    assert figures(line["8"]) == (130, "award", 2, 5.85, 4.95)
    assert [line[pair]["comparison_group"] for pair in ("1", "4", "8")] == [1, 2, 3]


def test_artificial_scores_are_of_the_full_top_and_leave_the_comparison(run: Path) -> None:
    # Six lines, top 2·5 = 10: 60 and 40 % of it. The other five: (6/5)(S + 1) − 1.
    board = scored(run, CLUB_PAIRS).filter(board=5).sort("ns_mp")
    assert board.filter(kind="artificial").select("ns_mp", "ew_mp", "n").row(0) == (6.0, 4.0, None)
    # -100 is beaten by all: 6/5 − 1 = 0.2. Two of +600: S = 2 + 1 = 3, 3.8. Two of +630: S = 6 + 1 = 7, 8.6.
    real = board.filter(kind="played").with_columns(pl.col("ns_mp").round(2))
    assert real["ns_score"].to_list() == [-100, 600, 600, 630, 630]
    assert real["ns_mp"].to_list() == [0.2, 3.8, 3.8, 8.6, 8.6]
    # Seven lines, top 12: A6060 is 7.2 for both sides.
    award = scored(run, MITCHELL).filter(kind="artificial").with_columns(pl.col("ns_mp", "ew_mp").round(2))
    assert award.select("board", "award_given", "ns_mp", "ew_mp", "field").rows() == [(2, "A6060", 7.2, 7.2, 7)]


def test_passed_out_and_not_played_are_different_things(run: Path) -> None:
    lines = scored(run, MITCHELL)
    passed = lines.filter(kind="passed_out")
    assert passed.select("board", "ns_score", "level", "field").rows() == [(4, 0, None, 7)]
    # Board 6 was not played at one table: six lines, a top of 10, no line without a score.
    six = lines.filter(board=6)
    assert six.height == 6
    assert six["ns_score"].null_count() == 0
    assert six["field"].unique().to_list() == [6]


def test_a_contract_that_cannot_be_read_leaves_its_score(run: Path) -> None:
    [row] = table(run, "results").filter(pl.col("level").is_null(), path=CLUB_PAIRS, board=8).to_dicts()
    assert (row["ns_score"], row["strain"], row["declarer"], row["lead"]) == (110, None, "S", "C7")


def test_a_later_play_inherits_its_board(run: Path) -> None:
    """In the match a closed room repeats its board by `#` (odd boards) or not at all (even ones)."""
    lines = table(run, "results").filter(path=TEAM_MATCH)
    plays = lines.group_by("board").agg(pl.col("room").sort()).sort("board")
    assert_frame_equal(
        plays, pl.DataFrame({"board": range(1, 9), "room": [["Closed", "Open"]] * 8}), check_dtypes=False
    )
    deals = table(run, "boards").filter(path=TEAM_MATCH).select("deal_id", "north", "vulnerable")
    played = lines.join(deals, on="deal_id")
    assert played.height == 16
    assert (
        played.group_by("board").agg(pl.struct("north", "vulnerable").n_unique().alias("n"))["n"].to_list() == [1] * 8
    )


def test_the_match_is_won_by_a_team(run: Path) -> None:
    """By hand 5 + 0 + 7 − 1 + 5 + 7 − 2 + 10 to Tenace, N-S in the open room: 34 to 3."""
    [event_id] = table(run, "events").filter(path=TEAM_MATCH)["event_id"]
    own = {
        name: neuberg.scan(run, name).filter(event_id=event_id).collect()
        for name in ("standings", "outcomes", "audited", "explanations")
    }
    teams = own["standings"].sort("place")
    assert teams.select("section", "pair", "boards", "imp", "place").rows() == [
        ("Endplay - Tenace", "Tenace", 8, 34.0, 1),
        ("Endplay - Tenace", "Endplay", 8, 3.0, 2),
    ]
    assert own["outcomes"].select("profile", "winner", "runner_up", "margin").rows() == [
        ("match-imps", "Tenace", "Endplay", 31.0)
    ]
    # The printed IMPs are of the two tables, and held against them.
    assert own["audited"].select("quantity", "profile", "published", "reproduced").sort("quantity").rows() == [
        ("ew_imp", "match-imps", 7, 7),
        ("ns_imp", "match-imps", 9, 9),
    ]
    [found] = own["explanations"].to_dicts()
    assert (found["method"], found["profiles"]) == ("the IMPs between the two tables of a match", ["match-imps"])


def test_published_matchpoints_agree_but_for_the_planted_one(run: Path) -> None:
    """Without the audit: each printed figure against the stored score, both in hundredths."""
    lines = pl.concat([scored(run, path) for path in (CLUB_PAIRS, MITCHELL, FOULED)])
    # Both sides of 66, 48 and 100 lines have printed matchpoints.
    assert lines.select(pl.col("published_ns_mp", "published_ew_mp").count()).row(0) == (214, 214)
    wrong = lines.filter(
        (hundredths("published_ns_mp") != hundredths("ns_mp")) | (hundredths("published_ew_mp") != hundredths("ew_mp"))
    )
    planted = wrong.select("path", "board", "published_ns_mp", "ns_mp", "published_ew_mp", "ew_mp")
    assert planted.rows() == [(MITCHELL, 1, 6.0, 9.0, 3.0, 3.0)]


def hundredths(column: str) -> pl.Expr:
    return (100 * pl.col(column)).round().cast(pl.Int64)
