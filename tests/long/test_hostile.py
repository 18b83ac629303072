"""Files made to exhaust a reader: each ends in rows or problems, and takes no more memory than is said here."""

import gzip
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from neuberg.ingest.containers import LARGEST_MEMBER
from neuberg.ingest.source import LARGEST_FILE
from shared import ROOT

pytestmark = pytest.mark.long

_MEGABYTE = 1 << 20
#: What the process itself takes, in megabytes: polars, lxml and the readers.
_ITSELF = 250
_CHILD = """
import json, resource, sys
from pathlib import Path
from neuberg.ingest import stage
tables = [stage.read(given) for given in stage.inputs([Path(sys.argv[1])])]
status = Path("/proc/self/status")
if status.exists():
    # Of this program alone: what getrusage says begins with the memory of the process that started it.
    peak = int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 / (1024 if sys.platform == "darwin" else 1)
print(json.dumps({
    "peak": peak,
    "status": [str(status) for found in tables for status in found["files"]["status"]],
    "codes": sorted({code for found in tables for code in found["problems"]["code"]}),
    "boards": sum(found["boards"].height for found in tables),
    "results": sum(found["results"].height for found in tables),
}))
"""


def read(folder: Path) -> dict[str, Any]:
    """What is read of a folder by a process of its own, and the most memory that it took in megabytes."""
    command = [sys.executable, "-c", _CHILD, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


HEADS = {
    "a.pbn": b'[Event "',
    "b.pbn": b'[Board "1"]\n[ScoreTable "Score_NS"]\n',
    "c.csv": b"board,ns,ew,score\n1,1,2,",
    "d.xml": b"<USEBIO><EVENT><TITLE>",
    "e.lin": b"vg|a,b|rs|",
    "f.html": b'<html>var data = {"sessions":"',
    "g.xml": b'<session club_no="',
    "h.html": b'<html><tr class="tourney"><td class="result">',
}


@pytest.mark.parametrize("name", HEADS)
def test_a_line_of_a_gigabyte_is_not_read(tmp_path: Path, name: str) -> None:
    with (tmp_path / name).open("wb") as file:
        file.write(HEADS[name])
        file.truncate(10**9)
    found = read(tmp_path)
    assert (found["status"], found["codes"]) == (["unreadable"], ["cannot_open"])
    assert found["peak"] < _ITSELF


@pytest.mark.parametrize("name", HEADS)
def test_a_line_as_long_as_the_largest_file_takes_five_times_its_size(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(HEADS[name] + b"4 9 " * ((LARGEST_FILE - 100) // 4))
    found = read(tmp_path)
    assert found["codes"]
    assert "reader_failed" not in found["codes"]
    assert found["status"] == ["read_with_problems"]
    assert found["peak"] < _ITSELF + 5 * LARGEST_FILE / _MEGABYTE


def test_a_million_games_in_a_file_are_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "season.pbn").open("w") as file:
        for number in range(10**6):
            place = f'[Board "{number % 36 + 1}"]\n[Table "{number // 36}"]\n'
            file.write(f'{place}[Declarer "N"]\n[Contract "4S"]\n[Result "10"]\n[Score "NS 420"]\n\n')
    found = read(tmp_path)
    assert (found["results"], found["boards"], found["codes"]) == (10**6, 36, [])
    assert found["peak"] < 5_000


def test_bombs_of_entities_and_of_depth(tmp_path: Path) -> None:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    laughing = f'<!DOCTYPE USEBIO [<!ENTITY a0 "ha">{entities}]><USEBIO><EVENT><TITLE>&a11;</TITLE></EVENT></USEBIO>'
    (tmp_path / "entities.xml").write_text(laughing)
    (tmp_path / "deep.xml").write_text("<USEBIO>" + "<EVENT>" * 200_000)
    (tmp_path / "deep-nz.xml").write_text("<session club_no='1'>" + "<brsection>" * 200_000)
    (tmp_path / "deep.html").write_text('<html>var data = {"sessions":' + '[{"sections":' * 1_000_000)
    found = read(tmp_path)
    assert found["status"] == ["read_with_problems"] * 4
    assert "reader_failed" not in found["codes"]
    assert found["peak"] < _ITSELF + 500


def test_bombs_of_zip_and_gzip(tmp_path: Path) -> None:
    """A gigabyte of nothing in a member, one in a member of a member, and a gzip file of one."""
    stream, nothing = io.BytesIO(), bytes(64 * _MEGABYTE)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made, made.open("bomb.csv", "w") as member:
        for _ in range(16):
            member.write(nothing)
    (tmp_path / "a.zip").write_bytes(stream.getvalue())
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as outer:
        outer.writestr("../inner.zip", stream.getvalue())
    with gzip.open(tmp_path / "c.csv.gz", "wb") as bomb:
        for _ in range(16):
            bomb.write(nothing)
    found = read(tmp_path)
    assert found["codes"] == ["cannot_open", "odd_member_name"]
    assert found["status"].count("unreadable") == 3
    # A member is read up to the most that is taken of one, and is in memory packed and unpacked.
    assert found["peak"] < _ITSELF + 4 * LARGEST_MEMBER / _MEGABYTE
