"""Checks of the tables as they were read: each failure is a row of `flags`, and nothing is dropped or repaired."""

from neuberg.validate.check import Tables
from neuberg.validate.copies import copies
from neuberg.validate.deals import deals
from neuberg.validate.flags import Judged, judge, quarantine

__all__ = ["Judged", "Tables", "copies", "deals", "judge", "quarantine"]
