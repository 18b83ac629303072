"""A headless Chromium with the network off: what a page shows, and what it asks for."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
#: Requests of the browser's own, such as for updates; those of a page have its origin.
_OWN = "not an origin"


def chromium() -> str:
    """The program; the test is skipped, saying so, where there is none."""
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    pytest.skip("no Chromium is installed: apt-get install chromium")


def _run(program: str, page: Path, folder: Path, *flags: str) -> str:
    command = [program, *_FLAGS, "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder / 'profile'}"]
    done = subprocess.run(
        [*command, *flags, "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=120, check=True
    )
    return done.stdout


def dom(program: str, page: Path, folder: Path) -> str:
    """The page as the browser has it once it is loaded."""
    return _run(program, page, folder)


def requested(program: str, page: Path, folder: Path) -> list[str]:
    """The addresses that the page asks of the network."""
    log = folder / f"{page.stem}.json"
    _run(program, page, folder, f"--log-net-log={log}")
    events = json.loads(log.read_text(encoding="utf-8"))["events"]
    asked = [event["params"] for event in events if "initiator" in event.get("params", {})]
    return sorted({params["url"] for params in asked if params["initiator"] != _OWN})
