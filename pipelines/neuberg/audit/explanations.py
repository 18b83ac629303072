"""What explains the printed figures of each event best, what comes next, and what cannot be told from the best."""

from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.audit.imps import METHODS
from neuberg.audit.rule import PER_CENT, Rule, rule_of, scale_of
from neuberg.audit.search import KEY, ROUNDINGS, RULES, Found
from neuberg.rules import Profile, load_profiles

#: So many equally good ones are named; `tied` counts them all.
_NAMED = 12
_SCHEMA = schemas.EXPLANATIONS.schema


def explained_points(found: Found, own: pl.DataFrame) -> pl.DataFrame:
    """A row an event and quantity of matchpoints or percentages, as the table `explanations`.

    Args:
        found: what the search found.
        own: `event_id` and `profile` of the run's own: first among equals.
    """
    names = dict(own.group_by("event_id").agg("profile").iter_rows())
    rounded = found.rounded.partition_by(KEY, as_dict=True)
    tops = found.tries.sort(*KEY, "reproduced", "preference", descending=[False, False, True, False])
    highest = tops.filter(pl.col("reproduced") == pl.col("reproduced").max().over(KEY))
    next_best = tops.filter(pl.col("reproduced") < pl.col("reproduced").max().over(KEY)).unique(
        KEY, keep="first", maintain_order=True
    )
    after = {(row["event_id"], row["quantity"]): row for row in next_best.iter_rows(named=True)}
    rows = [
        _row(part.to_dicts(), after.get(key), rounded.get(key), names.get(key[0], []))
        for key, part in highest.partition_by(KEY, as_dict=True, maintain_order=True).items()
    ]
    return pl.DataFrame(rows, schema=_SCHEMA)


def _row(
    best: list[dict[str, Any]], after: dict[str, Any] | None, rounded: pl.DataFrame | None, own: list[str]
) -> dict[str, Any]:
    first = best[0]
    nothing = first["reproduced"] == 0
    alike = [] if nothing else [_words(row) for row in best[1:]]
    ties = _roundings(rounded)
    profiles = [] if nothing else _profiles(best, ties, str(first["quantity"]))
    profiles.sort(key=lambda name: name not in own)
    return {
        "event_id": first["event_id"],
        "quantity": first["quantity"],
        "published": first["published"],
        "reproduced": first["reproduced"],
        "scale": None if nothing else first["scale"],
        "method": None if nothing else str(RULES[first["rule"]]),
        "rounding": _rounding_words(*ties[0]) if ties and not nothing else None,
        "roundings": [_rounding_words(*tie) for tie in ties],
        "profiles": profiles,
        "tied": len(alike),
        "equally_good": alike[:_NAMED],
        "runner_up": _words(after) if after and after["reproduced"] else None,
        "runner_up_reproduced": after["reproduced"] if after and after["reproduced"] else None,
    }


def _words(row: dict[str, Any]) -> str:
    return f"{row['scale']}: {RULES[row['rule']]}"


def _roundings(rounded: pl.DataFrame | None) -> list[tuple[int, int]]:
    """The roundings that reproduce most, as (what was rounded, which rounding), none first."""
    if rounded is None or rounded.is_empty():
        return []
    top = rounded.filter(pl.col("reproduced") == pl.col("reproduced").max()).sort("rounding", "by")
    return [(row["by"], row["rounding"]) for row in top.iter_rows(named=True)]


def _rounding_words(by: int, number: int) -> str:
    what = {0: "", 1: "matchpoints (2-1-0) to ", 2: "matchpoints (1-½-0) to "}[by]
    return f"{what}{ROUNDINGS[number]}" if ROUNDINGS[number].step else "none"


def _profiles(best: list[dict[str, Any]], ties: list[tuple[int, int]], quantity: str) -> list[str]:
    """The profiles of the rulebook among the best: rule, scale and rounding all as good."""
    told = {(scale, RULES[rule]) for scale, rule in ((row["scale"], row["rule"]) for row in best)}
    return [name for name, profile in load_profiles().items() if _is_among(profile, told, ties, quantity)]


def _is_among(profile: Profile, told: set[tuple[str, Rule]], ties: list[tuple[int, int]], quantity: str) -> bool:
    scales = {PER_CENT} if quantity == "pct" or profile.regime == "ascherman" else {scale_of(profile)}
    if not any((scale, rule_of(profile)) in told for scale in scales):
        return False
    if not ties or profile.regime == "ascherman" or profile.half == "cut":
        return True
    # Where it does not round, what is printed is the exact value, or that in the printed places.
    by = 0 if quantity != "pct" else 3 - profile.scale
    rounds = {(place, ROUNDINGS[number].step, ROUNDINGS[number].half) for place, number in ties}
    if profile.step is None:
        return any(step is None for _, step, _ in rounds)
    halves = ("up, E-W the rest",) if profile.ew == "complement" else (profile.half,)
    return any((by, profile.step, half) in rounds for half in halves)


def explained_imps(tries: pl.DataFrame) -> pl.DataFrame:
    """A row an event of printed IMPs, as the table `explanations`."""
    rows = []
    for part in tries.sort("event_id", "reproduced", "method", descending=[False, True, False]).partition_by(
        "event_id", maintain_order=True
    ):
        every = part.to_dicts()
        first = every[0]
        best = [row for row in every if row["reproduced"] == first["reproduced"] > 0]
        after = next((row for row in every if 0 < row["reproduced"] < first["reproduced"]), None)
        rows.append(
            {
                "event_id": first["event_id"],
                "quantity": "imp",
                "published": first["published"],
                "reproduced": first["reproduced"],
                "scale": "IMPs" if best else None,
                "method": METHODS[first["method"]].name if best else None,
                "roundings": [],
                "profiles": [],
                "tied": len(best) - 1 if best else 0,
                "equally_good": [METHODS[row["method"]].name for row in best[1:]][:_NAMED],
                "runner_up": METHODS[after["method"]].name if after else None,
                "runner_up_reproduced": after["reproduced"] if after else None,
            }
        )
    return pl.DataFrame(rows, schema=_SCHEMA)
