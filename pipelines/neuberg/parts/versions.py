"""What decides how a part is judged and scored, as one digest: the code, the rules and polars."""

import hashlib
from functools import lru_cache
from pathlib import Path

import polars as pl

from neuberg import resources, schemas

_ROOMS = ("schemas", "domain", "rules", "validate", "score", "audit", "parts")
_DATA = ("data/rules", "data/reference")


@lru_cache(maxsize=1)
def code_version() -> str:
    """A digest of the stages' modules, of the rulebook, and of polars' version."""
    digest = hashlib.sha256(pl.__version__.encode())
    package = Path(schemas.__file__).parents[1]
    code = [file for room in _ROOMS for file in (package / room).rglob("*.py")]
    data = [file for folder in _DATA for file in resources.folder(folder).rglob("*") if file.is_file()]
    for file in [*sorted(code), *sorted(data)]:
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
