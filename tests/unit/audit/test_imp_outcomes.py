"""Who wins at IMPs: as printed, by the run's profile, and by the others of its method."""

import polars as pl
import pytest

import neuberg
from neuberg import audit, schemas
from neuberg.score import standings
from unit.audit.events import changed, lines


def outcomes(frame: pl.DataFrame, pairs: pl.DataFrame, profile: str) -> pl.DataFrame:
    ranks = standings(neuberg.exact(frame, profile=profile).lazy(), profile=profile)
    return audit.audit(frame.lazy(), {}, ranks, pairs.lazy())["outcomes"]


def placed(*rows: tuple[str, int]) -> pl.DataFrame:
    printed = pl.DataFrame(rows, schema=["pair", "place"], orient="row")
    known = printed.with_columns(event_id=pl.lit(1), session=pl.lit("1"), section=pl.lit(""), season=pl.lit("2020"))
    return schemas.conform(known.lazy(), schemas.PAIRS).collect()


def three_tables() -> pl.DataFrame:
    """One board: 420, 420 and −50. Against the others' mean N-S of table 3 loses; 1 and 2 share the lead."""
    frame = lines(boards=2, tables=3)
    for board, scores in ((1, (420, 420, -50)), (2, (170, 110, 140))):
        for table, score in enumerate(scores, start=1):
            frame = changed(frame, board, [table], ns_score=score)
    return frame.with_columns(winners=pl.lit(2, dtype=pl.Int8))


def test_the_winner_as_printed_and_by_the_run_s_profile() -> None:
    # Board 1: 420 beats −50 by 470, 10 IMPs, so 5 on average; board 2: 170 is 60 and 30 better, 2 and 1 IMPs.
    found = outcomes(three_tables(), placed(("2", 1), ("1", 2)), "cross-imps")
    row = found.filter(pl.col("direction") == "NS").row(0, named=True)
    assert (row["winner"], row["winner_published"], row["winner_not_as_published"]) == ("1", "2", True)
    # 1 has 5 + 1.5; 2 has 5 and loses 2 and 1: 3.5.
    assert (row["runner_up"], row["margin"]) == ("2", 3.0)
    assert row["needed"] is None
    assert set(found["profile"]) == {"cross-imps"}


def test_an_adjusted_board_may_fall_under_the_other_profiles_of_the_method() -> None:
    frame = changed(three_tables(), 1, [3], kind="artificial", ns_score=None, ns_award=60.0, ew_award=40.0)
    found = outcomes(frame, placed(), "cross-imps")
    assert set(found["own"]) == {"cross-imps"}
    assert set(found["profile"]) == {f"cross-imps{name}" for name in ("", "-ebu", "-poland", "-scores", "-total")}
    assert found["winner_published"].null_count() == found.height
    for name, rows in found.partition_by("profile", as_dict=True).items():
        ranks = standings(neuberg.exact(frame, profile=str(name[0])).lazy(), profile=str(name[0])).collect()
        first = ranks.filter((pl.col("place") == 1) & (pl.col("direction") == "NS"))["pair"].sort().to_list()
        assert rows.filter(pl.col("direction") == "NS")["winner"].to_list() == [" and ".join(first)]


def test_imps_with_the_other_side_s_sign_are_told_from_wrong_ones() -> None:
    """Board 1 at N-S: +5, +5 and −10 against the others' mean; 2: 1.5, −1.5 and 0. Table 3 lost 10, printed as 10."""
    frame = three_tables()
    for board, imps in ((1, (5.0, 5.0, 10.0)), (2, (1.5, -1.5, 4.0))):
        for table, imp in enumerate(imps, start=1):
            frame = changed(frame, board, [table], published_ns_imp=imp)
    frame = frame.with_columns(published_imp_decimals=pl.lit(1, dtype=pl.Int8))
    found = audit.audit(frame.lazy(), {}, schemas.empty(schemas.STANDINGS).lazy(), schemas.empty(schemas.PAIRS).lazy())
    told = found["differences"].sort("board").select("board", "published", "recomputed", "class").rows()
    assert told == [(1, 10.0, -10.0, "wrong_direction"), (2, 4.0, 0.0, "unexplained")]
    counts = ("published", "reproduced", "explained", "wrong", "unexplained", "not_compared")
    assert found["audited"].select(counts).row(0) == (6, 4, 0, 1, 1, 0)


@pytest.mark.parametrize(("first", "reproduced"), [("1", 2), ("2", 2), ("3", 0)])
def test_a_place_of_unequal_numbers_of_boards_may_go_by_the_total_or_by_the_average(
    first: str, reproduced: int
) -> None:
    """Pair 1 has 5 of one board, pair 2 has 5 + 1 of two: 1 leads by the average, 2 by the total. Pair 3 is last."""
    frame = changed(three_tables(), 2, [1], kind="not_played", ns_score=None)
    frame = changed(changed(frame, 2, [2], ns_score=140), 2, [3], ns_score=110)
    for board, imps in ((1, (5.0, 5.0, -10.0)), (2, (None, 1.0, -1.0))):
        for table, imp in enumerate(imps, start=1):
            frame = changed(frame, board, [table], published_ns_imp=imp)
    frame = frame.with_columns(published_imp_decimals=pl.lit(0, dtype=pl.Int8))
    pairs = placed((first, 1), ("1" if first == "2" else "2", 2)).with_columns(direction=pl.lit("NS"))
    found = audit.audit(frame.lazy(), {}, schemas.empty(schemas.STANDINGS).lazy(), pairs.lazy())["audited"]
    assert found.filter(level="place").select("published", "reproduced").rows() == [(2, reproduced)]


def test_an_award_of_average_plus_for_both_sides_is_each_side_s_own() -> None:
    """Board 1: 420 and −50 are 10 IMPs apart; table 3 has 60-60: 3 for N-S, and 3 for E-W as well, not −3."""
    frame = changed(three_tables(), 1, [2], ns_score=-50)
    frame = changed(frame, 1, [3], kind="artificial", ns_score=None, ns_award=60.0, ew_award=60.0)
    for table, imps in ((1, (10.0, -10.0)), (2, (-10.0, 10.0)), (3, (3.0, 3.0))):
        frame = changed(frame, 1, [table], published_ns_imp=imps[0], published_ew_imp=imps[1])
    for table, imp in enumerate((1.5, -1.5, 0.0), start=1):
        frame = changed(frame, 2, [table], published_ns_imp=imp, published_ew_imp=-imp)
    frame = frame.with_columns(published_imp_decimals=pl.lit(1, dtype=pl.Int8))
    # E-W sit at other tables on board 2: 5 was at table 3 and goes to 2, 6 was at 1 and goes to 3.
    totals = {("3", "NS"): 3.0, ("5", "EW"): 4.5, ("1", "NS"): 11.5, ("6", "EW"): -10.0}
    rows = [(pair, direction, total, "1", "", 1, "2020") for (pair, direction), total in totals.items()]
    names = ["pair", "direction", "total", "session", "section", "event_id", "season"]
    pairs = schemas.conform(pl.DataFrame(rows, schema=names, orient="row").lazy(), schemas.PAIRS)
    found = audit.audit(frame.lazy(), {}, schemas.empty(schemas.STANDINGS).lazy(), pairs)
    assert found["differences"].is_empty()
    audited = found["audited"].select("quantity", "published", "reproduced").sort("quantity").rows()
    assert audited == [("ew_imp", 6, 6), ("ns_imp", 6, 6), ("total", 4, 4)]


@pytest.mark.parametrize("profile", ["cross-imps", "cross-imps-ebu", "cross-imps-total", "butler", "butler-ebu-2025"])
def test_the_figures_of_a_short_board_are_those_of_the_rule(profile: str) -> None:
    """Of board 1 four scores of five, one table having an award; of board 2 four, one table not having played it."""
    frame = lines(boards=3, tables=5)
    for board, scores in ((1, (420, 170, 0, 620)), (2, (170, 0, 620, 140)), (3, (620, 140, -50, 650, 400))):
        for table, score in enumerate(scores, start=1):
            frame = changed(frame, board, [table], ns_score=score)
    frame = changed(frame, 1, [5], kind="artificial", ns_score=None, ns_award=60.0, ew_award=40.0)
    frame = changed(frame, 2, [5], kind="not_played", ns_score=None)
    scored = neuberg.score(frame, profile=profile)
    frame = frame.with_columns(
        scored.select(published_ns_imp="ns_imp", published_ew_imp="ew_imp"),
        published_imp_decimals=pl.lit(4, dtype=pl.Int8),
        winners=pl.lit(2, dtype=pl.Int8),
    )
    no_pairs, no_ranks = schemas.empty(schemas.PAIRS).lazy(), schemas.empty(schemas.STANDINGS).lazy()
    found = audit.audit(frame.lazy(), {}, no_ranks, no_pairs)
    assert found["audited"].select("profile", "published", "reproduced").unique().rows() == [(profile, 14, 14)]


def test_a_total_with_a_figure_that_is_not_explained_is_the_sum_with_the_others_exact() -> None:
    """Pair 1: 7 printed where 5 is right, and 2 for 1.5, 8.5 in all; pair 3: −9 for a weighted score, and 0."""
    frame = changed(three_tables(), 1, [3], kind="weighted", ns_score=None)
    for board, imps in ((1, (7.0, 6.0, -9.0)), (2, (2.0, -2.0, 0.0))):
        for table, imp in enumerate(imps, start=1):
            frame = changed(frame, board, [table], published_ns_imp=imp)
    frame = frame.with_columns(published_imp_decimals=pl.lit(0, dtype=pl.Int8))
    rows = [(pair, "NS", total, 1, "1", "", 1, "2020") for pair, total in (("1", 8.5), ("2", 9.9), ("3", -9.0))]
    names = ["pair", "direction", "total", "total_decimals", "session", "section", "event_id", "season"]
    pairs = schemas.conform(pl.DataFrame(rows, schema=names, orient="row").lazy(), schemas.PAIRS)
    found = audit.audit(frame.lazy(), {}, schemas.empty(schemas.STANDINGS).lazy(), pairs)["differences"]
    told = found.filter(level="pair").sort("pair").select("pair", "class").rows()
    assert told == [("1", "follows_its_boards"), ("2", "not_the_sum"), ("3", "follows_its_boards")]
    of_lines = found.filter(level="result")
    assert of_lines.select("board", "class").rows() == [(1, "no_comparison")] * 3
    assert of_lines["evidence"].str.contains("weighted").all()


def test_a_whole_event_s_totals_and_places_are_those_of_its_sessions() -> None:
    """In each session pair 1 has 5 + 1.5, 2 has 5 − 1.5 and 3 −10: 13, 7 and −20 in all; 3 is printed first."""
    first = three_tables()
    for board, imps in ((1, (5.0, 5.0, -10.0)), (2, (1.5, -1.5, 0.0))):
        for table, imp in enumerate(imps, start=1):
            first = changed(first, board, [table], published_ns_imp=imp)
    second = first.with_columns(session=pl.lit("2"), result_id=pl.col("result_id") + 50_000)
    frame = pl.concat([first, second]).with_columns(published_imp_decimals=pl.lit(1, dtype=pl.Int8))
    totals = {"1": 13.0, "2": 7.0, "3": -19.0}
    pairs = placed(("3", 1), ("1", 1), ("2", 2)).with_columns(
        session=pl.lit(None, pl.String),
        direction=pl.lit("NS"),
        total=pl.col("pair").replace_strict(totals),
        total_decimals=pl.lit(0, pl.Int8),
    )
    found = audit.audit(frame.lazy(), {}, schemas.empty(schemas.STANDINGS).lazy(), pairs.lazy())
    counts = ("quantity", "published", "reproduced", "wrong", "not_compared")
    held = found["audited"].filter(pl.col("level").is_in(["pair", "place"])).sort("quantity").select(counts)
    assert held.rows() == [("place", 3, 2, 1, 0), ("total", 3, 2, 1, 0)]
    told = found["differences"].sort("quantity").select("session", "pair", "quantity", "recomputed").rows()
    assert told == [(None, "3", "place", 3.0), (None, "3", "total", -20.0)]
