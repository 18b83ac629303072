"""The session files of New Zealand Bridge's scoring program: XML, a `result` a traveller line."""

from neuberg.ingest.nz_scorer.reader import read, recognises

__all__ = ["read", "recognises"]
