"""From traveller lines to matchpoints and standings: exact arithmetic, vectorized, under a named profile."""

from neuberg.score.matchpoints import matchpoints
from neuberg.score.stage import exact, exact_of_a_run, score
from neuberg.score.standings import standings

__all__ = ["exact", "exact_of_a_run", "matchpoints", "score", "standings"]
