"""Findings signed off by a person: accepted or rejected, by whom and why, for as long as their guard holds."""

import json
from typing import Any

import polars as pl

from neuberg import schemas

#: The flags of sign-offs that have no effect: they name no difference, or what they name says otherwise by now.
UNANSWERED = {"ruling_names_nothing": "error", "sign_off_guard_failed": "warning"}
_PLACE = ("session", "section", "board")
_BROKEN = "guard failed"
_SETTLED = ["accepted", "rejected"]
_VERDICT = ["signed_off", "signed_by", "signed_why"]
#: A contestant's printed line, and the list that it stands in.
_PAIR = ["event_id", "session", "section", "pair"]
_LIST = ["event_id", "session"]


def signed(differences: pl.DataFrame, rulings: pl.DataFrame) -> pl.DataFrame:
    """The differences with `signed_off` (accepted, rejected, or guard failed), `signed_by` and `signed_why`.

    A ruling of `what = "finding"` names the class, or the quantity, in `finding`, and where it is; its guard gives
    columns of `differences` and what they said, and chooses among the rows so named. Where none of them says that any
    more, the guard fails, and those that no other ruling signs off are open again. What follows from a total that is
    signed off, the pair's percentage and places, is signed off with it.

    Args:
        differences: the table, or some of its rows.
        rulings: the table `rulings`.
    """
    marked = differences.with_columns(
        pl.lit(None, dtype=pl.String).alias(name) for name in ("signed_off", "signed_by", "signed_why")
    )
    for ruling in rulings.filter(pl.col("what") == "finding").iter_rows(named=True):
        decided = json.loads(ruling["decision"] or "{}")
        if ruling["state"] == "open" or not decided.get("finding"):
            continue
        named = _named(ruling, decided)
        chosen = named & _guarded(marked, json.loads(ruling["guard"] or "{}"))
        holds = bool(marked.select(chosen.any()).item())
        verdict = {
            "signed_off": decided["decision"] if holds else _BROKEN,
            "signed_by": decided["by"],
            "signed_why": decided["why"],
        }
        there = chosen if holds else named & pl.col("signed_off").is_null()
        marked = marked.with_columns(
            pl.when(there).then(pl.lit(value)).otherwise(name).alias(name) for name, value in verdict.items()
        )
    return _with_followers(marked)


def _with_followers(marked: pl.DataFrame) -> pl.DataFrame:
    """The differences, what follows from a total that is signed off signed off with it.

    So do the pair's own percentage and place; and the places of its whole list, once no total of it is open.
    """
    is_total = pl.col("quantity") == "total"
    is_signed = pl.col("signed_off").is_in(_SETTLED)
    causes = marked.filter(is_total, is_signed)
    if causes.is_empty():
        return marked
    still_open = marked.filter(is_total, ~is_signed.fill_null(False)).select(_LIST).unique()
    of_lists = causes.join(still_open, on=_LIST, how="anti", nulls_equal=True)
    numbered = marked.with_row_index("_row").with_columns(_number=pl.col("_row"))
    follows = (pl.col("class") == "follows_its_total") & pl.col("signed_off").is_null()
    asked = numbered.filter(follows)
    own = asked.drop(_VERDICT).join(_verdicts(causes, _PAIR), on=_PAIR, nulls_equal=True)
    places = asked.filter(pl.col("level") == "place").drop(_VERDICT)
    listed = places.join(_verdicts(of_lists, _LIST), on=_LIST, nulls_equal=True)
    found = pl.concat([own, listed]).unique("_row", keep="first", maintain_order=True)
    joined = numbered.join(found.select("_row", *_VERDICT), on="_row", how="left", suffix="_of_cause")
    return (
        joined.sort("_number")
        .with_columns(pl.coalesce(name, f"{name}_of_cause").alias(name) for name in _VERDICT)
        .select(marked.columns)
    )


def _verdicts(causes: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    """What was decided of the totals of each key, the first of them."""
    why = pl.concat_str(pl.lit("follows from a total that is signed off: "), pl.col("signed_why").fill_null(""))
    return causes.select(*key, "signed_off", "signed_by", signed_why=why).unique(key, keep="first", maintain_order=True)


def unanswered(differences: pl.DataFrame, rulings: pl.DataFrame) -> pl.DataFrame:
    """A flag a sign-off that has no effect, and what it said.

    Args:
        differences: as `signed` gives them.
        rulings: the table `rulings`.
    """
    rows = []
    for ruling in rulings.filter(pl.col("what") == "finding").iter_rows(named=True):
        decided = json.loads(ruling["decision"] or "{}")
        if ruling["state"] == "open" or not decided.get("finding"):
            continue
        named = differences.filter(_named(ruling, decided))
        place = {name: ruling[name] for name in ("event_id", *_PLACE)}
        if named.is_empty():
            found = f"{decided['finding']!r} {decided['decision']} by {decided['by']}"
            wanted = "a class or quantity of a difference that the audit has there"
            rows.append(_flag("ruling_names_nothing", place, found, wanted))
        elif named.filter(_guarded(named, json.loads(ruling["guard"] or "{}"))).is_empty():
            first = named.row(0, named=True)
            said = ", ".join(f"{key} = {first.get(key)!r}" for key in json.loads(ruling["guard"] or "{}"))
            rows.append(_flag("sign_off_guard_failed", place, said, f"{ruling['guard']}, as when it was signed"))
    return schemas.conform(pl.LazyFrame(rows, schema=schemas.FLAGS.schema), schemas.FLAGS).collect()


def _flag(check: str, place: dict[str, Any], found: str, wanted: str) -> dict[str, Any]:
    return {"check": check, "severity": UNANSWERED[check], "found": found, "expected": wanted, **place}


def _named(ruling: dict[str, Any], decided: dict[str, Any]) -> pl.Expr:
    """Which differences a ruling is on."""
    named: pl.Expr = (pl.col("event_id") == ruling["event_id"]) & (
        (pl.col("class") == decided["finding"]) | (pl.col("quantity") == decided["finding"])
    )
    for key in _PLACE:
        if ruling[key] is not None:
            named = named & (pl.col(key) == ruling[key])
    if decided.get("pair") is not None:
        named = named & (pl.col("pair") == decided["pair"])
    return named.fill_null(False)


def _guarded(differences: pl.DataFrame, guard: dict[str, Any]) -> pl.Expr:
    """Whether a row still says what the guard has; a column that there is not fails."""
    known = [pl.col(name).eq_missing(pl.lit(value)) for name, value in guard.items() if name in differences.columns]
    return pl.all_horizontal(pl.lit(len(known) == len(guard)), *known)
