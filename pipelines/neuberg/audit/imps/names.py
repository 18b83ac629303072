"""The methods that IMPs are tried by, under the names that the rulebook has for them."""

from collections.abc import Collection
from typing import Any

import polars as pl

#: Between the two tables of a match all of these are one comparison.
_OF_TWO = (
    "cross-IMPs, the average of n − 1",
    "cross-IMPs, the sum",
    "cross-IMPs, the sum, a short group's as it is",
    "cross-IMPs, by E/A and E − 1",
)
#: No match is scored so: where no swing is greater it only gives the same.
_CAPPED = "cross-IMPs, each at most 17, the average of n − 1"
MATCH = "the IMPs between the two tables of a match"
#: The rulebook's name of a method; one that no profile asks for keeps its words.
PROFILES = {
    "cross-IMPs, the average of n − 1": "cross-imps",
    _CAPPED: "cross-imps-poland",
    "cross-IMPs, a part of n": "cross-imps-scores",
    "cross-IMPs, the sum": "cross-imps-total",
    "cross-IMPs, by E/A and E − 1": "cross-imps-ebu",
    "Butler, datum of all scores, a five away from zero": "butler-mean",
    "Butler, datum without the best and the worst, a five away from zero": "butler",
    "Butler, datum without a twentieth at each end, a five to the even ten": "butler-acblscore",
    "Butler, the EBU's datum": "butler-ebu-2025",
    MATCH: "match-imps",
}
_ELDER_TABLE = " (imps-1960)"


def rulebook_name(method: str) -> str:
    """The profile of a method; its words where the rulebook has none.

    >>> rulebook_name("Butler, the EBU's datum"), rulebook_name("cross-IMPs, the sum (imps-1960)")
    ('butler-ebu-2025', 'cross-imps-total')
    """
    return PROFILES.get(method.removesuffix(_ELDER_TABLE), method)


def only_matches(lines: pl.LazyFrame, events: Collection[int]) -> list[int]:
    """Those of some events in which no board of a match has more than two results."""
    own = lines.filter(pl.col("event_id").is_in([*events]))
    fields = own.group_by("event_id", "session", pl.coalesce("scored_with", "section"), "board").len()
    return fields.group_by("event_id").agg(pl.col("len").max()).filter(len=2).collect()["event_id"].to_list()


def named(tables: dict[str, pl.DataFrame], matches: Collection[int] = ()) -> dict[str, pl.DataFrame]:
    """The tables of the audit of IMPs with the rulebook's names as `profile` and in `profiles`.

    Args:
        tables: as `audit_imps` gives them.
        matches: the events in which two tables are compared as a match.
    """
    changed = {name: _of_matches(frame, matches) for name, frame in tables.items()} if matches else dict(tables)
    for name in ("differences", "audited"):
        if name in changed:
            changed[name] = changed[name].with_columns(
                pl.col("profile").map_elements(rulebook_name, return_dtype=pl.String)
            )
    if "explanations" in changed:
        changed["explanations"] = _with_profiles(changed["explanations"])
    return changed


def _of_matches(frame: pl.DataFrame, matches: Collection[int]) -> pl.DataFrame:
    """The rows, in those of matches what is one comparison under one name."""
    is_match = pl.col("event_id").is_in([*matches])
    if "profile" in frame.columns:
        named_so = pl.col("profile").map_elements(_in_a_match, return_dtype=pl.String)
        return frame.with_columns(profile=pl.when(is_match).then(named_so).otherwise("profile"))
    rows = [_with_ties(row) if row["event_id"] in matches else row for row in frame.to_dicts()]
    return pl.DataFrame(rows, schema=frame.schema)


def _in_a_match(method: str) -> str:
    """A method's name between the two tables of a match."""
    for name in _OF_TWO:
        if method.removesuffix(_ELDER_TABLE) == name:
            return method.replace(name, MATCH)
    return method


def _with_ties(row: dict[str, Any]) -> dict[str, Any]:
    """An explanation, with those of the equally good that are not the same thing."""
    if row["method"] is None:
        return row
    method, others = _in_a_match(row["method"]), row["equally_good"] or []
    left = [name for name in dict.fromkeys(map(_in_a_match, others)) if name not in (method, _CAPPED)]
    return row | {"method": method, "equally_good": left, "tied": row["tied"] - len(others) + len(left)}


def _with_profiles(explanations: pl.DataFrame) -> pl.DataFrame:
    """The profiles that the best methods are, the first of them first."""
    rows = explanations.select("method", "equally_good").iter_rows()
    profiles = [
        list(dict.fromkeys(found for method in (best, *(ties or [])) if method and (found := _profile(method))))
        for best, ties in rows
    ]
    return explanations.with_columns(profiles=pl.Series(profiles, dtype=pl.List(pl.String)))


def _profile(method: str) -> str | None:
    return PROFILES.get(method.removesuffix(_ELDER_TABLE))
