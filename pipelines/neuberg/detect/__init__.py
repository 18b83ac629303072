"""Was this board fouled, and when? Suspicions from the results alone, each with the groups that a person may accept."""

from neuberg.detect.coefficients import load_coefficients
from neuberg.detect.stage import Detected, detect

__all__ = ["Detected", "detect", "load_coefficients"]
