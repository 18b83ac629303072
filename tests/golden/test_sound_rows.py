"""What is not looked at closely: rows and halls that the checks pass over must be such as no check fails."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from checked import tables
from golden.planted import FAULTS
from golden.season_of_faults import Season
from neuberg.validate import Tables, judge, progress, seating
from neuberg.validate.check import Suite
from neuberg.validate.checks import SUITES
from neuberg.validate.halls import in_halls, table_rounds

_RULES = ("own_opponent", "twice_on_board", "two_tables", "board_twice", "both_ways", "unusual_sides")


@pytest.fixture(scope="module")
def planted() -> Tables:
    season = Season()
    for fault in FAULTS:
        fault.plant(season)
    season.finish()
    return tables(season.deals, season.results, season.events, season.pairs)


def test_no_check_fails_a_row_that_is_plainly_sound(planted: Tables) -> None:
    in_part = judge(planted)
    throughout = judge(planted, [suite._replace(sound=Suite._field_defaults["sound"]) for suite in SUITES])
    assert_frame_equal(in_part.flags, throughout.flags)
    for suite in SUITES:
        assert_frame_equal(in_part.verdicts[suite.name], throughout.verdicts[suite.name])
        failed = pl.any_horizontal(~pl.col(check.name) for check in suite.checks)
        assert in_part.verdicts[suite.name].filter(failed).height > 0


def drawn(chance: np.random.Generator) -> pl.DataFrame:
    """Lines of a few small halls and perhaps a large one, in which anything may stand beside anything."""
    halls = []
    for event in range(chance.integers(1, 6)):
        lines, most = int(chance.integers(1, 7)), 9
        if chance.random() < 0.3:
            lines, most = int(chance.integers(20, 40)), 60
        labels = ["A - B", "C - D", "E - E"] if chance.random() < 0.2 else [str(label) for label in range(most)]
        pairs = chance.choice(labels, size=(lines, 2))
        if chance.random() < 0.5:  # each pair on its own side, in its own order, but for a line
            pairs = np.sort(pairs, axis=1)
            pairs[0] = pairs[0][::-1]
        boards = chance.integers(1, 7, lines)
        rounds = chance.integers(1, 5, lines)
        if chance.random() < 0.5:  # sets of two boards in their rounds, but for a line, and perhaps a late round
            rounds[1:] = (boards[1:] + 1) // 2 + (boards[1:] == 6) * chance.integers(0, 2)
        halls.append(
            pl.DataFrame(
                {
                    "event_id": event,
                    "board": boards,
                    "round": rounds,
                    "table": chance.choice(["1", "2", "3", ""], size=lines),
                    "ns_pair": pairs[:, 0],
                    "ew_pair": pairs[:, 1],
                    "deal_id": chance.integers(1, 3, lines),
                    "winners": chance.choice(np.array([0, 1, 2])),
                }
            )
        )
    nulls = {"table": "", "winners": 0, "deal_id": 2, "round": 7}
    columns = [pl.when(pl.col(name) != empty).then(pl.col(name)).alias(name) for name, empty in nulls.items()]
    same = (pl.lit("1").alias(name) for name in ("session", "section", "scored_with"))
    return (
        pl.concat(halls)
        .with_columns(*columns, *same, room=pl.lit(None, pl.String), multiplicity=pl.lit(1))
        .with_columns(pl.col("round").cast(pl.Int16), result_id=pl.int_range(pl.len()), line=pl.int_range(pl.len()))
    )


def found_in(lines: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    seated = in_halls(lines)
    rounds = table_rounds(seated)
    return seating.misplaced(seated, rounds).sort("result_id"), progress.out_of_order(seated, rounds).sort("result_id")


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_no_fault_is_in_a_hall_that_is_not_looked_at(seed: int) -> None:
    lines = drawn(np.random.default_rng(seed))
    in_part = found_in(lines)
    every = in_halls(lines)["hall"].unique()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "halls_in_doubt", lambda *_: dict.fromkeys(_RULES, every))
        for name in ("_halls_of_several_sets", "_halls_of_uneven_rounds"):
            patch.setattr(progress, name, lambda _: every)
        throughout = found_in(lines)
    for some, all_ in zip(in_part, throughout, strict=True):
        assert_frame_equal(some, all_)
