"""What an archive itself shows of a board, and which question of law that raises."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

THIRTEEN, FOUR_HANDS = 13, 4
RECORDED = ("result", "passed_out", "award", "none")


class Situation(NamedTuple):
    """A board as the archive has it; None where it does not say.

    Attributes:
        counts: cards in the hands of N, E, S and W.
        duplicated: cards that stand twice.
        missing: cards that are in no hand.
        deal_origin: what the record of the deal is: as_played, record, reconstructed, unknown.
        recorded: what stands on the traveller, of `RECORDED`.
        same_deal: whether all tables that are compared played the same cards.
        same_board: whether dealer and vulnerability were the same at all of them.
        turned: whether the hands were turned in the board, dealer and vulnerability not.
        teams: whether the comparison is between the two tables of a match.
        same_form: whether both pairs of a team played the same form.
        group_sizes: scores in each form of the board.
        groups_needed: whether the board had to be scored in groups.
        other_session: whether the deal was played in another session.
        other_table: whether it came from another table of the session.
        sorted_pack: whether the deal looks like that of a sorted pack.
        own_percents: a side's percentages on its other boards of the session.
    """

    counts: tuple[int, ...] | None = None
    duplicated: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    deal_origin: str = "as_played"
    recorded: str | None = None
    same_deal: bool | None = None
    same_board: bool | None = None
    turned: bool = False
    teams: bool = False
    same_form: bool | None = None
    group_sizes: tuple[int, ...] = ()
    groups_needed: bool | None = None
    other_session: bool | None = None
    other_table: bool | None = None
    sorted_pack: bool | None = None
    own_percents: tuple[float, ...] = ()

    @property
    def pattern(self) -> str | None:
        """What kind of fault the cards have; None for a sound deal or where the cards are not known.

        `13-law`: a hand over thirteen and another short; `14-law`: short, none over; `surplus card`: over, none
        short, or more than the pack; `bad pack`: thirteen each, one card twice and another missing; else `other`.

        >>> Situation(counts=(14, 12, 13, 13)).pattern, Situation(counts=(12, 12, 13, 13)).pattern
        ('13-law', '14-law')
        """
        if self.counts is None or len(self.counts) != FOUR_HANDS:
            return None
        over, short = max(self.counts) > THIRTEEN, min(self.counts) < THIRTEEN
        if not over and not short:
            return "bad pack" if self.duplicated or self.missing else None
        if not over:
            return "other" if max(self.counts) == min(self.counts) else "14-law"
        if not short or sum(self.counts) > FOUR_HANDS * THIRTEEN:
            return "surplus card"
        return "other" if self.duplicated or self.missing else "13-law"


def questions(situation: Situation, facts: Collection[str] = (), fault: Mapping[str, str] | None = None) -> list[str]:
    """The questions of law that a situation raises, the cards first.

    Args:
        situation: what the archive shows.
        facts: the names of the director's facts that are known.
        fault: the fault of each contestant, where the director found it.

    >>> questions(Situation(counts=(14, 12, 13, 13)))
    ['wrong counts']
    """
    asked = {
        "wrong counts": situation.pattern in ("13-law", "other"),
        "missing card": situation.pattern == "14-law",
        "surplus card": situation.pattern == "surplus card" or (not situation.counts and "surplus_location" in facts),
        "bad pack": situation.pattern == "bad pack",
        "teams": situation.teams and situation.same_deal is False,
        "fouled board": not situation.teams and _compared(situation, facts),
        "same form": situation.same_form is True,
        "single score": 1 in situation.group_sizes,
        "penalty": situation.groups_needed is not None,
        "imported deal": situation.other_session is not None or situation.other_table is not None,
        "sorted pack": situation.sorted_pack is True,
        "arbitrary score": bool(situation.own_percents),
    }
    found = [question for question, is_asked in asked.items() if is_asked]
    return [*found, "artificial score"] if fault else found


def _compared(situation: Situation, facts: Collection[str]) -> bool:
    known = situation.same_deal is not None or situation.same_board is not None or situation.turned
    return known or "fouling_point_after_play" in facts
