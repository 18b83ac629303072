"""How far a suspicion is to be trusted on this archive: what `neuberg detect --calibrate` measured, for a page."""

import json
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg.report.site import charts
from neuberg.report.site.sections import Section, section

FILE = "calibration.json"
_RATES = {"bayes_factor": pl.String, "boards": pl.Float64, "shuffled": pl.Float64, "false_share": pl.Float64}
_SAYS = (
    "How far to trust a suspicion on this archive. With its order of play shuffled, a board reaches a factor by "
    "chance only: that is a false alarm. {boards:,} boards whose order of play is known, each shuffled {times:,} "
    "{noun}; a 0 among the shuffled says only that it is rarer than one board in {in_all:,}."
)
_EMPTY = f"{FILE} cannot be read, or no board’s order of play is known: neuberg detect --calibrate makes it anew."


class Calibration(NamedTuple):
    """How often the order of play was shuffled, and the boards by range of their factor, the lowest first."""

    times: int
    rates: pl.DataFrame


def as_text(times: int, rates: pl.DataFrame) -> str:
    """A calibration as it is kept in the run's folder."""
    return json.dumps({"shuffles": times, "rates": rates.to_dicts()}, indent=2, ensure_ascii=False) + "\n"


def read(directory: Path) -> Calibration | None:
    """The calibration of a run's suspicions; None where there is none, and without rates where it cannot be read."""
    file = directory / FILE
    if not file.exists():
        return None
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        rates = pl.DataFrame(found["rates"], schema=_RATES)
        times = int(found["shuffles"])
    except (OSError, ValueError, TypeError, KeyError, OverflowError, pl.exceptions.PolarsError):
        return Calibration(0, pl.DataFrame(schema=_RATES))
    counts = pl.concat([rates["boards"], rates["shuffled"].alias("boards")])
    is_sound = counts.null_count() == 0 and (counts.is_finite() & (counts >= 0)).all()
    return Calibration(times, rates if is_sound else rates.clear())


def part(found: Calibration) -> Section:
    """The section of the page: the table, and its chart."""
    boards = int(found.rates["boards"].sum())
    in_all = boards * found.times
    if in_all < 1:
        return section("calibration", "How sure the suspicions are", "", None, empty=_EMPTY)
    noun = "time" if found.times == 1 else "times"
    says = _SAYS.format(boards=boards, times=found.times, noun=noun, in_all=in_all)
    shown = section("calibration", "How sure the suspicions are", says, _shown(found.rates, boards))
    return shown._replace(chart=_chart(found.rates))


def _shown(rates: pl.DataFrame, boards: int) -> pl.DataFrame:
    """The table's columns; the lowest range is of boards that nothing speaks against, so none of it is an alarm."""
    is_alarm = pl.int_range(pl.len()) > 0
    alarms = {
        "false_alarms_per_1,000_boards": pl.col("shuffled") * 1000 / boards,
        "false_alarms_among_these_percent": pl.col("false_share") * 100,
    }
    return rates.select(
        "bayes_factor",
        pl.col("boards").cast(pl.Int64),
        pl.col("shuffled").round(2).alias("boards_shuffled"),
        *(pl.when(is_alarm).then(value.round(2)).alias(name) for name, value in alarms.items()),
    )


def _chart(rates: pl.DataFrame) -> charts.Stacked | None:
    series = {"boards": "as played", "shuffled": "with the order of play shuffled"}
    long = rates.rename(series | {"bayes_factor": "column"}).unpivot(
        list(series.values()), index="column", variable_name="series", value_name="count"
    )
    return charts.beside(
        long.select("column", "series", pl.col("count").fill_null(0)).rows(),
        list(series.values()),
        anchor="calibration-chart",
        title="Boards by their Bayes factor, as played and shuffled",
        says="How many boards have a factor in each range, on a logarithmic scale. Where the boards as played stand "
        "far above the shuffled ones, few of their suspicions are false alarms.",
    )
