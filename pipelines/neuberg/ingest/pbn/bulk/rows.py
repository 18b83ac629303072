"""The rows of ScoreTables as columns of `results`: tables whose rows are lines with an element for each column."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.ingest.pbn import score_table, values
from neuberg.ingest.pbn.bulk.buffer import Bools, Texts
from neuberg.ingest.pbn.bulk.coded import Coded, coded_texts
from neuberg.ingest.pbn.bulk.elements import split_elements
from neuberg.ingest.pbn.bulk.lines import Rows
from neuberg.ingest.pbn.bulk.memo import Memo
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.outcome import lead, number, parse_room, round_of_row
from neuberg.ingest.pbn.rows import TOKEN, columns, unquoted

_PUBLISHED = {f"{side}_{unit}": unit for unit in ("mp", "pct", "imp") for side in ("ns", "ew")}
#: What says of a row whether its score is artificial, besides the score itself.
_MARKED = ("ns_pct", "ew_pct", "ns_mp", "ew_mp")
_GIVEN = ("contract", "declarer", "result", "ns_score", "ew_score")
_OUTCOME = {
    name: schemas.RESULTS.schema[name]
    for name in (
        "level", "strain", "doubled", "declarer", "tricks", "ns_score", "kind", "ns_award", "ew_award", "award_given",
    )
}  # fmt: skip
#: The elements of rows by the roles of their columns.
_Cells = dict[str, Coded]


def read_rows(rows: Rows, headers: Coded) -> pl.DataFrame:
    """Rows, and the headers of their tables, as columns of `results`, with `game` and `odd`: what is not regular.

    `section` is what the row itself says; null where it says nothing.
    """
    frame = pl.DataFrame({"game": rows.game, "line": rows.line})
    if frame.is_empty():
        return frame.select("game", "line", odd=pl.lit(False))
    used = np.flatnonzero(np.bincount(headers.codes)).tolist()
    if len(used) == 1:
        return _of_header(headers.texts[used[0]] or "", frame, rows.texts)
    parts = []
    for code in used:
        own = headers.codes == code
        parts.append(_of_header(headers.texts[code] or "", frame.filter(own), rows.texts.some(own)))
    return pl.concat(parts, how="diagonal").sort("game", "line")


def _of_header(header: str, rows: pl.DataFrame, texts: Texts) -> pl.DataFrame:
    roles = columns(header, score_table.ROLES)
    fits, cells = _cells(texts, roles)
    if not any(roles) or not fits.any():
        return rows.with_columns(odd=pl.lit(True))
    fitting = rows if fits.all() else rows.filter(fits)
    found = pl.concat([fitting, _columns(cells, fitting.height)], how="horizontal")
    if fits.all():
        return found
    return pl.concat([found, rows.filter(~fits).with_columns(odd=pl.lit(True))], how="diagonal").sort("game", "line")


def _cells(texts: Texts, roles: list[str]) -> tuple[Bools, _Cells]:
    """Which rows have an element for each column, and the elements of those by role."""
    if not roles:
        return np.zeros(texts.begins.size, dtype=np.bool_), {}
    split = split_elements(texts, len(roles))
    fits, elements = _tokens(texts.column(), len(roles)) if split is None else split
    return fits, {
        role: Coded(column.codes, [None if text is None else unquoted(text) for text in column.texts])
        for role, column in zip(roles, elements, strict=True)
        if role
    }


def _tokens(texts: pl.Series, width: int) -> tuple[Bools, list[Coded]]:
    """As `split_elements`, of whatever rows."""
    tokens = texts.str.extract_all(TOKEN)
    fits = tokens.list.len() == width
    flat = tokens.filter(fits).explode()
    return fits.to_numpy(), [coded_texts(flat.gather_every(width, place)) for place in range(width)]


def _columns(cells: _Cells, height: int) -> pl.DataFrame:
    happened = _outcomes(cells, height)
    parts = [happened.drop("odd", "has_lead")]
    odd = [happened["odd"]]
    for role, memo in (("lead", _LEAD), ("round", _ROUND), ("room", _ROOM), ("multiplicity", _MULTIPLICITY)):
        if role in cells:
            found = memo.of_cells(cells[role])
            odd.append(found["odd"])
            parts.append(found.drop("odd"))
    for role in (role for role in _PUBLISHED if role in cells):
        found = _NUMBER.of_cells(cells[role])
        odd.append(found["odd"])
        parts.append(found.select(pl.col("value").alias(f"published_{role}"), pl.col("decimals").alias(role)))
    found = pl.concat([*parts, *_labels(cells)], how="horizontal")
    lead_ = [pl.when(happened["has_lead"]).then("lead").alias("lead")] if "lead" in found.columns else []
    any_odd = pl.any_horizontal(odd).alias("odd")
    if "multiplicity" not in found.columns:
        found = found.with_columns(multiplicity=pl.lit(1, dtype=pl.Int32))
    return found.with_columns(*lead_, *_decimals(found.columns), any_odd).drop(_PUBLISHED, strict=False)


def _decimals(present: list[str]) -> Iterable[pl.Expr]:
    """The most decimals that a line prints in each unit."""
    for unit in dict.fromkeys(_PUBLISHED.values()):
        sides = [f"{side}_{unit}" for side in ("ns", "ew") if f"{side}_{unit}" in present]
        if sides:
            yield pl.max_horizontal(sides).alias(f"published_{unit}_decimals")


def _labels(cells: _Cells) -> Iterable[pl.DataFrame]:
    for role in ("table", "section"):
        if role in cells:
            yield _LABEL.of_cells(cells[role]).select(pl.col("label").alias(role))
    for side in ("ns", "ew"):
        roles = [role for role in (f"{side}_pair", f"{side}_names") if role in cells]
        named = [_LABEL.of_cells(cells[role])["label"] for role in roles]
        if named:
            yield pl.select(pl.coalesce(named).alias(f"{side}_pair"))


def _outcomes(cells: _Cells, height: int) -> pl.DataFrame:
    """What became of the board in each row; what else the row says is looked at where its score is marked."""
    marked = np.zeros(height, dtype=np.bool_)
    for role in ("ns_score", "ew_score", *_MARKED):
        if role in cells and any(has := ["^" in (text or "") for text in cells[role].texts]):
            marked |= np.array(has)[cells[role].codes]
    absent = np.zeros(height, dtype=np.int64)
    given = [cells.get(role, Coded(absent, [""])) for role in _GIVEN]
    marks = [_where(marked, cells[role]) if role in cells else Coded(absent, [None]) for role in _MARKED]
    return _PLAYED.of_cells(*given, *marks)


def _where(marked: Bools, cells: Coded) -> Coded:
    """The cells of the marked rows, None in the others."""
    if not marked.any():
        return Coded(np.zeros_like(cells.codes), [None])
    return Coded(np.where(marked, cells.codes + 1, 0), [None, *cells.texts])


def _outcome(*given: Any) -> tuple[Any, ...]:
    """What a row says became of the board, by the exact reader; the lead apart, for it makes every row another."""
    *texts, doubts = given
    cells = {role: text for role, text in zip((*_GIVEN, *_MARKED), texts, strict=False) if text is not None}
    found = score_table.outcome_of(cells, doubts)
    if found["kind"] == "artificial" and None in (found["ns_award"], found["ew_award"]):
        doubts.note("bad_award", "", "")
    return (*(found.get(name) for name in _OUTCOME), "lead" in found)


def _number(text: str, doubts: Doubts) -> tuple[float | None, int | None]:
    found = number(text, doubts)
    return (found.value, found.decimals) if found else (None, None)


def _tables(text: str, doubts: Doubts) -> tuple[int | None]:
    found = score_table.multiplicity(text, doubts)
    if found is None or found > schemas.MOST_TABLES:
        doubts.note("bad_multiplicity", text, "")
    return (found,)


_PLAYED = Memo(_outcome, **_OUTCOME, has_lead=pl.Boolean)
_LABEL = Memo(lambda text, _: (values.known(text),), label=pl.String)
_LEAD = Memo(lambda text, doubts: (lead(text, doubts),), lead=schemas.CARD)
_ROUND = Memo(lambda text, doubts: (round_of_row(text, doubts),), round=pl.Int16)
_ROOM = Memo(lambda text, doubts: (parse_room(text, doubts),), room=pl.String)
_MULTIPLICITY = Memo(_tables, multiplicity=pl.Int32)
_NUMBER = Memo(_number, value=pl.Float64, decimals=pl.Int8)
