"""The same event with its results in several files: the one that says most is kept, contradictions are told."""

from typing import Any, NamedTuple

import polars as pl

from neuberg.ingest.same_events.changes import Changes
from neuberg.ingest.same_events.contestants import tell_differing_totals
from neuberg.ingest.same_events.copies import alike
from neuberg.ingest.same_events.hand_records import settle
from neuberg.ingest.same_events.summary import Tables, pair_number

#: The boards of an event that are compared to find whom to compare whole, and the least that must agree then.
_PROBES, _LEAST_AGREEING = 3, 0.9
_LEAST_LINES = 8
#: Floats of figures printed alike are closer than this.
_SAME = 1e-6
_CONTRACT = ("level", "strain", "doubled", "declarer", "tricks")
_PUBLISHED = ("published_ns_mp", "published_ns_pct", "published_ns_imp")
_Line = dict[str, Any]


class _Compared(NamedTuple):
    """The lines of two events that are of one play: those that agree, and those that contradict each other."""

    both: int
    agreeing: int
    differing: list[tuple[_Line, _Line, str]]
    alone: list[_Line]


def supersede_second_files(events: pl.DataFrame, tables: Tables, changes: Changes) -> list[int]:
    """Note which events stand a second or further time; their keys.

    Two events are one where they have the same day, the same boards played and, on one
    of the first boards, the same pairs with the same contracts or the same scores; and where then nine in ten of the
    lines of each have a counterpart in the other (board, both pairs, and section where there are several) and nine in
    ten of these agree in all that both state of contract, tricks and score. Smaller events than eight lines are left
    alone, and an event that fits two others. So are two files of one format that differ in any value: a second edition
    is published for a reason, and each has its figures audited.

    The event with more printed figures is kept, else the one with more deals, else the first; the other's deals that
    the kept one lacks are kept with it. Printed figures that differ are told, of lines and of contestants.
    """
    played = events.filter((pl.col("lines") >= _LEAST_LINES) & pl.col("date").is_not_null())
    shared = played.filter(pl.len().over("date", "boards") > 1)
    if shared.is_empty():
        return []
    candidates = _candidates(shared, _first_boards(tables, shared))
    # All lines of those alone: many a club has the same boards on the same evening as another.
    lines = _lines(tables, candidates.unpivot()["value"].unique()).partition_by("event_id", as_dict=True)
    same = [pair for pair in candidates.iter_rows() if _are_one(*(lines[event,].to_dicts() for event in pair))]
    gone = []
    for together in _groups(same):
        gone += _keep_one(events, tables, {event: lines[event,].to_dicts() for event in together}, changes)
    return gone


def _are_one(one: list[_Line], two: list[_Line]) -> bool:
    compared = _compare(one, two)
    return compared is not None and _is_same(compared, len(one), len(two))


def _groups(pairs: list[tuple[int, int]]) -> list[list[int]]:
    """The events that are one by any of the pairs, in the order in which they are first named.

    >>> _groups([(1, 2), (5, 6), (2, 3)])
    [[1, 2, 3], [5, 6]]
    """
    groups: list[list[int]] = []
    for pair in pairs:
        touched = [group for group in groups if set(group) & set(pair)]
        joined = list(dict.fromkeys([event for group in touched for event in group] + list(pair)))
        groups = [group for group in groups if group not in touched] + [joined]
    return sorted(groups, key=lambda group: pairs.index(next(pair for pair in pairs if set(pair) & set(group))))


def _keep_one(events: pl.DataFrame, tables: Tables, together: dict[int, list[_Line]], changes: Changes) -> list[int]:
    """Keep the fullest of events that are one, and its other editions that differ from it; the keys of the rest."""
    in_order = [event for event in events["event_id"] if event in together]
    kept = max(in_order, key=lambda event: _fullness(events, event, together[event]))
    of = {row["event_id"]: row for row in events.to_dicts() if row["event_id"] in together}
    gone, editions = [], [kept]
    for event in (event for event in in_order if event != kept):
        other_format = of[event]["format"] != of[kept]["format"]
        stays = kept if other_format else next((one for one in editions if alike(one, event, tables)), None)
        if stays is not None:
            gone.append(event)
            _supersede(tables, (of[stays], together[stays]), (of[event], together[event]), changes)
            continue
        editions.append(event)
        found, wanted = f"the event of {of[kept]['path']}", "an event of its own; both are kept, as two editions"
        changes.tell(of[event]["file_id"], "second_edition", found, wanted, severity="info")
    return gone


def _first_boards(tables: Tables, events: pl.DataFrame) -> pl.DataFrame:
    """The lines of the first boards of each event, as far as they are compared."""
    numbers = pl.col("boards").str.split(" ").list.head(_PROBES)
    first = events.select("event_id", board=numbers).explode("board").with_columns(pl.col("board").cast(pl.Int32))
    lines = tables["results"].filter(pl.col("kind").cast(pl.String) == "played")
    wanted = lines.select("event_id", "board", "ns_pair", "ew_pair", *_CONTRACT, "ns_score")
    return wanted.join(first.lazy(), on=["event_id", "board"], how="semi").with_columns(_numbers()).collect()


def _lines(tables: Tables, events: pl.Series) -> pl.DataFrame:
    of = tables["results"].filter(pl.col("event_id").is_in(events.to_list()))
    return of.with_columns(_numbers()).collect()


def _numbers() -> list[pl.Expr]:
    return [pair_number(name).alias(f"_{name}") for name in ("ns_pair", "ew_pair")]


def _candidates(events: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """Pairs of events, the earlier file's first, that agree on one of their first boards, whose lines these are."""
    pair = pl.concat_str("_ns_pair", "_ew_pair", separator=" v ")
    marks = [
        pl.concat_str(pair, *_CONTRACT, separator=" ").sort().str.join("|", ignore_nulls=False).alias("contracts"),
        pl.concat_str(pair, "ns_score", separator=" ").sort().str.join("|", ignore_nulls=False).alias("scores"),
    ]
    probes = lines.group_by("event_id", "board").agg(marks)
    known = events.select("event_id", "format", "path", "date", "boards").join(probes, on="event_id")
    found = [
        known.drop_nulls(mark).join(known.drop_nulls(mark), on=["date", "boards", "board", mark], how="inner")
        for mark in ("contracts", "scores")
    ]
    other = pl.col("path") < pl.col("path_right")
    pairs = [frame.filter(other).select("event_id", "event_id_right") for frame in found]
    return pl.concat(pairs).unique(maintain_order=True)


def _compare(one: list[_Line], two: list[_Line]) -> _Compared | None:
    """The lines of the two by their plays; None where these cannot be told apart."""
    sections = [{line["section"] for line in lines} for lines in (one, two)]
    sessions = [{line["session"] for line in lines} for lines in (one, two)]
    if len(sections[0]) != len(sections[1]) or len(sessions[0]) != len(sessions[1]):
        return None
    parts = [name for name, labels in (("session", sessions), ("section", sections)) if len(labels[0]) > 1]
    if any(labels[0] != labels[1] for labels in (sections, sessions) if len(labels[0]) > 1):
        return None
    keys = [*parts, "board", "_ns_pair", "_ew_pair"]
    first, second = ({tuple(line[name] for name in keys): line for line in lines} for lines in (one, two))
    if len(first) != len(one) or len(second) != len(two):
        return None
    both = [(first[key], second[key]) for key in first if key in second]
    differing = [(*pair, names[0]) for pair in both if (names := _differences(*pair) + _figures_differing(*pair))]
    agreeing = sum(_says_the_same(*pair) for pair in both)
    alone = [line for key, line in first.items() if key not in second]
    return _Compared(len(both), agreeing, differing, alone + [second[key] for key in second if key not in first])


def _differences(first: _Line, second: _Line) -> list[str]:
    names = [*_CONTRACT, "ns_score", "ns_award", "ew_award"]
    return [name for name in names if None not in (first[name], second[name]) and first[name] != second[name]]


def _figures_differing(first: _Line, second: _Line) -> list[str]:
    """The printed figures that differ; one may be printed as ten times the other, as whole numbers are."""
    return [
        name
        for name in _PUBLISHED
        if None not in (first[name], second[name])
        and not any(abs(first[name] * one - second[name] * two) < _SAME for one, two in ((1, 1), (10, 1), (1, 10)))
    ]


def _says_the_same(first: _Line, second: _Line) -> bool:
    """Whether the two agree, and not by silence: in score, in contract and tricks, or in what it was instead."""
    stated = all(None not in (first[name], second[name]) for name in _CONTRACT)
    scored = None not in (first["ns_score"], second["ns_score"])
    unplayed = first["kind"] == second["kind"] != "played"
    return (stated or scored or unplayed) and not _differences(first, second)


def _is_same(compared: _Compared, one: int, two: int) -> bool:
    return compared.both >= _LEAST_AGREEING * max(one, two) and compared.agreeing >= _LEAST_AGREEING * compared.both


def _supersede(
    tables: Tables,
    kept_one: tuple[dict[str, Any], list[_Line]],
    other: tuple[dict[str, Any], list[_Line]],
    changes: Changes,
) -> None:
    """Keep one of the two events, and tell what the other says differently."""
    (kept, kept_lines), (gone, gone_lines) = kept_one, other
    changes.supersede_event(gone["event_id"], gone["file_id"])
    changes.supersede_lines(gone["event_id"], gone["file_id"], gone["lines"], gone["contestants"])
    wanted = "an event of its own; it is kept once, as that file has it"
    changes.tell(gone["file_id"], "same_event", f"the event of {kept['path']}", wanted, severity="info")
    compared = _compare(kept_lines, gone_lines)
    if compared is not None:
        _tell(compared, kept, gone, changes)
    tell_differing_totals(kept, gone, tables, changes)
    _take_deals(kept, gone, kept_lines, tables, changes)


def _fullness(events: pl.DataFrame, event_id: int, lines: list[_Line]) -> tuple[int, int]:
    event = events.filter(pl.col("event_id") == event_id).row(0, named=True)
    printed = sum(line[name] is not None for line in lines for name in _PUBLISHED)
    return printed + event["contestants"], event["deals"]


def _tell(compared: _Compared, kept: dict[str, Any], gone: dict[str, Any], changes: Changes) -> None:
    for line, other, name in compared.differing:
        found = f"{_where(other)}, {name}: {other[name]}"
        wanted = f"{line[name]}, as in {kept['path']}" + (f":{line['line']}" if line["line"] else "")
        changes.tell(gone["file_id"], "files_differ", found, wanted, severity="error", line=other["line"])
    for line in compared.alone:
        its = kept if line["event_id"] == kept["event_id"] else gone
        other = gone if its is kept else kept
        found = f"{_where(line)} in {its['path']} only"
        wanted = f"the line in {other['path']} as well"
        changes.tell(gone["file_id"], "files_differ", found, wanted, severity="error", line=line["line"])


def _where(line: _Line) -> str:
    return f"board {line['board']}, {line['ns_pair']} v {line['ew_pair']}"


def _take_deals(
    kept: dict[str, Any], gone: dict[str, Any], lines: list[_Line], tables: Tables, changes: Changes
) -> None:
    """Keep the other file's deals that the kept event has not, and link its lines to them."""
    of = [kept["event_id"], gone["event_id"]]
    deals = tables["boards"].filter(pl.col("event_id").is_in(of)).collect().to_dicts()
    sections, sessions = ({line[name] for line in lines} for name in ("section", "session"))
    for deal in (deal for deal in deals if deal["event_id"] == gone["event_id"]):
        mine = [its for its in deals if its["event_id"] == kept["event_id"]] + changes.taken_by(kept["event_id"])
        own = [its for its in mine if its["board"] == deal["board"]]
        if not settle(deal, own, gone, kept, changes):
            continue
        place = {
            "event_id": kept["event_id"],
            "season": kept["season"],
            "session": next(iter(sessions)) if len(sessions) == 1 else deal["session"],
            "section": next(iter(sections)) if len(sections) == 1 else deal["section"],
        }
        changes.move_deal(deal, **place)
        if not own and len(sessions) == len(sections) == 1:
            for line in lines:
                if line["board"] == deal["board"] and line["deal_id"] is None:
                    changes.link(line["result_id"], deal["deal_id"])
