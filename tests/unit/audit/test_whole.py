"""The audit as a whole: part by part the same, every figure in the account, totals under a rule of their own."""

import polars as pl
from polars.testing import assert_frame_equal

from neuberg import audit, schemas
from unit.audit.events import as_event, audited, awarded, changed, fouled, lines, printed_pairs, published, ranked_by


def season() -> pl.DataFrame:
    """Four events: a plain one, one fouled, one in per cent, and one with a fault."""
    plain = published(lines(), "wbf-1991")
    split = published(fouled(lines(seed=2), 2, [7, 8, 9]), "ebu-2025")
    scaled = published(awarded(lines(seed=3), 4, 2, 60.0, 40.0), "wbf-1991", scale=10)
    faulty = changed(published(lines(seed=4), "wbf-1991"), 3, [4], published_ns_mp=15.5)
    return pl.concat(as_event(frame, number) for number, frame in enumerate((plain, split, scaled, faulty), start=1))


def test_an_event_audited_alone_is_told_the_same_of() -> None:
    frame = season()
    pairs = printed_pairs(frame, "wbf-1991")
    whole = audited(frame, pairs)
    for event in range(1, 5):
        own = pl.col("event_id") == event
        part = audited(frame.filter(own), pairs.filter(own))
        for name, table in whole.items():
            kept = [column for column, dtype in table.schema.items() if not dtype.is_nested()]
            assert_frame_equal(table.filter(own).sort(kept), part[name].sort(kept), check_row_order=True)


def test_figures_of_an_event_that_no_rule_scores_are_counted_with_why() -> None:
    frame = published(lines(), "wbf-1991")
    pairs = printed_pairs(frame, "wbf-1991")
    found = audit.audit(frame.lazy(), {}, schemas.empty(schemas.STANDINGS).lazy(), pairs.lazy())["audited"]
    rows = found.select("level", "quantity", "published", "not_compared", "why").sort("level", "quantity").rows()
    why = "no rule that scores the event gives such figures"
    assert rows == [
        ("pair", "percent", 18, 18, why),
        ("pair", "total", 18, 18, why),
        ("place", "place", 18, 18, why),
        ("result", "ew_mp", 72, 72, why),
        ("result", "ns_mp", 72, 72, why),
    ]


def test_every_printed_figure_is_in_the_account_once() -> None:
    frame = season()
    pairs = printed_pairs(frame, "wbf-1991")
    account = audited(frame, pairs)["audited"]
    parts = account.select(total=pl.sum_horizontal("reproduced", "explained", "wrong", "unexplained", "not_compared"))[
        "total"
    ]
    assert account["published"].equals(parts.alias("published"))
    printed = {f"{side}_mp": frame[f"published_{side}_mp"].count() for side in ("ns", "ew")}
    printed |= {name: pairs[name].count() for name in ("total", "percent", "place")}
    counted = dict(account.group_by("quantity").agg(pl.col("published").sum()).iter_rows())
    # Sums of boards are printed nowhere.
    assert counted == printed


def test_totals_under_another_rule_than_the_lines() -> None:
    """Board 2 in groups of 6 and 3: the lines have the awards of 1991, the totals the formula of the EBU's article."""
    frame = published(fouled(lines(), 2, [7, 8, 9]), "wbf-1991")
    pairs = printed_pairs(frame, "ebu-article", decimals=4).with_columns(place=pl.lit(None, dtype=pl.Int32))
    differences = audited(frame, pairs)["differences"]
    assert set(differences["level"]) == {"pair"}
    assert set(differences["class"]) == {"other_rule"}
    assert all("ebu-article" in names for names in differences["explaining_profiles"])


def test_butler_against_the_median() -> None:
    """Datum of 110, 140, 420 and 450 halfway: 280. So 450 is 170 better, which is 5 IMPs."""
    scores, imps = (110, 140, 420, 450), (-5.0, -4.0, 4.0, 5.0)
    frame = lines(boards=1, tables=4)
    for table, (score, imp) in enumerate(zip(scores, imps, strict=True), start=1):
        frame = changed(frame, 1, [table], ns_score=score, published_ns_imp=imp)
    frame = frame.with_columns(published_imp_decimals=pl.lit(0, dtype=pl.Int8))
    found = audit.audit(frame.lazy(), {}, schemas.empty(schemas.STANDINGS).lazy(), schemas.empty(schemas.PAIRS).lazy())[
        "explanations"
    ]
    named = [found["method"].item(), *found["equally_good"].item()]
    assert "Butler, datum halfway, the median, not rounded" in named


def test_the_winner_of_each_rule_is_that_of_scoring_by_it() -> None:
    frame = fouled(lines(), 2, [7, 8, 9])
    found = audited(frame)["outcomes"]
    for row in found.iter_rows(named=True):
        ranks = ranked_by(frame, row["profile"])
        first = sorted(ranks.filter(pl.col("place") == 1)["pair"])
        assert row["winner"] == " and ".join(first), row["profile"]
    assert set(found["profile"]) >= {"wbf-1991", "ebu-2025", "acbl-hand"}


def test_totals_and_percentages_of_one_pair_are_explained_by_the_same_profiles() -> None:
    """As above by the ACBL's rule on 1-½-0, whatever scale lines and totals are on; of tens, totals in points too."""
    frame = published(fouled(lines(), 2, [7, 8, 9]), "wbf-1991")
    pairs = printed_pairs(frame, "acbl-hand", decimals=4).with_columns(place=pl.lit(None, dtype=pl.Int32))
    for of_lines, of_totals in ((1, 1), (0.5, 0.5), (5, 5), (10, 10), (10, 1)):
        printed = published(frame, "wbf-1991", scale=of_lines)
        totals = pairs.with_columns(total=(2 * of_totals * pl.col("total")).round(4))
        found = audited(printed, totals)["differences"].filter(
            pl.col("class") == "other_rule", pl.col("level") == "pair"
        )
        by_pair = found.select("pair", "quantity", pl.col("explaining_profiles").list.sort())
        both = by_pair.pivot("quantity", index="pair", values="explaining_profiles")
        assert both.height > 10, of_lines
        assert both["total"].to_list() == both["percent"].to_list(), of_lines
        assert both.select(pl.col("total").list.contains("acbl-hand").all()).item(), of_lines


def test_boards_in_tens_come_to_a_percentage_of_their_own_scale() -> None:
    """A percentage of 99: no sum of boards, and the evidence has what the boards do come to."""
    frame = published(lines(), "wbf-1991", scale=10)
    pairs = printed_pairs(frame, "wbf-1991")
    true = pairs.filter(pl.col("pair") == "1")["percent"].item()
    wrong = pairs.with_columns(
        total=None, place=None, percent=pl.when(pl.col("pair") == "1").then(99.0).otherwise("percent")
    )
    row = audited(frame, schemas.conform(wrong.lazy(), schemas.PAIRS).collect())["differences"].filter(
        pl.col("level") == "pair"
    )
    assert row["class"].to_list() == ["not_the_sum"]
    assert row["evidence"].to_list() == [f"its boards as printed come to {true:.2f} per cent"]


def test_a_scale_that_the_program_always_prints_is_no_difference() -> None:
    """New Zealand's program prints whole tenths. As tens of its profile all is reproduced, one line but for its 5."""
    frame = changed(published(lines(), "nz-scorer", scale=10, decimals=0), 3, [4], published_ns_mp=155.0)
    own = audited(frame, profile="nz-scorer")
    results = own["differences"].filter(pl.col("level") == "result")
    truth = published(lines(), "nz-scorer").filter(pl.col("board") == 3, pl.col("table") == "4")
    assert results.select("published", "recomputed").rows() == [(155.0, 10 * truth["published_ns_mp"].item())]
    assert sorted(own["audited"]["reproduced"]) == [71, 72]
    assert own["explanations"]["scale"].to_list() == ["tens of 2-1-0"]
    # A profile whose program prints no tens has another scale there.
    assert set(audited(frame)["differences"]["class"]) >= {"other_scale"}
