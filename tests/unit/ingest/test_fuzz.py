"""Every reader given bytes that hypothesis makes and, for some seconds, those of atheris; `make fuzz` does it long."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.targets import TARGETS, seeds
from shared import ROOT

#: Of the whole files the shortest are spoilt.
_SHORTEST = 3
_SECONDS = 3
#: What formats give a meaning to, put where it does not belong.
_PIECES = [
    b'"',
    b"[",
    b"]",
    b"{",
    b"<",
    b"</",
    b">",
    b"&",
    b"|",
    b",",
    b";",
    b"\0",
    b"\r",
    b"\n\n",
    b"\xff",
    b"9" * 30,
    b"-",
]


@st.composite
def spoilt(draw: st.DrawFn, target: str) -> bytes:
    """A whole file of the format with parts of it cut out, written twice or replaced."""
    data = draw(st.sampled_from(sorted(seeds(target), key=len)[:_SHORTEST]))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 60)))
        piece = draw(st.one_of(st.sampled_from(_PIECES), st.binary(max_size=8), st.just(data[start:end] * 2)))
        data = data[:start] + piece + data[end:]
    return data


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_reader_raises_and_every_account_balances(target: str, data: st.DataObject) -> None:
    TARGETS[target](data.draw(st.one_of(spoilt(target), st.binary(max_size=300))))


def test_a_short_run_of_atheris_finds_nothing(tmp_path: Path) -> None:
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed")
    command = [sys.executable, str(ROOT / "tests/fuzz"), "every", "--seconds", str(_SECONDS), "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "every: ok" in done.stdout
