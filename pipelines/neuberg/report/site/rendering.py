"""Templates to pages: everything from a file is escaped, and a page may load nothing, not even by a slip of ours."""

import base64
import hashlib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import jinja2
import markupsafe

from neuberg.report.site.tabulation import Cell, Tabulation

_TEMPLATES = Path(__file__).parent / "templates"


class Renderer:
    """The templates, with the style, the script and the policy that allows only these two."""

    def __init__(self) -> None:
        self._environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(_TEMPLATES),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        style, script = _shipped("site.css"), _shipped("site.js")
        policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'"
        # Both are ours and hold no character that ends their element.
        self._environment.globals |= {
            "style": markupsafe.Markup(style),
            "script": markupsafe.Markup(script),
            "policy": policy,
        }
        self._environment.filters["rows"] = rows

    def page(self, template: str, **values: Any) -> str:
        """A page of the template and its values."""
        return self._environment.get_template(template).render(values)


def rows(table: Tabulation) -> markupsafe.Markup:
    """The body of a table, its first cell the row's heading; most of a site is this, so no template makes it.

    >>> from neuberg.report.site.tabulation import Heading
    >>> str(rows(Tabulation([Heading("Pair", False)], [[Cell("<b>")]], 0, [1])))
    '<tr class="g1"><th scope="row"><bdi>&lt;b&gt;</bdi></th></tr>'
    """
    kinds = ["number" if heading.is_number else heading.width for heading in table.headings]
    colours = table.colours or [None] * len(table.rows)
    return markupsafe.Markup(
        "\n".join(
            f"<tr{_colour(colour)}>{''.join(_cells(row, kinds))}</tr>"
            for row, colour in zip(table.rows, colours, strict=True)
        )
    )


def _colour(number: int | None) -> str:
    return "" if number is None else f' class="g{number}"'


def _cells(row: list[Cell], kinds: list[str]) -> Iterator[str]:
    for at, (cell, kind) in enumerate(zip(row, kinds, strict=True)):
        shown = escape(cell.text)
        if shown and kind != "number":
            shown = f"<bdi>{shown}</bdi>"
        if cell.href:
            shown = f'<a href="{escape(cell.href)}">{shown}</a>'
        of_kind = f' class="{kind}"' if kind else ""
        yield f'<th scope="row"{of_kind}>{shown}</th>' if at == 0 and shown else f"<td{of_kind}>{shown}</td>"


def _shipped(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
