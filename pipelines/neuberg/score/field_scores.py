"""The scores of whole fields: lines ranked in their groups, groups given their methods, lines their outcomes."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg import schemas
from neuberg.rules import Profile
from neuberg.score.assigned import by_parts
from neuberg.score.fields import Fields, fields, forms, numbered
from neuberg.score.fouled import REGIMES
from neuberg.score.outcomes import SCORED, SHAPE, Book
from neuberg.score.packed import Integers, Ranked, distinct, ranked

_FACTS = ("n", "full", "field", "comparison_group", "groups", "single_groups", "largest", "largest_groups")


class Scores(NamedTuple):
    """Scores as places in a frame of outcomes, which are few: what a line's columns say is looked up at the end.

    Attributes:
        line: of each score the place of its line, ascending; a second answer stands after the first.
        outcomes: the outcomes, with the columns `SCORED`.
        outcome: of each score its outcome.
    """

    line: Integers
    outcomes: pl.DataFrame
    outcome: npt.NDArray[np.uint32]

    def rows(self, columns: Sequence[str] = SCORED) -> pl.DataFrame:
        """A row a score, with the columns."""
        return self.outcomes[list(columns)][pl.Series(self.outcome)]

    def of_lines(self, first: int, lines: int) -> "Scores":
        """Those of so many lines from one on, their places counted from it."""
        begin, end = np.searchsorted(self.line, (first, first + lines))
        return Scores(self.line[begin:end] - first, self.outcomes, self.outcome[begin:end])

    def replaced(self, line: Integers, rows: pl.DataFrame) -> "Scores":
        """With these rows, in the order of lines and variants, for all the scores of their lines."""
        outcome = np.arange(self.outcomes.height, self.outcomes.height + rows.height, dtype=np.uint32)
        both = self.outcomes.vstack(rows)
        old = np.flatnonzero(np.isin(self.line, line))
        if np.array_equal(self.line[old], line):
            replaced = self.outcome.copy()
            replaced[old] = outcome
            return Scores(self.line, both, replaced)
        kept = np.delete(self.line, old), np.delete(self.outcome, old)
        place = np.searchsorted(kept[0], line)
        return Scores(np.insert(kept[0], place, line), both, np.insert(kept[1], place, outcome))


class _Placed(NamedTuple):
    """Lines in their fields and groups.

    Attributes:
        fields: the fields, and of each line its own.
        comparable: the places of the lines that are in a group; `ranked` is of these. None: all are.
        ranked: those lines in their groups.
        field_no: of each group, its field.
        shape: of each group, its shape.
        shapes: a row a shape, with its methods.
        parts: a row a comparable line of a field in which some score has several parts, None where there is none: its
            place `place`, its group's place `group_no`, and `s`, `opposite` and `unit`.
    """

    fields: Fields
    comparable: Integers | None
    ranked: Ranked
    field_no: Integers
    shape: Integers
    shapes: pl.DataFrame
    parts: pl.DataFrame | None


def score_fields(table: pl.DataFrame, book: Book) -> Scores:
    """The lines' scores before any average is the pair's own: every line once, and again as variant 2 where due.

    A second answer of the profile's source makes variant 2 of every line of its field.

    Args:
        table: as `completed` gives it, in any order.
        book: the outcomes under the profile to score under.
    """
    placed = _placed(table, book.profile)
    rows, of_line = _answer(table, placed, pl.col("first"), book)
    line = np.arange(table.height)
    twice = placed.shapes["second"].is_not_null().to_numpy()
    if not twice.any():
        return Scores(line, rows, of_line.astype(np.uint32))
    second_rows, second = _answer(table, placed, pl.coalesce("second", "first"), book, variant=2)
    again = np.flatnonzero(np.isin(placed.fields.of_line, placed.field_no[twice[placed.shape]]))
    place = again + 1
    return Scores(
        np.insert(line, place, again),
        rows.vstack(second_rows),
        np.insert(of_line, place, rows.height + second[again]).astype(np.uint32),
    )


def _placed(table: pl.DataFrame, profile: Profile) -> _Placed:
    found = fields(table, expected=profile.field == "expected")
    # A score of several parts counts in n; what it comes to is worked out by its parts.
    score, field, given = table["score"].fill_null(0).to_numpy(), found.of_line, table["given_group"]
    tables = None if (table["multiplicity"] == 1).all() else table["multiplicity"].to_numpy()
    if profile.regime == "one_field":
        given = given.clear(given.len())
    comparable = None
    if not table["comparable"].all():
        comparable = np.flatnonzero(table["comparable"].to_numpy())
        score, field, tables = score[comparable], field[comparable], None if tables is None else tables[comparable]
        given = given.clear(comparable.size) if given.null_count() == given.len() else given.gather(comparable)
    form, most = forms(given, field)
    inside = ranked(field if most == 1 else field * most + form, score, tables)
    field_no, form = np.divmod(inside.code, most) if most > 1 else (inside.code, np.zeros(inside.code.size, np.int64))
    shape, shapes = _shapes(field_no, form, inside.n, found)
    parts = _parts(table, found.of_line, comparable, inside)
    return _Placed(found, comparable, inside, field_no, shape, shapes.with_columns(methods_under(profile)), parts)


def _parts(table: pl.DataFrame, of_line: Integers, comparable: Integers | None, inside: Ranked) -> pl.DataFrame | None:
    if table["ns_components"].null_count() == table.height:
        return None
    several = table.select(pl.col("ns_components").is_not_null() & pl.col("comparable")).to_series()
    if not several.any():
        return None
    comparable = np.arange(table.height) if comparable is None else comparable
    moved = np.isin(of_line[comparable], of_line[several.to_numpy()])
    place = comparable[moved]
    lines = table[place].with_columns(
        place=pl.Series(place), field_no=pl.Series(of_line[place]), group_no=pl.Series(inside.group[moved])
    )
    return lines.lazy().pipe(by_parts).select("place", "group_no", "s", "opposite", "unit").collect()


def _shapes(field_no: Integers, form: Integers, n: Integers, found: Fields) -> tuple[Integers, pl.DataFrame]:
    """Of each group its shape; and a row a shape: what a regime asks for, and what an outcome says of its group."""
    facts = (n, found.full[field_no], found.size[field_no], form + 1, *_of_fields(field_no, form, n))
    firsts, shape = distinct(iter(facts))
    shapes = pl.DataFrame({name: fact[firsts] for name, fact in zip(_FACTS, facts, strict=True)})
    return shape, shapes.with_columns(pl.col("comparison_group").cast(pl.Int32))


def _of_fields(field_no: Integers, form: Integers, n: Integers) -> tuple[Integers, Integers, Integers, Integers]:
    """Of each group's field: its groups, those of one score, the size of the largest, and how many are as large."""
    single = (n == 1).astype(np.int64)
    if not form.any():
        one = np.ones(n.size, np.int64)
        return one, single, n, one
    groups = np.bincount(field_no)
    largest = np.zeros(groups.size, np.int64)
    np.maximum.at(largest, field_no, n)
    singles, as_large = (
        np.bincount(field_no[counted], minlength=groups.size) for counted in (n == 1, n == largest[field_no])
    )
    return groups[field_no], singles[field_no], largest[field_no], as_large[field_no]


@lru_cache(maxsize=256)
def methods_under(profile: Profile) -> list[pl.Expr]:
    """The method of each shape, `first`, and the other one where the source leaves two, `second`."""
    methods = REGIMES[profile.regime]()
    plain = (pl.col("n") == pl.col("full")) & (profile.regime != "ascherman")
    second = pl.lit(None) if methods.second is None else pl.when(~plain).then(methods.second)
    first = pl.when(plain).then(pl.lit("plain")).otherwise(methods.first)
    return [first.cast(schemas.METHOD).alias("first"), second.cast(schemas.METHOD).alias("second")]


def _answer(
    table: pl.DataFrame, placed: _Placed, method: pl.Expr, book: Book, *, variant: int = 1
) -> tuple[pl.DataFrame, Integers]:
    """One answer for each line, as outcomes and the place of its own among them: by its group, or by its award."""
    shapes = placed.shapes.with_columns(method=method, variant=pl.lit(variant, dtype=pl.Int8))
    made = book.outcomes(shapes, placed.shape, placed.ranked.group, placed.ranked.s)
    if placed.comparable is not None:
        of_line = np.empty(table.height, np.int64)
        of_line[placed.comparable] = made.of_line
        made = made._replace(of_line=of_line).moved(*_in_no_group(table, placed, variant))
    if placed.parts is not None:
        place = placed.parts["place"].to_numpy()
        no_award = (pl.lit(None, pl.Float64).alias(f"{side}_award") for side in ("ns", "ew"))
        of_groups = shapes.select(SHAPE)[placed.shape[placed.parts["group_no"].to_numpy()]]
        by_parts = of_groups.with_columns(no_award).hstack(placed.parts.select("s", "opposite", "unit"))
        made = made.moved(place, by_parts, np.arange(place.size))
    return made.all_rows(book.profile), made.of_line


def _in_no_group(table: pl.DataFrame, placed: _Placed, variant: int) -> tuple[Integers, pl.DataFrame, Integers]:
    """The places of the lines in no group, the different awards that they have, and of each line which.

    Artificial where there is an award, else without a method.
    """
    alone = np.ones(table.height, bool)
    alone[placed.comparable] = False
    place = np.flatnonzero(alone)
    field = placed.fields.of_line[place]
    lines = table[["kind", "ns_award", "ew_award"]][pl.Series(place)].hstack(
        [pl.Series("field", placed.fields.size[field]), pl.Series("full", placed.fields.full[field])]
    )
    kind, firsts = numbered(lines)
    awarded = pl.col("ns_award").is_not_null() | pl.col("ew_award").is_not_null()
    artificial = (pl.col("kind") == "artificial") & awarded
    awards = lines[pl.Series(firsts)].with_columns(
        n=pl.lit(None, pl.Int64),
        **dict.fromkeys(("s", "opposite"), pl.lit(None, pl.Int64)),
        unit=pl.lit(1, pl.Int64),
        comparison_group=pl.lit(None, pl.Int32),
        method=pl.when(artificial).then(pl.lit("artificial")).cast(schemas.METHOD),
        variant=pl.lit(variant, pl.Int8),
    )
    return place, awards, kind
