"""Every file of ../shared/corpus by what was read from it: records, boards, results and problems, each of these known.

`corpus_files.csv` is written anew by `python tests/golden/test_corpus_files.py`; its last column, which says why a file
has the problems it has, is kept for a file whose problems did not change.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))  # So that it can be run by itself.

import neuberg
from read import ingest
from shared import shared

GOLDEN = Path(__file__).with_name("corpus_files.csv")
COUNTED = {"events": "events", "boards": "boards", "results": "results", "pairs": "contestants"}


def table(folder: Path) -> pl.DataFrame:
    """A row a file, in the order of their paths."""
    files = neuberg.scan(folder, "files").select("file_id", "path", "format", "records").collect()
    for name, column in COUNTED.items():
        counts = neuberg.scan(folder, name).group_by("file_id").agg(pl.len().alias(column)).collect()
        files = files.join(counts, on="file_id", how="left")
    kinds = neuberg.scan(folder, "problems").group_by("file_id", "code").len().sort("code").collect()
    texts = pl.concat_str("code", pl.col("len").cast(pl.String), separator=" ").str.join("; ")
    problems = kinds.group_by("file_id", maintain_order=True).agg(problems=texts)
    joined = files.join(problems, on="file_id", how="left").drop("file_id").sort("path")
    return joined.with_columns(pl.col(pl.UInt32).fill_null(0).cast(pl.Int64), pl.col("problems").fill_null(""))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    out = tmp_path_factory.mktemp("corpus_files")
    ingest(shared("corpus"), out)
    account = neuberg.scan(out, "conservation").collect()
    kept = account["loaded"] + account["rejected"] + account["superseded"] + account["ignored"]
    assert account["found"].equals(kept)
    return table(out)


def test_every_file_gives_what_it_is_known_to_hold(found: pl.DataFrame) -> None:
    golden = pl.read_csv(GOLDEN).with_columns(pl.col("problems", "why").fill_null(""))
    differing = golden.drop("why").join(found, on=golden.drop("why").columns, how="anti")
    assert differing.is_empty(), differing.to_dicts()
    assert found.height == golden.height == 52
    assert set(golden["format"]) == {"acbl_html", "bws", "lin", "nz_scorer", "pbn", "usebio"}


def test_every_problem_is_explained() -> None:
    golden = pl.read_csv(GOLDEN).with_columns(pl.col("problems", "why").fill_null(""))
    assert golden.filter((pl.col("problems") == "") != (pl.col("why") == "")).is_empty()


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        ingest(shared("corpus"), Path(folder))
        fresh = table(Path(folder))
    whys = {"path": pl.String, "problems": pl.String, "why": pl.String}
    known = (
        pl.read_csv(GOLDEN).with_columns(pl.col("problems", "why").fill_null(""))
        if GOLDEN.exists()
        else pl.DataFrame(schema=whys)
    )
    old = known.select(*whys)
    written = fresh.join(old, on=["path", "problems"], how="left").sort("path")
    written.with_columns(pl.col("problems", "why").replace("", None)).write_csv(GOLDEN)
