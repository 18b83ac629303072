"""What is done for many lines at once by a short way gives what the long way gives."""

import numpy as np
import polars as pl
import pytest

import neuberg
from neuberg import schemas
from neuberg.audit.book.books import book
from neuberg.audit.book.facts import KIND, facts, printed
from neuberg.audit.book.places import places
from neuberg.audit.book.seated import Seats
from neuberg.audit.book.shown import ABOVE, AWAY, BELOW, EXACT, shown_on


@pytest.mark.parametrize("labels", [["7", "10", "7"], ["07", "7", "07"], ["+7", "7", "+7"], ["12000", "7", "12000"]])
def test_labels_that_differ_as_texts_are_different_pairs(labels: list[str]) -> None:
    seats = Seats.of(pl.DataFrame({"ns_pair": [*labels, None], "ew_pair": ["A", *labels]}))
    assert [seats.labels.to_list()[place] for place in seats.ns[:3]] == labels
    assert seats.ns[3] == -1
    numbers = Seats.of(pl.DataFrame({"ns_pair": [*labels, None], "ew_pair": ["3", *labels]}))
    assert [numbers.labels.to_list()[place] for place in numbers.ew] == ["3", *labels]
    assert numbers.ns[3] == -1


def test_a_list_that_does_not_stand_together_is_ranked_too() -> None:
    ratio, listed = pl.Series([0.5, 0.1, 0.75, 0.5, None]), np.array([1, 2, 1, 1, 2])
    assert places(ratio, listed).to_list() == [2, 1, 1, 2, None]
    order = [0, 2, 3, 1, 4]
    assert places(ratio[order], listed[order]).to_list() == [2, 1, 2, 1, None]


@pytest.mark.parametrize("times", [1, 1 << 50])
def test_a_figure_is_known_to_be_above_or_below_its_value_however_large_the_fraction_is(times: int) -> None:
    # A third of a matchpoint, printed to hundredths: 0.33 is it cut off, 0.34 is two thirds of a hundredth off it.
    lines = pl.DataFrame(
        {
            "published_ns_mp": [0.33, 0.34, 0.32, 1.0, 0.67, None, 1e300],
            "ns_num": [times, times, times, 3 * times, 2 * times, times, times],
            "den": 3 * times,
            "top": 2,
            "published_mp_decimals": 2,
        },
        schema_overrides={"published_mp_decimals": pl.Int8},
    ).with_columns(published_ew_mp=pl.lit(None, pl.Float64), ew_num="ns_num", **_NO_PERCENTAGES)
    shown = shown_on(lines)
    assert list(shown) == ["ns_mp"]
    assert shown["ns_mp"].beside.tolist() == [BELOW, AWAY, AWAY, EXACT, ABOVE, AWAY, AWAY]
    assert shown["ns_mp"].is_there.tolist() == [True] * 5 + [False, True]
    assert shown["ns_mp"].figures(np.array([0, 3])).tolist() == [33, 100]
    assert shown["ns_mp"].are_away().tolist() == [1, 2, 6]


_NO_PERCENTAGES = {
    **{f"published_{side}_pct": pl.lit(None, pl.Float64) for side in ("ns", "ew")},
    "published_pct_decimals": pl.lit(None, pl.Int8),
}


@pytest.mark.parametrize("profile", ["wbf-1991", "acbl-1991", "one-field", "ebu-2025"])
def test_figures_are_counted_by_kind_as_the_lines_one_by_one_have_them(profile: str) -> None:
    scored = neuberg.exact(_season(), profile=profile)
    own = book(scored, profile, one_field=profile == "one-field")
    found = facts([own])
    short = found.patterns.with_columns(side=_SIDE)[found.pattern].hstack(found.events[found.event])
    short = short.with_columns(many=pl.Series(found.many)).group_by(*KIND, *_EVENT).agg(pl.col("many").sum())
    long = printed(own.ranked(np.ones(own.boards.height, bool)).lazy()).with_columns(side=_SIDE).collect()
    long = long.group_by(*KIND, *_EVENT).agg(many=pl.len().cast(pl.Int64))
    assert short.sort(short.columns).equals(long.select(short.columns).cast(dict(short.schema)).sort(short.columns))


#: Where every rule is one, the figures of both sides may be counted together.
_SIDE = pl.when(
    pl.all_horizontal(pl.col(name) == pl.col("n") for name in ("field", "compared", "tables", "most", "with_sit_out"))
).then(pl.lit("either")).otherwise("side")  # fmt: skip
_EVENT = ("event_id", "quantity")


def _season() -> pl.DataFrame:
    """Events of six boards at seven tables: some lines missing, awarded or of another form, some figures wrong."""
    draw = np.random.default_rng(7)
    place = np.arange(3 * 6 * 7)
    lines = pl.DataFrame(
        {
            "result_id": place,
            "event_id": place // 42,
            "session": "1",
            "section": "",
            "season": "2020",
            "board": place % 42 // 7 + 1,
            "ns_pair": (place % 7 + 1).astype(str),
            "ew_pair": ((place + place // 7) % 7 + 8).astype(str),
            "ns_score": draw.choice([-100, -50, 50, 110, 140, 420, 620], size=place.size),
            "kind": np.where(draw.random(place.size) < 0.05, "artificial", "played"),
            "given_group": np.where((place % 42 < 7) & (place % 7 < 3), "other", None),
            "ns_award": 60.0,
            "ew_award": 40.0,
        }
    ).with_columns(pl.when(pl.col("kind") == "artificial").then(f"{side}_award") for side in ("ns", "ew"))
    kept = lines.filter(pl.Series(draw.random(place.size) < 0.95))
    plain = schemas.conform(kept.lazy(), schemas.RESULTS).collect().with_columns(winners=pl.lit(1, dtype=pl.Int8))
    off = pl.Series(draw.choice([0, 0, 0, 0.01, 1.0], size=plain.height))
    figures = neuberg.score(plain, profile="wbf-1991")
    return plain.with_columns(
        published_ns_mp=figures["ns_mp"].round(1) + off,
        published_ew_mp=pl.when(pl.col("event_id") != 1).then(figures["ew_mp"].round(1)),
        published_mp_decimals=pl.lit(2, dtype=pl.Int8),
        published_ns_pct=figures["ns_pct"].round(2),
        published_ew_pct=figures["ew_pct"].round(2) + off,
        published_pct_decimals=pl.lit(2, dtype=pl.Int8),
        vulnerable=pl.lit(None, dtype=schemas.VULNERABLE),
        date=pl.lit(None, dtype=pl.Date),
    )
