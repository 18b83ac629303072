"""A reading whose records are put in their places once all games of a batch of files are read."""

from typing import Any

from neuberg.ingest.pbn.boards import KIND as DEAL
from neuberg.ingest.pbn.loading import LINE
from neuberg.ingest.reading import Reading


class PlacedReading(Reading):
    """A reading whose deals and traveller lines are marked with the number of their game; their keys come at the end.

    The key that a deal's record gets meanwhile is its game's number, from 1.
    """

    #: The game that is being read.
    game = 0

    def _add(self, kind: str, key: str | None, columns: dict[str, Any]) -> int:
        if kind not in (DEAL, LINE):
            return super()._add(kind, key, columns)
        self.rows(kind).append(columns | {"game": self.game})
        return self.game + 1
