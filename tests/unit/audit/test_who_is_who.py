"""A contestant of a whole event in print is that of the standings; where nobody is ranked, nothing is called wrong."""

import polars as pl
import pytest

import neuberg
from neuberg import audit, schemas
from neuberg.score import standings
from neuberg.score.whole_events import MOVED, ONE_AND_TWO, TURNED
from spec.test_whole_events import FOUR, HOWELL, MITCHELL, lines_of
from unit.audit.events import complete

_GUESTS = FOUR | {"2": ["Guest", "Guest"], "3": ["Guest", "Guest"]}
_TURNED = [(board, ew, ns, score) for board, ns, ew, score in MITCHELL]
Line = tuple[str | None, str, str, list[str], float | None, int | None]


def played(*sessions: list[tuple[int, str, str, int]]) -> pl.DataFrame:
    """The sessions' lines, in which the seats say who is ranked with whom."""
    return complete(lines_of([*sessions])).with_columns(winners=pl.lit(None, dtype=pl.Int8))


def named(session: str, players: dict[str, list[str]], section: str = "A") -> list[Line]:
    return [(session, section, pair, two, None, None) for pair, two in players.items()]


def account(frame: pl.DataFrame, printed: list[Line]) -> list[tuple[object, ...]]:
    """What became of the printed totals and places: so many, right, wrong, not compared, and why."""
    names = ["session", "section", "pair", "players", "total", "place"]
    rows = pl.DataFrame(printed, schema=names, orient="row", infer_schema_length=None).with_columns(
        event_id=pl.lit(1), file_id=pl.lit(1), line=pl.int_range(1000, 1000 + pl.len()), total_decimals=pl.lit(0)
    )
    pairs = schemas.conform(rows.lazy(), schemas.PAIRS).collect().lazy()
    scored = neuberg.exact(frame, profile="wbf-1991").lazy()
    ranks = standings(scored, profile="wbf-1991", pairs=pairs)
    found = audit.audit(frame.lazy(), {"wbf-1991": scored}, ranks, pairs)["audited"].sort("quantity", descending=True)
    return found.select("quantity", "published", "reproduced", "wrong", "not_compared", "why").rows()


def whole(players: dict[str, list[str]], totals: list[float], places: list[int], section: str = "") -> list[Line]:
    figures = zip(players.items(), totals, places, strict=True)
    return [(None, section, pair, two, total, place) for (pair, two), total, place in figures]


@pytest.mark.parametrize(
    "told",
    [named("1", FOUR), named("2", FOUR), named("1", _GUESTS) + named("2", _GUESTS), named("1", _GUESTS), []],
    ids=["first", "second", "guests", "guests in the first", "nobody"],
)
def test_a_total_of_the_event_is_of_the_sessions_that_the_standings_add(told: list[Line]) -> None:
    # Two winners' boards, one each of 1 and 3, and none of 2, twice: 8, 4 and 0.
    players = _GUESTS if ["Guest", "Guest"] in [line[3] for line in told] else FOUR
    printed = whole(players, [4, 0, 4, 8], [2, 4, 2, 1])
    both = [("total", 4, 4, 0, 0, None), ("place", 4, 4, 0, 0, None)]
    assert account(played(HOWELL, HOWELL), told + printed) == both


@pytest.mark.parametrize("players", [FOUR, {key: list[str]() for key in "1234"}], ids=["named", "numbered"])
@pytest.mark.parametrize(
    ("sessions", "totals", "why"),
    [([HOWELL, MITCHELL], [6, 0, 2, 8], ONE_AND_TWO), ([MITCHELL, _TURNED], [4, 4, 4, 4], TURNED)],
)
def test_figures_of_an_event_in_which_nobody_is_ranked_are_not_compared_and_say_why(
    players: dict[str, list[str]], sessions: list[list[tuple[int, str, str, int]]], totals: list[float], why: str
) -> None:
    printed = named("1", players) + named("2", players) + whole(players, totals, [1, 2, 3, 4])
    said = f"nobody is ranked in the whole event: {why}"
    assert account(played(*sessions), printed) == [("total", 4, 0, 0, 4, said), ("place", 4, 0, 0, 4, said)]


def test_the_total_of_players_who_change_their_section_is_still_their_sessions_added() -> None:
    """Who is ranked among whom is not known, so that their places say why they are not compared."""
    others = {pair: [f"E{pair}", f"F{pair}"] for pair in FOUR}
    own = played(HOWELL, HOWELL)
    sections = [own.with_columns(section=pl.lit(name), scored_with=pl.lit(name)) for name in "AB"]
    frame = pl.concat(sections).with_columns(pl.col("result_id") + 100 * (pl.col("section") == "B").cast(pl.Int64))
    told = named("1", FOUR) + named("1", others, "B") + named("2", others) + named("2", FOUR, "B")
    printed = [line for players in (FOUR, others) for line in whole(players, [4, 0, 4, 8], [2, 4, 2, 1])]
    said = f"nobody is ranked in the whole event: {MOVED}"
    assert account(frame, told + printed) == [("total", 8, 8, 0, 0, None), ("place", 8, 0, 0, 8, said)]


def test_a_line_of_a_number_is_of_nobody_whose_players_are_others_nor_of_one_of_two() -> None:
    """Ann and Bob have one top as 1 in the first session; so have others as 1 in the second: 2 each in the event."""
    told = named("1", FOUR) + named("2", FOUR | {"1": ["New", "Pair"]})
    known: list[Line] = [(None, "", "1", ["New", "Pair"], 2, None), (None, "", "1", ["Bob", "Ann"], 2, None)]
    others: list[Line] = [(None, "", "1", ["Not", "They"], 5, None), (None, "", "1", [], 5, None)]
    frame = played(HOWELL, HOWELL)
    assert account(frame, told + known) == [("total", 2, 2, 0, 0, None)]
    nobody = "no line of theirs is found in the sessions"
    assert account(frame, named("1", FOUR) + others[:1]) == [("total", 1, 0, 0, 1, nobody)]
    assert account(frame, told + others) == [("total", 2, 0, 0, 2, nobody)]
