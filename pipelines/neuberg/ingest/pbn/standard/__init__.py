"""What a PBN file has against the standard in the parts that no table here is made of: auctions, plays, notes, …"""

from neuberg.ingest.pbn.standard.check import concerns, tell

__all__ = ["concerns", "tell"]
