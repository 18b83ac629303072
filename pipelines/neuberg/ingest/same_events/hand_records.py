"""Deals in a file of their own beside the file of the results: the two are one event, its lines linked to the deals."""

from collections import defaultdict
from typing import Any

import polars as pl

from neuberg.ingest.same_events.changes import Changes
from neuberg.ingest.same_events.summary import HANDS, Tables, once

_DETAILS = ("dealer", "vulnerable", *HANDS)
_LEAST_EQUAL = 2


def join_hand_records(events: pl.DataFrame, tables: Tables, changes: Changes) -> None:
    """Note what makes one event of deals and of results that are in two files of one folder.

    One file has an event of deals alone, the other an event with results whose boards are all among them. Where the
    second has deals of its own, two or more boards must have the same four hands, and these be more than half of the
    boards that both have. Where it has none, the files must have the same name but for its ending, or both events the
    same day. And each of the two must fit no other: where hands were played by two clubs, nothing is joined.
    """
    records = events.filter((pl.col("lines") == 0) & (pl.col("contestants") == 0) & (pl.col("deals") > 0))
    played = events.filter(pl.col("lines") > 0)
    records = records.filter(pl.col("folder").is_in(played["folder"].implode()))
    played = played.filter(pl.col("folder").is_in(records["folder"].implode()))
    if records.is_empty():
        return
    deals = _deals(tables, [*records["event_id"], *played["event_id"]])
    pairs = pl.concat([_by_hands(records, played, deals), _by_name_or_day(records, played)]).unique(maintain_order=True)
    for record, other in once(pairs).iter_rows():
        _join(_event(events, record), _event(events, other), deals, tables, changes)


def _deals(tables: Tables, of: list[int]) -> pl.DataFrame:
    return tables["boards"].filter(pl.col("event_id").is_in(of)).collect()


def _event(events: pl.DataFrame, event_id: int) -> dict[str, Any]:
    return events.filter(pl.col("event_id") == event_id).row(0, named=True)


def _by_hands(records: pl.DataFrame, played: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    own, its = (
        deals.drop_nulls(HANDS).join(side.select("event_id", "folder", "boards"), on="event_id", how="inner")
        for side in (records.with_columns(boards=pl.lit("")), played)
    )
    equal = own.join(its, on=["folder", "board", *HANDS], how="inner").group_by("event_id", "event_id_right")
    counted = equal.agg(equal=pl.col("board").n_unique()).filter(pl.col("equal") >= _LEAST_EQUAL)
    rows = [
        (record, other)
        for record, other, count in counted.iter_rows()
        if 2 * count > len(_numbers(deals, record) & _numbers(deals, other)) and _covers(deals, record, played, other)
    ]
    return _pairs(rows)


def _numbers(deals: pl.DataFrame, event_id: int) -> set[int]:
    return set(deals.filter(pl.col("event_id") == event_id)["board"])


def _covers(deals: pl.DataFrame, record: int, played: pl.DataFrame, other: int) -> bool:
    """Whether every board that was played is among the deals."""
    boards = played.filter(pl.col("event_id") == other)["boards"].item()
    return set(map(int, boards.split())) <= _numbers(deals, record)


def _by_name_or_day(records: pl.DataFrame, played: pl.DataFrame) -> pl.DataFrame:
    bare = played.filter(pl.col("deals") == 0)
    found = [
        records.drop_nulls(key).join(bare.drop_nulls(key), on=["folder", key], how="inner") for key in ("stem", "date")
    ]
    rows = [row for frame in found for row in frame.select("event_id", "event_id_right").iter_rows()]
    return _pairs(rows)


def _pairs(rows: list[tuple[int, int]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema={"record": pl.Int64, "played": pl.Int64}, orient="row")


def _join(record: dict[str, Any], other: dict[str, Any], deals: pl.DataFrame, tables: Tables, changes: Changes) -> None:
    lines = tables["results"].filter(pl.col("event_id") == other["event_id"])
    rows = lines.select("result_id", "session", "section", "board", "deal_id").collect()
    if not set(rows["board"]) <= _numbers(deals, record["event_id"]) or rows["session"].n_unique() > 1:
        return
    changes.supersede_event(record["event_id"], record["file_id"])
    found, wanted = f"the deals of {other['path']}", "an event of its own; the two are kept as one"
    changes.tell(record["file_id"], "same_event", found, wanted, severity="info")
    sections = rows["section"].unique().to_list()
    place = {
        "event_id": other["event_id"],
        "season": other["season"],
        "session": rows["session"][0],
        "section": sections[0] if len(sections) == 1 else "",
    }
    own: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for its in deals.filter(pl.col("event_id") == other["event_id"]).iter_rows(named=True):
        own[its["board"]].append(its)
    links: dict[int, set[int]] = defaultdict(set)
    for deal in deals.filter(pl.col("event_id") == record["event_id"]).iter_rows(named=True):
        links[deal["board"]].add(deal["deal_id"])
        if settle(deal, own[deal["board"]], record, other, changes):
            changes.move_deal(deal, **place)
    for result_id, board, deal_id in rows.select("result_id", "board", "deal_id").iter_rows():
        if deal_id is None and len(links[board]) == 1 and not own[board]:
            changes.link(result_id, next(iter(links[board])))


def settle(
    deal: dict[str, Any], others: list[dict[str, Any]], record: dict[str, Any], other: dict[str, Any], changes: Changes
) -> bool:
    """Keep one record of a board where two agree and one says all that the other says; whether the first is kept.

    Where they contradict each other both are kept, and the difference told.
    """
    for its in others:
        differing = [name for name in _DETAILS if None not in (deal[name], its[name]) and deal[name] != its[name]]
        if differing:
            found = f"board {deal['board']}, {differing[0]}: {deal[differing[0]]}"
            wanted = f"{its[differing[0]]}, as in {other['path']}; both records are kept"
            changes.tell(record["file_id"], "deals_differ", found, wanted, severity="error", line=deal["line"])
        elif _says_all(deal, its):
            changes.supersede_deal(its["deal_id"], its["file_id"], kept=deal["deal_id"])
        elif _says_all(its, deal):
            changes.supersede_deal(deal["deal_id"], record["file_id"], kept=its["deal_id"])
            return False
    return True


def _says_all(deal: dict[str, Any], its: dict[str, Any]) -> bool:
    return all(deal[name] is not None or its[name] is None for name in _DETAILS)
