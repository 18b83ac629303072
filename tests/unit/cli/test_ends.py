"""How the command ends where the machine fails it: in one line on stderr, with no traceback."""

import errno

import polars as pl
import pytest

from neuberg import cli
from neuberg.errors import PartError

_FULL = "underlying IO error: No space left on device (os error 28)"


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        pl.exceptions.ComputeError(f"parquet: {_FULL}"),
        PartError(f"the part 00000: ComputeError: {_FULL}"),
    ],
)
def test_a_full_disk_ends_in_one_line(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _ended(error, monkeypatch) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("neuberg: ") and "No space left" in line and "then start again" in line


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(pl.exceptions.ComputeError, match="a fault"):
        _ended(pl.exceptions.ComputeError("a fault"), monkeypatch)


def _ended(error: Exception, monkeypatch: pytest.MonkeyPatch) -> int | str | None:
    """The exit code of a command that meets an error."""

    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(cli, "app", fail)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return ended.value.code
