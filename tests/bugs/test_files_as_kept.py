"""Faults in how files are taken as people keep them: archives of other kinds, files of nothing, sheets of Excel."""

import io
import tarfile
from pathlib import Path

import polars as pl
import pytest

from neuberg.ingest import registry
from neuberg.ingest.source import source
from read import account, codes, ingest, read

PBN = b'[Event "Cup"]\n[Board "1"]\n[Contract "4S"]\n'


def _tar(*names: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(PBN)
            tar.addfile(member, io.BytesIO(PBN))
    return packed.getvalue()


def test_a_tar_file_is_not_taken_for_the_text_of_its_members(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/club.tar").write_bytes(_tar("a.pbn", "b.pbn"))
    ingest(tmp_path / "in", tmp_path / "out")
    files = pl.read_parquet(tmp_path / "out/tables/files/*.parquet")
    assert files.select("format", "status", "records").rows() == [("tar", "no_reader", 0)]


@pytest.mark.parametrize(
    ("name", "head"),
    [("7z", b"7z\xbc\xaf\x27\x1c"), ("rar", b"Rar!\x1a\x07\x01\0"), ("bzip2", b"BZh91AY"), ("xz", b"\xfd7zXZ\0\0")],
)
def test_archives_that_are_not_opened_are_named(name: str, head: bytes) -> None:
    found = registry.recognise(source("club.bin", head + b"\0" * 40))
    assert found is not None
    assert (found.name, found.read) == (name, None)


@pytest.mark.parametrize("data", [b"\0" * 512, b"\r\n\x1a", b"\xff\xfe\n\0"])
def test_a_pbn_file_of_nothing_is_told(data: bytes) -> None:
    assert codes(read("pbn", data, "club.pbn")) == ["no_text"]


def test_a_pbn_file_of_no_bytes_has_nothing_to_tell() -> None:
    assert codes(read("pbn", b"", "club.pbn")) == []


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;"])
def test_the_line_by_which_excel_names_the_delimiter_is_no_header(first: str) -> None:
    sheet = f"{first}\nboard;ns;ew;score\n1;1;2;420\n"
    found = registry.recognise(source("club.csv", sheet.encode()))
    assert found is not None
    assert found.name == "csv"
    tables = read("csv", sheet)
    assert tables["results"].select("board", "ns_score", "line").rows() == [(1, 420, 3)]
    assert codes(tables) == []


@pytest.mark.parametrize(("given", "score"), [("420/-420", 420), ("-50 / +50", -50)])
def test_both_sides_scores_that_are_one_are_no_split_score(given: str, score: int) -> None:
    tables = read("csv", f"board,ns,ew,contract,declarer,tricks,score\n1,1,2,4S,N,10,{given}\n")
    assert tables["results"].select("kind", "ns_score", "ns_components").rows() == [("played", score, None)]
    assert codes(tables) == ["score_of_each_side"]
    assert account(tables, "traveller line") == {"found": 1, "loaded": 1}
