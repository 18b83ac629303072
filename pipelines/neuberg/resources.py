"""Where the shipped folders are, `sql/` and `data/`, in a checkout and in an installed wheel alike; and TOML files."""

import tomllib
from pathlib import Path
from typing import Any

from neuberg.errors import NeubergError

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent


def folder(name: str) -> Path:
    """The path of a shipped folder, such as `sql/views` or `data/rules`.

    Raises:
        NeubergError: the folder is in neither place, so the installation is broken.
    """
    for root in (_PACKAGE, _CHECKOUT):
        if (root / name).is_dir():
            return root / name
    raise NeubergError(f"the shipped folder {name!r} is missing from {_PACKAGE}: reinstall neuberg")


def read_toml(file: Path) -> dict[str, Any]:
    """The keys of a TOML file, with or without the byte-order mark that some editors write.

    Raises:
        OSError: it cannot be read.
        ValueError: it is not UTF-8, or not TOML.
    """
    return tomllib.loads(file.read_text(encoding="utf-8-sig"))
