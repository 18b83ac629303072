"""Sections scored together or apart: an event's figures held against the other fields that its sections may make."""

from functools import partial
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book, book
from neuberg.audit.book.distinct import as_columns, kinds
from neuberg.audit.book.facts import Facts, facts, printed
from neuberg.audit.book.fields import KEPT
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.classes import right_by_best
from neuberg.audit.explanations import explained_points
from neuberg.audit.search import KEY, Found, best_of, search
from neuberg.score import exact_of_a_run
from neuberg.score.lines import READ
from neuberg.score.packed import Integers

#: So many kinds of figures for each figure that is wrong, and so many besides, are a sample; of few figures none is.
_SAMPLE, _LEAST, _MOST = 3, 40, 0.5
#: The class of a figure that is right so.
OTHER_FIELD = "other_field"
#: Of a line, what is scored and held against its figures.
_SCORED = tuple(dict.fromkeys((*READ, *KEPT, "season")))
#: In words, and with whom a line of a section is compared.
_FIELDS = {
    "each section by itself": pl.col("section"),
    "all sections of the session as one field": pl.lit("all sections"),
}


class Regrouped(NamedTuple):
    """Events some of whose figures are better explained by another field.

    Attributes:
        words: which.
        book: their lines scored so.
        found: what explains these.
        choices: as `search.best_of` gives them, of the events and quantities that are better explained.
    """

    words: str
    book: Book
    found: Found
    choices: pl.DataFrame


def regrouped(own: Book, found: Found, preferred: pl.DataFrame, *, one_field: bool) -> list[Regrouped]:
    """What other fields explain better, of a book's events of several sections; only these are scored again.

    Args:
        own: the book.
        found: what was found for its events.
        preferred: as `search` takes it.
        one_field: whether its profile ignores the forms of a fouled board.
    """
    shared, _ = kinds(as_columns(own.sections.select("event_id", "session")))
    if shared.size == own.sections.height:
        return []
    names = own.sections.group_by("event_id", "session").agg(pl.col("section").n_unique())
    several = names.filter(pl.col("section") > 1)
    before = best_of(found).filter(pl.col("reproduced") < pl.col("published")).rename({"reproduced": "_before"})
    events = several.join(before, on="event_id", how="semi")["event_id"].unique()
    if events.is_empty():
        return []
    lines = own.of_events(events, [name for name in _SCORED if name in own.lines.columns])
    parts = []
    for words, scored_with in _FIELDS.items():
        # Whether a session's lines are compared with so many others is all that the names say.
        other = lines.with_columns(_before="scored_with", scored_with=scored_with).filter(_is_other().over("event_id"))
        if other.is_empty():
            continue
        scored = exact_of_a_run(other.drop("_before"), profile=own.profile)
        booked = partial(book, profile=own.profile, one_field=one_field)
        played = before.filter(pl.col("event_id").is_in(other["event_id"].unique().implode()))
        asked = _open(facts([booked(scored, plain_only=True)]), played, preferred)
        if asked.is_empty():
            continue
        again = booked(scored.filter(pl.col("event_id").is_in(asked["event_id"].unique().implode())))
        figures = facts([again])
        tried = search(figures.only(_are_of(figures, asked)[figures.event]), preferred)
        better = best_of(tried).join(before.select(*KEY, "_before"), on=KEY)
        parts.append(Regrouped(words, again, tried, better.filter(pl.col("reproduced") > pl.col("_before"))))
    return _best(parts)


def _open(figures: Facts, before: pl.DataFrame, preferred: pl.DataFrame) -> pl.DataFrame:
    """The events and quantities of which a sample of the figures does not show that no more of them can be right.

    So it does where every rule and scale leaves as many of the sample wrong as were wrong of all before.

    Args:
        figures: those of plain boards.
        before: what was not all right before.
        preferred: as `search` takes it.
    """
    wrong = before.select(*KEY, _all="published", _wrong=pl.col("published") - pl.col("_before"))
    figures = figures.only(_are_of(figures, wrong)[figures.event])
    enough = _SAMPLE * pl.col("_wrong") + _LEAST
    wanted = pl.when(enough < _MOST * pl.col("_all")).then(enough).otherwise(0)
    known = figures.events.join(wrong, on=KEY, maintain_order="left").select(wanted.cast(pl.Int64)).to_series()
    tried = best_of(search(figures.only(_sample(figures, known.to_numpy())), preferred)).join(wrong, on=KEY)
    decided = tried.filter(pl.col("published") - pl.col("reproduced") >= pl.col("_wrong"))
    return before.select(KEY).join(decided, on=KEY, how="anti")


def _are_of(figures: Facts, some: pl.DataFrame) -> Booleans:
    """Of each event and quantity whether it is among some."""
    known = some.select(KEY).unique().with_columns(_some=True)
    return figures.events.join(known, on=KEY, how="left", maintain_order="left")["_some"].fill_null(False).to_numpy()


def _sample(figures: Facts, wanted: Integers) -> Booleans:
    """Whether each fact is one of so many of its event, those of the largest boards first.

    The largest boards are those that have lines of several sections.
    """
    field = figures.patterns["field"].to_numpy()[figures.pattern]
    order = np.lexsort((-field, figures.event))
    event = figures.event[order]
    taken = np.zeros(order.size, bool)
    taken[order] = np.arange(order.size) - np.searchsorted(event, event) < wanted[event]
    return taken


def _is_other() -> pl.Expr:
    """Whether an event's sections are compared in another way than before."""
    counts = [pl.struct("session", name).n_unique() for name in ("_before", "scored_with")]
    return counts[0] != counts[1]


def _best(parts: list[Regrouped]) -> list[Regrouped]:
    """The parts, each event and quantity left in the one that gives most of it."""
    if not parts:
        return []
    every = pl.concat(part.choices.with_columns(_part=pl.lit(place)) for place, part in enumerate(parts))
    most = every.sort("reproduced", descending=True, maintain_order=True).unique(KEY, keep="first", maintain_order=True)
    kept = (most.filter(pl.col("_part") == place).drop("_part") for place in range(len(parts)))
    return [part._replace(choices=own) for part, own in zip(parts, kept, strict=True) if own.height]


def with_other_fields(explanations: pl.DataFrame, parts: list[Regrouped], own: pl.DataFrame) -> pl.DataFrame:
    """The explanations, those in whose place another field explains more."""
    for part in parts:
        better = explained_points(part.found, own).join(part.choices, on=KEY, how="semi")
        better = better.with_columns(method=pl.concat_str("method", pl.lit(", "), pl.lit(part.words)))
        explanations = pl.concat([explanations.join(better, on=KEY, how="anti"), better])
    return explanations


def classed(differences: pl.DataFrame, parts: list[Regrouped]) -> pl.DataFrame:
    """The differences of results, those that another field gives classed as such."""
    for part in parts:
        of_events = differences.join(part.choices.select("event_id").unique(), on="event_id", how="semi")
        lines = part.book.ranked(part.book.boards_of(of_events))
        chosen = part.choices.with_columns(figures="published").drop("published")
        figures = printed(lines.lazy()).collect().join(chosen, on=["event_id", "quantity"])
        right = figures.filter(right_by_best(figures)).select(
            "result_id", quantity=pl.concat_str("side", pl.lit("_"), "quantity"), _right=pl.lit(True)
        )
        marked = differences.join(right, on=["result_id", "quantity"], how="left", maintain_order="left")
        text = pl.lit(f"right with {part.words}")
        differences = marked.with_columns(
            pl.when("_right").then(pl.lit(OTHER_FIELD)).otherwise("class").alias("class"),
            evidence=pl.when("_right").then(text).otherwise("evidence"),
        ).drop("_right")
    return differences
