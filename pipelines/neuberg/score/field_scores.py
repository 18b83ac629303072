"""The scores of whole fields: lines ranked in their groups, groups given their methods, lines their outcomes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg import schemas
from neuberg.rules import Profile
from neuberg.score import outcomes
from neuberg.score.assigned import by_parts
from neuberg.score.fields import Fields, fields, forms
from neuberg.score.fouled import REGIMES
from neuberg.score.lines import ROW
from neuberg.score.packed import Integers, Ranked, ranked


class _Placed(NamedTuple):
    """Lines in their fields and groups.

    Attributes:
        fields: the fields, and of each line its own.
        comparable: the places of the lines that are in a group; `ranked` is of these.
        groups: a row a group, with its methods.
        parts: a row a comparable line of a field in which some score has several parts, None where there is none: its
            place `place`, its group's place `group_no`, and `s`, `opposite` and `unit`.
    """

    fields: Fields
    comparable: Integers
    ranked: Ranked
    groups: pl.DataFrame
    parts: pl.DataFrame | None


def score_fields(table: pl.DataFrame, profile: Profile, columns: Sequence[str] = outcomes.SCORED) -> pl.DataFrame:
    """The lines' scores before any average is the pair's own: every line once, and again as variant 2 where due.

    A row a score, in the order of the lines: `_row` and the columns. A second answer of the profile's source makes
    variant 2 of every line of its field.

    Args:
        table: as `lines` gives it, in any order.
        profile: the rule to score under.
        columns: those of `outcomes.SCORED` that are wanted.
    """
    placed = _placed(table, profile)
    first = _answer(table, placed, pl.col("first"), profile).rows(columns)
    if placed.groups["second"].null_count() == placed.groups.height:
        return table.select(ROW).hstack(first)
    twice = placed.groups.filter(pl.col("second").is_not_null())["field_no"].unique().to_numpy()
    again = np.isin(placed.fields.of_line, twice)
    second = _answer(table, placed, pl.coalesce("second", "first"), profile, variant=2).rows(columns)
    twice_rows = table.select(ROW).hstack(second).filter(pl.Series(again))
    return pl.concat([table.select(ROW).hstack(first), twice_rows]).sort(ROW, maintain_order=True)


def _placed(table: pl.DataFrame, profile: Profile) -> _Placed:
    found = fields(table, expected=profile.field == "expected")
    lines = table.select("given_group", "score", "multiplicity")
    comparable, field = np.arange(table.height), found.of_line
    if not table["comparable"].all():
        comparable = np.flatnonzero(table["comparable"].to_numpy())
        lines, field = lines[comparable], field[comparable]
    given = lines["given_group"]
    form, most = forms(given.clear(given.len()) if profile.regime == "one_field" else given, field)
    tables = lines["multiplicity"]
    inside = ranked(
        field * most + form,
        # A score of several parts counts in n; what it comes to is worked out by its parts.
        lines["score"].fill_null(0).to_numpy().astype(np.int64),
        None if (tables == 1).all() else tables.to_numpy(),
    )
    groups = _groups(inside.code // most, inside.code % most, inside.n, found.heads)
    parts = _parts(table, found.of_line, comparable, inside)
    return _Placed(found, comparable, inside, _with_methods(groups, profile), parts)


def _parts(table: pl.DataFrame, of_line: Integers, comparable: Integers, inside: Ranked) -> pl.DataFrame | None:
    several = table.select(pl.col("ns_components").is_not_null() & pl.col("comparable")).to_series()
    if not several.any():
        return None
    moved = np.isin(of_line[comparable], of_line[several.to_numpy()])
    place = comparable[moved]
    lines = table[place].with_columns(
        place=pl.Series(place),
        field_no=pl.Series(of_line[place]),
        group_no=pl.Series(inside.to_lines(inside.group)[moved]),
    )
    return lines.lazy().pipe(by_parts).select("place", "group_no", "s", "opposite", "unit").collect()


def _groups(field_no: Integers, form: Integers, n: Integers, heads: pl.DataFrame) -> pl.DataFrame:
    """A row a group with the facts that a regime asks for: its size, and its field's number and sizes of groups."""
    groups = heads.select("field", "full")[field_no].with_columns(
        field_no=pl.Series(field_no), n=pl.Series(n), comparison_group=pl.Series(form + 1).cast(pl.Int32)
    )
    size = pl.col("n")
    if not form.any():
        one = pl.lit(1, dtype=pl.UInt32)
        return groups.with_columns(
            groups=one, single_groups=(size == 1).cast(pl.UInt32), largest=size, largest_groups=one
        )
    counted = {"groups": pl.len(), "single_groups": (size == 1).sum(), "largest": size.max()}
    largest = (size == pl.col("largest")).sum()
    return groups.with_columns(fact.over("field_no").alias(name) for name, fact in counted.items()).with_columns(
        largest_groups=largest.over("field_no")
    )


def _with_methods(groups: pl.DataFrame, profile: Profile) -> pl.DataFrame:
    """With the method of each, `first`, and the other one where the source leaves two, `second`."""
    methods = REGIMES[profile.regime]()
    plain = (pl.col("n") == pl.col("full")) & (profile.regime != "ascherman")
    second = pl.lit(None) if methods.second is None else pl.when(~plain).then(methods.second)
    first = pl.when(plain).then(pl.lit("plain")).otherwise(methods.first)
    return groups.with_columns(first=first.cast(schemas.METHOD), second=second.cast(schemas.METHOD))


class _Answer(NamedTuple):
    """Outcomes, and the place among them of each line."""

    outcomes: pl.DataFrame
    of_line: npt.NDArray[np.uint32]

    def replaced(self, place: Integers, outcomes: pl.DataFrame) -> "_Answer":
        """With outcomes of their own, in their order, for the lines at some places."""
        self.of_line[place] = np.arange(self.outcomes.height, self.outcomes.height + place.size)
        return _Answer(pl.concat([self.outcomes, outcomes]), self.of_line)

    def rows(self, columns: Sequence[str]) -> pl.DataFrame:
        return self.outcomes.select(columns)[pl.Series(self.of_line)]


def _answer(table: pl.DataFrame, placed: _Placed, method: pl.Expr, profile: Profile, *, variant: int = 1) -> _Answer:
    """One answer for each line: those in groups by their outcomes, the others by their awards."""
    groups = placed.groups.with_columns(method=method, variant=pl.lit(variant, dtype=pl.Int8))
    made = outcomes.of_groups(groups, placed.ranked.group, placed.ranked.s, profile)
    answer = _Answer(made.rows, np.empty(table.height, np.uint32))
    answer.of_line[placed.comparable] = placed.ranked.to_lines(made.of_tie)
    if placed.comparable.size < table.height:
        alone = np.ones(table.height, bool)
        alone[placed.comparable] = False
        place = np.flatnonzero(alone)
        heads = placed.fields.heads.select("field", "full")[placed.fields.of_line[place]]
        answer = answer.replaced(place, outcomes.worked_out(_in_no_group(table[place], heads, variant), profile))
    if placed.parts is not None:
        no_award = (pl.lit(None, pl.Float64).alias(f"{side}_award") for side in ("ns", "ew"))
        shapes = groups.select(outcomes.SHAPE)[placed.parts["group_no"]].with_columns(no_award)
        moved = shapes.hstack(placed.parts.select("s", "opposite", "unit"))
        answer = answer.replaced(placed.parts["place"].to_numpy(), outcomes.worked_out(moved, profile))
    return answer


def _in_no_group(lines: pl.DataFrame, heads: pl.DataFrame, variant: int) -> pl.DataFrame:
    """The lines in no group: artificial where there is an award, else without a method."""
    awarded = pl.col("ns_award").is_not_null() | pl.col("ew_award").is_not_null()
    artificial = (pl.col("kind") == "artificial") & awarded
    return (
        lines.select("kind", "ns_award", "ew_award")
        .hstack(heads)
        .with_columns(
            n=pl.lit(None, pl.Int64),
            **dict.fromkeys(("s", "opposite"), pl.lit(None, pl.Int64)),
            unit=pl.lit(1, pl.Int64),
            comparison_group=pl.lit(None, pl.Int32),
            method=pl.when(artificial).then(pl.lit("artificial")).cast(schemas.METHOD),
            variant=pl.lit(variant, pl.Int8),
        )
    )
