"""A million results: this machine, a cluster and the slow reference scorer agree."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from neuberg import schemas, season
from neuberg.ingest import archive
from neuberg.simulate import simulate
from oracle.scorer import Line, score_field
from oracle.test_against_oracle import unequal
from runs import TABLES_ONLY, bytes_of

pytestmark = pytest.mark.long
RESULTS, BOARDS, PROFILE = 1_000_000, 300, "acbl-1991"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("million")
    simulate(folder / "made", RESULTS, 11)
    season.run([folder / "made"], folder / "here", TABLES_ONLY)
    return folder / "here"


def test_a_cluster_gives_the_bytes_of_this_machine(here: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra neuberg[dask] is not installed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        on_dask = TABLES_ONLY._replace(engine="dask", scheduler=cluster.scheduler_address)
        season.run([here.parent / "made"], tmp_path, on_dask)
    assert bytes_of(tmp_path) == bytes_of(here)


def sampled(run: Path) -> Iterator[pl.DataFrame]:
    """The lines of some boards, with their scores: fouled and adjusted ones first, then others."""
    # In their order, by which the forms of a board are numbered; a join keeps none that it promises.
    lines = archive.scan(run, "results").with_row_index("at").with_columns(pl.col("kind").cast(pl.String))
    scores = archive.scan(run, "scores").filter(pl.col("profile") == PROFILE, pl.col("variant") == 1)
    scored = lines.join(scores.drop("event_id", "season"), on="result_id", how="inner", maintain_order="left")
    # An award that is raised to the session's percentage needs the whole session.
    plain = ~pl.col("award_given").fill_null("").str.contains("AVE")
    boards = scored.group_by(schemas.FIELD_KEY, maintain_order=True).agg(
        special=(pl.col("given_group").is_not_null() | (pl.col("kind") != "played")).any(), plain=plain.all()
    )
    chosen = boards.filter("plain").sort("special", descending=True, maintain_order=True).collect()
    some = pl.concat([chosen.head(BOARDS // 2), chosen.tail(BOARDS // 2)]).unique(schemas.FIELD_KEY)
    rows = scored.join(some.lazy().select(schemas.FIELD_KEY), on=schemas.FIELD_KEY, how="semi").sort("at").collect()
    yield from rows.partition_by(schemas.FIELD_KEY, maintain_order=True)


def line(row: dict[str, Any]) -> Line:
    awards = [None if row[side] is None else Fraction(row[side]) for side in ("ns_award", "ew_award")]
    return Line(row["ns_score"], row["kind"], *awards, row["multiplicity"] or 1, row["given_group"], row["expected"])


def test_sampled_boards_are_as_the_reference_scores_them(here: Path) -> None:
    boards = list(sampled(here))
    assert len(boards) >= BOARDS // 2
    for board in boards:
        rows = board.to_dicts()
        for row, answers in zip(rows, score_field([line(row) for row in rows], PROFILE), strict=True):
            assert not unequal(row, answers[0]), row
