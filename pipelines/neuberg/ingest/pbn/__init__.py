"""Portable Bridge Notation, 1.0 to 2.1 and what real files make of it."""

from neuberg.ingest.pbn.reader import read
from neuberg.ingest.pbn.recognise import recognises

__all__ = ["read", "recognises"]
