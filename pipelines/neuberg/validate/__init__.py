"""Checks of the tables as they were read: each failure is a row of `flags`, and nothing is dropped or repaired."""

from neuberg.validate.flags import flags

__all__ = ["flags"]
