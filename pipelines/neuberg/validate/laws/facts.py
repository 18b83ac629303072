"""What only the director knows of a board: one record, every field of it optional."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

_YES_NO = (True, False)
#: The words that a field may have; `unknown` besides, which is the same as leaving it out.
WORDS: Mapping[str, tuple[object, ...]] = {
    "discovered_stage": ("before_auction", "during_auction", "during_play", "after_play", "after_correction_period"),
    "call_by_incorrect_hand": _YES_NO,
    "seen_others_card": ("yes", "no"),
    "td_info_effect": ("inconsequential", "interferes"),
    "info_affected_outcome": _YES_NO,
    "td_correctable_and_playable": _YES_NO,
    "four_player_concurrence": _YES_NO,
    "correction_source": ("hand_record", "previous_players", "redeal", "none"),
    "incorrectly_dealt": _YES_NO,
    "surplus_location": ("hand", "current_trick", "quitted_trick"),
    "surplus_belongs_to": ("other_pack", "other_board", "same_pack"),
    "opening_lead_faced": _YES_NO,
    "missing_card_found": ("among_played_cards", "elsewhere", "not_found"),
    "fouling_point_basis": ("testimony", "card_check", "score_inference"),
    "dup_error_scope": ("none", "one_section", "several_sections"),
    "shuffled": _YES_NO,
    "replay_event": _YES_NO,
    "time_for_extra_board": _YES_NO,
    "match_result_could_be_known": _YES_NO,
}
#: Fields with a value of their own instead of a word.
TYPES: Mapping[str, type] = {
    "fouling_point_after_play": int,
    "tables_prevented": int,
    "fouling_table": str,
    "penalty_imposed": str,
    "ruling_recorded": str,
}
#: What a text must look like, and how that is said; a table's label is held against those of the board.
TEXTS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "fouling_table": (re.compile(r"\S.*"), "the table's label"),
    "penalty_imposed": (
        re.compile(r"none|warning|[0-9]+(\.[0-9]+)? (percent of a top|boards|imps)"),
        "'none', 'warning', or an amount and unit such as '25 percent of a top' (or boards, or imps)",
    ),
    "ruling_recorded": (
        re.compile(r"(?!(?i:yes|no|true|false|none|ruled)\W*$).*[A-Za-z]{3}.*"),
        "what the director ruled and by which law, such as 'CANCEL_RESULT, Law 1'",
    ),
}
FAULTS = ("none", "partial", "full")
UNKNOWN = "unknown"


class FactError(ValueError):
    """A fact that no director can have meant: what was found and what was wanted."""

    def __init__(self, found: str, wanted: str) -> None:
        super().__init__(f"found {found}, wanted {wanted}")
        self.found = found
        self.wanted = wanted


class Facts(NamedTuple):
    """The director's facts; None where one is not known.

    Attributes:
        info_affected_outcome: what was seen affected the result (judged after play; `td_info_effect` before it).
        four_player_concurrence: all four players agreed (1997 only).
        fouling_point_after_play: how many plays of the board were in the original form.
        fault: by contestant: none, partial or full.
        ruling_recorded: what the director ruled, which is what an audit looks at.
    """

    discovered_stage: str | None = None
    call_by_incorrect_hand: bool | None = None
    seen_others_card: str | None = None
    td_info_effect: str | None = None
    info_affected_outcome: bool | None = None
    td_correctable_and_playable: bool | None = None
    four_player_concurrence: bool | None = None
    correction_source: str | None = None
    incorrectly_dealt: bool | None = None
    surplus_location: str | None = None
    surplus_belongs_to: str | None = None
    opening_lead_faced: bool | None = None
    missing_card_found: str | None = None
    fouling_point_after_play: int | None = None
    fouling_point_basis: str | None = None
    fouling_table: str | None = None
    dup_error_scope: str | None = None
    fault: Mapping[str, str] | None = None
    shuffled: bool | None = None
    replay_event: bool | None = None
    tables_prevented: int | None = None
    time_for_extra_board: bool | None = None
    match_result_could_be_known: bool | None = None
    penalty_imposed: str | None = None
    ruling_recorded: str | None = None

    @property
    def after_play(self) -> bool | None:
        """Whether it was found after play had ended; not, where the director ruled on how to go on with the board."""
        if self.discovered_stage is not None:
            return self.discovered_stage in ("after_play", "after_correction_period")
        ruled = (self.td_correctable_and_playable, self.td_info_effect, self.correction_source)
        going_on = self.call_by_incorrect_hand is False or any(fact is not None for fact in ruled)
        return False if going_on else None

    @property
    def called(self) -> bool | None:
        """Whether a call had been made with an incorrect hand; surely not before the auction."""
        if self.discovered_stage == "before_auction":
            return False
        if self.call_by_incorrect_hand is None and self.discovered_stage == "during_play":
            return True
        return self.call_by_incorrect_hand

    @property
    def lead_faced(self) -> bool | None:
        """Whether the opening lead had been faced, as said or as the stage tells."""
        if self.opening_lead_faced is not None or self.discovered_stage is None:
            return self.opening_lead_faced
        return self.discovered_stage not in ("before_auction", "during_auction")


def read_facts(given: Mapping[str, Any]) -> Facts:
    """The facts of a record such as a rulings file has.

    Raises:
        FactError: a field is not known, or its value is not one that it may have.

    >>> read_facts({"seen_others_card": "no", "fouling_table": "unknown"}).seen_others_card
    'no'
    """
    return Facts(**{field: value for field, value in given.items() if _checked(field, value) != UNKNOWN})


def _checked(field: str, value: object) -> object:
    if field not in Facts._fields:
        raise FactError(f"the fact {field!r}", f"one of {', '.join(Facts._fields)}")
    if value == UNKNOWN:
        return value
    if field == "fault":
        return _checked_fault(value)
    if field in TYPES:
        if type(value) is not TYPES[field]:
            raise FactError(f"{field} = {value!r}", f"a value of type {TYPES[field].__name__}")
        return _checked_value(field, value)
    if type(value) not in (str, bool) or value not in WORDS[field]:
        raise FactError(f"{field} = {value!r}", f"one of {', '.join(map(_toml, (*WORDS[field], UNKNOWN)))}")
    return value


def _checked_value(field: str, value: object) -> object:
    """A number that counts, or a text of its field's form."""
    if isinstance(value, int) and value < 0:
        raise FactError(f"{field} = {value!r}", "a whole number from 0")
    pattern, wanted = TEXTS.get(field, (None, ""))
    if pattern is not None and not pattern.fullmatch(str(value)):
        raise FactError(f"{field} = {value!r}", wanted)
    return value


def _checked_fault(value: object) -> object:
    if not isinstance(value, Mapping) or not all(fault in (*FAULTS, UNKNOWN) for fault in value.values()):
        raise FactError(f"fault = {value!r}", f"a table such as {{ NS = 'full' }}, of {', '.join(FAULTS)}")
    return value


def _toml(word: object) -> str:
    return str(word).lower() if isinstance(word, bool) else repr(word)
