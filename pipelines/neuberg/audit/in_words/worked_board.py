"""Every line of a board worked out under each profile that the run scores it by: N, n, S, the formula, the rounding."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from neuberg.audit.in_words.ruled import form_words, named, rulings_on
from neuberg.audit.in_words.worked import Line
from neuberg.audit.in_words.worked_figure import Figure, beside_printed, field_of, rule_of, worked_line
from neuberg.audit.in_words.worked_points import Counts, counts_of, is_of_group
from neuberg.errors import UsageError
from neuberg.rules.rulebook import Profile

Tables = Mapping[str, pl.DataFrame]
_SIDES = {"ns": "N-S", "ew": "E-W"}


class LineOf(NamedTuple):
    """One answer for a traveller line of a board.

    Attributes:
        line: the line as it was scored.
        field: the lines of its board that it is scored with, itself among them.
        score: its row of `scores`.
    """

    line: Line
    field: Sequence[Line]
    score: Mapping[str, Any]

    def counts(self, side: str) -> Counts | None:
        """N, n and S of a side; None for an award, at IMPs, and where the line has no score."""
        rule = rule_of(self.score["profile"])
        if not isinstance(rule, Profile) or None in (self.score["top"], self.score["n"]):
            return None
        return counts_of(self.line, self.field, self.score, rule, side)


def lines_of_board(own: Tables, board: int) -> Iterator[LineOf]:
    """Each line of a board under each profile, by session, those scored together, profile, answer and form.

    Args:
        own: `results` as they were scored, and `scores`, of one event.
        board: its number.
    """
    results = own["results"].filter(pl.col("board") == board)
    scored_with = pl.coalesce("scored_with", "section")
    order = ("session", "_field", "profile", "variant", "comparison_group", "ns_score")
    joined = results.select("result_id", "session", "ns_score", _field=scored_with).join(own["scores"], on="result_id")
    last_first = [name == "ns_score" for name in order]
    lines = {row["result_id"]: row for row in results.iter_rows(named=True)}
    for score in joined.sort(order, descending=last_first, nulls_last=True).iter_rows(named=True):
        line = lines[score["result_id"]]
        yield LineOf(line, field_of(own["results"], line), score)


def worked_board(own: Tables, board: int, pair: str | None = None) -> Iterator[str]:
    """The steps to both sides' figures of a board's lines, in words.

    Args:
        own: `events`, `results` as they were scored, and `scores` of one event, and its `rulings`.
        board: the board's number.
        pair: of this pair's lines alone.

    Raises:
        UsageError: the event has no such line.
    """
    found = [one for one in lines_of_board(own, board) if pair in (None, one.line["ns_pair"], one.line["ew_pair"])]
    if not found:
        raise UsageError(_missing(own["results"], board, pair))
    heading: str | None = None
    said: set[str] = set()
    for one in found:
        if heading != (heading := _heading(one)):
            yield heading
            yield from (f"  {text}" for text in rulings_on(own.get("rulings"), None, one.field))
            said.clear()
        yield from _line(own, one, said)


def _missing(results: pl.DataFrame, board: int, pair: str | None) -> str:
    numbers = results["board"].unique().sort().to_list()
    if board not in numbers:
        listed = f"one of the boards {', '.join(map(str, numbers))}" if numbers else "an event that has lines"
        return f"no line of board {board}; wanted {listed}"
    there = results.filter(pl.col("board") == board)
    pairs = sorted({str(name) for side in ("ns_pair", "ew_pair") for name in there[side].drop_nulls()})
    of_pair = "" if pair is None else f" and pair {pair!r}"
    return f"no scored line of board {board}{of_pair}; wanted one of the pairs {', '.join(pairs) or '(none named)'}"


def _heading(one: LineOf) -> str:
    section = f", section {one.line['section']}" if one.line["section"] else ""
    answer = f", answer {one.score['variant']}" if one.score["variant"] != 1 else ""
    where = f"board {one.line['board']} of session {one.line['session']}{section}"
    return f"{where} under {one.score['profile']}{answer}: {len(one.field)} line(s)"


def _line(own: Tables, one: LineOf, said: set[str]) -> Iterator[str]:
    """A line's heading, what is said of its group for the first time, and a text a side."""
    worked = {figure: worked_line(own, one.line, one.score, figure) for figure in _figures(one)}
    for step in (step for each in worked.values() for step in each.steps if is_of_group(step)):
        if step not in said:
            said.add(step)
            yield f"  {step}"
    forms = {line["given_group"] for line in one.field}
    form = f", of {form_words(one.line['given_group'])}" if len(forms) > 1 else ""
    place = f", line {one.line['line']} of the file" if one.line["line"] is not None else ""
    yield f"  {named(one.line)}, {_scored(one.line)}{form}{place}"
    for figure, each in worked.items():
        steps = [step for step in each.steps if not is_of_group(step)]
        beside = beside_printed(own, each, one.score, one.line, figure)
        yield f"    {_SIDES[figure.side]}: {'; '.join([*steps, *beside])}"


def _scored(line: Line) -> str:
    """What a line has for a score."""
    if line["kind"] not in ("played", "passed_out"):
        return str(line["kind"]).replace("_", " ")
    if line["ns_score"] is None:
        return "no score"
    return f"{line['ns_score']}" + (" (its contract's: the file has no score)" if line.get("score_from") else "")


def _figures(one: LineOf) -> Iterator[Figure]:
    """Both sides' figures in the unit that the profile gives and the file prints."""
    in_imps = one.score["ns_mp"] is None and one.score["ns_imp"] is not None
    printed = one.line["published_ns_mp"] is not None or one.line["published_ns_pct"] is None
    unit = "imp" if in_imps else "mp" if printed else "pct"
    for side in _SIDES:
        yield Figure(one.line["result_id"], one.score["profile"], side, unit)
