"""The README's generated parts: real output, the rulebook, the checks and the data dictionary.

`python tests/readme/render.py` rewrites README.md; a test holds the README against the same text.
"""

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from neuberg import cli, schemas
from neuberg.rules.listing import profiles
from neuberg.validate.checks import CHECKS

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
_PART = re.compile(r"(<!-- begin: (?P<what>.*?) -->\n)(?P<text>.*?)(<!-- end -->)", re.DOTALL)


def rendered(text: str) -> str:
    """The README with each generated part made anew."""
    with tempfile.TemporaryDirectory() as folder, _in_checkout(Path(folder)):
        return _PART.sub(lambda part: part[1] + _made(part["what"]) + part[4], text)


@contextlib.contextmanager
def _in_checkout(out: Path) -> Iterator[None]:
    """In a folder where `data` and `tests` are the checkout's, so that `demo` is made there and not in the checkout."""
    before = Path.cwd()
    for name in ("data", "tests"):
        (out / name).symlink_to(ROOT / name, target_is_directory=True)
    os.chdir(out)
    try:
        yield
    finally:
        os.chdir(before)


def _made(what: str) -> str:
    if what.startswith("neuberg "):
        return f"```text\n{_output(shlex.split(what)[1:])}```\n"
    if what.startswith("file "):
        return f"```text\n{(ROOT / what[5:]).read_text(encoding='utf-8')}```\n"
    return {"profiles": _profiles, "checks": _checks, "dictionary": schemas.dictionary}[what]()


def _output(arguments: list[str]) -> str:
    shown = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["neuberg", *arguments]),
        contextlib.redirect_stdout(shown),
        contextlib.redirect_stderr(io.StringIO()),
        contextlib.suppress(SystemExit),
    ):
        cli.main()
    return shown.getvalue()


def _profiles() -> str:
    rows = (
        f"| `{row['name']}` | {row['title']} | {row['bodies'] or '–'} | {row['from'] or '?'} to {row['to'] or 'today'} "
        f"| {row['scale']} | {row['rounding']} |"
        for row in profiles().iter_rows(named=True)
    )
    return "\n".join(
        ["| profile | rule | body or program | may be in force | scale | rounding |", "|---" * 6 + "|", *rows, ""]
    )


def _checks() -> str:
    rows = (f"| `{check.name}` | {check.meaning} | {check.severity} | {check.law or '–'} |" for check in CHECKS)
    return "\n".join(["| check | a failure says | severity | law |", "|---" * 4 + "|", *rows, ""])


if __name__ == "__main__":
    README.write_text(rendered(README.read_text(encoding="utf-8")), encoding="utf-8")
