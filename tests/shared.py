"""Where the real archives beside the checkout are; tests that need them say so where they are not."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"


def shared(path: str) -> Path:
    """A file or folder of `../shared`; the test is skipped, saying so, where it is absent."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"../shared/{path} is not beside the checkout")
    return found
