"""Data Docs pages that need nothing from outside: no address, no script, and PASS, NOTE or FAIL in words."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, cast

from lxml import etree, html

from neuberg.domain.plain_text import plain

_OUTSIDE = re.compile(r"^\s*(?:[a-z][a-z+.-]*:)?//", re.IGNORECASE)
_WORDS = (("fa-check-circle", "PASS"), ("fa-times", "FAIL"), ("fa-exclamation-triangle", "ERROR"))
#: Parts that only work with scripts, or that say what differs from run to run.
_DROPPED = (
    "//script",
    "//style",
    "//link",
    "//img",
    "//footer",
    "//*[normalize-space() = 'Actions']",
    "//nav[contains(@class, 'navbar-expand-md')]",
    "//*[contains(@class, 'ge-walkthrough-modal')]",
    "//*[@data-toggle='buttons']/ancestor::div[contains(@class, 'card')][1]",
    "//*[contains(@id, 'collapse-body')]/..",
)


class Link(NamedTuple):
    """A failing row: what it is called and where it is shown."""

    text: str
    target: str


class Failing(NamedTuple):
    """What a check's part of the page says besides what GX says."""

    heading: str
    links: list[Link]
    more: Link | None
    state: str = "FAIL"


def offline(page: str, title: str, failing: Callable[[str], Failing], style: str, home: str) -> str:
    """GX's page without anything from outside, each check's failing rows linked.

    Args:
        page: the page as GX writes it.
        title: its title.
        failing: what is said of a check by its name.
        style: the style sheet's address from the page.
        home: the index's address from the page.
    """
    root = html.document_fromstring(page)
    for path in _DROPPED:
        for element in _all(root, path):
            element.drop_tree()
    for element in root.iter(etree.Element):
        _keep_inside(element)
    _say_verdicts(root)
    for section in _all(root, "//div[contains(@class, 'ge-section')]"):
        _add_failing(section, failing)
    _head(root, title, style, home)
    return _text(root)


def _all(root: html.HtmlElement, path: str) -> list[Any]:
    return cast(list[Any], root.xpath(path))


def _text(root: html.HtmlElement) -> str:
    text: str = html.tostring(root, doctype="<!DOCTYPE html>", encoding="unicode")
    return re.sub(r"\n\s*\n+", "\n", text) + "\n"


def _keep_inside(element: html.HtmlElement) -> None:
    """No attribute that leads out or calls a script, and no link to a page that is not there."""
    for name, value in list(element.attrib.items()):
        leads_out = name in ("href", "src", "action", "integrity", "crossorigin") and not value.startswith("#")
        if leads_out or _OUTSIDE.match(value) or name.startswith(("on", "data-")):
            del element.attrib[name]


def _say_verdicts(root: html.HtmlElement) -> None:
    for icon in _all(root, "//i"):
        for kind, word in _WORDS:
            if kind in icon.get("class", ""):
                verdict = html.fromstring(f'<strong class="{word.lower()}">{word}</strong>')
                verdict.tail = icon.tail
                icon.getparent().replace(icon, verdict)
                break


def _add_failing(section: html.HtmlElement, failing: Callable[[str], Failing]) -> None:
    headings = _all(section, ".//h5")
    said = failing(headings[0].text_content().strip()) if headings else None
    if said is None or not said.heading:
        return
    for verdict in _all(section, ".//strong[@class='fail']") if said.state != "FAIL" else ():
        verdict.text, verdict.attrib["class"] = said.state, said.state.lower()
    part = etree.SubElement(section, "div", {"class": "failing"})
    etree.SubElement(part, "p").text = said.heading
    if said.links:
        rows = etree.SubElement(part, "ul")
        for link in said.links:
            _add_link(etree.SubElement(rows, "li"), link)
    if said.more:
        _add_link(etree.SubElement(part, "p"), said.more)


def _add_link(parent: etree._Element, link: Link) -> None:
    etree.SubElement(parent, "a", {"href": link.target}).text = plain(link.text)


def _head(root: html.HtmlElement, title: str, style: str, home: str) -> None:
    head, body = root.find("head"), root.find("body")
    for old in head.findall("title"):
        head.remove(old)
    etree.SubElement(head, "title").text = title
    etree.SubElement(head, "link", {"rel": "stylesheet", "href": style})
    back = html.fromstring(f'<p><a href="{home}">All checks</a></p>')
    body.insert(0, back)


def outside_addresses(texts: Iterable[str]) -> list[str]:
    """The addresses in HTML or CSS text that would be fetched from elsewhere."""
    fetched = re.compile(r"""(?:src|href)\s*=\s*["']?((?:https?:)?//[^"' >]+)|url\(["']?((?:https?:)?//[^"')]+)""")
    return [first or second for text in texts for first, second in fetched.findall(text)]
