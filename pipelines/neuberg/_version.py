"""The installed version of the package."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


def version() -> str:
    """The version, such as `0.1.0`; `0` where the package is not installed."""
    try:
        return installed("neuberg")
    except PackageNotFoundError:
        return "0"
