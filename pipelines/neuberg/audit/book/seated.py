"""Who sits where, by number: each line's contestants among those of the standings, and what a rule takes of each side.

Sides that are alike are one kind, so that a rule's arithmetic is done once for all of them.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.distinct import as_columns, kinds
from neuberg.audit.book.pieces import pieces
from neuberg.audit.rule import OF_BOARD, TAKEN
from neuberg.score.arithmetic import award_units
from neuberg.score.fields import run_starts
from neuberg.score.packed import Integers

SIDES = ("ns", "ew")
#: A place for every seat that there may be is kept while there are at most this many times the lines.
_ROOM = 8
#: The least numbers of one figure more, and what no pair's number comes up to.
_TENS = (10, 100, 1000, 10_000)
#: Numbers are labels as they are where at most one in so many is nobody's.
_SPARSE = 4


class Seats(NamedTuple):
    """The pairs by number: the labels, and of each line the place of N-S's and of E-W's; -1 where there is none."""

    labels: pl.Series
    ns: Integers
    ew: Integers

    @classmethod
    def of(cls, lines: pl.DataFrame) -> "Seats":
        """The seats of some lines."""
        names = [lines[name] for name in ("ns_pair", "ew_pair")]
        numbers = [_plain_numbers(name) for name in names]
        if numbers[0] is not None and numbers[1] is not None:
            return cls(*_labelled([numbers[0], numbers[1]]))
        labels = pl.concat(names).drop_nulls().unique()
        kept = pl.Enum(labels)
        both = (name.cast(kept).to_physical().cast(pl.Int64) for name in names)
        return cls(labels, *(side.fill_null(-1).to_numpy() for side in both))


def _plain_numbers(labels: pl.Series) -> tuple[Integers, Integers] | None:
    """The labels as numbers, where every one is a number of at most four figures as it would be written; else none.

    Most are, and a text is read as a number in a fraction of the time that it takes to be looked up. No label is -1.
    Besides, how many times each number is there.
    """
    number = labels.cast(pl.Int16, strict=False)
    low, high = number.min(), number.max()
    if number.null_count() != labels.null_count() or not isinstance(low, int) or not isinstance(high, int):
        return None
    if low < 0 or high >= _TENS[-1]:
        return None
    there = number.drop_nulls() if number.null_count() else number
    many = np.bincount(there.to_numpy(), minlength=_TENS[-1])
    # "07" and "+7" are other labels than "7", and longer: a number cannot be written shorter than it is.
    written = sum(int(many[least:].sum()) for least in (0, *_TENS[:-1]))
    if labels.str.len_bytes().sum() != written:
        return None
    return (number if there is number else number.fill_null(-1)).to_numpy(), many


def _labelled(sides: list[tuple[Integers, Integers]]) -> tuple[pl.Series, Integers, Integers]:
    """The labels that there are, and of each line the places of N-S's and E-W's among them; -1 where there is none."""
    (ns, of_ns), (ew, of_ew) = sides
    labels = np.flatnonzero(of_ns + of_ew)
    if labels[-1] < _SPARSE * labels.size:
        # A label more that nobody has costs less than a number for each line.
        return pl.Series(np.arange(labels[-1] + 1)).cast(pl.String), ns, ew
    # The last place is that of the lines without a pair.
    place = np.full(_TENS[-1] + 1, -1, np.int64)
    place[labels] = np.arange(labels.size)
    return pl.Series(labels).cast(pl.String), place[ns], place[ew]


class Kinds(NamedTuple):
    """The sides of some lines by kind.

    Attributes:
        rows: a row a kind: what a rule takes of it, and the `side`.
        line: of each of the lines, its number among all.
        ns: of each of them, the kind of N-S's side.
        ew: of each of them, the kind of E-W's side.
    """

    rows: pl.DataFrame
    line: Integers
    ns: Integers
    ew: Integers

    def and_those(self, others: "Kinds") -> "Kinds":
        """The sides of these lines and of others, those that are alike in both twice."""
        begins = self.rows.height
        ns, ew = (np.append(own, kind + begins) for own, kind in ((self.ns, others.ns), (self.ew, others.ew)))
        return Kinds(pl.concat([self.rows, others.rows]), np.append(self.line, others.line), ns, ew)


def side_kinds(ranked: pl.DataFrame, board: Integers) -> Kinds:
    """The sides of lines as `fields.ranked` gives them, with `line_no`, by kind; and the board of each of all lines."""
    line = ranked["line_no"].to_numpy()
    first, place = _firsts(board[line], board)
    _, shape = kinds(as_columns(ranked.select(OF_BOARD)[first]))
    shared = [shape[place], *as_columns(ranked.select("n", "n1", "unit"))]
    columns = [_side(ranked, side) for side in SIDES]
    whole = pl.concat([ranked.select(*OF_BOARD, "n", "n1", "unit").hstack(own) for own in columns])
    own = [np.repeat((0, 1), line.size), *as_columns(pl.concat(columns))]
    first, kind = kinds([*(np.concatenate([part, part]) for part in shared), *own])
    ns, ew = kind.reshape(2, -1)
    rows = whole[first].with_columns(side=pl.Series(np.array(SIDES)[own[0][first]]))
    return Kinds(rows.select(*TAKEN, "side"), line, ns, ew)


def _firsts(number: Integers, among: Integers) -> tuple[Integers, Integers]:
    """The first row of each number, and each row's place among those; the numbers are of those `among` others."""
    row = np.full(int(among.max(initial=-1)) + 1, -1, np.int64)
    row[number[::-1]] = np.arange(number.size)[::-1]
    there = row >= 0
    return row[there], (np.cumsum(there) - 1)[number]


def _side(ranked: pl.DataFrame, side: str) -> pl.DataFrame:
    flat = award_units(pl.col(f"{side}_award"))
    return ranked.select(
        s=f"{side}_s",
        s1=f"{side}_s1",
        award_flat=flat,
        award_session=pl.coalesce(f"{side}_session", flat),
    )


def contestants_of(
    contestants: pl.DataFrame, sections: pl.DataFrame, section: Integers, seats: Seats
) -> tuple[Integers, Integers]:
    """Of each line the place among the contestants of its N-S and of its E-W; -1 where it has none.

    Args:
        contestants: `event_id`, `session`, `section`, `pair` and `direction`, each once.
        sections: a row a section and those that it is scored with.
        section: of each line, its place there.
        seats: who sits at it.
    """
    key = ["event_id", "session", "section"]
    first, place = kinds(as_columns(sections.select(key)))
    known = sections.select(key)[first].with_row_index("_place")
    count = seats.labels.len() + 1
    labels = contestants["pair"].cast(pl.Enum(seats.labels), strict=False).to_physical()
    # Those of a section stand together: it is looked for once.
    starts = run_starts(contestants, key)
    runs = contestants.select(key)[starts].join(known, on=key, how="left", maintain_order="left")
    sits_in = runs["_place"].gather(np.repeat(np.arange(starts.size), np.diff(starts, append=contestants.height)))
    # A line without a pair has the label -1.
    own = contestants.select(
        "direction", _row=pl.int_range(pl.len()), code=sits_in.cast(pl.Int64) * count + labels.cast(pl.Int64) + 1
    ).drop_nulls("code")
    found = []
    for side, label in (("NS", seats.ns), ("EW", seats.ew)):
        here = own.filter(pl.col("direction").is_null() | (pl.col("direction") == side))
        code, row = here["code"].to_numpy(), here["_row"].to_numpy()
        found.append(_looked_up((place * count + 1, section, label), code, row, first.size * count))
    return found[0], found[1]


def _looked_up(lines: tuple[Integers, Integers, Integers], known: Integers, value: Integers, most: int) -> Integers:
    """Of each line the value of the known code that is equal; -1 where there is none.

    Args:
        lines: where the codes of each section begin, and of each line its section and label.
        known: codes.
        value: of each of these.
        most: more than any code.
    """
    begins, section, label = lines
    if most <= _ROOM * label.size + 1:
        table, found = np.full(most, -1, np.int64), np.empty(label.size, np.int64)
        table[known] = value
        for part in pieces(label.size):
            found[part] = table[begins[section[part]] + label[part]]
        return found
    if not known.size:
        return np.full(label.size, -1, np.int64)
    order, codes = np.argsort(known), begins[section] + label
    place = np.minimum(np.searchsorted(known[order], codes), known.size - 1)
    return np.where(known[order][place] == codes, value[order][place], -1)
