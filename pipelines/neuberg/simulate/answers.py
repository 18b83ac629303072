"""The answer key of a season that is written as files: places that a reader of the files can find, by names."""

from collections.abc import Mapping

import polars as pl

#: What a format must hold for a fault to stand in its files.
_NEEDS = {
    "fouled_board": ("boards", "north"),
    "hand_count": ("boards", "north"),
    "card_twice": ("boards", "north"),
    "duplicate_deal": ("boards", "north"),
    "score_contradicts_contract": ("results", "ns_score"),
    "published_matchpoints": ("results", "published_ns_mp"),
    "published_total": ("pairs", "total"),
}
_SEATED = ("round", "table", "ns_pair", "ew_pair")


def in_files(
    key: pl.DataFrame, results: pl.DataFrame, files: pl.DataFrame, holds: Mapping[str, tuple[str, ...]]
) -> pl.DataFrame:
    """The faults that stand in the files, each with its file, its event's name and who played the line.

    Args:
        key: the season's answer key.
        results: its traveller lines.
        files: `event_id`, `event`, `session` (null: every one) and `file`.
        holds: the columns that the files' format holds, by table.
    """
    kinds = [fault for fault, (table, column) in _NEEDS.items() if column in holds.get(table, ())]
    held = key.filter(pl.col("fault").is_in(kinds))
    whole = held.join(files.filter(pl.col("session").is_null()).drop("session"), on="event_id", how="inner")
    parts = held.join(files.drop_nulls("session"), on=["event_id", "session"], how="inner")
    placed = pl.concat([whole, parts.select(whole.columns)])
    seated = placed.join(results.select("result_id", *_SEATED), on="result_id", how="left")
    names = ("fault", "file", "event", "session", "section", "board", *_SEATED, "pair", "planted", "right")
    of_foul = ("kind", "from_round", "lines")
    return seated.select(*names, *of_foul).sort(
        "file", "session", "section", "board", "fault", "round", "table", nulls_last=True
    )
