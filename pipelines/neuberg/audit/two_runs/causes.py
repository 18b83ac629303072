"""What changed between two runs, and how near to a figure: its board or session first, then the rest of its event."""

import json
from collections.abc import Mapping
from typing import Any

import polars as pl

#: An event from run to run: its file, its name, and its place among those of that name in the file.
EVENT = ["path", "event", "event_nth"]
_SESSION = [*EVENT, "session"]
_BOARD = [*_SESSION, "board"]
_LINES = ("results", "boards")
_BY_EVENT = (*_LINES, "pairs", "rulings", "scores")
#: What a record is called in one run only, or where it stands: no part of what it says.
_OWN = {"event_id", "result_id", "deal_id", "file_id", "line", "season"}
#: What names people or the event, and what only chooses its rule, which is looked at itself.
_UNUSED = {"players", "player_ids", "name", "body", "producer", "stated_profile"}
#: The rulings that a figure can come from.
_EFFECTIVE = ("fouled", "award", "correction", "penalty")
_SAID = ("what", "groups", "decision")
Run = Mapping[str, pl.LazyFrame]


def with_names(table: pl.LazyFrame, run: Run) -> pl.LazyFrame:
    """The rows of a table with what their event is called in every run."""
    return table.join(_events(run), on="event_id", how="left")


def _events(run: Run) -> pl.LazyFrame:
    paths = run["files"].select("file_id", "path")
    named = run["events"].join(paths, on="file_id", how="left").sort("event_id")
    nth = pl.int_range(pl.len()).over("path", "name")
    return named.select("event_id", "path", event="name", event_nth=nth)


def causes(
    changed: pl.DataFrame, new: Run, old: Run, rules: tuple[Mapping[str, str], Mapping[str, str]]
) -> pl.DataFrame:
    """The changed differences with `cause`.

    Args:
        changed: rows with the columns of `EVENT`, `level`, `session`, `board`, `profile`, `signed_off`, both runs'.
        new: the tables of the later run.
        old: those of the earlier one.
        rules: by profile, the digest of what the rulebook asked in each run.
    """
    new, old = _of_events(new, changed), _of_events(old, changed)
    marked = changed.with_row_index("_row").lazy()
    marks = {
        "board_data": (_changed_data(new, old, _LINES, _BOARD), _BOARD),
        "session_data": (_changed_data(new, old, (*_LINES, "pairs"), _SESSION), _SESSION),
        "event_data": (_changed_data(new, old, (*_LINES, "pairs"), EVENT), EVENT),
        "scoring": (_changed_data(new, old, ("events",), EVENT), EVENT),
        "rule": (_changed_rules(new, old, rules), EVENT),
        "_now": (_paths(new), ["path"]),
        "_then": (_paths(old), ["path"]),
    }
    for name, (rows, keys) in marks.items():
        there = rows.select(keys).unique().with_columns(pl.lit(True).alias(name))
        marked = marked.join(there, on=keys, how="left", nulls_equal=True).with_columns(pl.col(name).fill_null(False))
    marked = _with_rulings(marked, _changed_rulings(new, old))
    return marked.sort("_row").with_columns(cause=_cause()).collect()


def _of_events(run: Run, changed: pl.DataFrame) -> Run:
    """The run's tables with only the events that have a changed difference: mostly a few of an archive's."""
    touched = _events(run).join(changed.lazy().select(EVENT).unique(), on=EVENT, how="semi", nulls_equal=True)
    ids = touched.select("event_id").collect()["event_id"]
    own = {name: run[name].filter(pl.col("event_id").is_in(ids.implode())) for name in _BY_EVENT}
    return {**run, **own}


def _cause() -> pl.Expr:
    of_board = pl.col("level").is_in(["result", "board"])
    of_event = ~of_board & pl.col("session").is_null()
    data = pl.when(of_board).then("board_data").when(of_event).then("event_data").otherwise("session_data")
    ruled = pl.when(of_board).then("board_ruled").when(of_event).then("event_ruled").otherwise("session_ruled")
    both = pl.col("class").is_not_null() & pl.col("class_before").is_not_null()
    figures = ("published", "recomputed", "class", "profile")
    only_signed = both & pl.all_horizontal(pl.col(name).eq_missing(pl.col(f"{name}_before")) for name in figures)
    near = _joined({"data": data | pl.col("scoring"), "ruling": ruled, "rule": pl.col("rule")})
    far = _joined({"data": pl.col("event_data"), "ruling": pl.col("event_ruled")})
    return (
        pl.when(~pl.col("_then")).then(pl.lit("file added"))
        .when(~pl.col("_now")).then(pl.lit("file removed"))
        .when(only_signed).then(pl.lit("sign-off"))
        .when(near != "").then(near)
        .when(far != "").then(far)
        .otherwise(pl.lit("program"))
    )  # fmt: skip


def _joined(named: Mapping[str, pl.Expr]) -> pl.Expr:
    texts = [pl.when(holds).then(pl.lit(name)) for name, holds in named.items()]
    return pl.concat_str(texts, separator=" and ", ignore_nulls=True)


def _paths(run: Run) -> pl.LazyFrame:
    return run["files"].select("path").unique()


def _digested(table: pl.LazyFrame, run: Run, keys: list[str]) -> pl.LazyFrame:
    """A row a key, with what all its rows say: the same in two runs where nothing of it has changed."""
    types = {name: dtype for name, dtype in table.collect_schema().items() if name not in _OWN | _UNUSED}
    said = pl.struct(_plain(name, dtype) for name, dtype in types.items()).hash()
    rows = with_names(table.with_columns(_said=said), run)
    return rows.group_by(keys).agg(_said=pl.concat_str(pl.len(), pl.col("_said").sum(), separator=" "))


def _plain(name: str, dtype: pl.DataType) -> pl.Expr:
    """A column as both runs have it: an enum by its words, whatever their order is there, and a list as text."""
    column = pl.col(name)
    if dtype.is_nested():
        return column.map_elements(lambda value: json.dumps(value.to_list(), default=str), return_dtype=pl.String)
    return column.cast(pl.String) if isinstance(dtype, pl.Enum) else column


def _differing(one: pl.LazyFrame, other: pl.LazyFrame, keys: list[str]) -> pl.LazyFrame:
    """The keys whose rows are not the same in two runs, or that one of them lacks."""
    both = one.join(other, on=keys, how="full", nulls_equal=True, coalesce=True, suffix="_then")
    return both.filter(pl.col("_said").ne_missing(pl.col("_said_then"))).select(keys)


def _changed_data(new: Run, old: Run, names: tuple[str, ...], keys: list[str]) -> pl.LazyFrame:
    """Where what some tables say has changed."""
    return pl.concat(
        [_differing(_digested(new[name], new, keys), _digested(old[name], old, keys), keys) for name in names]
    )


def _changed_rulings(new: Run, old: Run) -> pl.DataFrame:
    """Where a ruling that decides something stands in one run and not, or otherwise, in the other."""
    place = [*EVENT, "session", "section", "board", *_SAID]
    one, other = (
        with_names(run["rulings"].filter(pl.col("what").is_in(_EFFECTIVE), pl.col("state") != "open"), run)
        .select(place)
        .collect()
        for run in (new, old)
    )
    sides = ((one, other), (other, one))
    return pl.concat([left.join(right, on=place, how="anti", nulls_equal=True) for left, right in sides])


def _with_rulings(marked: pl.LazyFrame, rulings: pl.DataFrame) -> pl.LazyFrame:
    """The rows with whether a ruling on their board, their session or their event has changed; null stands for any."""
    marked = marked.with_columns(pl.lit(False).alias(name) for name in ("board_ruled", "session_ruled", "event_ruled"))
    for ruling in rulings.select(*EVENT, "session", "section", "board").unique().iter_rows(named=True):
        event, session = _is_at(ruling, EVENT, missing=True), _is_at(ruling, ["session"])
        board = _is_at(ruling, ["section", "board"]) & (pl.lit(ruling["board"] is not None))
        holds = {"board_ruled": event & session & board, "session_ruled": event & session, "event_ruled": event}
        marked = marked.with_columns((pl.col(name) | hit).alias(name) for name, hit in holds.items())
    return marked


def _is_at(ruling: Mapping[str, Any], keys: list[str], *, missing: bool = False) -> pl.Expr:
    given = [key for key in keys if missing or ruling[key] is not None]
    return pl.all_horizontal(pl.lit(True), *(pl.col(key).eq_missing(pl.lit(ruling[key])) for key in given))


def _changed_rules(new: Run, old: Run, rules: tuple[Mapping[str, str], Mapping[str, str]]) -> pl.LazyFrame:
    """The events scored under other profiles than before, or under one that asks something else."""
    now, then = rules
    other = [name for name in set(now) & set(then) if now[name] != then[name]]
    differing = _differing(_profiles(new), _profiles(old), EVENT)
    scored = with_names(new["scores"].select("event_id", "profile").unique(), new)
    return pl.concat([differing, scored.filter(pl.col("profile").is_in(other)).select(EVENT)])


def _profiles(run: Run) -> pl.LazyFrame:
    """By event, the profiles that it is scored under."""
    scored = with_names(run["scores"].select("event_id", "profile").unique(), run)
    return scored.group_by(EVENT).agg(_said=pl.col("profile").unique().sort().str.join(" "))
