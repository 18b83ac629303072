"""A USEBIO file as a tree of elements, whatever its encoding, however damaged; nothing is fetched or expanded."""

import re
from typing import NamedTuple, cast

from lxml import etree

from neuberg.ingest.source import Source
from neuberg.ingest.usebio.mend import mend
from neuberg.ingest.usebio.repairs import Repairs
from neuberg.ingest.usebio.text import cleaned, read_text

_HEAD_BYTES = 16_384
_PREFIX = r"(?:[A-Za-z_][\w.-]*:)?"
_DOCTYPE = re.compile(r"\s*<!DOCTYPE\s+USEBIO\b", re.IGNORECASE)
_USEBIO = re.compile(rf"<{_PREFIX}USEBIO\b", re.IGNORECASE)
_FIRST_TAG = re.compile(rf"<{_PREFIX}(\w[\w.-]*)")


class Document(NamedTuple):
    """A file's root element, the encoding it was read in, and what had to be repaired to read it."""

    root: etree._Element
    encoding: str
    repairs: Repairs

    @property
    def has_damage(self) -> bool:
        """Whether anything in it was damaged beyond repair."""
        return next(self.root.iter(etree.ProcessingInstruction), None) is not None


def recognises(source: Source) -> bool:
    """Whether the root element, or the document type before it, is USEBIO."""
    # Nearly no other file has the word in it, and a look for it costs nothing beside taking off comments.
    head = source.data[:_HEAD_BYTES]
    if b"<" not in head or b"USEBIO" not in head.replace(b"\0", b"").upper():
        return False
    text, _ = read_text(source.data[:_HEAD_BYTES], Repairs())
    root = _FIRST_TAG.search(text)
    return _DOCTYPE.match(text) is not None or (root is not None and root[1].upper() == "USEBIO")


def parse(data: bytes) -> Document:
    """The document; never raises, whatever the bytes."""
    repairs = Repairs()
    text, encoding = read_text(data, repairs)
    text = cleaned(_without_prolog(text), repairs)
    root = _strict(text)
    if isinstance(root, etree.XMLSyntaxError):
        root = _mended(text, root, repairs)
    return Document(_with_plain_names(root), encoding, repairs)


def _without_prolog(text: str) -> str:
    """The text from its root on, on the same lines: no document type, and no entity of it, is ever read."""
    root = _USEBIO.search(text) or _FIRST_TAG.search(text)
    at = root.start() if root else len(text)
    return "\n" * text.count("\n", 0, at) + text[at:]


def _strict(text: str) -> etree._Element | etree.XMLSyntaxError:
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False)
    try:
        return etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as error:
        return error


def _mended(text: str, error: etree.XMLSyntaxError, repairs: Repairs) -> etree._Element:
    """The root of the mended text; the parser's own error is told where mending found no damage, or did not help."""
    before = repairs.count
    root = _strict(mend(text, repairs))
    if isinstance(root, etree.XMLSyntaxError):
        repairs.add(root.lineno, "not_xml", root.msg or "", "a file that can be read as XML, at least when mended")
        return etree.Element("USEBIO")
    if repairs.count == before:
        repairs.add(error.lineno, "xml_damaged", error.msg or "", "well-formed XML", severity="warning")
    return root


def _with_plain_names(root: etree._Element) -> etree._Element:
    """The tree with its names in capitals and without namespaces."""
    if root.tag not in ("USEBIO", "MENDED"):
        for element in root.iter(etree.Element):
            element.tag = etree.QName(element).localname.upper()
            for name, value in list(element.attrib.items()):
                element.set(etree.QName(str(name)).localname.upper(), value)
    return root


def fields(element: etree._Element) -> dict[str, str]:
    """The texts of the children that hold nothing but text, the first of each name; a damaged one is none.

    >>> fields(etree.fromstring("<BOARD><BOARD_NUMBER> 7 </BOARD_NUMBER><HAND><SPADES/></HAND></BOARD>"))
    {'BOARD_NUMBER': '7'}
    """
    texts: dict[str, str] = {}
    for child in element:
        tag = child.tag
        if tag not in texts and isinstance(tag, str) and not len(child):
            text = child.text
            texts[tag] = text.strip() if text else ""
    return texts


def field(element: etree._Element, name: str) -> str:
    """One of its `fields`; empty where it has none.

    >>> field(etree.fromstring("<BOARD><NUMBER><A/></NUMBER><NUMBER> 7 </NUMBER></BOARD>"), "NUMBER")
    '7'
    """
    for child in element.iterchildren(name):
        if not len(child):
            return (child.text or "").strip()
    return ""


def is_damaged(element: etree._Element, *, outside: str = "") -> bool:
    """Whether something in the element was damaged, the children named `outside` left out.

    >>> is_damaged(etree.fromstring("<BOARD><HAND><?damaged?></HAND></BOARD>"))
    True
    """
    return any(
        next(child.iter(etree.ProcessingInstruction), None) is not None for child in element if child.tag != outside
    )


def line_of(element: etree._Element) -> int | None:
    """The line that an element begins on."""
    return cast("int | None", element.sourceline)


def raw(element: etree._Element) -> str:
    """The element as text on one line, for a problem to show."""
    return " ".join(etree.tostring(element, encoding="unicode", with_tail=False).split())
