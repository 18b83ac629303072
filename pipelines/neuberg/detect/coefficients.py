"""The fitted numbers of the model, from a TOML file that names each: the shipped ones, or those of a user's archive."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from neuberg.detect.hands import Floats
from neuberg.errors import UsageError
from neuberg.resources import folder, read_toml

STRAINS = ("C", "D", "H", "S", "NT")
LEVELS = 7
#: What each coefficient of the choice of declarer and strain multiplies; hcp are in tens from the average of 20.
CHOICE = (
    "hcp", "hcp_squared", "declarer_dealt", "dummy_dealt", "left_opponent_dealt", "hcp_if_vulnerable",
    "declarer_hcp_less_dummy_hcp", "fit_5_or_less", "fit_6", "fit_7", "fit_9", "fit_10_or_more",
    "declarer_trumps_less_dummy_trumps", "declarer_trumps_less_dummy_trumps_squared", "longest_fit_less_fit",
    "major", "major_hcp", "spades", "minor_with_major_fit", "opponents_fit", "trump_hcp", "minor_hcp_squared",
    "declarer_trumps_beyond_5", "declarer_trumps_2_or_less", "declarer_trumps_3",
    "notrump", "notrump_hcp", "notrump_hcp_squared", "notrump_with_major_fit", "notrump_unbalanced_hands",
    "notrump_suits_not_stopped", "notrump_longest_fit", "notrump_declarer_balanced",
    "notrump_declarer_balanced_15_to_18", "passed_out", "passed_out_strongest_hand", "passed_out_longest_suit",
)  # fmt: skip
#: What each row of coefficients of the level multiplies; a row has one for each level.
LEVEL = (
    "constant", "hcp", "hcp_squared", "hcp_cubed", "opponents_fit", "fit", "shortness", "major", "major_hcp", "spades",
    "hcp_fit", "declarer_trumps", "notrump", "notrump_hcp", "notrump_hcp_squared", "notrump_suits_not_stopped",
)  # fmt: skip
_URNS = ("side", "strain", "seat", "level")


class Coefficients(NamedTuple):
    """The model's numbers.

    Attributes:
        choice: weights of `CHOICE`, in logits.
        level: weights of `LEVEL` × level, in logits.
        frequencies: overall frequency of each declarer's strain (of 20 outcomes) and, last, of passing out.
        level_frequencies: overall frequency of each level, by strain.
        alphas: strength of the urns of side, strain, seat and level: how many results the model counts for.
    """

    choice: Floats
    level: Floats
    frequencies: Floats
    level_frequencies: Floats
    alphas: Floats


def shipped() -> Path:
    """The file of the shipped coefficients."""
    return folder("data/reference") / "detection" / "coefficients.toml"


def load_coefficients(file: Path | None = None) -> Coefficients:
    """The coefficients of a file; the shipped ones where none is named.

    Raises:
        UsageError: the file cannot be read, or lacks a number or has one too many.
    """
    file = file or shipped()
    try:
        data = read_toml(file)
        return _from_names(data)
    except (OSError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{file}: cannot be read as coefficients: {type(error).__name__}: {error}") from error


def _from_names(data: dict[str, Any]) -> Coefficients:
    return Coefficients(
        choice=_numbers(data["choice"], CHOICE, ()),
        level=_numbers(data["level"], LEVEL, (LEVELS,)),
        frequencies=np.append(
            np.tile(_numbers(data["frequency"]["declarer"], STRAINS, ()), 4), float(data["frequency"]["passed_out"])
        ),
        level_frequencies=_numbers(data["frequency"]["level"], STRAINS, (LEVELS,)),
        alphas=_numbers(data["urns"], _URNS, ()),
    )


def _numbers(table: dict[str, Any], names: tuple[str, ...], shape: tuple[int, ...]) -> Floats:
    if unknown := sorted(set(table) - set(names)):
        raise ValueError(f"the key {unknown[0]!r} is not one of {', '.join(names)}")
    values = np.array([table[name] for name in names], dtype=np.float64)
    if values.shape != (len(names), *shape) or not np.isfinite(values).all():
        raise ValueError(f"wanted {'×'.join(map(str, (len(names), *shape)))} numbers, found {values.shape}")
    return values


def as_toml(found: Coefficients, heading: str) -> str:
    """The text of a coefficients file, each line of the heading a comment."""
    tables = {
        "choice": dict(zip(CHOICE, found.choice, strict=True)),
        "level": dict(zip(LEVEL, found.level, strict=True)),
        "frequency": {"passed_out": found.frequencies[-1]},
        "frequency.declarer": dict(zip(STRAINS, found.frequencies[: len(STRAINS)], strict=True)),
        "frequency.level": dict(zip(STRAINS, found.level_frequencies, strict=True)),
        "urns": dict(zip(_URNS, found.alphas, strict=True)),
    }
    lines = [f"# {line}".rstrip() for line in heading.splitlines()]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(f"{key} = {_text(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _text(value: Any) -> str:
    numbers = [f"{number:.12g}" for number in np.atleast_1d(value)]
    return numbers[0] if np.ndim(value) == 0 else f"[{', '.join(numbers)}]"
