"""Sections scored together or apart, whatever the file says of it."""

import polars as pl
import pytest

from unit.audit.events import audited, complete, lines, printed_pairs, published


def two_sections(scored_with: str | None) -> pl.DataFrame:
    """Eight boards played by five tables of section A and four of section B, the sections scored so."""
    first, second = lines(8, 5, seed=1), lines(8, 4, seed=2)
    first = first.with_columns(section=pl.lit("A"))
    second = second.with_columns(section=pl.lit("B"), result_id=pl.col("result_id") + 50_000)
    return complete(pl.concat([first, second])).with_columns(scored_with=pl.lit(scored_with, dtype=pl.String))


@pytest.mark.parametrize(
    ("said", "done", "words"),
    [
        ("A+B", None, "each section by itself"),
        (None, "A+B", "all sections of the session as one field"),
    ],
)
def test_figures_of_other_fields_than_the_file_says(said: str | None, done: str | None, words: str) -> None:
    printed = published(two_sections(done), "wbf-1991")
    frame = printed.with_columns(scored_with=pl.lit(said, dtype=pl.String))
    found = audited(frame)
    explained = found["explanations"].row(0, named=True)
    assert (explained["reproduced"], explained["published"]) == (144, 144)
    assert words in explained["method"]
    assert "wbf-1991" in explained["profiles"]
    rows = found["differences"].filter(pl.col("level") == "result")
    assert rows.height > 100
    assert set(rows["class"]) == {"other_field"}
    assert set(rows["evidence"]) == {f"right with {words}"}


@pytest.mark.parametrize("scored_with", ["A+B", None])
def test_figures_of_the_fields_that_the_file_says_need_no_other(scored_with: str | None) -> None:
    found = audited(published(two_sections(scored_with), "wbf-1991"))
    assert found["differences"].is_empty()
    assert "section" not in found["explanations"]["method"].item()


def test_one_board_that_two_sections_share_is_seen_among_many_that_one_plays() -> None:
    """Forty boards of section A, of which section B plays the last: nearly all figures are right either way."""
    first, second = lines(40, 5, seed=1), lines(40, 4, seed=2).filter(pl.col("board") == 40)
    second = second.with_columns(section=pl.lit("B"), result_id=pl.col("result_id") + 50_000)
    frame = complete(pl.concat([first.with_columns(section=pl.lit("A")), second]))
    together = frame.with_columns(scored_with=pl.lit("A+B"))
    printed = published(together, "wbf-1991").with_columns(scored_with=pl.lit(None, dtype=pl.String))
    explained = audited(printed)["explanations"].row(0, named=True)
    assert (explained["reproduced"], explained["published"]) == (2 * (40 * 5 + 4), 2 * (40 * 5 + 4))
    assert "all sections of the session as one field" in explained["method"]


def test_wrong_figures_that_no_other_field_gives_leave_the_sections_as_they_are() -> None:
    printed = published(two_sections(None), "wbf-1991")
    wrong = pl.when(pl.col("result_id").is_in([100_101, 100_203])).then(1.5).otherwise("published_ns_mp")
    found = audited(printed.with_columns(published_ns_mp=wrong))
    assert "section" not in found["explanations"]["method"].item()
    assert found["differences"].filter(pl.col("level") == "result")["result_id"].to_list() == [100_101, 100_203]


def wrong_places(frame: pl.DataFrame, pairs: pl.DataFrame) -> pl.DataFrame:
    return audited(frame, pairs)["differences"].filter(pl.col("level") == "place")


def test_sections_scored_together_may_print_a_ranking_each() -> None:
    frame = published(two_sections("A+B"), "wbf-1991")
    pairs = printed_pairs(frame, "wbf-1991")
    own = pl.col("percent").rank("min", descending=True).over("section").cast(pl.Int32)
    by_section = pairs.with_columns(place=own)
    assert by_section.filter(pl.col("place") == 1)["section"].sort().to_list() == ["A", "B"]
    assert wrong_places(frame, by_section).is_empty()
    # One place that neither ranking has is told.
    last = by_section.with_columns(place=pl.when(section="A", place=1).then(7).otherwise("place"))
    assert wrong_places(frame, last).select("section", "published", "recomputed").rows() == [("A", 7.0, 1.0)]


def test_the_equals_of_a_place_are_those_of_its_own_list() -> None:
    """Each section by itself has a first: that one is printed as second is not made right by the other's."""
    frame = published(two_sections(None), "wbf-1991")
    second = printed_pairs(frame, "wbf-1991").with_columns(
        place=pl.when(section="A", place=1).then(2).otherwise("place")
    )
    assert wrong_places(frame, second).select("section", "published", "recomputed").rows() == [("A", 2.0, 1.0)]
