"""The scores of whole fields: lines ranked in their groups, groups given their methods, lines their outcomes."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg import schemas
from neuberg.score.assigned import by_parts
from neuberg.score.book import Award, Book, of_awards
from neuberg.score.fields import Fields, fields, forms
from neuberg.score.outcomes import SCORED
from neuberg.score.packed import Integers, Ranked, distinct, ranked

_ARTIFICIAL = schemas.KINDS.index("artificial")


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

    def places(self, line: Integers) -> Integers:
        """The places of all scores of some lines, which are given ascending."""
        begin, end = np.searchsorted(self.line, line), np.searchsorted(self.line, line, side="right")
        before = np.cumsum(end - begin) - (end - begin)
        places: Integers = np.arange(int((end - begin).sum())) + np.repeat(begin - before, end - begin)
        return places

    def of_lines(self, first: int, lines: int) -> "Scores":
        """Those of so many lines from one on, their places counted from it."""
        begin, end = np.searchsorted(self.line, (first, first + lines))
        return Scores(self.line[begin:end] - first, self.outcomes, self.outcome[begin:end])

    def replaced(self, line: Integers, rows: pl.DataFrame) -> "Scores":
        """With these rows, in the order of lines and variants, for all the scores of their lines."""
        outcome = np.arange(self.outcomes.height, self.outcomes.height + rows.height, dtype=np.uint32)
        both = self.outcomes.vstack(rows)
        old = self.places(np.unique(line))
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
        shape: of each group, the number that the book has for its shape.
        parts: a row a comparable line of a field in which some score has several parts, None where there is none: its
            place `place`, its group's place `group_no`, and `s`, `opposite` and `unit`.
    """

    fields: Fields
    comparable: Integers | None
    ranked: Ranked
    field_no: Integers
    shape: Integers
    parts: pl.DataFrame | None


def score_fields(table: pl.DataFrame, book: Book) -> Scores:
    """The lines' scores before any average is the pair's own: every line once, and again as variant 2 where due.

    A second answer of the profile's source makes variant 2 of every line of its field.

    Args:
        table: as `completed` gives it, in any order.
        book: the outcomes under the profile to score under.
    """
    placed = _placed(table, book)
    rows, of_line = _answer(table, placed, book, 1)
    line = np.arange(table.height)
    twice = book.twice(placed.shape)
    if not twice.size:
        return Scores(line, rows, of_line.astype(np.uint32))
    second_rows, second = _answer(table, placed, book, 2)
    again = np.flatnonzero(np.isin(placed.fields.of_line, placed.field_no[twice]))
    place = again + 1
    return Scores(
        np.insert(line, place, again),
        rows.vstack(second_rows),
        np.insert(of_line, place, rows.height + second[again]).astype(np.uint32),
    )


def _placed(table: pl.DataFrame, book: Book) -> _Placed:
    profile = book.profile
    found = fields(table, expected=profile.field == "expected")
    score, code, given = table["score"], found.of_line, table["given_group"]
    tables = None if (table["multiplicity"] == 1).all() else table["multiplicity"].to_numpy()
    has_group = table["comparable"].to_numpy()
    if profile.regime == "one_field":
        given = pl.repeat(None, table.height, dtype=pl.String, eager=True)
    form, most = forms(given, code, has_group)
    if most > 1:
        code = code * most + form
    comparable = None
    if not has_group.all():
        comparable = np.flatnonzero(has_group)
        score, code = score[pl.Series(comparable)], code[comparable]
        tables = None if tables is None else tables[comparable]
    # A score of several parts counts in n; what it comes to is worked out by its parts.
    inside = ranked(code, (score.fill_null(0) if score.null_count() else score).to_numpy(), tables)
    field_no, form = np.divmod(inside.code, most) if most > 1 else (inside.code, np.zeros(inside.code.size, np.int64))
    facts = (inside.n, found.full[field_no], found.size[field_no], form + 1, *_of_fields(field_no, form, inside.n))
    parts = _parts(table, found.of_line, comparable, inside)
    return _Placed(found, comparable, inside, field_no, book.shapes(facts), parts)


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


def _answer(table: pl.DataFrame, placed: _Placed, book: Book, variant: int) -> tuple[pl.DataFrame, Integers]:
    """One answer for each line, as outcomes and the place of its own among them: by its group, or by its award."""
    alone = None if placed.comparable is None else _in_no_group(table, placed)
    kept = alone and book.awarded(alone.awards, variant)
    made = book.outcomes(placed.shape, placed.ranked.group, placed.ranked.s, variant)
    if alone is not None:
        of_line = np.empty(table.height, np.int64)
        of_line[placed.comparable] = made.of_line
        made = made._replace(of_line=of_line)
        if kept is None:
            made = made.moved(alone.place, of_awards(alone.awards, variant), alone.award)
        else:
            of_line[alone.place] = np.array(kept)[alone.award]
    if placed.parts is not None:
        place = placed.parts["place"].to_numpy()
        own = placed.parts.select("s", "opposite", "unit")
        shape = placed.shape[placed.parts["group_no"].to_numpy()]
        by_parts = book.due(shape, variant, np.zeros(place.size, np.int64)).with_columns(own)
        made = made.moved(place, by_parts, np.arange(place.size))
    return made.all_rows(book.profile), made.of_line


class _Alone(NamedTuple):
    """Lines in no group.

    Attributes:
        place: their places.
        awards: the different awards that they have, as `AWARD` names what each is.
        award: of each line, its award.
    """

    place: Integers
    awards: list[Award]
    award: Integers


def _in_no_group(table: pl.DataFrame, placed: _Placed) -> _Alone:
    """The lines in no group, artificial or without a score."""
    alone = np.ones(table.height, bool)
    alone[placed.comparable] = False
    place = np.flatnonzero(alone)
    field = placed.fields.of_line[place]
    facts = (
        placed.fields.size[field],
        placed.fields.full[field],
        (table["kind_no"].to_numpy()[place] == _ARTIFICIAL).astype(np.int64),
    )
    given = [table[f"{side}_award"][pl.Series(place)] for side in ("ns", "ew")]
    # A side without an award is NaN here, like any other side without one.
    told_apart = (np.unique(award.to_numpy(), return_inverse=True)[1] for award in given)
    firsts, award = distinct(chain(facts, told_apart))
    awards = (award[pl.Series(firsts)].to_list() for award in given)
    return _Alone(place, list(zip(*(fact[firsts].tolist() for fact in facts), *awards, strict=True)), award)
