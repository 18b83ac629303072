"""Simulated seasons: dealt hands, contracts made on them, published figures, and faults that are known."""

from neuberg.simulate.answers import in_files
from neuberg.simulate.season import ANSWER_KEY, simulate

__all__ = ["ANSWER_KEY", "in_files", "simulate"]
