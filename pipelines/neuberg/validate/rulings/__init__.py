"""Rulings: decisions of a director or auditor as data, each with a guard that fails loudly once its source changed.

A rulings file is TOML, a `[[ruling]]` a decision. Each has `what`, the event (its name or its event_id), mostly a
board, a guard, and a source:

    [[ruling]]
    what = "fouled"            # the lines of a board and the form that each played
    event = "Spring Pairs"
    session = "1"              # may be left out where the event has one
    section = "A"              # may be left out: every section
    board = 7
    groups = [{ form = "changed", from_round = 5, from_table = 3 }]
    guard = { lines = 12 }     # the traveller lines that the board must still have
    source = "Director's report of 6 March 1994"

    [[ruling]]
    what = "correction"        # a typed field of the lines named by `plays`
    event = "Spring Pairs"
    board = 8
    plays = { tables = [3] }
    field = "ns_score"
    value = -660
    guard = { ns_score = -690 }  # what each of them must still say
    source = "The pairs agree"

`award` gives the lines an artificial or weighted score (`award = "60-40"`, `"30% 650 + 70% -100"`); `facts` is what
the director found, for the laws; `penalty` takes something from a pair's total; `finding` accepts or rejects a finding.
Lines are named by `rounds`, `tables`, `pairs` (N-S) or `ew_pairs`, lists of which all that are given must hold, or by
`from_round` (that round and later ones; with `from_table`, of that round only the tables from that one on). A ruling
with `state = "open"` has no effect.
"""

from neuberg.validate.rulings.apply import Applied, apply_rulings
from neuberg.validate.rulings.draft import draft
from neuberg.validate.rulings.lines import event_id_of
from neuberg.validate.rulings.penalties import check_units, penalties
from neuberg.validate.rulings.reading import read_rulings
from neuberg.validate.rulings.recorded import recorded
from neuberg.validate.rulings.ruling import Ruling

__all__ = [
    "Applied", "Ruling",
    "apply_rulings", "check_units", "draft", "event_id_of", "penalties", "read_rulings", "recorded",
]  # fmt: skip
