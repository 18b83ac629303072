"""Zip and gzip files in a folder tree: each member a file of its own, and nothing in them that can harm a run."""

import gzip
import io
import zipfile
from pathlib import Path

import polars as pl
import pytest

from neuberg.ingest import containers, stage

CSV = b"board,ns,ew,score\n1,1,2,50\n"
OTHER = b"board,ns,ew,score\n1,1,2,60\n"


def zipped(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(name, data)
    return stream.getvalue()


def files(folder: Path) -> dict[str, tuple[str, str]]:
    """The format and status of each path."""
    tables = [stage.read(given)["files"] for given in stage.inputs([folder])]
    return {row["path"]: (row["format"], row["status"]) for file in tables for row in file.to_dicts()}


def problems(folder: Path) -> list[tuple[str, str]]:
    """The code of each problem and the beginning of what was found."""
    tables = [stage.read(given)["problems"] for given in stage.inputs([folder])]
    return pl.concat(tables).select("code", pl.col("found").str.split("\\x14").list.first()).rows()


def test_members_are_files_of_their_own_in_any_nesting_and_case(tmp_path: Path) -> None:
    inner = zipped(**{"B.CSV": CSV, "deep/c.csv.gz": gzip.compress(OTHER)})
    outer = zipped(**{"a.csv": CSV + b"2,1,2,70\n", "inner.zip": inner, "note.txt": b"x"})
    (tmp_path / "SEASON.ZIP").write_bytes(outer)
    (tmp_path / "d.csv.gz").write_bytes(gzip.compress(CSV + b"3,1,2,80\n"))
    assert files(tmp_path) == {
        "SEASON.ZIP": ("zip", "read"),
        "SEASON.ZIP/a.csv": ("csv", "read"),
        "SEASON.ZIP/inner.zip": ("zip", "read"),
        "SEASON.ZIP/inner.zip/B.CSV": ("csv", "read"),
        "SEASON.ZIP/inner.zip/deep/c.csv.gz": ("gzip", "read"),
        "SEASON.ZIP/inner.zip/deep/c.csv.gz/c.csv": ("csv", "read"),
        "SEASON.ZIP/note.txt": ("unknown", "no_reader"),
        "d.csv.gz": ("gzip", "read"),
        "d.csv.gz/d.csv": ("csv", "read"),
    }


def test_a_member_s_records_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(**{"x/b.csv": CSV}))
    tables = [stage.read(given) for given in stage.inputs([tmp_path])]
    assert [found["results"].height for found in tables] == [0, 1]


def test_hidden_members_folders_and_documents_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(**{"__MACOSX/._b.csv": b"x", ".DS_Store": b"x", "x/": b"", "x/b.csv": CSV}))
    (tmp_path / "letter.docx").write_bytes(zipped(**{"[Content_Types].xml": b"<x/>", "word/document.xml": b"<x/>"}))
    assert list(files(tmp_path)) == ["a.zip", "a.zip/x/b.csv", "letter.docx"]


def test_names_that_lead_out_are_shown_within_and_told(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(**{"../../up.csv": CSV, "/root.csv": OTHER}))
    assert list(files(tmp_path)) == ["a.zip", "a.zip/up.csv", "a.zip/root.csv"]
    assert problems(tmp_path) == [("odd_member_name", "../../up.csv"), ("odd_member_name", "/root.csv")]
    assert list(tmp_path.parent.glob("**/up.csv")) == []


def test_a_member_without_a_name_is_read_and_one_of_two_of_a_name_is_told(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(stream, "w") as made:
        made.writestr("a.csv", CSV)
        made.writestr("a.csv", OTHER)
        made.writestr("a (2).csv", OTHER)
    (tmp_path / "a.zip").write_bytes(stream.getvalue())
    data = zipped(x=CSV)
    at, own = data.index(b"PK\x01\x02"), bytearray(data)
    # The central directory and the local header say a name of no letters.
    own[at + 28] = own[26] = 0
    del own[at + 46], own[30]
    end = own.index(b"PK\x05\x06")
    own[end + 12 : end + 20] = (end - at + 1).to_bytes(4, "little") + (at - 1).to_bytes(4, "little")
    (tmp_path / "b.zip").write_bytes(bytes(own))
    assert files(tmp_path) == {
        "a.zip": ("zip", "read"),
        "a.zip/a (2).csv": ("csv", "read"),
        "a.zip/a (3).csv": ("csv", "read"),
        "a.zip/a.csv": ("csv", "read"),
        "b.zip": ("zip", "read"),
        "b.zip/": ("csv", "read"),
    }
    assert problems(tmp_path) == [("bad_container", "a.csv: another member of this name, read as a (3).csv")]


def test_members_shown_by_one_path_are_told_apart(tmp_path: Path) -> None:
    third = CSV.replace(b"50", b"70")
    (tmp_path / "a.zip").write_bytes(zipped(**{"x/a.csv": CSV, "./x/a.csv": OTHER, "x\\\\a.csv": third}))
    assert list(files(tmp_path)) == ["a.zip", "a.zip/x/a.csv", "a.zip/x/a (2).csv", "a.zip/x/a (3).csv"]
    assert [code for code, _ in problems(tmp_path)] == ["bad_container", "bad_container"]


def test_a_folder_named_as_the_container_beside_it_hides_no_file_unsaid(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(**{"in.zip/b.csv": CSV, "in.zip": zipped(**{"b.csv": OTHER})}))
    assert list(files(tmp_path)) == ["a.zip", "a.zip/in.zip/b.csv", "a.zip/in.zip"]
    found = "in.zip/b.csv: another member is shown by this path, and this one is not read"
    assert problems(tmp_path) == [("bad_container", found)]


def test_an_encrypted_member_is_told_and_its_neighbour_read(tmp_path: Path) -> None:
    data = bytearray(zipped(**{"secret.csv": CSV, "open.csv": OTHER}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "a.zip").write_bytes(bytes(data))
    assert files(tmp_path)["a.zip/secret.csv"] == ("unknown", "unreadable")
    assert files(tmp_path)["a.zip/open.csv"] == ("csv", "read")
    assert problems(tmp_path) == [("cannot_open", "secret.csv: encrypted")]


def test_bombs_end_at_the_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "LARGEST_MEMBER", 1000)
    monkeypatch.setattr(containers, "LARGEST_TOTAL", 5000)
    members = {"big.csv": bytes(2000), "b.csv": CSV, "huge.csv": bytes(9000), "c.csv": CSV}
    (tmp_path / "a.zip").write_bytes(zipped(**members))
    (tmp_path / "b.gz").write_bytes(gzip.compress(bytes(2000)))
    found = problems(tmp_path)
    assert found == [
        ("bad_container", "huge.csv, and what is behind it: beyond 5000 bytes in all"),
        ("cannot_open", "more than 1000 bytes"),
        ("cannot_open", "more than 1000 bytes"),
    ]
    assert files(tmp_path)["a.zip/b.csv"] == ("csv", "read")


def test_many_members_and_deep_nesting_end_at_the_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MOST_MEMBERS", 9)
    nested = CSV
    for _ in range(6):
        nested = zipped(**{"n.zip": nested})
    (tmp_path / "deep.zip").write_bytes(nested)
    (tmp_path / "many.zip").write_bytes(zipped(**{f"{number}.csv": CSV for number in range(20)}))
    assert problems(tmp_path) == [
        ("bad_container", "n.zip/n.zip/n.zip: a container inside 3 others"),
        ("no_reader", "PK\\x03\\x04"),
        ("bad_container", "9.csv, and what is behind it: beyond 9 members"),
    ]
    assert len(files(tmp_path)) == 1 + 3 + 1 + 9


@pytest.mark.parametrize("cut", [10, 40, 100, -30, -5])
def test_cut_containers_are_told(tmp_path: Path, cut: int) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(**{"a.csv": CSV * 3, "b.csv": OTHER})[:cut])
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(CSV * 20)[: max(12, cut % 40)])
    codes = [code for code, _ in problems(tmp_path)]
    assert codes == ["bad_container", "cannot_open"]


def test_every_damaged_copy_ends_in_rows(tmp_path: Path) -> None:
    data = zipped(**{"a.csv": CSV, "in.zip": zipped(**{"b.csv": OTHER})})
    for place in range(0, len(data), 5):
        damaged = bytearray(data)
        damaged[place] ^= 0x55
        (tmp_path / "a.zip").write_bytes(bytes(damaged))
        tables = [stage.read(given) for given in stage.inputs([tmp_path])]
        assert all(found["files"].height == 1 for found in tables)
