"""The whole audit of a run: every printed figure compared, counted, explained or not, and what it changes."""

import polars as pl

from neuberg import schemas
from neuberg.audit import outcomes as outcome
from neuberg.audit.classes import classified
from neuberg.audit.explanations import explained_points
from neuberg.audit.facts import facts, printed
from neuberg.audit.fields import ranked
from neuberg.audit.imp_audit import audit_imps
from neuberg.audit.imp_names import named
from neuberg.audit.pairs import pair_figures
from neuberg.audit.places import place_figures
from neuberg.audit.results import result_differences
from neuberg.audit.rule import rule_of
from neuberg.audit.search import RULES, best_of, search
from neuberg.audit.sums import board_figures, classified_totals
from neuberg.rules import profile as profile_named

#: The tables that an audit fills.
TABLES = ("differences", "audited", "explanations", "outcomes", "place_changes")
_COUNT = ["event_id", "level", "quantity", "profile", "season"]


def audit(
    lines: pl.LazyFrame, scored: dict[str, pl.LazyFrame], standings: pl.LazyFrame, pairs: pl.LazyFrame
) -> dict[str, pl.DataFrame]:
    """The tables of the audit, by name.

    Args:
        lines: every traveller line with its contract, board, points and `winners`.
        scored: the lines as `neuberg.score.exact` gives them under each profile that the run scores by, by its name.
        standings: the standings under these.
        pairs: the printed lines of contestants.
    """
    own = _by_event(scored)
    points = lines.join(own.lazy().select("event_id").unique(), on="event_id", how="semi")
    based = ranked(points).collect()
    figures = printed(based.lazy())
    found = search(facts(figures).collect(), _preferred(own))
    choices = best_of(found.tries)
    plain = _Lines(points, based, choices)
    parts = [
        plain.audit(name, frame, pairs, standings.filter(pl.col("profile") == name)) for name, frame in scored.items()
    ]
    parts.append(named(audit_imps(lines, pairs)))
    tables = {name: [part[name] for part in parts if name in part] for name in TABLES}
    tables["explanations"].append(explained_points(found, own))
    known = pl.concat([schemas.empty(schemas.AUDITED), *tables["audited"]], how="diagonal_relaxed")
    tables["audited"].append(_not_compared(pairs, known))
    return {name: _whole(name, frames) for name, frames in tables.items()}


def _whole(name: str, frames: list[pl.DataFrame]) -> pl.DataFrame:
    table = schemas.TABLES[name]
    return pl.concat([schemas.empty(table), *(schemas.conform(frame.lazy(), table).collect() for frame in frames)])


def _by_event(scored: dict[str, pl.LazyFrame]) -> pl.DataFrame:
    """A row an event and profile that it is scored under."""
    parts = [frame.select("event_id").unique().with_columns(profile=pl.lit(name)) for name, frame in scored.items()]
    empty = pl.LazyFrame(schema={"event_id": pl.Int64, "profile": pl.String})
    return pl.concat([empty, *parts]).collect()


def _preferred(own: pl.DataFrame) -> pl.DataFrame:
    numbers = {name: RULES.index(rule_of(profile_named(name))) for name in own["profile"].unique()}
    rule = pl.col("profile").replace_strict(numbers, return_dtype=pl.Int16) if numbers else pl.lit(None, dtype=pl.Int16)
    return own.select("event_id", rule=rule)


class _Lines:
    """The lines of a run's matchpointed events, ranked, with what explains each event best."""

    def __init__(self, points: pl.LazyFrame, based: pl.DataFrame, choices: pl.DataFrame) -> None:
        self._points = points
        self._based = based
        self._choices = choices

    def audit(
        self, name: str, scored: pl.LazyFrame, pairs: pl.LazyFrame, standings: pl.LazyFrame
    ) -> dict[str, pl.DataFrame]:
        """The tables of the events that are scored under one profile."""
        events = scored.select("event_id").unique().collect()
        own = self._based.join(events, on="event_id", how="semi")
        lines = self._points.join(events.lazy(), on="event_id", how="semi").collect()
        printed_pairs = pairs.join(events.lazy(), on="event_id", how="semi")
        results = self._results(name, scored, own, lines)
        boards = board_figures(scored, results.lazy()).collect()
        totals = pair_figures(scored, printed_pairs, profile=name).collect()
        placed = (
            place_figures(printed_pairs, standings, scored)
            .with_columns(profile=pl.coalesce("profile", pl.lit(name)))
            .collect()
        )
        differences = [
            results,
            _of_boards(boards.filter(~pl.col("right")), results),
            classified_totals(totals.filter(~pl.col("right")), lines.lazy()),
            _of_places(placed.filter(~pl.col("right"))),
        ]
        whole = pl.concat([schemas.conform(part.lazy(), schemas.DIFFERENCES).collect() for part in differences])
        compared = [
            _printed_results(own, lines),
            *(frame.select("event_id", "level", "quantity", "season") for frame in (boards, totals, placed)),
        ]
        counted = _counted(pl.concat(compared).with_columns(profile=pl.lit(name)), whole)
        return {"differences": whole, "audited": counted, **self._outcomes(name, own, standings.collect(), placed)}

    def _results(self, name: str, scored: pl.LazyFrame, own: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
        differences = result_differences(scored, profile=name).collect()
        return classified(differences, own, lines, self._choices)

    def _outcomes(
        self, name: str, own: pl.DataFrame, standings: pl.DataFrame, placed: pl.DataFrame
    ) -> dict[str, pl.DataFrame]:
        published = (
            placed.filter(pl.col("first").is_not_null())
            .select(
                "event_id", "session", "pair", section="own_section", direction="own_direction", published_place="place"
            )
            .unique(["event_id", "session", "section", "pair", "direction"], keep="first")
        )
        by_profile = outcome.places(own, standings, name)
        seasons = standings.select("event_id", "season").unique()
        return {
            "place_changes": outcome.place_changes(by_profile, published).join(seasons, on="event_id", how="left"),
            "outcomes": outcome.outcomes(standings, by_profile, published, own).join(
                seasons, on="event_id", how="left"
            ),
        }


def _printed_results(own: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    seasons = lines.select("event_id", "season").unique("event_id", keep="first")
    parts = [
        own.filter(pl.col(f"published_{side}_{quantity}").is_not_null()).select(
            "event_id", level=pl.lit("result"), quantity=pl.lit(f"{side}_{quantity}")
        )
        for side in ("ns", "ew")
        for quantity in ("mp", "pct")
    ]
    return pl.concat(parts).join(seasons, on="event_id", how="left")


def _counted(compared: pl.DataFrame, differences: pl.DataFrame) -> pl.DataFrame:
    """A row an event, level and quantity: how many figures are printed, and what became of them."""
    unexplained = pl.col("class") == "unexplained"
    wrong = differences.group_by("event_id", "level", "quantity").agg(_wrong=pl.len(), unexplained=unexplained.sum())
    whole = (
        compared.group_by(_COUNT).agg(published=pl.len()).join(wrong, on=["event_id", "level", "quantity"], how="left")
    )
    return whole.with_columns(pl.col("_wrong", "unexplained").fill_null(0), not_compared=pl.lit(0)).with_columns(
        reproduced=pl.col("published") - pl.col("_wrong"), explained=pl.col("_wrong") - pl.col("unexplained")
    )


def _not_compared(pairs: pl.LazyFrame, known: pl.DataFrame) -> pl.DataFrame:
    """Printed totals, percentages and places with nothing to hold them against, counted."""
    seasons = [
        pairs.filter(pl.col(quantity).is_not_null())
        .group_by("event_id", "season")
        .agg(printed=pl.len().cast(pl.Int64))
        .with_columns(level=pl.lit("place" if quantity == "place" else "pair"), quantity=pl.lit(quantity))
        for quantity in ("total", "percent", "place")
    ]
    key = ["event_id", "level", "quantity"]
    # Under two profiles a figure is held against both.
    compared = (
        known.group_by([*key, "profile"]).agg(pl.col("published").sum()).group_by(key).agg(pl.col("published").max())
    )
    counts = pl.concat(seasons).collect().join(compared, on=key, how="left")
    left = pl.col("printed") - pl.col("published").fill_null(0)
    none = pl.lit(0, dtype=pl.Int64)
    return counts.filter(left > 0).select(
        *key, "season", published=left, not_compared=left, reproduced=none, explained=none, unexplained=none
    )


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


def _of_places(places: pl.DataFrame) -> pl.DataFrame:
    follows = pl.col("follows").fill_null(False)
    text = pl.when(follows).then(pl.lit("the place of its total as printed"))
    kind = pl.when(follows).then(pl.lit("follows_its_total")).otherwise(pl.lit("place_does_not_follow"))
    return places.with_columns(kind.alias("class"), evidence=text)
