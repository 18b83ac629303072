"""Where the shipped folders are: `sql/` and `data/`, in a checkout and in an installed wheel alike."""

from pathlib import Path

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
