"""One headless Chromium with the network off for all tests of a process: what a page shows, logs and asks for.

It is driven over a pipe by the browser's own protocol, so that a test starts no browser and needs no driver.
"""

import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip
#: What the page itself is read from, and not the network.
_OWN = ("file:", "data:", "about:", "chrome:", "blob:")


def chromium() -> str:
    """The program; the test is skipped, saying so, where there is none."""
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    pytest.skip("no Chromium is installed: apt-get install chromium")


@lru_cache(maxsize=1)
def axe() -> str:
    """The script of axe-core; the test is skipped, saying so, where there is none."""
    named = os.environ.get("NEUBERG_AXE")
    if named is None or not Path(named).is_file():
        pytest.skip("NEUBERG_AXE names no axe.min.js: npm pack axe-core, as .ci/run does")
    return Path(named).read_text(encoding="utf-8")


class Browser:
    """The browser while it runs."""

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory()
        its_input, self._out = os.pipe()
        self._in, its_output = os.pipe()
        self._ids = itertools.count(1)
        self._rest = b""
        self._events: list[dict[str, Any]] = []

        def as_three_and_four() -> None:
            # Copies out of the way first: one of the ends may itself be descriptor 3 or 4.
            first, second = os.dup(its_input), os.dup(its_output)
            os.dup2(first, 3)
            os.dup2(second, 4)

        command = [chromium(), *_FLAGS, f"--user-data-dir={self._profile.name}", "about:blank"]
        self._process = subprocess.Popen(
            command, preexec_fn=as_three_and_four, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(its_input)
        os.close(its_output)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._out)
        os.close(self._in)
        self._process.kill()
        self._process.wait()
        self._profile.cleanup()

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """What a method of the protocol answers; the events before it are kept."""
        number = next(self._ids)
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        _write(self._out, message)
        while True:
            found = self._next()
            if found.get("id") == number:
                assert "error" not in found, found
                answer: dict[str, Any] = found["result"]
                return answer
            self._events.append(found)

    def until(self, method: str, session: str) -> None:
        """Wait for an event of a page."""
        while not any(event.get("method") == method and event.get("sessionId") == session for event in self._events):
            self._events.append(self._next())

    def taken(self, session: str) -> list[dict[str, Any]]:
        """The events of a page so far, which are then forgotten."""
        own = [event for event in self._events if event.get("sessionId") == session]
        self._events = [event for event in self._events if event.get("sessionId") != session]
        return own

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._in, 1 << 20)
            assert part, "the browser has ended"
            self._rest += part
        text, self._rest = self._rest.split(b"\0", 1)
        found: dict[str, Any] = json.loads(text)
        return found


def _write(descriptor: int, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode() + b"\0"
    while data:
        data = data[os.write(descriptor, data) :]


class Page:
    """A page that is open.

    Attributes:
        console: what it wrote on the console, errors of its own and refusals of its policy among it.
        requested: the addresses beyond its own files that it asked for.
    """

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session
        self.console: list[str] = []
        self.requested: list[str] = []

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """What a method of the protocol answers."""
        answer = self._browser.call(method, self._session, **parameters)
        self._take()
        return answer

    def load(self, file: Path) -> None:
        """Open a file and wait until it is loaded."""
        self.call("Page.navigate", url=file.as_uri())
        self._browser.until("Page.loadEventFired", self._session)
        # What the load began is told before this is answered.
        self.run("return null")

    def run(self, script: str) -> Any:
        """What the body of an async function returns in the page."""
        answer = self.call(
            "Runtime.evaluate",
            expression=f"(async () => {{ {script} }})()",
            awaitPromise=True,
            returnByValue=True,
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, *keys: str) -> None:
        """Press keys one after another, as a person would: `Tab`, `Enter`, or a letter."""
        codes = {"Tab": 9, "Enter": 13}
        for key in keys:
            text = {"text": "\r" if key == "Enter" else key} if key != "Tab" else {}
            known = {"key": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
            self.call("Input.dispatchKeyEvent", type="keyDown", **known, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", **known)

    def shown_as(self, scheme: str = "light", media: str = "screen", width: int = 1200) -> None:
        """Show the page in a colour scheme, on a screen of a width or as printed."""
        self.call(
            "Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}]
        )
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)

    def run_axe(self) -> list[tuple[str, str, str]]:
        """What axe-core finds: the rule, the first element, what is wrong."""
        self.call("Runtime.evaluate", expression=axe())
        found = self.run('return await axe.run(document, { resultTypes: ["violations"] });')
        return [(rule["id"], rule["nodes"][0]["html"][:200], rule["help"]) for rule in found["violations"]]

    def picture(self, file: Path) -> None:
        """Save what the whole page looks like."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 4000), "scale": 1}
        data = self.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)["data"]
        file.write_bytes(base64.b64decode(data))

    def _take(self) -> None:
        for event in self._browser.taken(self._session):
            told = event.get("params", {})
            if event["method"] == "Network.requestWillBeSent" and not told["request"]["url"].startswith(_OWN):
                self.requested.append(told["request"]["url"])
            if event["method"] == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
                self.console.append(str([given.get("value") for given in told["args"]]))
            if event["method"] == "Runtime.exceptionThrown":
                self.console.append(str(told["exceptionDetails"].get("exception", {}).get("description")))
            if event["method"] == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
                self.console.append(str(told["entry"]["text"]))


@lru_cache(maxsize=1)
def running() -> Browser:
    """The one browser of this process; it ends with the process."""
    import atexit

    browser = Browser()
    atexit.register(browser.__exit__, None, None, None)
    return browser


@contextmanager
def page(file: Path) -> Iterator[Page]:
    """A page of the one browser with a file loaded, told of on console and network from the start."""
    browser = running()
    target = browser.call("Target.createTarget", url="about:blank")["targetId"]
    session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    opened = Page(browser, session)
    for domain in ("Page", "Runtime", "Network", "Log"):
        opened.call(f"{domain}.enable")
    opened.load(file)
    try:
        yield opened
    finally:
        browser.call("Target.closeTarget", targetId=target)
