"""Traveller CSV: one header line, a row a traveller line, the columns of the README in any order."""

from neuberg.ingest.travellers_csv.reader import read, recognises
from neuberg.ingest.travellers_csv.sheet import Sheet, parse

__all__ = ["Sheet", "parse", "read", "recognises"]
