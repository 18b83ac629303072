"""The whole audit of a run: every printed figure compared, counted, explained or not, and what it changes.

It is a pure function of whole events: a season may be audited part by part, and what is told of an event is the same.
"""

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import NamedTuple

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.audit.accounts import counted, not_compared
from neuberg.audit.book.books import Book, book
from neuberg.audit.book.facts import facts
from neuberg.audit.classes import classified
from neuberg.audit.contestants import PAIR, Contestants, contestants
from neuberg.audit.explanations import explained_points
from neuberg.audit.imps.figures import audit_imps
from neuberg.audit.imps.names import named, only_matches
from neuberg.audit.imps.outcomes import imp_outcomes
from neuberg.audit.other_scores import other_scores
from neuberg.audit.rankings.lists import Lists, ranked_lists
from neuberg.audit.rankings.totals_by_others import by_other_profile
from neuberg.audit.rankings.winners import outcomes, place_changes
from neuberg.audit.results import differences_of
from neuberg.audit.rule import rule_of
from neuberg.audit.search import RULES, best_of, search
from neuberg.audit.sections import classed, regrouped, with_other_fields
from neuberg.audit.totals.event_totals import beside_sessions, event_figures, event_places
from neuberg.audit.totals.matched import matched
from neuberg.audit.totals.pairs import pair_figures_of
from neuberg.audit.totals.places import place_figures
from neuberg.audit.totals.scales import with_printed_scale
from neuberg.audit.totals.sums import board_differences, classified_totals
from neuberg.rules import profile as profile_named
from neuberg.score.carried import with_carried
from neuberg.score.stage import EXACT
from neuberg.score.unranked import unranked_events

#: The tables that an audit fills.
TABLES = ("differences", "audited", "explanations", "outcomes", "place_changes", "other_scores")


def audit(
    lines: pl.LazyFrame,
    scored: dict[str, pl.LazyFrame],
    standings: pl.LazyFrame,
    pairs: pl.LazyFrame,
    *,
    matches: Collection[int] = (),
) -> dict[str, pl.DataFrame]:
    """The tables of the audit, by name.

    Args:
        lines: every traveller line with its contract, board, points and `winners`.
        scored: the lines as `neuberg.score.exact` gives them under each profile that the run scores by, by its name.
        standings: the standings under these.
        pairs: the printed lines of contestants.
        matches: the events that the run scores as matches at IMPs.
    """
    # All of it is in memory: handed about in pieces, as by default, most of its frames cost more than the work on them.
    with pl.Config(engine_affinity="in-memory"):
        return _tables(lines, scored, standings, pairs, matches)


def _tables(
    lines: pl.LazyFrame,
    scored: dict[str, pl.LazyFrame],
    standings: pl.LazyFrame,
    pairs: pl.LazyFrame,
    matches: Collection[int],
) -> dict[str, pl.DataFrame]:
    ranks = with_carried(standings.collect())
    books = [_book(frame.collect(), name) for name, frame in scored.items()]
    own = _by_event(books)
    preferred = _preferred(own)
    with ThreadPoolExecutor(1) as pool:
        # Who came where hangs on no rule that is found: meanwhile it is worked out.
        ranked = [pool.submit(_ranked, part, pairs, _under(ranks, part.profile)) for part in books]
        found = search(facts(books), preferred)
        choices = best_of(found)
        other_fields = [
            regrouped(part, found, preferred, one_field=profile_named(part.profile).regime == "one_field")
            for part in books
        ]
        results = [classed(_results(part, choices), fields) for part, fields in zip(books, other_fields, strict=True)]
        parts = [
            _audited(part, choices, differing, placed.result())
            for part, differing, placed in zip(books, results, ranked, strict=True)
        ]
    of_others = pairs.filter(~pl.col("event_id").is_in([*matches])) if matches else pairs
    parts.append(named(audit_imps(lines, of_others), only_matches(lines, matches) if matches else ()))
    parts.append(imp_outcomes(lines, ranks.lazy(), pairs))
    tables = {name: [part[name] for part in parts if name in part] for name in TABLES}
    tables["explanations"].append(with_other_fields(explained_points(found, own), [*chain(*other_fields)], own))
    known = pl.concat([schemas.empty(schemas.AUDITED), *tables["audited"]], how="diagonal_relaxed")
    unranked = pl.concat([_NONE_UNRANKED, *(placed.result().unranked for placed in ranked)]).unique("event_id")
    tables["audited"].append(not_compared(lines, pairs, known, own["event_id"], unranked, matches))
    return {name: _whole(name, frames) for name, frames in tables.items()}


def _book(scored: pl.DataFrame, profile: str) -> Book:
    return book(scored, profile, one_field=profile_named(profile).regime == "one_field")


def _whole(name: str, frames: list[pl.DataFrame]) -> pl.DataFrame:
    table = schemas.TABLES[name]
    return pl.concat([schemas.empty(table), *(schemas.conform(frame.lazy(), table).collect() for frame in frames)])


def _under(ranks: pl.DataFrame, profile: str) -> pl.DataFrame:
    own = ranks["profile"] == profile
    return ranks if own.all() else ranks.filter(own)


def _by_event(books: list[Book]) -> pl.DataFrame:
    """A row an event and profile that it is scored under."""
    parts = [part.events.select("event_id", profile=pl.lit(part.profile)) for part in books]
    return pl.concat([pl.DataFrame(schema={"event_id": pl.Int64, "profile": pl.String}), *parts])


def _preferred(own: pl.DataFrame) -> pl.DataFrame:
    numbers = {name: RULES.index(rule_of(profile_named(name))) for name in own["profile"].unique()}
    rule = pl.col("profile").replace_strict(numbers, return_dtype=pl.Int16) if numbers else pl.lit(None, dtype=pl.Int16)
    return own.select("event_id", rule=rule)


class _Ranked(NamedTuple):
    """What the standings say of the events that are scored under one profile.

    Attributes:
        contestants: who is ranked.
        totals: the printed totals and percentages of contestants in their sessions.
        placed: their printed places there.
        beside: what is printed of whole events of several sessions, beside the standings; none where there is none.
        event_placed: the printed places in these.
        unranked: the events of several sessions that print something of the whole and have nobody ranked in it.
        lists: the ranked lists.
        outcomes: the tables of who came where.
    """

    contestants: Contestants
    totals: pl.DataFrame
    placed: pl.DataFrame
    beside: pl.DataFrame | None
    event_placed: pl.DataFrame
    unranked: pl.DataFrame
    lists: Lists
    outcomes: dict[str, pl.DataFrame]


def _ranked(own: Book, pairs: pl.LazyFrame, standings: pl.DataFrame) -> _Ranked:
    ranked = contestants(own, standings)
    totals, placed, beside, event_placed, unranked = _of_pairs(own, pairs, ranked, standings)
    lists = ranked_lists(own, ranked, _published_places(ranked, placed, event_placed), pairs)
    return _Ranked(ranked, totals, placed, beside, event_placed, unranked, lists, _outcomes(own, lists))


def _audited(own: Book, choices: pl.DataFrame, results: pl.DataFrame, ranked: _Ranked) -> dict[str, pl.DataFrame]:
    """The tables of the events that are scored under one profile."""
    boards = board_differences(own, results, choices)
    totals, placed, event_placed = ranked.totals, ranked.placed, ranked.event_placed
    event_totals = _event_totals(own, ranked.beside, choices)
    wrong = with_printed_scale(totals.filter(~pl.col("right")), choices)
    differences = [
        results,
        _of_boards(boards, results),
        by_other_profile(classified_totals(wrong, own, ranked.contestants), ranked.lists),
        _of_places(placed.filter(~pl.col("right")), totals),
        event_totals.filter(~pl.col("right")),
        _of_places(event_placed.filter(~pl.col("right"))),
    ]
    whole = pl.concat([schemas.conform(part.lazy(), schemas.DIFFERENCES).collect() for part in differences])
    account = counted(own, [totals, placed, event_totals, event_placed], whole)
    return {"differences": whole, "audited": account, "other_scores": other_scores(own), **ranked.outcomes}


#: The columns of totals and places where none is printed.
_NO_FIGURES = pl.DataFrame(
    schema={
        **schemas.DIFFERENCES.schema, "right": pl.Boolean, "follows": pl.Boolean, "first": pl.Int32, "place": pl.Int32,
        "own_pair": pl.String, "own_section": pl.String, "own_direction": pl.String,
        "brought": pl.Boolean, "_own": pl.UInt32,
    }
)  # fmt: skip

_NONE_UNRANKED = pl.DataFrame(schema={"event_id": pl.Int64, "said": pl.String})


def _of_pairs(
    own: Book, pairs: pl.LazyFrame, ranked: Contestants, standings: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame | None, pl.DataFrame, pl.DataFrame]:
    """As `_Ranked`: what is printed of sessions, its places, that of whole events, its places, and who is unranked."""
    printed = pairs.filter(pl.col("event_id").is_in(own.events["event_id"].implode())).collect()
    if printed.is_empty():
        return _NO_FIGURES, _NO_FIGURES, None, _NO_FIGURES, _NONE_UNRANKED
    both = matched(printed, ranked, own.sections)
    totals = pair_figures_of(own, ranked, both)
    placed = place_figures(ranked, both, own.sections, profile=own.profile)
    sessions = own.sections.group_by("event_id").agg(pl.col("session").n_unique())
    several = sessions.filter(pl.col("session") > 1)["event_id"]
    if several.is_empty() or not printed["session"].null_count():
        return totals, placed, None, _NO_FIGURES, _NONE_UNRANKED
    unranked = _unranked(own, printed, standings, several)
    scale = profile_named(own.profile).scale
    beside = beside_sessions(printed, standings, several, unranked["event_id"], scale=scale)
    event_placed = event_places(beside, standings, own.sections).with_columns(profile=pl.lit(own.profile))
    return totals, placed, beside, event_placed, unranked


def _unranked(own: Book, printed: pl.DataFrame, standings: pl.DataFrame, several: pl.Series) -> pl.DataFrame:
    """As `_Ranked`, of the events of several sessions."""
    of_event = printed.filter(pl.col("session").is_null())["event_id"].unique()
    ranked = standings.filter(pl.col("session").is_null())["event_id"].unique()
    asked = several.filter(several.is_in(of_event.implode()) & ~several.is_in(ranked.implode()))
    if asked.is_empty():
        return _NONE_UNRANKED
    own_standings = standings.filter(pl.col("event_id").is_in(asked.implode()))
    return unranked_events(own_standings, own.sections.lazy(), printed.lazy())


def _event_totals(own: Book, beside: pl.DataFrame | None, choices: pl.DataFrame) -> pl.DataFrame:
    """The totals and percentages that are printed of whole events."""
    if beside is None:
        return _NO_FIGURES
    halves = 3 - profile_named(own.profile).scale
    return event_figures(beside, choices, halves=halves).with_columns(profile=pl.lit(own.profile))


def _results(own: Book, choices: pl.DataFrame) -> pl.DataFrame:
    differences = differences_of(own, choices)
    if differences.is_empty():
        return differences
    wrong = own.boards_of(differences)
    lines = own.lines[np.flatnonzero(wrong[own.board])].drop(EXACT)
    return classified(differences, own.ranked(wrong), lines, choices)


def _published_places(ranked: Contestants, placed: pl.DataFrame, event_placed: pl.DataFrame) -> pl.Series:
    """Of each contestant the place that is printed, of several the first."""
    line = np.full(ranked.rows.height, -1, np.int64)
    shown = placed.filter(pl.col("first").is_not_null()).select("_own", "place")
    if event_placed.height:
        key = {"section": "own_section", "pair": "own_pair", "direction": "own_direction"}
        of_events = event_placed.filter(pl.col("first").is_not_null()).select("event_id", "session", "place", **key)
        known = ranked.rows.select(PAIR).with_row_index("_own").filter(pl.col("session").is_null())
        found = of_events.join(known, on=PAIR, nulls_equal=True, maintain_order="left")
        shown = pl.concat([shown, found.select("_own", "place")], how="vertical_relaxed")
    # What is written last stays.
    line[shown["_own"].to_numpy()[::-1]] = np.arange(shown.height)[::-1]
    return shown.select(pl.col("place").cast(pl.Int32).gather(pl.Series(line).replace(-1, None))).to_series()


def _outcomes(own: Book, lists: Lists) -> dict[str, pl.DataFrame]:
    tables = {"place_changes": place_changes(lists), "outcomes": outcomes(lists, own)}
    return {name: frame.join(own.events, on="event_id", how="left") for name, frame in tables.items()}


def _of_boards(boards: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """The boards whose sums are not right; explained where each line that makes them so is."""
    unexplained = (
        results.filter(pl.col("class") == "unexplained").select("event_id", "session", "board", "section").unique()
    )
    marked = boards.join(
        unexplained.with_columns(_open=pl.lit(True)), on=["event_id", "session", "board", "section"], how="left"
    )
    text = pl.concat_str(pl.col("wrong_lines").cast(pl.String), pl.lit(" of its lines differ"))
    kind = pl.when(pl.col("_open")).then(pl.lit("unexplained")).otherwise(pl.lit("follows_its_lines"))
    return marked.with_columns(kind.alias("class"), evidence=text)


def _of_places(places: pl.DataFrame, totals: pl.DataFrame | None = None) -> pl.DataFrame:
    """The places that are not right, each with whether it follows from the printed totals, and how these were added."""
    follows = pl.col("follows").fill_null(False)
    own = pl.Series([], dtype=pl.Int64)
    brought = own if totals is None else totals.filter(~pl.col("right"), pl.col("brought"))["event_id"].unique()
    way = pl.when(pl.col("event_id").is_in(brought.implode())).then(pl.lit(", which brings its boards to one top"))
    text = pl.when(follows).then(pl.concat_str(pl.lit("the place of its total as printed"), way.otherwise(pl.lit(""))))
    kind = pl.when(follows).then(pl.lit("follows_its_total")).otherwise(pl.lit("place_does_not_follow"))
    return places.with_columns(kind.alias("class"), evidence=text)
