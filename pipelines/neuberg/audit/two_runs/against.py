"""Two runs compared: which differences came, went or changed, and what did it."""

from collections.abc import Mapping

import polars as pl

from neuberg.audit.two_runs.causes import EVENT, causes, with_names

_NAMES = [*EVENT, "level", "quantity", "session", "section", "board", "pair", "ns_pair", "ew_pair", "round"]
#: Lines that have no name are told apart by their order in the file.
_KEY = [*_NAMES, "nth"]
_SAID = ["published", "recomputed", "class", "profile", "signed_off"]
_FIGURES = ("published", "recomputed")
Run = Mapping[str, pl.LazyFrame]


def compared(new: Run, old: Run, rules: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {})) -> pl.DataFrame:
    """A row a difference that only one of two runs has, or that they say differently: `change` and `cause`.

    The cause is `file added` or `file removed`; else what has changed nearest to the figure, several joined by `and`:
    `data` (what the files say), `ruling`, `rule` (the profile of the event, or what it asks), `sign-off`; else
    `program`.

    Args:
        new: the tables of the later run by name: files, events, boards, results, pairs, rulings, scores, differences.
        old: those of the earlier one.
        rules: by profile, the digest of what the rulebook asked in each of the runs; empty where it is not known.
    """
    joined = _said(new).join(_said(old), on=_KEY, how="full", nulls_equal=True, coalesce=True, suffix="_before")
    same = pl.all_horizontal(
        _close(name) if name in _FIGURES else pl.col(name).eq_missing(pl.col(f"{name}_before")) for name in _SAID
    )
    is_new, is_gone = pl.col("class_before").is_null(), pl.col("class").is_null()
    changed = joined.filter(is_new | is_gone | ~same).with_columns(
        change=pl.when(is_new).then(pl.lit("new")).when(is_gone).then(pl.lit("gone")).otherwise(pl.lit("changed"))
    )
    columns = [*_NAMES, "change", "cause", *(f"{name}{end}" for name in _SAID for end in ("_before", ""))]
    found = causes(changed, new, old, rules).sort(_NAMES, nulls_last=True)
    return found.select(columns).drop("event_nth")


def _close(name: str) -> pl.Expr:
    one, other = pl.col(name), pl.col(f"{name}_before")
    return ((one - other).abs() <= 1e-9) | (one.is_null() & other.is_null())


def _said(run: Run) -> pl.DataFrame:
    """The differences with the names that stay from run to run: file, event, the pairs and the round."""
    lines = run["results"].select("result_id", "ns_pair", "ew_pair", "round")
    joined = with_names(run["differences"].filter(pl.col("level") != "board"), run).join(
        lines, on="result_id", how="left"
    )
    ordered = joined.sort("file_id", "line", "profile", nulls_last=True)
    return ordered.with_columns(nth=pl.int_range(pl.len()).over(_NAMES)).select(*_KEY, *_SAID).collect()
