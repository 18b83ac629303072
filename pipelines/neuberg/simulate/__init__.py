"""Simulated seasons: dealt hands, contracts made on them, published figures, and faults that are known."""

from neuberg.simulate.season import simulate

__all__ = ["simulate"]
