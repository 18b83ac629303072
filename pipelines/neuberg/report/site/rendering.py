"""Templates to pages: everything from a file is escaped, and a page may load nothing, not even by a slip of ours."""

import base64
import hashlib
from pathlib import Path
from typing import Any

import jinja2
import markupsafe

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

    def page(self, template: str, **values: Any) -> str:
        """A page of the template and its values."""
        return self._environment.get_template(template).render(values)


def _shipped(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
