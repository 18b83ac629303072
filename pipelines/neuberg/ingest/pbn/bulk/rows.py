"""The rows of ScoreTables as columns of `results`: tables whose rows are lines with an element for each column."""

from collections.abc import Iterable
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.ingest.pbn import score_table, values
from neuberg.ingest.pbn.bulk.elements import has_mark, split_elements
from neuberg.ingest.pbn.bulk.memo import Memo
from neuberg.ingest.pbn.notes import Doubts
from neuberg.ingest.pbn.outcome import lead, number, parse_room, round_number
from neuberg.ingest.pbn.rows import TOKEN, columns

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


def read_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows (`game, line, header, text`) as columns of `results`, with `game` and `odd`: whether the row is not regular.

    `section` is what the row itself says; null where it says nothing.
    """
    if rows.is_empty():
        return rows.select("game", "line", odd=pl.lit(False))
    parts = [
        _of_header(str(header), part)
        for (header,), part in rows.partition_by("header", as_dict=True, maintain_order=True).items()
    ]
    if len(parts) == 1:
        return parts[0]
    return pl.concat(parts, how="diagonal").sort("game", "line")


def _of_header(header: str, rows: pl.DataFrame) -> pl.DataFrame:
    roles = columns(header, score_table.ROLES)
    fits, cells = _cells(rows["text"], roles)
    odd = rows.filter(~fits).select("game", "line", odd=pl.lit(True))
    fitting = rows.filter(fits).select("game", "line")
    if not roles or fitting.is_empty():
        return odd
    found = pl.concat([fitting, _columns(cells, fitting.height)], how="horizontal")
    return found if odd.is_empty() else pl.concat([found, odd], how="diagonal").sort("game", "line")


def _cells(texts: pl.Series, roles: list[str]) -> tuple[pl.Series, pl.DataFrame]:
    """Which rows have an element for each column, and the elements of those by role: as words, else as texts."""
    elements = split_elements(texts, len(roles)) if roles else None
    if elements is not None:
        return pl.Series(elements.fits), pl.DataFrame(
            {role: elements.words[place] for place, role in enumerate(roles) if role}
        )
    tokens = texts.str.extract_all(TOKEN)
    fits = tokens.list.len() == len(roles)
    flat = tokens.filter(fits).explode()
    return fits, pl.DataFrame(
        {role: _unquoted(flat.gather_every(len(roles), place)) for place, role in enumerate(roles) if role}
    )


def _unquoted(tokens: pl.Series) -> pl.Series:
    if not tokens.str.contains('"', literal=True).any():
        return tokens
    token = pl.col("token")
    quoted = token.str.ends_with('"') & token.str.strip_chars_start("^").str.starts_with('"')
    plain = token.str.replace_all('"', "", literal=True).str.strip_chars()
    return tokens.to_frame("token").select(pl.when(quoted).then(plain).otherwise(token)).to_series()


def _columns(cells: pl.DataFrame, height: int) -> pl.DataFrame:
    happened = _outcomes(cells, height)
    parts = [happened.drop("odd", "has_lead")]
    odd = [happened["odd"]]
    for role, memo in (("lead", _LEAD), ("round", _ROUND), ("room", _ROOM), ("multiplicity", _MULTIPLICITY)):
        if role in cells.columns:
            found = memo.of(cells.select(role))
            odd.append(found["odd"])
            parts.append(found.drop("odd"))
    for role in (role for role in _PUBLISHED if role in cells.columns):
        found = _NUMBER.of(cells.select(role))
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


def _labels(cells: pl.DataFrame) -> Iterable[pl.DataFrame]:
    for role in ("table", "section"):
        if role in cells.columns:
            yield _LABEL.of(cells.select(role)).select(pl.col("label").alias(role))
    for side in ("ns", "ew"):
        roles = [role for role in (f"{side}_pair", f"{side}_names") if role in cells.columns]
        named = [_LABEL.of(cells.select(role))["label"] for role in roles]
        if named:
            yield pl.select(pl.coalesce(named).alias(f"{side}_pair"))


def known(text: pl.Expr) -> pl.Expr:
    """`values.known` of a column.

    >>> pl.DataFrame({"text": [" 7 ", "???", "-", None]}).select(known(pl.col("text"))).to_series().to_list()
    ['7', None, None, None]
    """
    stripped = text.str.strip_chars()
    return pl.when(stripped.str.strip_chars("?-").str.len_bytes() > 0).then(stripped)


def _outcomes(cells: pl.DataFrame, height: int) -> pl.DataFrame:
    scored = [role for role in ("ns_score", "ew_score", *_MARKED) if role in cells.columns]
    marked = pl.any_horizontal(_is_marked(cells[role]) for role in scored) if scored else pl.lit(False)
    texts = [pl.col(role) if role in cells.columns else pl.lit("").alias(role) for role in _GIVEN]
    marks = [
        (pl.when(marked).then(role) if role in cells.columns else pl.lit(None, dtype=pl.String)).alias(role)
        for role in _MARKED
    ]
    given = cells.select(*texts, *marks) if cells.width else pl.DataFrame({role: [""] * height for role in _GIVEN})
    return _PLAYED.of(given)


def _is_marked(cells: pl.Series) -> pl.Series:
    """Whether each cell has the mark of an artificial score."""
    return cells.str.contains("^", literal=True) if cells.dtype == pl.String else has_mark(cells)


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
_ROUND = Memo(lambda text, _: (round_number(text),), round=pl.Int16)
_ROOM = Memo(lambda text, doubts: (parse_room(text, doubts),), room=pl.String)
_MULTIPLICITY = Memo(_tables, multiplicity=pl.Int32)
_NUMBER = Memo(_number, value=pl.Float64, decimals=pl.Int8)
