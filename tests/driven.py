"""A page driven in a headless Chromium with the network off: what its buttons do, what it logs, what axe-core finds."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from browser import chromium

_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n')
_ANSWER = "answer-of-the-driver"


def axe() -> Path:
    """The file axe.min.js of axe-core; the test is skipped, saying so, where there is none."""
    named = os.environ.get("NEUBERG_AXE")
    if named is None or not Path(named).is_file():
        pytest.skip("NEUBERG_AXE names no axe.min.js: npm pack axe-core, as .ci/run does")
    return Path(named)


def answer(page: Path, folder: Path, script: str, *libraries: Path) -> Any:
    """What a script gives (an expression, or the body of an async function) once the page is loaded.

    It runs in a copy of the page without its policy, which allows no script but the page's own.
    """
    text = _POLICY.sub("", page.read_text(encoding="utf-8"))
    loaded = "".join(f"<script>{library.read_text(encoding='utf-8')}</script>" for library in libraries)
    driver = (
        f'{loaded}<pre id="{_ANSWER}" hidden></pre><script>addEventListener("load", async () => {{'
        f"const given = await (async () => {{ {script} }})();"
        f'document.getElementById("{_ANSWER}").textContent = encodeURIComponent(JSON.stringify(given)); }});</script>'
    )
    copy = folder / "driven.html"
    copy.write_text(text.replace("</body>", f"{driver}</body>"), encoding="utf-8")
    shown = _run(copy, folder, "--virtual-time-budget=20000", "--dump-dom").stdout
    found = re.search(rf'id="{_ANSWER}"[^>]*>([^<]*)<', shown)
    assert found and found[1], "the driver gave no answer"
    return json.loads(_decoded(found[1]))


def logged(page: Path, folder: Path) -> list[str]:
    """The lines of the page's console, with its policy as it stands."""
    errors = _run(page, folder, "--enable-logging=stderr", "--v=0", "--dump-dom").stderr
    return [line for line in errors.splitlines() if ":CONSOLE" in line]


def _decoded(text: str) -> str:
    from urllib.parse import unquote

    return unquote(text)


def _run(page: Path, folder: Path, *flags: str) -> "subprocess.CompletedProcess[str]":
    profile = folder / "profile"
    shutil.rmtree(profile, ignore_errors=True)
    command = [chromium(), *_FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}", *flags]
    return subprocess.run([*command, page.as_uri()], capture_output=True, text=True, timeout=120, check=True)
