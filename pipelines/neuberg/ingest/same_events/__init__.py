"""One event in several files: found after all are read, kept once, what differs told."""

from functools import partial

from neuberg.ingest.archive import Archive
from neuberg.ingest.same_events.changes import Changes
from neuberg.ingest.same_events.find import find

__all__ = ["Changes", "find", "join"]

_LOOKED_AT = ("files", "events", "boards", "results", "pairs")
_CHANGED = (*_LOOKED_AT, "conservation")


def join(archive: Archive) -> None:
    """Keep each event once in the tables of a run, after all of its files were added to them."""
    tables = {name: archive.scan(name) for name in _LOOKED_AT}
    changes = find(tables)
    if not changes:
        return
    moved = changes.moved(tables["boards"])
    for name in _CHANGED:
        archive.rewrite(name, partial(changes.apply, name))
    archive.append("boards", moved)
    archive.append("problems", changes.problems())
