"""Every notebook runs, on a run over the samples."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from neuberg import season
from shared import ROOT


@pytest.mark.parametrize("notebook", sorted((ROOT / "notebooks").glob("*.py")), ids=lambda path: path.stem)
def test_it_runs(notebook: Path, tmp_path: Path) -> None:
    season.run([ROOT / "data/samples"], tmp_path, season.Options(validation=False))
    environment = os.environ | {"NEUBERG_RUN": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, notebook], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert "hand_over_and_short" in done.stdout
