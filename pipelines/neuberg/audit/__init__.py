"""Published figures against recomputed ones: a row of `differences` for each that does not agree."""

from neuberg.audit.pairs import pair_differences
from neuberg.audit.results import result_differences

__all__ = ["pair_differences", "result_differences"]
