"""Bridgemate `.bws` files and those of programs like it: an Access database of what was keyed in at the tables."""

from neuberg.ingest.bws.reader import read, recognises

__all__ = ["read", "recognises"]
