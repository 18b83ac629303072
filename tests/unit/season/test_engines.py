"""The same season on this machine and on the processes of a Dask cluster; a part that fails is named."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from neuberg import season
from neuberg.errors import PartError, UsageError
from neuberg.ingest import archive
from neuberg.simulate import simulate
from runs import TABLES_ONLY, bytes_of, damaged

distributed = pytest.importorskip("distributed", reason="the extra neuberg[dask] is not installed")
PARTS = TABLES_ONLY._replace(part_rows=700)


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "season"
    simulate(out, 1_500, 6)
    return out


@pytest.fixture(scope="module")
def on_dask() -> Iterator[season.Options]:
    """The options of a run on a cluster of two worker processes."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield PARTS._replace(engine="dask", scheduler=cluster.scheduler_address)


@pytest.fixture(scope="module")
def here(simulated: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The tables that this machine makes."""
    out = tmp_path_factory.mktemp("here") / "run"
    account = season.run([simulated], out, PARTS)
    assert account["parts"]["all"] >= 2
    return bytes_of(out)


def test_a_cluster_gives_the_bytes_of_this_machine(
    simulated: Path, here: dict[str, bytes], on_dask: season.Options, tmp_path: Path
) -> None:
    season.run([simulated], tmp_path, on_dask)
    assert bytes_of(tmp_path) == here


def test_rows_are_exchanged_at_an_address(
    simulated: Path, here: dict[str, bytes], on_dask: season.Options, tmp_path: Path
) -> None:
    there = on_dask._replace(exchange=f"file://{tmp_path / 'exchange'}")
    account = season.run([simulated], tmp_path / "there", there)
    assert account["parts"]["redone"]["score"] == account["parts"]["all"]
    assert bytes_of(tmp_path / "there") == here
    assert [folder.name for folder in (tmp_path / "exchange").iterdir()] == ["parts"]
    # What is at the address serves the next run, here as there.
    again = season.run([simulated], tmp_path / "other", there)
    assert again["parts"]["redone"] == {"validate": 0, "score": 0}
    assert bytes_of(tmp_path / "other") == here


def test_a_part_that_fails_on_a_worker_is_named_and_leaves_no_table(
    simulated: Path, on_dask: season.Options, tmp_path: Path
) -> None:
    source = damaged(simulated, tmp_path / "damaged", "ns_score")
    with pytest.raises(PartError, match=r"the part 0000\d \(\d+ events?, from event -?\d+ on\)"):
        season.run([source], tmp_path / "out", on_dask)
    assert not (tmp_path / "out" / archive.TABLES).exists()
    assert list((tmp_path / "out").rglob("scores*")) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (PARTS._replace(engine="spark"), "there is no engine 'spark'"),
        (PARTS._replace(engine="dask"), "needs --scheduler"),
    ],
)
def test_an_engine_that_is_not_there(simulated: Path, tmp_path: Path, options: season.Options, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        season.run([simulated], tmp_path, options)
