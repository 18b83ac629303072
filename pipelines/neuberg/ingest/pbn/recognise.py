"""How a PBN file is told from others."""

import re

from neuberg.ingest.source import Source

_OPENING = 4096
_MARK = re.compile(rb'^%\s*PBN\b|^\s*\[\s*(?:Board|Deal|Dealer)\s*"', re.MULTILINE)


def recognises(source: Source) -> bool:
    """Whether a file is PBN: by its name, its `% PBN` line, or tags that only bridge has (chess has Event, too)."""
    return source.path.lower().endswith(".pbn") or _MARK.search(source.opening(_OPENING)) is not None
