"""The README says only what is true: its output is the real output, its code runs, its commands are all of them."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from neuberg import season
from neuberg.cli import app
from readme.render import PAGES, README, ROOT, rendered

TEXT = README.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_generated_part_is_what_is_generated_now(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert rendered(text) == text, "run `make readme` and look at the difference"


def test_every_command_is_described() -> None:
    commands = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    commands |= {str(group.name) for group in app.registered_groups}
    assert commands == set(re.findall(r"^\| `neuberg (\w+)", TEXT, re.MULTILINE))


def test_the_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    season.run([ROOT / "data/samples"], tmp_path / "demo", season.Options(validation=False))
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(code, "README.md", "exec"), {})
    assert "hand_over_and_short" in shown.getvalue()
    assert "│ 420      ┆ 3.0   ┆ 75.0   │" in shown.getvalue()


def test_every_link_leads_to_a_file() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / target).is_file(), target
