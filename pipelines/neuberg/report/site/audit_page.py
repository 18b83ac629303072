"""The audit on one page, for an official: what became of the published figures, and whether it changed who won."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import polars as pl

from neuberg.domain.differences import CLASSES, QUANTITIES
from neuberg.domain.rule_words import rule_words
from neuberg.report.site.addresses import Pages
from neuberg.report.site.reading import Reader
from neuberg.report.site.sections import Section, section

_BOARDS, _EVENTS, _UNEXPLAINED = 20, 20, 20
#: Rows of the full list: more than this no spreadsheet opens, and the warehouse has them all.
_LISTED = 1_000_000
_LINKS = {"event": "event_page", "board": "board_page"}
_SHARE, _SEVERAL = 100.0, 2
#: Letters of a winner's name that are shown.
_NAME = 40
#: What may become of a published figure.
_BECAME = ("reproduced", "explained", "wrong", "unexplained", "not_compared")
_ADDS_UP = "Published = reproduced + explained by another reading + wrong as printed + unexplained + not compared."
_SINGULAR = {name: words.removesuffix(" of lines") for name, words in QUANTITIES.items()}


class AuditPage(NamedTuple):
    """What the page shows: sentences, the counts, its parts, and the rows of the full list with how many there are."""

    says: list[str]
    counts: list[tuple[str, int, str]]
    sections: list[Section]
    differences: pl.DataFrame
    in_all: int


def audit_page(reader: Reader, pages: Pages) -> AuditPage:
    """The page of a run."""
    counts: dict[str, int] = dict(reader.report("audit_summary").select("what", "number").iter_rows())
    listed = reader.report("differences_listed")
    parts = [part for part in _sections(reader, pages) if part.table.rows]
    return AuditPage(list(_sentences(counts)), _shares(counts), parts, listed.head(_LISTED), listed.height)


_WHAT = {
    "reproduced under the rule of the run": "reproduced under the rule in force",
    "explained by another reading": "explained by another reading, such as another rule, scale or rounding",
    "wrong as printed": "wrong as printed, or their line is, with what shows it",
    "unexplained": "unexplained",
    "with nothing to compare": "with nothing to compare: a lone score, or a pair without lines",
}


def _shares(counts: dict[str, int]) -> list[tuple[str, int, str]]:
    """What became of the figures: in words, how many, and which part of them."""
    published = counts["published figures"]
    if not published:
        return []
    rows = [(words, counts[name]) for name, words in _WHAT.items()]
    return [("published", published, ""), *((words, n, f"{_SHARE * n / published:.2f} %") for words, n in rows)]


def _sentences(counts: dict[str, int]) -> Iterator[str]:
    published, events = counts["published figures"], counts["events with published figures"]
    if not published:
        yield "No event of the archive has published figures: there was nothing to audit."
        return
    once = counts["published figures, each counted once"]
    yield (
        f"{_events(events)} {_have(events)} {once:,} published figures: matchpoints, percentages and IMPs of "
        "traveller lines, totals and places of contestants."
    )
    if once != published:
        yield (
            f"The run scores events by several rules: a figure is held against each of them and counts once under each,"
            f" {published:,} times in all."
        )
    open_ = counts["unexplained"]
    yield f"{open_:,} of them {'is' if open_ == 1 else 'are'} unexplained." if open_ else "None of them is unexplained."
    other = counts["events whose winner is not the one published"]
    changed = counts["events whose winner another rule changes"]
    yield (
        f"{_events(other)} {_have(other)} another winner as recomputed than the published one; "
        f"{_events(changed, '')} would have another one under another rule for fouled or adjusted boards."
    )


def _events(count: int, before: str | None = None) -> str:
    """How many events, as a sentence begins; within one where something stands before."""
    text = {0: "no event", 1: "one event"}.get(count, f"{count:,} events")
    return text[:1].upper() + text[1:] if before is None else before + text


def _have(count: int) -> str:
    return "has" if count < _SEVERAL else "have"


def _sections(reader: Reader, pages: Pages) -> Iterator[Section]:
    yield from _what_matters(reader, pages)
    yield from _the_account(reader, pages)


def _what_matters(reader: Reader, pages: Pages) -> Iterator[Section]:
    """Which winners change, what nothing explains, and what the rest is."""
    yield section(
        "winners",
        "Events whose winner changes",
        "Rankings whose winner is not the one published, and those with another winner under other rules.",
        pages.linked(_named(_winners(reader.report("winners_by_rule")))),
        (
            *("event", "date", "session", "section", "direction", "what", "winner_published", "rule", "winner_by_it"),
            *("other_winner", "other_rules", "places_changed", "file"),
        ),
        links=_LINKS,
        most=_EVENTS,
    )
    yield section(
        "unexplained",
        "What is unexplained",
        "Published figures that neither the rule in force nor any other explanation gives, with their file and line.",
        pages.linked(_named(reader.report("unexplained_listed")).with_columns(pl.col("quantity").replace(_SINGULAR))),
        (
            *("event", "quantity", "session", "section", "board", "pair", "profile", "published", "recomputed"),
            *("signed_off", "signed_by", "file", "line"),
        ),
        links=_LINKS,
        most=_UNEXPLAINED,
    )
    yield section(
        "classes",
        "What differs, by class",
        "Figures that the rule in force does not give, by what explains them.",
        _with_meaning(reader.report("differences_by_class")),
        ("class", "figures_of", "meaning", "figures", "events", "largest_difference", "signed_off", "guards_failed"),
    )


def _the_account(reader: Reader, pages: Pages) -> Iterator[Section]:
    """The figures counted by body and year, by event, and the boards that have most of what differs."""
    yield section(
        "bodies",
        "By body and year",
        _ADDS_UP,
        reader.report("audit_by_body_and_year").with_columns(pl.col("body").fill_null("not said")),
        ("body", "season", "events", "published", *_BECAME),
    )
    yield section(
        "audited",
        "By event",
        "The events with the most unexplained figures first; the method is the one that gives most of the figures.",
        pages.linked(_named(_in_words(reader.report("audit_by_event")))),
        (*("event", "date", "published", *_BECAME, "best_method"),),
        links=_LINKS,
        most=_EVENTS,
    )
    yield section(
        "boards",
        "Boards with the most differences",
        "Lines' figures that differ, by board.",
        pages.linked(_named(reader.report("boards_with_differences", most=_BOARDS))),
        ("event", "session", "section", "board", "figures", "unexplained", "classes", "path", "first_line"),
        links=_LINKS,
    )


def _winners(rankings: pl.DataFrame) -> pl.DataFrame:
    """The rankings as they are shown: what is said once is not said twice, and no name fills the page."""
    others = pl.col("what") != "not as published"
    names = [_cut(name) for name in ("winner_published", "winner_own", "winner", "section")]
    shown = rankings.with_columns(names).with_columns(
        other_winner=pl.when(others).then("winner"), other_rules=pl.when(others).then("profiles")
    )
    return shown.rename({"own": "rule", "winner_own": "winner_by_it"})


def _named(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with a word for an event that has no name, which a page is still linked by."""
    return rows.with_columns(pl.col("event").fill_null("an event without a name"))


def _in_words(events: pl.DataFrame) -> pl.DataFrame:
    words = [None if method is None else rule_words(method) for method in events["best_method"]]
    return events.with_columns(best_method=pl.Series(words, dtype=pl.String))


def _cut(name: str) -> pl.Expr:
    rest = pl.when(pl.col(name).str.len_chars() > _NAME).then(pl.lit("…")).otherwise(pl.lit(""))
    return pl.concat_str(pl.col(name).str.slice(0, _NAME), rest).alias(name)


def _with_meaning(classes: pl.DataFrame) -> pl.DataFrame:
    """The classes in words."""
    meanings: dict[str, Any] = {name: known.meaning for name, known in CLASSES.items()}
    named = {"result": "lines", "board": "boards", "pair": "contestants", "place": "places"}
    return classes.with_columns(
        pl.col("class").replace(meanings).alias("meaning"),
        pl.col("class").str.replace_all("_", " "),
        pl.col("level").replace(named).alias("figures_of"),
    )
