"""Findings signed off: which of several differences a guard chooses, and when it fails."""

import json

import polars as pl

from neuberg import audit, schemas


def two_totals() -> pl.DataFrame:
    rows = pl.DataFrame({"event_id": [1, 1], "pair": ["3", "4"], "published": [140.0, 150.0]})
    wrong = rows.with_columns(level=pl.lit("pair"), quantity=pl.lit("total"), **{"class": pl.lit("not_the_sum")})
    return schemas.conform(wrong.lazy(), schemas.DIFFERENCES).collect()


def rulings(*decided: tuple[str, dict[str, object]]) -> pl.DataFrame:
    rows = [
        {
            "event_id": 1,
            "what": "finding",
            "state": "settled",
            "decision": json.dumps({"finding": "not_the_sum", "decision": decision, "by": "A. Director", "why": ""}),
            "guard": json.dumps(guard),
        }
        for decision, guard in decided
    ]
    return schemas.conform(pl.LazyFrame(rows), schemas.RULINGS).collect()


def test_a_guard_chooses_among_the_differences_of_its_class() -> None:
    """One ruling a total, each with the figure that it was signed for."""
    both = rulings(("accepted", {"published": 150.0}), ("rejected", {"published": 140.0}))
    for order in (both, both.reverse()):
        found = audit.signed(two_totals(), order)
        assert found.select("pair", "signed_off").rows() == [("3", "rejected"), ("4", "accepted")]
        assert audit.unanswered(found, order).height == 0
    alone = audit.signed(two_totals(), both.head(1))
    assert alone["signed_off"].to_list() == [None, "accepted"]


def test_a_guard_that_none_fits_fails_and_leaves_what_others_signed() -> None:
    both = rulings(("accepted", {"published": 150.0}), ("accepted", {"published": 160.0}))
    for order in (both, both.reverse()):
        found = audit.signed(two_totals(), order)
        assert found["signed_off"].to_list() == ["guard failed", "accepted"]
        flags = audit.unanswered(found, order)
        assert flags.select("check", "expected").rows() == [
            ("sign_off_guard_failed", '{"published": 160.0}, as when it was signed')
        ]


def test_what_follows_from_a_total_is_signed_off_with_it() -> None:
    """Pair 3's percentage and place go with its total; 5's place only once 4's total is signed off too."""
    rows = [
        {"pair": pair, "level": level, "quantity": quantity, "class": kind, "published": published}
        for pair, level, quantity, kind, published in (
            ("3", "pair", "total", "not_the_sum", 140.0),
            ("3", "pair", "percent", "follows_its_total", 56.0),
            ("3", "place", "place", "follows_its_total", 1.0),
            ("4", "pair", "total", "not_the_sum", 150.0),
            ("5", "place", "place", "follows_its_total", 2.0),
        )
    ]
    wrong = pl.DataFrame(rows).with_columns(event_id=pl.lit(1), session=pl.lit("1"), section=pl.lit(""))
    differences = schemas.conform(wrong.lazy(), schemas.DIFFERENCES).collect()
    one = audit.signed(differences, rulings(("accepted", {"published": 140.0})))
    assert one["signed_off"].to_list() == ["accepted"] * 3 + [None] * 2
    assert one["signed_why"][1].startswith("follows from a total that is signed off")
    both = audit.signed(differences, rulings(("accepted", {"published": 140.0}), ("rejected", {"published": 150.0})))
    assert both["signed_off"].to_list() == ["accepted", "accepted", "accepted", "rejected", "accepted"]
