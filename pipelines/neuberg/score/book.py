"""Every outcome met under one profile, worked out once: a season has millions of lines, but few outcomes."""

from collections.abc import Sequence
from threading import Lock

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.rules import Profile
from neuberg.score.fouled import methods_under
from neuberg.score.outcomes import NONE, SHAPE, Outcomes, worked_out
from neuberg.score.packed import Integers, distinct

#: What a group's method and its outcomes depend on: its shape.
FACTS = ("n", "full", "field", "comparison_group", "groups", "single_groups", "largest", "largest_groups")
#: What a line in no group comes to depends on its field's size, on N or E, on whether it is artificial, on its award.
Award = tuple[int, int, int, float | None, float | None]
_AWARD = {"field": pl.Int64, "full": pl.Int64, "artificial": pl.Boolean, "ns_award": pl.Float64, "ew_award": pl.Float64}
#: Groups of more scores than this have outcomes that mostly do not occur: those that do are worked out.
_MOST_LAID_OUT = 64
#: Awards in one decimal or none are few; of finer ones a season may have as many as it has awards.
_MOST_AWARDS = 10_000
#: In place of a row: outcomes that are not laid out, yet or at all.
_NOT_YET, _NEVER = -2, -1


class Book:
    """The outcomes of the shapes and awards met under one profile, worked out when one is first met.

    It grows with the shapes of small groups, of which there are few, never with the lines; threads may share it.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._lock = Lock()
        self._rows = worked_out(NONE, profile)
        self._shapes = pl.DataFrame(schema=dict.fromkeys(FACTS, pl.Int64)).with_columns(_of_shapes(profile))
        self._number: dict[tuple[int, ...], int] = {}
        self._awards: tuple[dict[Award, int], ...] = ({}, {})
        self._twice = np.empty(0, bool)
        #: By variant and shape the row at which its outcomes begin, in the order of S.
        self._begins = np.empty((2, 0), np.int64)

    def shapes(self, facts: Sequence[Integers]) -> Integers:
        """Of each group the number of its shape.

        Args:
            facts: of each group what `FACTS` names.
        """
        firsts, shape = distinct(iter(facts))
        keys = list(zip(*(fact[firsts].tolist() for fact in facts), strict=True))
        with self._lock:
            if new := [key for key in keys if key not in self._number]:
                self._meet(new)
            return np.array([self._number[key] for key in keys], np.int64)[shape]

    def twice(self, shape: Integers) -> Integers:
        """The places of the shapes for which the profile's source leaves two answers."""
        return np.flatnonzero(self._twice[shape])

    def due(self, shape: Integers, variant: int, s: Integers) -> pl.DataFrame:
        """What the arithmetic needs of lines, of each its group's shape and its matchpoints inside the group."""
        answer = pl.col("first") if variant == 1 else pl.coalesce("second", "first")
        return (
            self._shapes[pl.Series(shape)]
            .with_columns(pl.Series("s", s))
            .select(
                *(name for name in SHAPE if name in FACTS),
                "s",
                opposite=2 * (pl.col("n") - 1) - pl.col("s"),
                unit=pl.lit(1, pl.Int64),
                method=answer,
                variant=pl.lit(variant, pl.Int8),
                **dict.fromkeys(("ns_award", "ew_award"), pl.lit(None, pl.Float64)),
            )
        )

    def outcomes(self, shape: Integers, group: Integers, s: Integers, variant: int) -> Outcomes:
        """The outcomes of lines.

        Args:
            shape: of each group, its shape's number.
            group: of each line, its group.
            s: of each line, its matchpoints inside the group.
            variant: which answer of the profile's source.
        """
        with self._lock:
            if (not_yet := self._begins[variant - 1] == _NOT_YET).any():
                self._lay_out(np.flatnonzero(not_yet), variant)
            begins, rows = self._begins[variant - 1][shape], self._rows
        made = Outcomes(rows, NONE, begins[group] + s)
        is_large = begins < 0
        if not is_large.any():
            return made
        lines = np.flatnonzero(is_large[group])
        number = np.zeros(shape.size, np.int64)
        number[is_large] = np.unique(shape[is_large], return_inverse=True)[1]
        firsts, kind = distinct(iter((number[group[lines]], s[lines])))
        first = lines[firsts]
        return made.moved(lines, self.due(shape[group[first]], variant, s[first]), kind)

    def awarded(self, awards: Sequence[Award], variant: int) -> list[int] | None:
        """Of each award its row in what `outcomes` gives from now on; None where they are too many to keep."""
        known = self._awards[variant - 1]
        with self._lock:
            new = [award for award in awards if award not in known]
            if len(known) + len(new) > _MOST_AWARDS:
                return None
            if new:
                known |= zip(new, self._keep(of_awards(new, variant)), strict=True)
            return [known[award] for award in awards]

    def _meet(self, new: list[tuple[int, ...]]) -> None:
        """Number the shapes."""
        shapes = pl.DataFrame(new, schema=dict.fromkeys(FACTS, pl.Int64), orient="row")
        self._number |= zip(new, range(self._shapes.height, self._shapes.height + len(new)), strict=True)
        self._shapes = self._shapes.vstack(shapes.with_columns(_of_shapes(self.profile))).rechunk()
        self._twice = self._shapes["second"].is_not_null().to_numpy()
        self._begins = np.pad(self._begins, ((0, 0), (0, len(new))), constant_values=_NOT_YET)

    def _lay_out(self, shape: Integers, variant: int) -> None:
        """Work out all outcomes of those of the shapes that are small."""
        n = self._shapes["n"].to_numpy()[shape]
        self._begins[variant - 1, shape[n > _MOST_LAID_OUT]] = _NEVER
        shape, possible = shape[n <= _MOST_LAID_OUT], 2 * n[n <= _MOST_LAID_OUT] - 1
        before = np.cumsum(possible) - possible
        s = np.arange(int(possible.sum())) - np.repeat(before, possible)
        kept = self._keep(self.due(np.repeat(shape, possible), variant, s))
        self._begins[variant - 1, shape] = kept.start + before

    def _keep(self, due: pl.DataFrame) -> range:
        """The rows of the outcomes, worked out and kept."""
        begun = self._rows.height
        self._rows = self._rows.vstack(worked_out(due, self.profile)).rechunk()
        return range(begun, self._rows.height)


def of_awards(awards: Sequence[Award], variant: int) -> pl.DataFrame:
    """What the arithmetic needs of lines in no group: artificial where there is an award, else without a method."""
    no_group = dict.fromkeys(("n", "s", "opposite"), pl.lit(None, pl.Int64))
    awarded = pl.any_horizontal(pl.col("ns_award", "ew_award").is_not_null())
    artificial = pl.when(pl.col("artificial") & awarded).then(pl.lit("artificial"))
    return pl.DataFrame(awards, schema=_AWARD, orient="row").select(
        pl.col("field", "full", "ns_award", "ew_award"),
        **no_group,
        unit=pl.lit(1, pl.Int64),
        comparison_group=pl.lit(None, pl.Int32),
        method=artificial.cast(schemas.METHOD),
        variant=pl.lit(variant, pl.Int8),
    )


def _of_shapes(profile: Profile) -> list[pl.Expr]:
    """What the book says of a shape besides its facts."""
    return [pl.col("comparison_group").cast(pl.Int32), *methods_under(profile)]
