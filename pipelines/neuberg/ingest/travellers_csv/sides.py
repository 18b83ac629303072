"""Points that stand in a column of their own for each side, as on a paper traveller, as N-S's score."""

from neuberg.domain.awards import DASHES, parse_award
from neuberg.ingest.values import parse_integer

#: The column of E-W's points; the reader makes one score of it and N-S's.
EW_SCORE = "score_ew"


def one_score(ns: str, ew: str) -> str | None:
    """N-S's score, or the award, of what stands in the two columns; None where they contradict each other.

    The side that made nothing has an empty field, a dash, nought, or the other's points with the other sign.

    >>> one_score("650", ""), one_score("-", "200"), one_score("0", "200"), one_score("-50", "50"), one_score("0", "0")
    ('650', '-200', '-200', '-50', '0')
    >>> one_score("AVE+", "AVE-"), one_score("NP", "NP"), one_score("620", "100"), one_score("", "A60")
    ('AVE+/AVE-', 'NP', None, None)
    """
    ns, ew = ("" if text.translate(DASHES) == "-" else text for text in (ns, ew))
    if not ew:
        return ns
    own, others = (parse_integer(text.translate(DASHES)) for text in (ns, ew))
    if others is None:
        of_both = f"{ns}/{ew}"
        return of_both if parse_award(of_both) else ns if ns == ew else None
    if not ns or own in (0, -others):
        return str(-others)
    return ns if others == 0 and own is not None else None
