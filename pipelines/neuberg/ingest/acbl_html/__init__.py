"""ACBL club result pages: the JSON that the page shows its tables from."""

from neuberg.ingest.acbl_html.reader import read, recognises

__all__ = ["read", "recognises"]
