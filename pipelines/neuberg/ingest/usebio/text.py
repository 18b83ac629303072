"""The bytes of an XML file as text that holds nothing but tags, characters of XML and references to them."""

import html
import re
from html.entities import html5

from neuberg.ingest.source import decode
from neuberg.ingest.usebio.repairs import Repairs

_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_SINGLE_BYTE = re.compile(r"iso-?8859-\d{1,2}|windows-125\d|cp125\d")
_WINDOWS = re.compile(r"iso-?8859-1|windows-1252|cp1252|latin-?1")
_UTF_16 = {b"<\0": b"\xff\xfe", b"\0<": b"\xfe\xff"}
_ENDS = {"<!--": "-->", "<?": "?>", "<![CDATA[": "]]>"}
_BEGINNING = re.compile("|".join(map(re.escape, _ENDS)))
_CONTROL = "[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_SUSPECT = re.compile(
    rf"(?P<control>{_CONTROL})|&#(?:(?P<decimal>\d{{1,7}})|x(?P<hexadecimal>[0-9A-Fa-f]{{1,6}}));"
    r"|&(?P<named>[A-Za-z]{2,8};)(?<!&amp;)(?<!&lt;)(?<!&gt;)(?<!&quot;)(?<!&apos;)"
    r"|&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)"
)
_DOS_END = "\x1a"
_REPLACEMENT = "\ufffd"


def read_text(data: bytes, repairs: Repairs) -> tuple[str, str]:
    """The text with plain line ends, and the encoding it was read in; a doubt where that is not the declared one."""
    text, encoding = _decoded(data, repairs)
    return without_markup(text.replace("\r\n", "\n").replace("\r", "\n").rstrip(_DOS_END)), encoding


def _decoded(data: bytes, repairs: Repairs) -> tuple[str, str]:
    text, encoding = decode(_UTF_16.get(data[:2], b"") + data)
    if encoding not in ("utf-8", "cp1252") or data.startswith(b"\xef\xbb\xbf"):
        return text, encoding
    match = _DECLARED.match(data)
    declared = match[1].decode("ascii").lower() if match else "utf-8"
    if encoding == "cp1252" and _SINGLE_BYTE.fullmatch(declared) and not _WINDOWS.fullmatch(declared):
        try:
            return data.decode(declared), declared
        except (LookupError, UnicodeDecodeError):
            pass
    if declared != encoding and not (encoding == "cp1252" and _WINDOWS.fullmatch(declared)):
        found = f"bytes that are not {declared}, " + ("as is declared" if match else "and no encoding is declared")
        if encoding == "utf-8":
            found = f"{declared} is declared, but every byte fits UTF-8"
        repairs.add(1, "encoding", f"{found}; read as {encoding}", f"{encoding}, declared", severity="warning")
    return text, encoding


def without_markup(text: str) -> str:
    """The text without comments and processing instructions, and its CDATA as plain text, on the same lines.

    >>> without_markup("<a><!-- <b> -->1 &amp; <![CDATA[2 & 3]]></a>")
    '<a>1 &amp; 2 &amp; 3</a>'
    """
    pieces: list[str] = []
    never_ended: set[str] = set()
    at = search = 0
    while match := _BEGINNING.search(text, search):
        search = match.end()
        if match[0] in never_ended:
            continue
        end = text.find(_ENDS[match[0]], search)
        if end < 0:
            never_ended.add(match[0])
            continue
        inside = text[search:end]
        pieces += text[at : match.start()], _escaped(inside) if match[0] == "<![CDATA[" else "\n" * inside.count("\n")
        at = search = end + len(_ENDS[match[0]])
    return "".join([*pieces, text[at:]])


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def cleaned(text: str, repairs: Repairs) -> str:
    """The text with what XML does not have - characters, references, lone ampersands - replaced, each a warning.

    >>> cleaned("<a>Smith & Jones &#0; caf&eacute; &own;</a>", Repairs())
    '<a>Smith &amp; Jones \ufffd café &amp;own;</a>'
    """
    if "&" not in text and text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    line, counted = 1, 0

    def replacement(match: re.Match[str]) -> str:
        nonlocal line, counted
        character = _character(match)
        if character is not None and not match["named"] and not re.match(_CONTROL, character):
            return match[0]
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        if match["named"] and character is not None:
            repairs.add(line, "html_entity", match[0], character, severity="warning")
            return _escaped(character)
        if character is None:
            repairs.add(line, "bare_ampersand", "&", "&amp;", severity="warning")
            return f"&amp;{match['named'] or ''}"
        repairs.add(line, "not_a_character", repr(character)[1:-1], "a character of XML", severity="warning")
        return _REPLACEMENT

    return _SUSPECT.sub(replacement, text)


def _character(match: re.Match[str]) -> str | None:
    """The text that stands there or is referred to; None for an ampersand that refers to none."""
    if match["control"]:
        return match["control"]
    if match["named"]:
        return html5.get(match["named"])
    digits, base = (match["decimal"], 10) if match["decimal"] else (match["hexadecimal"], 16)
    if not digits:
        return None
    code = int(digits, base)
    return chr(code) if code <= 0x10FFFF else "\0"
