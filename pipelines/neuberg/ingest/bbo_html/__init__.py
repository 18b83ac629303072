"""Traveller pages of Bridge Base Online: one board, a row a table."""

from neuberg.ingest.bbo_html.reader import read, recognises

__all__ = ["read", "recognises"]
