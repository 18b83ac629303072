"""Faults that whole runs had, each with the smallest input and the right account."""

from pathlib import Path

from neuberg import season
from pbn_text import DEAL


def test_a_hand_record_alone_is_a_run(tmp_path: Path) -> None:
    """A matchpoint rule whose events have no line had ended the run."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "hands.pbn").write_text(f'[Event "x"]\n[Board "1"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n')
    account = season.run([tmp_path / "in"], tmp_path / "out", season.Options(validation=False, report=False))
    assert (account["counts"]["boards"], account["counts"]["results"], account["counts"]["scores"]) == (1, 0, 0)
