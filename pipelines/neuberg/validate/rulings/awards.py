"""What a director awards in place of a score: percentages, or a weighted score."""

from typing import Any

from neuberg.domain.awards import parse_award
from neuberg.domain.weights import Component, parse_weighted
from neuberg.errors import UsageError
from neuberg.validate.rulings.ruling import Ruling

#: The columns of a line that was played and has no award.
PLAYED: dict[str, Any] = {
    "kind": "played",
    "ns_award": None,
    "ew_award": None,
    "award_given": None,
    "ns_components": None,
    "ew_components": None,
}


def columns_of(ruling: Ruling, text: str) -> dict[str, Any]:
    """The columns of a line that has the award: `60-40`, `AVE+/AVE-`, or `30% 650 + 70% -100`.

    Raises:
        RulingError: it is none of these.
    """
    none = PLAYED | {"ns_score": None, "award_given": text}
    if award := parse_award(text):
        return none | {"kind": "artificial", "ns_award": award.ns, "ew_award": award.ew}
    try:
        weighted = parse_weighted(text)
    except UsageError as error:
        raise ruling.fail(f"award = {text!r}", f"weights of 100 per cent in all ({error})") from error
    if weighted is None:
        wanted = "both sides' scores, such as '60-40' or 'AVE+/AVE-', or a weighted score such as '30% 650 + 70% -100'"
        raise ruling.fail(f"award = {text!r}", wanted)
    split = weighted.ew != weighted.ns
    return none | {
        "kind": "weighted",
        "ns_components": _rows(weighted.ns),
        "ew_components": _rows(weighted.ew) if split else None,
    }


def _rows(parts: tuple[Component, ...]) -> list[dict[str, int]]:
    return [part._asdict() for part in parts]
