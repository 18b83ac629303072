"""What was found of an event in sentences: the account, what reproduces it, what differs, and who wins."""

from collections.abc import Iterable, Iterator
from typing import Any

import polars as pl

from neuberg.audit.in_words.worked import number
from neuberg.domain.differences import QUANTITIES
from neuberg.domain.rule_words import rule_words
from neuberg.rules import load_imp_profiles, load_profiles
from neuberg.score.matches import untold

#: So many classes, and examples of each, are named; the table has all.
_CLASSES, _EXAMPLES = 12, 3
_ORDER = tuple(QUANTITIES)
_POINT, _TWO = "matchpoint", 2
_OF_LINES = {"mp": "matchpoints of lines", "pct": "percentages of lines", "imp": "IMPs of lines"}


def account(audited: pl.DataFrame) -> Iterator[str]:
    """A sentence a kind of figure: how many are printed, and what became of them."""
    if audited.is_empty():
        yield "no figures are printed"
        return
    rows = sorted(audited.iter_rows(named=True), key=lambda row: (_place(row["quantity"]), row["profile"] or ""))
    for row in rows:
        counts = ", ".join(
            f"{row[name]} {words}"
            for name, words in (
                ("reproduced", "reproduced"), ("explained", "explained by another reading"),
                ("wrong", "wrong as printed"), ("unexplained", "unexplained"),
                ("not_compared", "with nothing to compare"),
            )
            if row[name]
        )  # fmt: skip
        against = f", held against {row['profile']}" if row["profile"] else ""
        yield f"  {QUANTITIES.get(row['quantity'], row['quantity'])}: {row['published']} printed{against}: {counts}"


def _place(quantity: str) -> int:
    return _ORDER.index(quantity) if quantity in _ORDER else len(_ORDER)


def explanation(row: dict[str, Any]) -> Iterator[str]:
    """What reproduces an event's figures of one kind best, and whether anything else does as well."""
    name = _OF_LINES.get(row["quantity"], row["quantity"])
    if row["method"] is None:
        yield f"  {name}: no rule gives any of the {row['published']} figures"
        return
    scale = "" if row["scale"] in ("IMPs", None) else f", on the scale {row['scale']}"
    yield f"  {name}: {row['reproduced']} of {row['published']} by {rule_words(row['method'])}{scale}"
    if row["profiles"]:
        yield f"    that is, in the rulebook: {', '.join(row['profiles'])}"
    if row["rounding"]:
        others = len(row["roundings"]) - 1
        also = f"; {others} other roundings give as many" if others else ""
        yield f"    rounded: {row['rounding']}{also}"
    if row["tied"]:
        yield f"    {row['tied']} other way(s) give as many: the figures cannot tell them apart"
    if row["runner_up"]:
        yield f"    the next best gives {row['runner_up_reproduced']}: {rule_words(row['runner_up'])}"


def differing(differences: pl.DataFrame) -> Iterator[str]:
    """By level and class, how many figures differ, and the first of them with the evidence."""
    kinds = differences.sort("level", "class", "line", "board", nulls_last=True, maintain_order=True)
    parts = kinds.partition_by("level", "class", maintain_order=True)
    for part in parts[:_CLASSES]:
        first = part.row(0, named=True)
        yield f"  {first['class']}: {part.height} figure(s) of {_levels(first['level'])}"
        for row in part.head(_EXAMPLES).iter_rows(named=True):
            yield f"    {_example(row)}"
        if part.height > _EXAMPLES:
            yield f"    and {part.height - _EXAMPLES} more"
    if len(parts) > _CLASSES:
        yield f"  and {len(parts) - _CLASSES} more classes: see the table differences"


def _levels(level: str) -> str:
    return {
        "result": "lines",
        "board": "boards added, which no file prints",
        "pair": "contestants",
        "place": "the ranking",
    }.get(level, level)


def _example(row: dict[str, Any]) -> str:
    where = f"pair {row['pair']}" if row["board"] is None else f"board {row['board']}"
    place = f", line {row['line']}" if row["line"] is not None else ""
    figures = f"printed {number(row['published'])}, recomputed {number(row['recomputed'])}"
    signed = f" [{row['signed_off']} by {row['signed_by']}: {row['signed_why']}]" if row["signed_off"] else ""
    evidence = f" ({row['evidence']})" if row["evidence"] else ""
    return f"{row['quantity']} of {where}{place}: {figures}{evidence}{signed}"


def outcome(outcomes: pl.DataFrame) -> Iterator[str]:
    """By ranking, the winner under the event's own rule, how near the next is, and what other rules would change."""
    keys = ["session", "section", "direction", "own"]
    several = outcomes["section"].n_unique() > 1
    for part in outcomes.sort(keys, nulls_last=True).partition_by(keys, maintain_order=True):
        mine = part.filter(pl.col("profile") == pl.col("own"))
        for row in mine.iter_rows(named=True):
            printed = f"; as printed: {row['winner_published']}" if row["winner_published"] else ""
            yield f"  {_ranking(row, several=several)} under {row['own']}: {row['winner'] or 'nobody'}{printed}"
            yield from (f"    {text}" for text in _nearness(row))
        yield from (f"    {text}" for text in _under_others(part.filter(pl.col("profile") != pl.col("own"))))


def _ranking(row: dict[str, Any], *, several: bool) -> str:
    direction = {"NS": "N-S winner", "EW": "E-W winner"}.get(row["direction"] or "", "winner")
    whole = "the event" if row["session"] is None else f"session {row['session']}"
    if _is_match(row["own"]):
        named = f"the match {row['section']}, " if row["section"] else "the match, "
        return f"{direction} of {named}{'all sessions' if row['session'] is None else whole}"
    section = f", section {row['section']}" if several and row["section"] else ""
    return f"{direction} of {whole}{section}"


def _is_match(profile: str) -> bool:
    rule = load_imp_profiles().get(profile)
    return rule is not None and rule.method == "match_imps"


def matches(profiles: Iterable[str], lines: pl.DataFrame) -> Iterator[str]:
    """Of an event scored in matches how its teams are told, and in which of them nobody is ranked, with why.

    Args:
        profiles: those that the event is scored under.
        lines: its rows of `results`.
    """
    if not any(map(_is_match, profiles)):
        return
    if lines["team"].count() and lines["room"].count():
        yield "  the first-named or home team is taken to sit N-S in the open room and E-W in the closed one"
    causes = untold(lines.lazy()).collect().group_by("untold", maintain_order=True).len()
    for why, count in causes.iter_rows():
        yield f"  nobody is ranked in {count} match(es): {why}"
    if lines.select(pl.coalesce("scored_with", "section").n_unique()).item() > 1:
        yield "  each match is a ranking of its own: no scale of victory points is in the file to add them up by"


def _nearness(row: dict[str, Any]) -> Iterator[str]:
    """How near the next is, and at matchpoints how little on one board would bring it level."""
    if row["runner_up"] is None or row["margin"] is None:
        return
    if not row["margin"] > 0:
        yield "they share the first place: the least change on any board of either decides"
        return
    unit = _unit(row["own"])
    by, scale = _scale(row["own"])
    behind = f"{row['runner_up']} is {_amount(row['margin'] / by, unit)} behind{scale}"
    # What one board would change is not worked out for an event of several sessions.
    if unit != _POINT or row["session"] is None:
        yield behind
    elif row["needed"] is None:
        yield f"{behind}; no other score of either on one board would bring it level"
    else:
        change = f"another score of {row['needed_pair']} on one board, such as {row['needed_board']}"
        moved = f"{_amount(row['needed'] / by, unit)} {_more(row)}"
        yield f"{behind}; {change}, by which it has {moved}, would bring it level"


def _more(row: dict[str, Any]) -> str:
    return "more" if row["needed_pair"] == row["runner_up"] else "less"


def _scale(profile: str) -> tuple[int, str]:
    """By what the margins of 2-1-0 are divided on the profile's scale, and which that is; at IMPs and points none."""
    rule = load_profiles().get(profile)
    if rule is None:
        return 1, " (on 2-1-0)" if _unit(profile) == _POINT else ""
    return (1, " (on 2-1-0)") if rule.scale == _TWO else (2, " (on 1-½-0)")


def _unit(profile: str) -> str:
    """What the totals under a profile are counted in."""
    rule = load_imp_profiles().get(profile)
    if rule is None or rule.method == "board_a_match":
        return _POINT
    return "point" if rule.method == "total_points" else "IMP"


def _amount(value: float, unit: str) -> str:
    text = number(round(value, 2))
    return f"{text} {unit}{'' if text == '1' else 's'}"


def _under_others(others: pl.DataFrame) -> Iterator[str]:
    """Which other rules would have another winner, and which would move places without that."""
    changed = others.filter("winner_changes").group_by("winner", maintain_order=True).agg("profile")
    for winner, profiles in changed.iter_rows():
        yield f"the winner would be {winner} under {', '.join(profiles)}"
    moved = others.filter(~pl.col("winner_changes").fill_null(False), pl.col("places_changed") > 0)
    for row in moved.iter_rows(named=True):
        most = f"by up to {row['largest_move']} place{'' if row['largest_move'] == 1 else 's'}"
        yield f"under {row['profile']} the winner stays; {row['places_changed']} contestant(s) move, {most}"
