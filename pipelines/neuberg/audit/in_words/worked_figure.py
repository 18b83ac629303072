"""One disputed figure of an event worked out step by step, of a line or else of a total; else one of a fouled board."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

import polars as pl

from neuberg.audit.in_words.ruled import named, rulings_on
from neuberg.audit.in_words.worked import Line, Worked, number, shown
from neuberg.audit.in_words.worked_imps import in_place_of_award, worked_imps
from neuberg.audit.in_words.worked_points import worked_points
from neuberg.audit.in_words.worked_total import worked_total
from neuberg.audit.rule import PER_CENT, UNITS, scale_of
from neuberg.rules import Rule, load_imp_profiles, load_profiles
from neuberg.rules.days import ends_of, when_of
from neuberg.rules.rulebook import Profile

Tables = Mapping[str, pl.DataFrame]
_SIDES = {"ns": "N-S", "ew": "E-W"}
_UNITS = {"mp": "matchpoints", "pct": "percentage", "imp": "IMPs"}
_WHOLE, _TENTHS = 100, 10


class Figure(NamedTuple):
    """What is to be worked out: the line, the rule, the side, the unit, and what the audit says of it."""

    result_id: int
    profile: str
    side: str
    unit: str
    verdict: str | None = None


def worked_figure(own: Tables) -> Iterator[str]:
    """The steps in words; nothing where nothing of the event is scored.

    Args:
        own: `events`, `differences`, `results` (as they were scored) and `scores` of one event, and its `rulings`.
    """
    disputed = _disputed(own)
    if disputed is None and (total := list(worked_total(own))):
        yield from total
        return
    if (figure := disputed or _special(own)) is None:
        return
    line = own["results"].row(by_predicate=pl.col("result_id") == figure.result_id, named=True)
    where = f", line {line['line']} of the file" if line["line"] is not None else ""
    unit = f"{_SIDES[figure.side]} {_UNITS[figure.unit]}"
    yield f"one figure worked out: the {unit} of {named(line)} on board {line['board']}{where}, under {figure.profile}"
    yield from (f"  {text}" for text in rulings_on(own.get("rulings"), line, field_of(own["results"], line)))
    scores = own["scores"].filter(
        pl.col("result_id") == figure.result_id, pl.col("profile") == figure.profile, pl.col("variant") == 1
    )
    score = scores.row(0, named=True) if scores.height else None
    worked = worked_line(own, line, score, figure)
    yield from (f"  {step}" for step in worked.steps)
    yield from (f"  {text}" for text in beside_printed(own, worked, score, line, figure))
    if figure.verdict:
        yield f"  the audit's verdict: {figure.verdict}"


def worked_line(own: Tables, line: Line, score: Line | None, figure: Figure) -> Worked:
    """The steps to one figure of a line.

    Args:
        own: `events` and `results` (as they were scored) of one event.
        line: the line.
        score: its row of `scores`; None where it has none.
        figure: which of its figures.
    """
    rule = rule_of(figure.profile)
    field = field_of(own["results"], line)
    if rule is None:
        return Worked([f"{figure.profile} is in no rulebook: the method is worked out for the audit alone"])
    if isinstance(rule, Profile):
        if score is None or score["top"] is None or score["method"] is None:
            return Worked(["the line has no score under the profile"])
        return worked_points(line, field, score, rule, figure.side)
    when = when_of(own["events"]["date"][0], own["events"]["season"][0])
    last = ends_of(when)[1] if when else None
    worked = worked_imps(line, field, rule, last, expected_of(own["results"], line), figure.side)
    own_average = rule.average == "session" and line["kind"] == "artificial"
    return in_place_of_award(worked, None if score is None else score[f"{figure.side}_imp"]) if own_average else worked


def rule_of(name: str) -> Rule | None:
    """The rule of a name, or None where no rulebook has it."""
    return load_profiles().get(name) or load_imp_profiles().get(name)


def field_of(results: pl.DataFrame, line: Line) -> list[dict[str, Any]]:
    """The lines of a line's board that it is scored with, itself among them."""
    scored_with = pl.coalesce("scored_with", "section")
    return results.filter(
        pl.col("session") == line["session"],
        pl.col("board") == line["board"],
        scored_with.eq_missing(pl.lit(line["scored_with"] or line["section"])),
    ).to_dicts()


def expected_of(results: pl.DataFrame, line: Line) -> int:
    """E: the scores expected on a line's board as stated, else the most lines of any board scored with it."""
    counted = pl.when(pl.col("kind").cast(pl.String) != "not_played").then(pl.col("multiplicity").fill_null(1))
    own = results.filter(
        pl.col("session") == line["session"],
        pl.coalesce("scored_with", "section").eq_missing(pl.lit(line["scored_with"] or line["section"])),
    )
    boards = own.group_by("board").agg(lines=counted.sum(), expected=pl.col("expected").max())
    row = boards.row(by_predicate=pl.col("board") == line["board"], named=True)
    most = max(boards["lines"].to_list())
    return max(int(most if row["expected"] is None else row["expected"]), int(row["lines"]))


def _disputed(own: Tables) -> Figure | None:
    """The first figure of a line that differs, an unexplained one before all others."""
    wrong = own["differences"].filter(pl.col("level") == "result", pl.col("profile").is_not_null())
    wrong = wrong.join(own["results"].select("result_id"), on="result_id", how="semi", maintain_order="left")
    ordered = wrong.with_columns(_open=pl.col("class") != "unexplained").sort("_open", maintain_order=True)
    for row in ordered.head(1).iter_rows(named=True):
        side, _, unit = str(row["quantity"]).partition("_")
        words = f"{row['class']}: {row['evidence']}" if row["evidence"] else str(row["class"])
        return Figure(row["result_id"], row["profile"], side, unit, words)
    return None


def _special(own: Tables) -> Figure | None:
    """A line of a board that is not plain, else any."""
    due = pl.col("ns_mp").is_not_null() | pl.col("ns_imp").is_not_null()
    scores = own["scores"].filter(pl.col("variant") == 1, due)
    ordered = scores.with_columns(_plain=pl.col("method").cast(pl.String) == "plain").sort(
        "_plain", maintain_order=True
    )
    for row in ordered.head(1).iter_rows(named=True):
        return Figure(row["result_id"], row["profile"], "ns", "imp" if row["ns_mp"] is None else "mp", None)
    return None


def beside_printed(own: Tables, worked: Worked, score: Line | None, line: Line, figure: Figure) -> Iterator[str]:
    """The printed figure beside the one worked out; the arguments are those of `worked_line`."""
    # The precision of a column is the most that it shows in the event.
    most = own["results"][f"published_{figure.unit}_decimals"].max()
    decimals = most if isinstance(most, int) else 0
    printed = line[f"published_{figure.side}_{figure.unit}"]
    value = worked.value
    if value is not None and figure.unit == "imp" and figure.side == "ew" and line["kind"] != "artificial":
        value = -value
        yield f"E-W's have the other sign: {shown(value)}"
    if value is not None and figure.unit == "pct" and score is not None and score["top"]:
        value = value * _WHOLE / Fraction(str(score["top"]))
    if value is not None and figure.unit == "mp" and (scale := _other_scale(own, figure.profile)):
        value = in_print(value, scale, score, load_profiles()[figure.profile])
        yield f"on the scale in print, {scale}: {'it has none' if value is None else shown(value)}"
    if printed is None:
        yield "none is printed"
    elif value is None:
        yield f"printed: {number(printed)}"
    else:
        yield f"printed: {number(printed)}, {_beside(Fraction(str(printed)) - value, decimals)}"


def _other_scale(own: Tables, profile: str) -> str | None:
    """The scale on which the event prints matchpoints, where that is known and not the profile's."""
    rule = load_profiles().get(profile)
    if rule is None or "explanations" not in own:
        return None
    known = own["explanations"].filter(pl.col("quantity") == "mp", pl.col("scale").is_not_null())["scale"].to_list()
    return known[0] if known and known[0] != scale_of(rule) else None


def in_print(value: Fraction, scale: str, score: Line | None, rule: Profile) -> Fraction | None:
    """A profile's matchpoints on a scale of print; None where the profile has none on it.

    >>> rule = load_profiles()["acbl-1991"]
    >>> in_print(Fraction(49, 10), "tens of 2-1-0", None, rule), in_print(Fraction(9), "per cent", {"top": 18}, rule)
    (Fraction(98, 1), Fraction(50, 1))
    """
    if scale == PER_CENT:
        return _WHOLE * value / Fraction(str(score["top"])) if score is not None and score["top"] else None
    if scale_of(rule) == PER_CENT:
        return None
    times, by = UNITS[scale]
    found = value * (3 - rule.scale) * times / by
    # Where less than a step is cut off, the step is a tenth of a matchpoint.
    step = _TENTHS * by // times if "cut" in scale else 0
    return Fraction(floor(found * step), step) if step else found


def _beside(difference: Fraction, decimals: int) -> str:
    """How a printed figure stands to the one worked out: the tolerance is half a unit of the last decimal printed."""
    if not difference:
        return "the same"
    if abs(difference) <= Fraction(1, 2 * 10**decimals):
        return "the same in the decimals that are printed"
    return f"which is {shown(abs(difference))} {'more' if difference > 0 else 'less'}"
