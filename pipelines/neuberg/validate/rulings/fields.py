"""The fields of a traveller line that a ruling may correct or guard: their types and what values they can have."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.validate.rulings.ruling import MOST, Ruling

#: The word for no value: TOML has none.
MISSING = "missing"
_HIGHEST_SCORE = 10_000
#: The least and greatest value of the numbers.
_RANGES: Mapping[str, tuple[int, int]] = {
    "round": (1, 2**15 - 1),
    "level": (1, 7),
    "doubled": (0, 2),
    "tricks": (0, 13),
    "ns_score": (-_HIGHEST_SCORE, _HIGHEST_SCORE),
    "multiplicity": (1, 10_000),
    "expected": (1, MOST),
    "ns_award": (0, 100),
    "ew_award": (0, 100),
}
_TEXTS = ("table", "ns_pair", "ew_pair", "strain", "declarer", "lead", "kind", "award_given")
_PUBLISHED = tuple(
    name for name, dtype in schemas.RESULTS.schema.items() if name.startswith("published") and dtype == pl.Float64
)
FIELDS = (*_RANGES, *_TEXTS, *_PUBLISHED)
_NUMBERS = (int, float)


def typed(ruling: Ruling, field: str, value: Any) -> Any:
    """The value as the field has it; None for the word `missing`.

    Raises:
        RulingError: no such field may be ruled on, or the value is none that it can have.
    """
    if field not in FIELDS:
        raise ruling.fail(f"the field {field!r}", f"one of {', '.join(FIELDS)}")
    if value == MISSING:
        return None
    dtype = schemas.RESULTS.schema[field]
    if field in _TEXTS:
        return _text(ruling, field, value, dtype)
    least, most = _RANGES.get(field, (-MOST, MOST))
    whole = dtype.is_integer()
    if type(value) not in ((int,) if whole else _NUMBERS) or not least <= value <= most:
        kind = "whole number" if whole else "number"
        raise ruling.fail(f"{field} = {value!r}", f"a {kind} from {least} to {most}, or '{MISSING}'")
    return value if whole else float(value)


def allowed(field: str) -> str:
    """What a field may have, in words.

    >>> allowed("tricks"), allowed("declarer"), allowed("table")
    ('a whole number from 0 to 13', 'one of N, E, S, W', 'a text')
    """
    dtype = schemas.RESULTS.schema[field]
    if field in _TEXTS:
        known = "a card, suit and rank, such as SA" if field == "lead" else None
        return known or (f"one of {', '.join(dtype.categories)}" if isinstance(dtype, pl.Enum) else "a text")
    least, most = _RANGES.get(field, (-MOST, MOST))
    return f"a {'whole number' if dtype.is_integer() else 'number'} from {least} to {most}"


def _text(ruling: Ruling, field: str, value: Any, dtype: pl.DataType) -> str:
    text = str(value) if type(value) is int and not isinstance(dtype, pl.Enum) else value
    if type(text) is not str or not text:
        raise ruling.fail(f"{field} = {value!r}", f"a text, or '{MISSING}'")
    if isinstance(dtype, pl.Enum) and text not in dtype.categories:
        known = "suit and rank, such as SA" if field == "lead" else ", ".join(dtype.categories)
        raise ruling.fail(f"{field} = {value!r}", f"one of {known}")
    return text
