"""Two runs compared: which differences came, went or changed, and whether the data, a ruling or a rule did it."""

from collections.abc import Mapping

import polars as pl

_NAMES = ["path", "level", "quantity", "session", "section", "board", "pair", "ns_pair", "ew_pair", "round"]
#: Lines that have no name are told apart by their order in the file.
_KEY = [*_NAMES, "nth"]
_SAID = ["published", "recomputed", "class", "profile"]
_RULED = ["path", "session", "section", "board"]


def compared(new: Mapping[str, pl.LazyFrame], old: Mapping[str, pl.LazyFrame]) -> pl.DataFrame:
    """A row a difference that only one of two runs has, or that they say differently: `change` and `cause`.

    The cause is `file added` or `file removed`; `data` where what the file says of the line, or any of its event's,
    has changed; `ruling` where one on the board has; `rule` where the profile that it is held against has; else
    `program`.

    Args:
        new: the tables of the later run by name: files, results, rulings, differences.
        old: those of the earlier one.
    """
    after, before = _said(new), _said(old)
    joined = after.join(before, on=_KEY, how="full", nulls_equal=True, coalesce=True, suffix="_before")
    same = pl.all_horizontal(
        _close(name) if name in ("published", "recomputed") else pl.col(name).eq_missing(pl.col(f"{name}_before"))
        for name in _SAID
    )
    is_new, is_gone = pl.col("profile_before").is_null(), pl.col("profile").is_null()
    changed = joined.filter(is_new | is_gone | ~same).with_columns(
        change=pl.when(is_new).then(pl.lit("new")).when(is_gone).then(pl.lit("gone")).otherwise(pl.lit("changed"))
    )
    marked = changed
    for name, keys, rows in (("_data", ["path"], _files(new, old)), ("_ruled", _RULED, _rulings(new, old))):
        marked = _marked(marked, rows, keys, name)
    there = [_paths(run).with_columns(pl.lit(True).alias(name)) for run, name in ((new, "_now"), (old, "_then"))]
    for paths in there:
        marked = marked.join(paths, on="path", how="left")
    cause = (
        pl.when(pl.col("_then").is_null()).then(pl.lit("file added"))
        .when(pl.col("_now").is_null()).then(pl.lit("file removed"))
        .when("_ruled").then(pl.lit("ruling"))
        .when("_data").then(pl.lit("data"))
        .when(pl.col("profile").ne_missing(pl.col("profile_before")) & ~is_new & ~is_gone).then(pl.lit("rule"))
        .when(_another_rule(new, old)).then(pl.lit("rule"))
        .otherwise(pl.lit("program"))
    )  # fmt: skip
    columns = [*_NAMES, "change", "cause", *(f"{name}{end}" for name in _SAID for end in ("_before", ""))]
    return marked.with_columns(cause=cause).select(columns).sort(_NAMES, nulls_last=True)


def _close(name: str) -> pl.Expr:
    one, other = pl.col(name), pl.col(f"{name}_before")
    return ((one - other).abs() <= 1e-9) | (one.is_null() & other.is_null())


def _paths(run: Mapping[str, pl.LazyFrame]) -> pl.DataFrame:
    return run["files"].select("path").unique().collect()


def _said(run: Mapping[str, pl.LazyFrame]) -> pl.DataFrame:
    """The differences with the names that stay from run to run: the file's path, the pairs and the round."""
    lines = run["results"].select("result_id", "ns_pair", "ew_pair", "round")
    paths = run["files"].select("file_id", "path")
    joined = run["differences"].join(lines, on="result_id", how="left").join(paths, on="file_id", how="left")
    ordered = joined.sort("file_id", "line", "profile", nulls_last=True)
    nth = pl.int_range(pl.len()).over(_NAMES)
    return ordered.with_columns(nth=nth).select(*_KEY, *_SAID).collect()


def _marked(rows: pl.DataFrame, marks: pl.DataFrame, keys: list[str], name: str) -> pl.DataFrame:
    """The rows with `name`: whether a mark has the same keys; a null in a mark stands for any."""
    found = pl.lit(False)
    for mark in marks.select(keys).unique().iter_rows(named=True):
        hit = [pl.col(key).eq_missing(pl.lit(mark[key])) for key in keys if mark[key] is not None]
        found = found | pl.all_horizontal(hit)
    return rows.with_columns(found.fill_null(False).alias(name))


def _files(new: Mapping[str, pl.LazyFrame], old: Mapping[str, pl.LazyFrame]) -> pl.DataFrame:
    """The paths whose bytes are others."""
    then = old["files"].select("path", then="sha256")
    both = new["files"].select("path", "sha256").join(then, on="path")
    return both.filter(pl.col("sha256").ne_missing(pl.col("then"))).select("path").collect()


def _rulings(new: Mapping[str, pl.LazyFrame], old: Mapping[str, pl.LazyFrame]) -> pl.DataFrame:
    """Where a ruling that decides something stands in one run and not, or otherwise, in the other."""
    said = ["event_id", "session", "section", "board", "what", "groups", "decision"]
    rulings = [
        run["rulings"].filter((pl.col("what") != "finding") & (pl.col("state") != "open")).select(said).collect()
        for run in (new, old)
    ]
    one, other = rulings
    changed = pl.concat(
        [one.join(other, on=said, how="anti", nulls_equal=True), other.join(one, on=said, how="anti", nulls_equal=True)]
    )
    events = pl.concat(
        [
            run["events"].select("event_id", "file_id").join(run["files"].select("file_id", "path"), on="file_id")
            for run in (new, old)
        ]
    )
    return changed.join(events.select("event_id", "path").unique().collect(), on="event_id").select(_RULED)


def _another_rule(new: Mapping[str, pl.LazyFrame], old: Mapping[str, pl.LazyFrame]) -> pl.Expr:
    """Whether the event of a difference that came or went is scored under other profiles than before."""
    profiles = []
    for run in (new, old):
        files = run["files"].select("file_id", "path")
        events = run["events"].select("event_id", "file_id").join(files, on="file_id")
        audited = run["audited"].select("event_id", "profile").unique().join(events, on="event_id")
        profiles.append(audited.group_by("path").agg(pl.col("profile").drop_nulls().unique().sort()).collect())
    both = profiles[0].join(profiles[1], on="path", suffix="_then")
    moved = both.filter(pl.col("profile") != pl.col("profile_then"))["path"]
    return pl.col("path").is_in(moved.implode())
