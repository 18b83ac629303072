"""The reasoning of one event in words, with the arithmetic of one matchpoint written out."""

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from neuberg.rules import load_profiles

_MOST = 20
#: M in the words of each method, with N, n and S as numbers.
_FORMULAS = {
    "plain": "M = S = {s}",
    "formula": "M = (N/n)·(S + 1) − 1 = ({full}/{n})·({s} + 1) − 1",
    "added": "M = S + (N − n) = {s} + {full} − {n}",
    "award": "M = (60 + 5·(S − (n − 1))) per cent of the top {top}, as the group is small",
    "cancelled": "M = 60 per cent of the top {top}: a form played once is cancelled",
    "artificial": "M = the award, a percentage of the top {top}",
    "factored_by_scores": "M = S·N/n = {s}·{full}/{n}",
    "factored_by_comparisons": "M = S·(N − 1)/(n − 1) = {s}·({full} − 1)/({n} − 1)",
    "ascherman": "P = 100·(S + 1)/2n = 100·({s} + 1)/(2·{n})",
}


def explained(tables: Mapping[str, pl.LazyFrame], event_id: int) -> Iterator[str]:
    """The lines of text that say what was found of an event.

    Args:
        tables: events, audited, explanations, differences, outcomes, results and scores of a run.
        event_id: the event.
    """
    own = {name: frame.filter(pl.col("event_id") == event_id).collect() for name, frame in tables.items()}
    event = own["events"].row(0, named=True)
    yield f"{event['name'] or 'an event without a name'} ({event['date'] or 'no date'}), event_id {event_id}"
    yield from _account(own["audited"])
    for row in own["explanations"].iter_rows(named=True):
        yield from _explanation(row)
    yield from _differences(own["differences"])
    yield from _outcomes(own["outcomes"])
    yield from _arithmetic(own)


def _account(audited: pl.DataFrame) -> Iterator[str]:
    if audited.is_empty():
        yield "no published figures"
    for row in audited.sort("level", "quantity").iter_rows(named=True):
        against = f" held against {row['profile']}" if row["profile"] else ""
        yield (
            f"{row['level']} {row['quantity']}: {row['published']} printed{against}; {row['reproduced']} reproduced, "
            f"{row['explained']} explained, {row['unexplained']} unexplained, "
            f"{row['not_compared']} with nothing to compare"
        )


def _explanation(row: dict[str, Any]) -> Iterator[str]:
    if row["method"] is None:
        yield f"{row['quantity']}: no rule gives any figure"
        return
    counts = f"{row['reproduced']} of {row['published']}"
    yield f"{row['quantity']}: {counts} by {row['method']}, on the scale {row['scale']}"
    if row["rounding"]:
        yield f"  rounding: {row['rounding']} ({len(row['roundings'])} fit as well)"
    if row["profiles"]:
        yield f"  profiles of the rulebook that fit as well as any: {', '.join(row['profiles'])}"
    if row["tied"]:
        yield f"  {row['tied']} other method(s) give as many: this event cannot tell them apart"
    if row["runner_up"]:
        yield f"  next: {row['runner_up']}, {row['runner_up_reproduced']} figures"


def _differences(differences: pl.DataFrame) -> Iterator[str]:
    kinds = differences.group_by("level", "class", "evidence", maintain_order=True).agg(
        pl.len(), pl.col("quantity", "published", "recomputed", "board", "pair", "line").first()
    )
    for row in kinds.sort("level", "class").head(_MOST).iter_rows(named=True):
        where = f"board {row['board']}" if row["board"] is not None else f"pair {row['pair']}"
        place = f", line {row['line']}" if row["line"] is not None else ""
        yield (
            f"{row['class']} ({row['len']} figure(s)), such as {row['quantity']} of {where}{place}: printed "
            f"{row['published']:.10g}, recomputed {_number(row['recomputed'])}"
        )
        if row["evidence"]:
            yield f"  {row['evidence']}"
    if kinds.height > _MOST:
        yield f"and {kinds.height - _MOST} more kinds: see the table differences"


def _outcomes(outcomes: pl.DataFrame) -> Iterator[str]:
    own = outcomes.filter(pl.col("profile") == pl.col("own"))
    for row in own.iter_rows(named=True):
        name = f"{row['direction']} of session {row['session']}" if row["direction"] else f"session {row['session']}"
        printed = f"; printed: {row['winner_published']}" if row["winner_published"] else ""
        yield f"winner of {name} under {row['own']}: {row['winner']}{printed}"
        if row["needed"] is not None:
            yield (
                f"  {row['needed']:.4g} matchpoints on board {row['needed_board']} would bring "
                f"{row['runner_up']} level "
                f"(margin {row['margin']:.4g})"
            )
    for row in outcomes.filter("winner_changes").iter_rows(named=True):
        yield f"  under {row['profile']} the winner would be {row['winner']}"


def _arithmetic(own: Mapping[str, pl.DataFrame]) -> Iterator[str]:
    """One disputed matchpoint step by step; where none is disputed, one of a board that is not plain."""
    scores = own["scores"].filter((pl.col("variant") == 1) & pl.col("ns_mp").is_not_null())
    disputed = own["differences"].filter((pl.col("level") == "result") & pl.col("quantity").str.ends_with("_mp"))
    chosen = scores.join(
        disputed.select("result_id", "profile").unique(maintain_order=True), on=["result_id", "profile"], how="semi"
    )
    if chosen.is_empty():
        chosen = pl.concat([scores.filter(pl.col("method") != "plain"), scores]).head(1)
    if chosen.is_empty():
        return
    score = chosen.row(0, named=True)
    line = own["results"].filter(pl.col("result_id") == score["result_id"]).row(0, named=True)
    profile = load_profiles()[score["profile"]]
    who = f"{line['ns_pair']} against {line['ew_pair']} on board {line['board']}"
    yield f"how {who} comes to {score['ns_mp']:.10g} N-S under {profile.name}:"
    full = score["top"] * (3 - profile.scale) // 2 + 1 if profile.regime != "ascherman" else score["field"]
    yield f"  N = {full} lines of the board in its field" + (
        f", n = {score['n']} scores that compare" if score["n"] else ""
    )
    s: int | str = "-"
    if score["n"] is not None:
        lower, equal = _compared(own, scores, score, line)
        s = 2 * lower + equal - 1
        counts = f"{lower} lower and {equal} equal scores with its own, {line['ns_score']}"
        yield f"  {counts}: S = 2·{lower} + {equal} − 1 = {s}"
    values = {"s": s, "n": score["n"], "full": full, "top": score["top"]}
    yield f"  {_FORMULAS[score['method']].format(**values)}" + (
        " (on 2-1-0; half of it on 1-½-0)" if profile.scale == 1 else ""
    )
    rounding = f"rounded to 1/{profile.step}, half {profile.half}" if profile.step else "not rounded"
    yield f"  {rounding}: {score['ns_mp']:.10g} of {score['top']}; printed: {_number(line['published_ns_mp'])}"


def _compared(
    own: Mapping[str, pl.DataFrame], scores: pl.DataFrame, score: dict[str, Any], line: dict[str, Any]
) -> tuple[int, int]:
    """How many scores of the group are lower than the line's, and how many equal with its own."""
    group = scores.filter(
        (pl.col("profile") == score["profile"]) & (pl.col("comparison_group") == score["comparison_group"])
    ).select("result_id")
    field = (
        own["results"]
        .filter(
            (pl.col("session") == line["session"])
            & (pl.col("board") == line["board"])
            & (pl.col("scored_with") == line["scored_with"])
        )
        .join(group, on="result_id", how="semi")
    )
    count = pl.col("multiplicity").fill_null(1)
    lower = field.filter(pl.col("ns_score") < line["ns_score"]).select(count.sum()).item()
    equal = field.filter(pl.col("ns_score") == line["ns_score"]).select(count.sum()).item()
    return int(lower or 0), int(equal or 0)


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.10g}"
