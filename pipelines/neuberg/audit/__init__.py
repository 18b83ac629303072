"""Published figures against recomputed ones: each reproduced, explained with its evidence, or left unexplained."""

from neuberg.audit.before_rulings import changing, with_figures_before
from neuberg.audit.results import result_differences
from neuberg.audit.signoffs import UNANSWERED, signed, unanswered
from neuberg.audit.totals.pairs import pair_differences
from neuberg.audit.whole import audit
from neuberg.domain.differences import CLASSES

__all__ = [
    "CLASSES", "UNANSWERED",
    "audit", "changing", "pair_differences", "result_differences", "signed", "unanswered", "with_figures_before",
]  # fmt: skip
