"""The events that stand in more than one file of a run."""

from neuberg.ingest.same_events.changes import Changes
from neuberg.ingest.same_events.hand_records import join_hand_records
from neuberg.ingest.same_events.summary import Tables, summary
from neuberg.ingest.same_events.twice import supersede_second_files


def find(tables: Tables) -> Changes:
    """What is to be changed so that each event stands once.

    Two things are looked for, each on its own conditions: an event that several files give with its results, and deals
    in a file beside that of the results. Where there is a doubt nothing is changed.

    Args:
        tables: `files`, `events`, `boards`, `results` and `pairs` of the whole run.
    """
    changes = Changes()
    events = summary(tables)
    if events["file_id"].n_unique() > 1:
        gone = supersede_second_files(events, tables, changes)
        join_hand_records(events.filter(~events["event_id"].is_in(gone)), tables, changes)
    return changes
