"""LIN files of Bridge Base Online: vugraph matches with both rooms' results, sessions and single deals."""

from neuberg.ingest.lin.reader import read, recognises

__all__ = ["read", "recognises"]
