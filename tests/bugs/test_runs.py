"""Faults that whole runs had, each with the smallest input and the right account."""

import os
import sys
from pathlib import Path

import pytest

import neuberg
from neuberg import season
from neuberg.cli.arguments import source_path
from neuberg.errors import UsageError
from pbn_text import DEAL


def test_a_hand_record_alone_is_a_run(tmp_path: Path) -> None:
    """A matchpoint rule whose events have no line had ended the run."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "hands.pbn").write_text(f'[Event "x"]\n[Board "1"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n')
    account = season.run([tmp_path / "in"], tmp_path / "out", season.Options(validation=False, report=False))
    assert (account["counts"]["boards"], account["counts"]["results"], account["counts"]["scores"]) == (1, 0, 0)


@pytest.mark.parametrize("name", ["A\x1bB", "A\x00B", "A\ufffeB"])
def test_a_name_with_what_a_page_cannot_hold_ends_no_run(tmp_path: Path, name: str) -> None:
    """The auditors' record could not be written, and a whole archive was lost for one event's name."""
    (tmp_path / "in").mkdir()
    # 4S by N with ten tricks, not vulnerable, is 420: the line has a flag, and the record's page names its event.
    text = f"board,event,ns,ew,contract,declarer,tricks,score,vulnerable\n1,{name},1,2,4S,N,10,650,None\n"
    (tmp_path / "in" / "club.csv").write_text(text, encoding="utf-8")
    season.run([tmp_path / "in"], tmp_path / "out", season.Options(report=False))
    assert neuberg.scan(tmp_path / "out", "events").collect()["name"].to_list() == [name]
    assert neuberg.scan(tmp_path / "out", "flags").collect()["check"].to_list() == ["score_contradicts_contract"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no names that are not UTF-8")
def test_a_files_name_that_is_no_text_ends_no_run(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    file = os.fsdecode(os.fsencode(tmp_path / "in") + b"/M\xfcller.csv")
    Path(file).write_text("board,ns,ew,score\n1,1,2,-50\n", encoding="utf-8")
    account = season.run([tmp_path / "in"], tmp_path / "out", season.Options(validation=False, report=False))
    assert account["counts"]["results"] == 1
    assert neuberg.scan(tmp_path / "out", "files").collect()["path"].to_list() == ["M\\xfcller.csv"]


def test_an_empty_source_is_not_the_folder_one_stands_in() -> None:
    with pytest.raises(UsageError, match="a source: found ''"):
        source_path("")


def test_a_setting_with_a_byte_order_mark_is_taken(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "neuberg.toml").write_text('body = "EBU"\n', encoding="utf-8-sig")
    (tmp_path / "in" / "club.csv").write_text("board,ns,ew,score\n1,1,2,-50\n", encoding="utf-8")
    season.run([tmp_path / "in"], tmp_path / "out", season.Options(validation=False, report=False))
    assert neuberg.scan(tmp_path / "out", "events").collect()["body"].to_list() == ["EBU"]
