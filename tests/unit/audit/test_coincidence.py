"""What explains figures by chance explains none: roundings that their column contradicts, rules for half a board."""

import polars as pl

from neuberg.audit.in_words.explain import explained
from neuberg.score import exact
from unit.audit.events import audited, complete

Row = tuple[int, float, float, str | None]


def event(*boards: tuple[Row, ...]) -> pl.DataFrame:
    """Boards of lines: the score, the printed matchpoints of both sides, and the form."""
    rows = [
        {
            "result_id": 100 * board + table, "board": board, "table": str(table), "ns_pair": str(table),
            "ew_pair": str(10 + table), "ns_score": score, "published_ns_mp": ns, "published_ew_mp": ew,
            "published_mp_decimals": 0 if ns == int(ns) else 1, "given_group": form,
            "event_id": 1, "session": "1", "section": "", "season": "1995", "kind": "played", "multiplicity": 1,
        }
        for board, lines in enumerate(boards, start=1)
        for table, (score, ns, ew, form) in enumerate(lines, start=1)
    ]  # fmt: skip
    return complete(pl.DataFrame(rows, infer_schema_length=None))


#: Four tables played one form, matchpointed among themselves; the fifth, of another, has average.
FOULED: tuple[Row, ...] = ((620, 3, 0, None), (600, 2, 1, None), (170, 1, 2, None), (-100, 0, 3, None), (50, 2, 2, "x"))
#: Two equal scores: 2½ and 1½ are exact.
CLEAN: tuple[Row, ...] = (
    (620, 4, 0, None),
    (600, 2.5, 1.5, None),
    (600, 2.5, 1.5, None),
    (-100, 1, 3, None),
    (-200, 0, 4, None),
)


def test_a_rounding_to_whole_numbers_is_none_where_the_column_has_halves() -> None:
    """By ½ for the one score of the other form the four have 3½, 2½, 1½ and ½: no 3, 2, 1 and 0 beside a 2½."""
    found = audited(event(FOULED, CLEAN), profile="acbl-1991")
    lines = found["differences"].filter(pl.col("level") == "result")
    assert set(lines["board"]) == {1}
    # Under no rule, but as a board of four tables.
    assert set(lines["class"]) == {"left_out"}
    explanation = found["explanations"].row(0, named=True)
    assert explanation["reproduced"] < explanation["published"] == 20
    assert not any(rounding.startswith("1, ") for rounding in explanation["roundings"])


def test_the_rule_that_a_figure_differs_from_does_not_explain_it() -> None:
    names = audited(event(FOULED, CLEAN), profile="acbl-1991")["differences"]["explaining_profiles"].drop_nulls()
    assert "acbl-1991" not in set(names.explode())


def test_another_rule_explains_a_board_whole_or_not_at_all() -> None:
    """Nobody's figures of board 1, but the best and the worst have what the formula, or one field, would give them."""
    odd: tuple[Row, ...] = (
        (620, 4, 0, None),
        (600, 1, 2, None),
        (170, 1, 2, None),
        (-100, 0, 4, None),
        (50, 1, 3, "x"),
    )
    lines = audited(event(odd, CLEAN), profile="acbl-1991")["differences"].filter(pl.col("level") == "result")
    assert "other_rule" not in set(lines["class"])


def test_the_precision_of_a_figure_worked_out_is_its_column_s() -> None:
    """The fifth table has 60 per cent of 4 by the rule of 1991, 2.4: not 2 in a column of one decimal."""
    frame = event(FOULED[-1:] + FOULED[:-1], CLEAN)
    tables = audited(frame, profile="acbl-1991")
    tables["differences"] = tables["differences"].filter(pl.col("published") == 2, pl.col("recomputed") == 2.4)
    scores = exact(frame, profile="acbl-1991")
    events = pl.DataFrame(
        {"event_id": [1], "name": ["Club"], "date": [None], "date_given": [None], "season": ["unknown"]}
    )
    text = list(explained(tables | {"results": frame, "scores": scores, "events": events}))
    assert "  printed: 2, which is 0.4 less" in text
