"""Texts parsed each once: the exact parsers applied to the distinct texts of a column, not to every row."""

from collections.abc import Callable, Iterable
from typing import Any

import polars as pl

from neuberg.ingest.pbn.bulk.coded import Coded, combined
from neuberg.ingest.pbn.notes import Doubts

#: Distinct texts that are remembered from one batch of files to the next.
_MOST = 200_000


class Noticed(Doubts):
    """Notices that something is doubtful, and leaves saying what to the exact reader."""

    __slots__ = ("any",)

    def __init__(self) -> None:
        self.any = False
        self.line, self.raw = 0, ""

    def note(self, code: str, found: str, wanted: str, *, line: int | None = None, severity: str = "warning") -> None:  # noqa: ARG002
        """Notice the doubt."""
        self.any = True

    def reject(self, kind: str, code: str, found: str, wanted: str) -> None:  # noqa: ARG002
        """Notice the loss."""
        self.any = True


class Memo:
    """A parser of texts, remembered; a text that is doubtful is `odd`, for the exact reader to say what is doubtful."""

    def __init__(self, parse: Callable[..., Iterable[Any]], **columns: pl.DataType | type[pl.DataType]) -> None:
        self._parse = parse
        self._schema = {**columns, "odd": pl.Boolean}
        self._known: dict[tuple[Any, ...], tuple[Any, ...]] = {}

    def of_cells(self, *columns: Coded) -> pl.DataFrame:
        """The parsed columns and `odd`, a row for each row of cells."""
        codes, distinct = (columns[0].codes, list(zip(columns[0].texts))) if len(columns) == 1 else combined([*columns])
        return self._parsed(distinct)[codes]

    def of(self, texts: pl.DataFrame) -> pl.DataFrame:
        """The parsed columns and `odd`, a row for each row of texts."""
        distinct = texts.unique()
        both = distinct.hstack(self._parsed(distinct.iter_rows()).rename(lambda name: f"->{name}"))
        found = texts.join(both, on=texts.columns, how="left", nulls_equal=True, maintain_order="left")
        return found.select(pl.col(f"->{name}").alias(name) for name in self._schema)

    def _parsed(self, rows: Iterable[tuple[Any, ...]]) -> pl.DataFrame:
        if len(self._known) > _MOST:
            self._known.clear()
        return pl.DataFrame([self._once(row) for row in rows], schema=self._schema, orient="row")

    def _once(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        found = self._known.get(row)
        if found is None:
            doubts = Noticed()
            values = tuple(self._parse(*row, doubts))
            found = self._known[row] = (*values, doubts.any)
        return found
