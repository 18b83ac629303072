"""The hypotheses of boards scored and held against the printed figures: which of them make every figure right."""

import polars as pl

from neuberg.audit.book.facts import printed
from neuberg.audit.book.fields import ranked
from neuberg.audit.book.steps import COARSEST, NO_STEP
from neuberg.audit.hypotheses import AWARD, FOULED, LEFT_OUT, SCORE, TWICE, hypotheses
from neuberg.audit.rule import Rule
from neuberg.audit.search import RULES, rights
from neuberg.score.arithmetic import AWARD_UNITS

#: Boards that are tried at once.
_CHUNK = 40
#: What is believed first where several make all figures right.
_ORDER = (TWICE, AWARD, LEFT_OUT, SCORE, FOULED)
#: A figure may be wrong still, when so many more became right.
_GAIN = 4
_FOUND = pl.Schema(
    {
        "field_no": pl.Int64,
        "kind_of": pl.String,
        "changed": pl.Int64,
        "score": pl.Int64,
        "first": pl.Int64,
        "last": pl.Int64,
        "rule": pl.Int16,
        "wrong": pl.Int64,
        "gain": pl.Int64,
    }
)
_WRONG = pl.Schema({"event_id": pl.Int64, "wrong": pl.Int64, "rule": pl.Int16, "preference": pl.Int16})


def verdicts(lines: pl.DataFrame, choices: pl.DataFrame, *, exact: bool = False) -> pl.DataFrame:
    """For each board for which something was found, the hypotheses that fit best: those of the kind believed first.

    Args:
        lines: the lines of the boards to try, with `field_no`, `most`, `ns_session` and `ew_session`.
        choices: a row an event: the `quantity` to go by, and its best `scale` and `rule`.
        exact: whether a line that counts twice is all that is asked for, where it gives every figure of the board to
            the last place, none of them rounded to a coarser one.

    Returns:
        `field_no`, `kind_of`, `changed`, `score`, `first`, `last`, `rule`, `wrong` (figures left wrong) and `gain`
        (figures made right), in order of preference.
    """
    numbers = lines["field_no"].unique().sort()
    if exact:
        choices = choices.with_columns(pl.lit(NO_STEP, dtype=choices.schema[COARSEST]).alias(COARSEST))
    parts = [
        _tried(lines.filter(pl.col("field_no").is_in(part.implode())), choices, exact=exact)
        for part in _chunks(numbers)
    ]
    return pl.concat([pl.DataFrame(schema=_FOUND), *parts])


def _chunks(numbers: pl.Series) -> list[pl.Series]:
    return [numbers.slice(start, _CHUNK) for start in range(0, numbers.len(), _CHUNK)]


def _tried(lines: pl.DataFrame, choices: pl.DataFrame, *, exact: bool) -> pl.DataFrame:
    found, tried = hypotheses(_settled(lines, choices), only_twice=exact)
    before = _wrong(lines, choices).rename({"wrong": "before"})
    # A hypothesis stands for its event: its own number is its event_id.
    events = lines.select("field_no", "event_id").unique()
    own = choices.join(events, on="event_id").join(found.select("field_no", "hypothesis", "kind_of"), on="field_no")
    own = own.select("quantity", "scale", "rule", "kind_of", COARSEST, event_id="hypothesis")
    after = _wrong_by_rule(tried, own)
    judged = (
        found.join(after, left_on="hypothesis", right_on="event_id")
        .join(before, on="field_no")
        .with_columns(
            order=pl.col("kind_of").replace_strict(_ORDER, range(len(_ORDER)), return_dtype=pl.Int8),
            gain=pl.col("before") - pl.col("wrong"),
        )
        .filter(_convinces(exact=exact))
    )
    best = judged.filter(pl.col("wrong") == pl.col("wrong").min().over("field_no"))
    best = best.filter(pl.col("order") == pl.col("order").min().over("field_no")).sort(
        "field_no", "hypothesis", "preference"
    )
    return best.select(pl.col(name).cast(dtype) for name, dtype in _FOUND.items())


def _convinces(*, exact: bool) -> pl.Expr:
    """Whether a hypothesis leaves so few figures wrong, or makes so many right, that it is believed."""
    gain, wrong = pl.col("gain"), pl.col("wrong")
    many = gain >= _GAIN
    return (wrong == 0) & many if exact else (gain > 0) & ((wrong == 0) | ((wrong <= 2) & many))


def _settled(lines: pl.DataFrame, choices: pl.DataFrame) -> pl.DataFrame:
    """The lines, awards as the event's rule takes them and E as the session has it: nothing else need be looked at."""
    session = {number for number, rule in enumerate(RULES) if rule.average == "session"}
    rule = choices.select("event_id", _session=pl.col("rule").is_in(list(session)))
    taken = [
        pl.when("_session")
        .then(pl.col(f"{side}_session") / AWARD_UNITS)
        .otherwise(f"{side}_award")
        .alias(f"{side}_award")
        for side in ("ns", "ew")
    ]
    settled = lines.join(rule, on="event_id", how="left").with_columns(*taken, expected=pl.col("most").cast(pl.Int32))
    return settled.with_columns(award_given=pl.lit(None, dtype=pl.String)).drop(
        "_session", "most", "ns_session", "ew_session"
    )


def _wrong(lines: pl.DataFrame, choices: pl.DataFrame) -> pl.DataFrame:
    """How many figures of each board are wrong as it stands."""
    settled = _settled(lines, choices)
    alone = settled.with_columns(own_event="event_id", event_id="field_no")
    events = settled.select("field_no", "event_id").unique()
    own = choices.join(events, on="event_id").select(
        "quantity", "scale", "rule", COARSEST, event_id="field_no", kind_of=pl.lit("")
    )
    return _wrong_by_rule(alone, own).select("wrong", field_no="event_id")


def _wrong_by_rule(tried: pl.DataFrame, own: pl.DataFrame) -> pl.DataFrame:
    """A row a hypothesis, and regime where it is of forms: its wrong figures."""
    if tried.is_empty():  # Each board has too many lines to try anything.
        return pl.DataFrame(schema=_WRONG)
    every = printed(ranked(tried.lazy())).collect().join(own, on=["event_id", "quantity"])
    changed = tried.select("event_id", "result_id", is_changed=_is_changed(tried))
    every = every.join(changed, on=["event_id", "result_id"], how="left")
    parts = []
    for (scale, number), part in every.partition_by("scale", "rule", as_dict=True).items():
        rule = RULES[int(str(number))]
        for preference, (place, other) in enumerate(_regimes(rule)):
            these = part if other == rule else part.filter(pl.col("kind_of") == FOULED)
            if not these.is_empty():
                parts.append(_counted(these, other, str(scale), place, preference))
    return pl.concat([pl.DataFrame(schema=_WRONG), *parts])


def _is_changed(tried: pl.DataFrame) -> pl.Expr:
    if "changed" not in tried.columns:
        return pl.lit(False)
    return (pl.col("result_id") == pl.col("changed")) & pl.col("kind_of").is_in([AWARD, LEFT_OUT])


def _regimes(rule: Rule) -> list[tuple[int, Rule]]:
    """The rule and those with another regime, each with its place in `RULES`."""
    like = [(n, r) for n, r in enumerate(RULES) if (r.counted, r.average) == (rule.counted, rule.average)]
    return sorted(like, key=lambda found: found[1] != rule)


def _counted(figures: pl.DataFrame, rule: Rule, scale: str, place: int, preference: int) -> pl.DataFrame:
    right = rights(figures, rule, scale)
    # The line that is an award in truth shows it: a round share of the top.
    judged = figures.with_columns(right=right).with_columns(
        right=pl.when(pl.col("is_changed") & (pl.col("kind_of") == AWARD)).then(_is_award(scale)).otherwise("right")
    )
    # A line that was left out has no figures to be right.
    return (
        judged.group_by("event_id")
        .agg(wrong=(~pl.col("right")).sum().cast(pl.Int64))
        .with_columns(rule=pl.lit(place, dtype=pl.Int16), preference=pl.lit(preference, dtype=pl.Int16))
    )


def _is_award(scale: str) -> pl.Expr:
    """Whether a figure is a multiple of five per cent of the top, not above it, within its precision."""
    unit = pl.lit(10, dtype=pl.Int64).pow(pl.col("decimals").cast(pl.UInt32))
    per_matchpoint = {
        "2-1-0": 2,
        "1-½-0": 1,
        "tens of 2-1-0": 20,
        "tens of 1-½-0": 10,
        "2-1-0, cut to 0.1": 2,
        "tens of 2-1-0, cut to a unit": 20,
    }
    top = pl.lit(100) if scale == "per cent" else per_matchpoint[scale] * (pl.col("field") - 1)
    # figure / unit = k · 5 % · top, so 20 · figure = k · top · unit, within half a figure's unit.
    whole = (top * unit).cast(pl.Int64)
    nearest = (2 * 20 * pl.col("figure") + whole) // (2 * whole)
    close = (20 * pl.col("figure") - nearest * whole).abs() <= 10
    return close & pl.col("figure").is_between(0, top * unit) & (whole > 0)
