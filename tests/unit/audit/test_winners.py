"""Whether the winner is the one published: a tie that is none, and sections printed in lists of their own."""

import polars as pl
import pytest

from unit.audit.events import audited, awarded, changed, fouled, lines, printed_pairs, published, ranked_by


def places(frame: pl.DataFrame, **changed: int) -> tuple[object, ...]:
    """What is said of the winners where pairs, `p` and their number, have other places printed."""
    pairs = printed_pairs(frame, "wbf-1991")
    printed = pl.col("place")
    for pair, place in changed.items():
        printed = pl.when(pl.col("pair") == pair[1:]).then(place).otherwise(printed)
    found = audited(frame, pairs.with_columns(place=printed.cast(pl.Int32)))["outcomes"]
    own = found.filter(pl.col("profile") == pl.col("own"))
    return own.select("winner", "winner_published", "winner_not_as_published").row(0)


def test_two_printed_first_where_one_is_alone_is_not_as_published() -> None:
    frame = published(lines(), "wbf-1991")
    ranks = printed_pairs(frame, "wbf-1991").sort("place")["pair"].to_list()
    first, second = ranks[0], ranks[1]
    assert places(frame) == (first, first, False)
    both = " and ".join(sorted([first, second]))
    assert places(frame, **{f"p{second}": 1}) == (first, both, True)
    assert places(frame, **{f"p{first}": 2, f"p{second}": 1}) == (first, second, True)


def test_sections_scored_together_may_have_a_list_each() -> None:
    """Tables 1 to 4 are section A, 5 to 9 B, compared with one another; each pair plays in one section alone."""
    frame = lines(boards=4, tables=9).with_columns(
        section=pl.when(pl.col("table").cast(pl.Int32) <= 4).then(pl.lit("A")).otherwise(pl.lit("B")),
        scored_with=pl.lit("A+B"),
        ew_pair=pl.lit("ew") + pl.col("table"),
        winners=pl.lit(2, dtype=pl.Int8),
    )
    frame = published(frame, "wbf-1991")
    pairs = printed_pairs(frame, "wbf-1991").filter(pl.col("direction") == "NS")
    own = pl.col("total").rank("min", descending=True).over("section").cast(pl.Int32)
    winner = pl.col("direction") == "NS", pl.col("profile") == pl.col("own")
    apart = audited(frame, pairs.with_columns(place=own))["outcomes"].filter(winner)
    assert apart["winner_published"].item().count(" and ") == 1
    assert apart["winner_not_as_published"].to_list() == [False]
    # In one list of nine places two first are a tie, which it is not.
    first = pairs.filter(pl.col("place") == 1)["pair"].item()
    other = pairs.filter(pl.col("place") == 2)["pair"].item()
    both = pl.when(pl.col("pair").is_in([first, other])).then(1).otherwise("place")
    tied = pairs.with_columns(place=both.cast(pl.Int32))
    assert audited(frame, tied)["outcomes"].filter(winner)["winner_not_as_published"].to_list() == [True]


@pytest.mark.parametrize(("own", "other"), [("wbf-1991", "acbl-1991"), ("acbl-1991", "wbf-1991")])
def test_each_profile_says_which_totals_share_a_place(own: str, other: str) -> None:
    """Three fouled boards of sixteen: by the ACBL's rule 6 has 89.41 of 192 and 20 has 89.42, both 46.57 per cent.

    So they share place 19, whether the run ranks by that profile or the audit does.
    """
    frame = lines(boards=16, tables=13, seed=11)
    for board, tables in enumerate((6, 5, 3), start=1):
        frame = fouled(frame, board, range(1, tables + 1))
    by_own, by_other = (
        dict(ranked_by(frame, profile).filter(pl.col("variant") == 1).select("pair", "place").iter_rows())
        for profile in (own, other)
    )
    at_acbl = by_other if other == "acbl-1991" else by_own
    assert at_acbl["6"] == at_acbl["20"] == 19
    changes = audited(frame, profile=own)["place_changes"].filter(pl.col("profile") == other)
    assert dict(changes.select("pair", "place").iter_rows()) == {
        pair: place for pair, place in by_other.items() if place != by_own[pair]
    }


def test_equal_thirds_share_a_place_under_a_rule_that_does_not_round() -> None:
    """Pair 1 has 17/3, 2/3, 2/3 and 6, pair 2 has 3, 4, 4 and 2: 13 each of 30; to a millionth 1 would have more.

    Three scores and an award are 4·(S + 1)/3 − 1; three and two awards 5·(S + 1)/3 − 1; by the WBF's rule 13.01 and 13.
    """
    frame = (
        lines(4, 5)
        .with_columns(winners=pl.lit(2, dtype=pl.Int8))
        .filter(~((pl.col("board") == 1) & (pl.col("table") == "5")))
    )
    scores = {
        1: (420, 50, -50, None),
        2: (-50, 50, 420, None, None),
        3: (-50, 50, 420, None, None),
        4: (110, -50, 420, 50, -100),
    }
    for board, of_board in scores.items():
        for table, score in enumerate(of_board, start=1):
            if score is None:
                frame = awarded(frame, board, table, 60.0, 40.0)
            else:
                frame = changed(frame, board, [table], ns_score=score)
    found = audited(frame)["place_changes"].filter(pl.col("profile") == "one-field", pl.col("direction") == "NS")
    own = ranked_by(frame, "wbf-1991").filter(pl.col("direction") == "NS").sort("pair")
    assert own.select("pair", "mp", "place").rows()[:2] == [("1", 13.01, 3), ("2", 13.0, 4)]
    assert found.filter(pair="2").select("place_own", "place").rows() == [(4, 3)]
    assert found.filter(pair="1").is_empty()
