"""USEBIO XML, versions 1.0 to 1.3: events with their travellers and contestants, and sets of hands."""

from neuberg.ingest.usebio.document import recognises
from neuberg.ingest.usebio.reader import read

__all__ = ["read", "recognises"]
