"""Events of several sessions: printed totals, percentages and places against the sessions added or averaged."""

import polars as pl
import pytest

import neuberg
from neuberg import audit
from neuberg.score import standings
from unit.audit.events import audited, changed, complete, fouled, lines, printed_pairs, published, ranked_by


def two_sessions() -> pl.DataFrame:
    """One event of two sessions of four boards at five tables, the pairs the same."""
    first, second = lines(4, 5, seed=1), lines(4, 5, seed=2)
    second = second.with_columns(session=pl.lit("2"), result_id=pl.col("result_id") + 50_000)
    return published(pl.concat([first, second]), "wbf-1991")


#: What the two totals may be taken for, and places that follow from none.
_WRONG = ["not_the_sum", "board_counted_twice", "board_left_out", "place_does_not_follow"]


def event_rows(frame: pl.DataFrame, **columns: pl.Expr) -> pl.DataFrame:
    """The event's list as the run totals it, with other columns."""
    rows = printed_pairs(frame, "wbf-1991").filter(pl.col("session").is_null())
    return rows.with_columns(**columns)


def account(found: dict[str, pl.DataFrame]) -> list[tuple[object, ...]]:
    columns = ("level", "quantity", "published", "reproduced", "explained", "unexplained", "not_compared")
    return (
        found["audited"]
        .filter(pl.col("level").is_in(["pair", "place"]))
        .select(columns)
        .sort("level", "quantity")
        .rows()
    )


def classes(found: dict[str, pl.DataFrame]) -> list[tuple[object, ...]]:
    rows = found["differences"].filter(pl.col("level").is_in(["pair", "place"]))
    return rows.select("session", "pair", "quantity", "class").rows()


def test_the_sums_of_two_sessions_are_held_against_the_event_s_list() -> None:
    frame = two_sessions()
    rows = event_rows(frame)
    assert rows.height == 10
    found = audited(frame, rows)
    assert account(found) == [
        ("pair", "percent", 10, 10, 0, 0, 0),
        ("pair", "total", 10, 10, 0, 0, 0),
        ("place", "place", 10, 10, 0, 0, 0),
    ]


@pytest.mark.parametrize("named", ["1", "2"])
def test_players_who_are_named_in_one_session_have_their_boards_of_both_in_the_event_s_total(named: str) -> None:
    frame = two_sessions()
    players = pl.concat_list(pl.lit("N-S ") + pl.col("direction").fill_null("") + pl.col("pair"))
    printed = printed_pairs(frame, "wbf-1991").with_columns(players=players)
    told = printed.filter(pl.col("session").is_null() | (pl.col("session") == named))
    assert classes(audited(frame, told)) == []


def test_a_carry_over_is_in_the_total_or_beside_it() -> None:
    frame = two_sessions()
    carried = event_rows(frame, carryover=pl.lit(5.0))
    assert classes(audited(frame, carried)) == []
    with_it = carried.with_columns(total=pl.col("total") + 5)
    assert classes(audited(frame, with_it)) == []


def test_the_mean_of_the_sessions_percentages_is_right() -> None:
    """A pair that played two boards of the second session alone: its mean is not its share of all tops."""
    frame = two_sessions().filter(~((pl.col("session") == "2") & (pl.col("board") > 2) & (pl.col("table") == "1")))
    frame = published(frame, "wbf-1991")
    ranks = ranked_by(frame, "wbf-1991")
    means = ranks.filter(pl.col("session").is_not_null()).group_by("pair").agg(mean=pl.col("percent").mean().round(2))
    rows = event_rows(frame).join(means, on="pair")
    rows = rows.with_columns(total=pl.lit(None, dtype=pl.Float64), place=pl.lit(None, dtype=pl.Int32))
    differs = rows.filter((pl.col("mean") - pl.col("percent")).abs() > 0.05)
    assert differs.height > 0
    assert classes(audited(frame, rows.with_columns(percent="mean").drop("mean"))) == []


def test_a_total_that_is_not_its_sessions_sum_and_one_that_follows_printed_sessions() -> None:
    frame = two_sessions()
    wrong = pl.when(pl.col("pair") == "3").then(pl.col("total") + 2).otherwise("total")
    found = audited(frame, event_rows(frame, total=wrong))
    assert classes(found) == [(None, "3", "total", "not_the_sum")]
    # The second session's own list has 2 more too.
    sessions = printed_pairs(frame, "wbf-1991").filter(pl.col("session").is_not_null())
    more = pl.when((pl.col("pair") == "3") & (pl.col("session") == "2")).then(pl.col("total") + 2).otherwise("total")
    both = pl.concat([sessions.with_columns(total=more), event_rows(frame, total=wrong)])
    assert [row for row in classes(audited(frame, both)) if row[0] is None] == [
        (None, "3", "total", "follows_its_boards")
    ]


@pytest.mark.parametrize(("percent", "kind"), [(66.67, "follows_its_boards"), (66.6, "not_the_sum")])
def test_a_percentage_may_be_that_of_its_sessions_as_printed_of_their_own_tops(percent: float, kind: str) -> None:
    """10 that are 50 per cent, of 20, and 30 that are 75, of 40: 40 of 60. The profile's tops are others."""
    frame = two_sessions()
    is_third, first = pl.col("pair") == "3", pl.col("session") == "1"
    sessions = printed_pairs(frame, "wbf-1991").filter(pl.col("session").is_not_null())
    sessions = sessions.with_columns(
        total=pl.when(is_third).then(pl.when(first).then(10.0).otherwise(30.0)).otherwise("total"),
        percent=pl.when(is_third).then(pl.when(first).then(50.0).otherwise(75.0)).otherwise("percent"),
    )
    whole = event_rows(frame, percent=pl.when(is_third).then(percent).otherwise("percent"))
    found = [row for row in classes(audited(frame, pl.concat([sessions, whole]))) if row[0] is None]
    assert (None, "3", "percent", kind) in found


def test_players_are_known_by_their_names_whatever_their_number_is() -> None:
    """In the second session the pairs have other numbers: 3 there is 4 of the first."""
    frame = two_sessions()
    turned = {str(number): str(number % 5 + 1) for number in range(1, 6)}
    second = pl.col("session") == "2"
    frame = frame.with_columns(ns_pair=pl.when(second).then(pl.col("ns_pair").replace(turned)).otherwise("ns_pair"))
    frame = published(complete(frame), "wbf-1991")
    sessions = printed_pairs(frame, "wbf-1991").filter(pl.col("session").is_not_null())
    was = {there: here for here, there in turned.items()}
    who = pl.when(second).then(pl.col("pair").replace(was)).otherwise("pair")
    sessions = sessions.with_columns(players=pl.concat_list(pl.lit("Player ") + who))
    ranks = sessions.group_by("players").agg(total=pl.col("total").sum(), pair=pl.col("pair").first())
    rows = event_rows(frame).limit(0)
    lists = ranks.with_columns(event_id=pl.lit(1, dtype=pl.Int64), season=pl.lit("2020"), line=pl.int_range(pl.len()))
    extra = pl.concat([rows, lists], how="diagonal_relaxed").select(rows.columns)
    extra = extra.with_columns(total_decimals=pl.lit(2, dtype=pl.Int8))
    found = audited(frame, pl.concat([sessions, extra], how="vertical_relaxed"))
    event_level = found["audited"].filter(pl.col("quantity") == "total").select(pl.col("published", "reproduced").sum())
    assert event_level.row(0) == (30, 30)


def test_the_account_of_an_event_of_sessions_is_that_of_its_differences() -> None:
    """Lists of each session and of the event, two totals of each wrong, under two profiles at once."""
    frame = two_sessions()
    wrong = pl.when(pl.col("pair").is_in(["3", "4"])).then(pl.col("total") + 2).otherwise("total")
    pairs = printed_pairs(frame, "wbf-1991").with_columns(total=wrong)
    profiles = ("wbf-1991", "acbl-1991")
    scored = {name: neuberg.exact(frame, profile=name).lazy() for name in profiles}
    ranks = pl.concat([ranked_by(frame, name) for name in profiles])
    found = audit.audit(frame.lazy(), scored, ranks.lazy(), pairs.lazy())
    key = ["event_id", "level", "quantity", "profile"]
    held = found["audited"]
    assert held.select(key).is_unique().all()
    parts = ("reproduced", "explained", "wrong", "unexplained", "not_compared")
    assert held.select(total=pl.sum_horizontal(parts))["total"].to_list() == held["published"].to_list()
    assert held.select(pl.min_horizontal(parts).min()).item() == 0
    is_open, is_wrong = pl.col("class") == "unexplained", pl.col("class").is_in(_WRONG)
    counts = (
        found["differences"]
        .filter(pl.col("level") != "board")
        .group_by(key)
        .agg(_explained=(~is_open & ~is_wrong).sum(), _unexplained=is_open.sum(), _wrong=is_wrong.sum())
    )
    both = held.join(counts, on=key, how="full", coalesce=True).fill_null(0)
    assert both["explained"].to_list() == both["_explained"].to_list()
    assert both["wrong"].to_list() == both["_wrong"].to_list()
    assert both["unexplained"].to_list() == both["_unexplained"].to_list()
    totals = held.filter(pl.col("quantity") == "total").sort("profile")
    totals = totals.select("profile", "published", pl.col("explained") + pl.col("wrong"))
    # 10 contestants in two sessions and the event; on the other scale none of the 30 totals is right.
    assert totals.rows() == [("acbl-1991", 30, 30), ("wbf-1991", 30, 6)]


def test_a_place_of_the_event_follows_from_the_totals_of_its_section() -> None:
    """Two sections of five pairs a side, each with its own list; one total of each is printed too high."""
    frame = pl.concat([_section("A"), _section("B")])
    rows = event_rows(frame).filter(pl.col("direction").is_null())
    assert rows.group_by("section").len()["len"].to_list() == [10, 10]
    assert classes(audited(frame, rows)) == []
    second = (pl.col("place") == 2) & (pl.col("section") == "B")
    raised = rows.with_columns(
        total=pl.when(second).then(pl.col("total") + 40).otherwise("total"),
        percent=pl.lit(None, dtype=pl.Float64),
        place=pl.when(second).then(1).when(pl.col("place") == 1, pl.col("section") == "B").then(2).otherwise("place"),
    )
    found = audited(frame, raised.with_columns(pl.col("place").cast(pl.Int32)))
    assert [(row[2], row[3]) for row in classes(found)] == [
        ("total", "not_the_sum"),
        *[("place", "follows_its_total")] * 2,
    ]
    first, other = (rows.filter(pl.col("section") == "B", pl.col("place") == place)["pair"].item() for place in (1, 2))
    of_event = found["outcomes"].filter(pl.col("session").is_null(), pl.col("profile") == pl.col("own"))
    winners = of_event.sort("section").select("section", "winner", "winner_published", "winner_not_as_published").rows()
    best = rows.filter(pl.col("section") == "A", pl.col("place") == 1)["pair"].item()
    assert winners == [("A", best, best, False), ("B", first, other, True)]


def _section(name: str) -> pl.DataFrame:
    frame = two_sessions().with_columns(section=pl.lit(name), scored_with=pl.lit(name))
    if name == "A":
        return frame
    scores = published(frame.with_columns(ns_score=-pl.col("ns_score")), "wbf-1991")
    return scores.with_columns(result_id=pl.col("result_id") + 500_000)


def test_an_event_s_percentage_is_the_share_of_its_printed_sessions_on_their_scale() -> None:
    """All printed on 1-½-0. Pair 3's total of the second session, and with it the event's figures, are 2 too high."""
    frame = two_sessions()
    pairs = printed_pairs(frame, "acbl-1991")
    tops = ranked_by(frame, "acbl-1991").select("pair", "session", "top")
    later = (pl.col("pair") == "3") & (pl.col("session") != "1").fill_null(True)
    total = pl.when(later).then(pl.col("total") + 2).otherwise("total")
    raised = pairs.with_columns(total=total).join(tops, on=["pair", "session"], nulls_equal=True)
    of_event = pl.col("session").is_null() & (pl.col("pair") == "3")
    share = (100 * pl.col("total") / pl.col("top")).round(2)
    printed = raised.with_columns(percent=pl.when(of_event).then(share).otherwise("percent")).drop("top")
    for profile in ("wbf-1991", "acbl-1991"):
        lines_on_it = published(frame, "wbf-1991", scale=0.5)
        found = audited(lines_on_it, printed.select(pairs.columns), profile)["differences"]
        row = found.filter(pl.col("session").is_null(), pl.col("pair") == "3", pl.col("quantity") == "percent")
        assert row["class"].to_list() == ["follows_its_boards"], profile
        assert row["evidence"].item().startswith("the share of its sessions' totals as printed"), profile


def places_under(frame: pl.DataFrame, profile: str) -> dict[str, int]:
    own = ranked_by(frame, profile).filter(pl.col("session").is_null(), pl.col("variant") == 1)
    return dict(own.select("pair", "place").iter_rows())


@pytest.mark.parametrize("profile", ["one-field", "acbl-hand", "nationwide-pairs"])
def test_a_whole_event_under_another_rule_is_its_sessions_added_under_it(profile: str) -> None:
    frame = fouled(fouled(two_sessions(), 2, (1, 2)), 3, (5,))
    found = audited(frame)
    own, other = (places_under(frame, name) for name in ("wbf-1991", profile))
    of_event = (pl.col("session").is_null(), pl.col("profile") == profile)
    moved = found["place_changes"].filter(of_event).select("pair", "place_own", "place").rows()
    expected = [(pair, own[pair], place) for pair, place in other.items() if place != own[pair]]
    assert sorted(moved) == sorted(expected)
    told = found["outcomes"].filter(of_event).row(0, named=True)
    assert told["winner"] == " and ".join(sorted(pair for pair, place in other.items() if place == 1))
    assert told["places_changed"] == len(expected)


def test_an_event_with_something_carried_over_is_not_ranked_under_other_rules() -> None:
    """What another rule would have made of the earlier stage is not known."""
    frame = fouled(two_sessions(), 2, (1, 2))
    carried = event_rows(frame, carryover=pl.lit(3.5))
    scored = neuberg.exact(frame, profile="wbf-1991").lazy()
    ranks = standings(scored, profile="wbf-1991", pairs=carried.lazy())
    found = audit.audit(frame.lazy(), {"wbf-1991": scored}, ranks, carried.lazy())
    assert found["outcomes"].filter(pl.col("session").is_null())["profile"].to_list() == ["wbf-1991"]


def test_totals_that_add_percentages_up_follow_their_boards() -> None:
    frame = two_sessions()
    sessions = ranked_by(frame, "wbf-1991").filter(pl.col("session").is_not_null())
    added = sessions.group_by("pair").agg(pl.col("percent").sum().round(2))
    rows = event_rows(frame).drop("total").join(added.rename({"percent": "total"}), on="pair", maintain_order="left")
    found = audited(frame, rows.select(event_rows(frame).columns))
    assert account(found)[1] == ("pair", "total", 10, 0, 10, 0, 0)
    first = found["differences"].filter(pl.col("quantity") == "total").sort("pair").row(0, named=True)
    assert first["evidence"] == f"the sum of its sessions' percentages, {first['published']}"


def late(pair: str) -> pl.DataFrame:
    """Two sessions, in the second of which other players have a pair's number; and the printed lists, with players."""
    frame = two_sessions()
    printed = printed_pairs(frame, "wbf-1991").filter(pl.col("session").is_not_null())
    other = (pl.col("pair") == pair) & (pl.col("session") == "2")
    players = pl.concat_list(pl.when(other).then(pl.lit("Late")).otherwise(pl.lit("Pair ") + pl.col("pair")))
    return printed.with_columns(players=players)


def test_two_contestants_who_had_the_same_number_first_are_told_apart() -> None:
    """Pair 3 of the second session is another than that of the first: each has its own total, percentage and place."""
    frame = two_sessions()
    sessions = late("3")
    scored = neuberg.exact(frame, profile="wbf-1991").lazy()
    ranks = standings(scored, profile="wbf-1991", pairs=sessions.lazy()).collect()
    event = ranks.filter(pl.col("session").is_null())
    of_three = event.filter(pl.col("pair").str.starts_with("3")).sort("pair")
    alone = [sessions.filter(pair="3", session=session)["total"].item() for session in "12"]
    assert of_three.select("pair", "mp").rows() == list(zip(("3", "3 of session 2"), alone, strict=True))
    whole = event.select(
        "event_id", "session", "section", "direction", "season", "percent", "place",
        players=pl.concat_list(
            pl.when(pl.col("pair") == "3 of session 2").then(pl.lit("Late")).otherwise(pl.lit("Pair ") + pl.col("pair"))
        ),
        pair=pl.col("pair").str.slice(0, 2).str.strip_chars(),
        total=pl.col("mp"),
    )  # fmt: skip
    lists = pl.concat([sessions, whole.cast({"total": pl.Float64})], how="diagonal_relaxed").with_columns(
        total_decimals=pl.lit(2, dtype=pl.Int8),
        percent_decimals=pl.lit(2, dtype=pl.Int8),
        line=pl.int_range(pl.len(), dtype=pl.Int32),
    )
    found = audit.audit(frame.lazy(), {"wbf-1991": scored}, ranks.lazy(), lists.lazy())
    assert account(found) == [
        ("pair", "percent", 31, 31, 0, 0, 0),
        ("pair", "total", 31, 31, 0, 0, 0),
        ("place", "place", 31, 31, 0, 0, 0),
    ]


def test_a_whole_event_is_ranked_under_other_rules_where_two_had_the_same_number_first() -> None:
    frame = fouled(fouled(two_sessions(), 2, (1, 2)), 3, (5,))
    sessions = late("3")
    places = {}
    for name in ("wbf-1991", "one-field"):
        ranks = standings(neuberg.exact(frame, profile=name).lazy(), profile=name, pairs=sessions.lazy()).collect()
        places[name] = dict(ranks.filter(pl.col("session").is_null()).select("pair", "place").iter_rows())
    scored = neuberg.exact(frame, profile="wbf-1991").lazy()
    ranks = standings(scored, profile="wbf-1991", pairs=sessions.lazy())
    found = audit.audit(frame.lazy(), {"wbf-1991": scored}, ranks, sessions.lazy())["place_changes"]
    moved = found.filter(pl.col("session").is_null(), pl.col("profile") == "one-field").select("pair", "place").rows()
    assert dict(moved) == {
        pair: place for pair, place in places["one-field"].items() if place != places["wbf-1991"][pair]
    }
    assert moved


@pytest.mark.parametrize("of_event", [True, False])
def test_lists_that_do_not_tell_a_direction_are_those_of_the_numbers(of_event: bool) -> None:
    """N-S and E-W are ranked apart and have other numbers: a list of both without a direction tells who is meant."""
    frame = two_sessions().with_columns(winners=pl.lit(2, dtype=pl.Int8))
    printed = printed_pairs(frame, "wbf-1991")
    untold = pl.col("session").is_null() if of_event else pl.lit(True)
    lists = printed.with_columns(direction=pl.when(~untold).then("direction"))
    assert account(audited(frame, lists)) == [
        ("pair", "percent", 30, 30, 0, 0, 0),
        ("pair", "total", 30, 30, 0, 0, 0),
        ("place", "place", 30, 30, 0, 0, 0),
    ]


def test_sessions_of_different_tops_may_be_brought_to_the_largest() -> None:
    """A board at three tables, 420, 170 and −50; then one at two, 100 and 50: pair 1 wins 4 of 4 and 2 of 2.

    Brought to a top of 4 by the formula, 2 of 2 is (2 + 1)·3/2 − 1 = 3.5, and 0 is 0.5: 7.5 and 2.5 of 8.
    """
    first = lines(1, 3)
    second = lines(1, 2).with_columns(
        session=pl.lit("2"), result_id=pl.col("result_id") + 50_000, ew_pair=pl.col("ew_pair").replace("3", "5")
    )
    for table, score in enumerate((420, 170, -50), start=1):
        first = changed(first, 1, [table], ns_score=score)
    for table, score in enumerate((100, 50), start=1):
        second = changed(second, 1, [table], ns_score=score)
    frame = published(pl.concat([first, second]).with_columns(winners=pl.lit(2, dtype=pl.Int8)), "wbf-1991")
    rows = event_rows(frame).filter(pl.col("direction") == "NS", pl.col("pair").is_in(["1", "2"]))
    printed = rows.sort("pair").with_columns(
        total=pl.Series([7.5, 2.5]), percent=pl.Series([93.75, 31.25]), place=pl.lit(None, pl.Int32)
    )
    found = audited(frame, printed)["differences"].sort("quantity", "pair")
    assert found.select("pair", "quantity", "recomputed", "class").rows() == [
        ("1", "percent", 100.0, "other_adding"),
        ("2", "percent", pytest.approx(100 / 3), "other_adding"),
        ("1", "total", 6.0, "other_adding"),
        ("2", "total", 2.0, "other_adding"),
    ]
    assert set(found["evidence"]) == {"its sessions, each brought to the largest top, 4"}
