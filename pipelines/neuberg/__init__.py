"""Re-score and audit archives of duplicate bridge events.

`scan(dir, table)` reads a run's tables, `score(frame, profile=…)` scores traveller lines, `profiles()` is the rulebook.
`matchpoints`, `card_count`, `contract_score`, `cycle_dealer` and `cycle_vulnerable` are polars expressions: free
functions that describe the arithmetic inside one group; the caller adds `.over(…)`.
"""

from neuberg.domain.boards import cycle_dealer, cycle_vulnerable
from neuberg.domain.cards import card_count
from neuberg.domain.contracts import contract_score
from neuberg.errors import NeubergError
from neuberg.ingest.archive import scan
from neuberg.rules.listing import profiles
from neuberg.score.matchpoints import matchpoints
from neuberg.score.stage import exact, score

__all__ = [
    "NeubergError",
    "card_count",
    "contract_score",
    "cycle_dealer",
    "cycle_vulnerable",
    "exact",
    "matchpoints",
    "profiles",
    "scan",
    "score",
]
