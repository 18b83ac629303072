"""What explains the printed figures of each event best, what comes next, and what cannot be told from the best."""

from typing import Any, NamedTuple

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.audit.book.distinct import as_columns, packed
from neuberg.audit.book.rounding import Booleans
from neuberg.audit.imps.methods import METHODS
from neuberg.audit.rule import PER_CENT, Rule, rule_of, scale_of
from neuberg.audit.search import CANDIDATES, KEY, ROUNDINGS, RULES, TRIED, Counts, Found
from neuberg.rules import Profile, load_profiles
from neuberg.score.packed import Integers

#: So many equally good ones are named; `tied` counts them all.
_NAMED = 12
_SCHEMA = schemas.EXPLANATIONS.schema


class _Kind(NamedTuple):
    """What is said of an event besides its counts: the same for many events."""

    quantity: str
    own: tuple[str, ...]
    alike: Booleans
    after: int
    roundings: Booleans


def explained_points(found: Found, own: pl.DataFrame) -> pl.DataFrame:
    """A row an event and quantity of matchpoints or percentages, as the table `explanations`.

    Args:
        found: what the search found.
        own: `event_id` and `profile` of the run's own: first among equals.
    """
    ties = _ties(found)
    firsts, kind_of = _kinds(found, ties, own)
    words = [
        _words_of(_kind(found, ties[place], own, int(place)), found.preference[found.own[place]]) for place in firsts
    ]
    worded = pl.DataFrame(words, schema=_WORDS)[kind_of]
    counts = {
        "reproduced": found.given_by(found.best),
        "runner_up_reproduced": found.given_by(found.after),
    }
    whole = found.events.select(*KEY, "published").hstack([pl.Series(name, part) for name, part in counts.items()])
    return (
        whole.hstack(worded)
        .with_columns(runner_up_reproduced=pl.when(pl.col("runner_up").is_not_null()).then("runner_up_reproduced"))
        .select(pl.col(name).cast(_SCHEMA[name]) for name in (*whole.columns, *worded.columns))
    )


_WORDS = {
    name: _SCHEMA[name]
    for name in ("scale", "method", "rounding", "roundings", "profiles", "tied", "equally_good", "runner_up")
}


def _kinds(found: Found, ties: Booleans, own: pl.DataFrame) -> tuple[Integers, Integers]:
    """The place of the first event of each kind, and each event's kind."""
    names = own.group_by("event_id").agg(pl.col("profile").str.join(" "))
    known = found.events.select(KEY).join(names, on="event_id", how="left", maintain_order="left")
    said = packed([*as_columns(known.select("quantity", "profile")), found.after])
    bits = [np.packbits(part, axis=1) for part in (_best(found.reproduced), ties)]
    rows = np.concatenate([said[:, None].view(np.uint8), *bits], axis=1)
    whole = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1]))).reshape(-1)
    _, first, kind = np.unique(whole, return_index=True, return_inverse=True)
    return first, kind.reshape(-1)


def _kind(found: Found, ties: Booleans, own: pl.DataFrame, place: int) -> _Kind:
    """What is to be said of an event."""
    event_id, quantity = found.events.select(KEY).row(place)
    names = own.filter(pl.col("event_id") == event_id)["profile"].to_list()
    best = _best(found.reproduced[place : place + 1])[0][found.alike]
    return _Kind(quantity, tuple(names), best, int(found.after[place]), ties)


def _best(reproduced: Counts) -> Booleans:
    """Of each event, which candidates give as many figures as any; none where none gives any."""
    most = reproduced.max(axis=1, initial=0)[:, None]
    best: Booleans = (reproduced == most) & (most > 0)
    return best


def _ties(found: Found) -> Booleans:
    """Of each event, which of `TRIED` give most of the figures that tell roundings apart; none where there are none."""
    # Only of a percentage's matchpoints can one say that they were rounded before.
    is_per_cent = np.array([scale == PER_CENT for scale, _ in CANDIDATES])[found.best]
    before = np.array([by > 0 for by, _ in TRIED])
    given = np.where(before & ~is_per_cent[:, None], -1, found.rounded)
    ties: Booleans = (given == given.max(axis=1, initial=0)[:, None]) & (found.tested > 0)[:, None]
    return ties


def _words_of(kind: _Kind, preference: Counts) -> dict[str, Any]:
    """What is said of an event, in the table's columns."""
    alike = np.flatnonzero(kind.alike)
    if not alike.size:
        return {"roundings": [], "profiles": [], "tied": 0, "equally_good": []}
    ordered = alike[np.argsort(preference[alike], kind="stable")].tolist()
    scale, rule = CANDIDATES[ordered[0]]
    ties = [TRIED[place] for place in np.flatnonzero(kind.roundings)]
    told = {(scale, RULES[rule]) for scale, rule in (CANDIDATES[place] for place in ordered)}
    profiles = [name for name, profile in load_profiles().items() if _is_among(profile, told, ties, kind.quantity)]
    profiles.sort(key=lambda name: name not in kind.own)
    return {
        "scale": scale,
        "method": str(RULES[rule]),
        "rounding": _rounding_words(*ties[0]) if ties else None,
        "roundings": [_rounding_words(*tie) for tie in ties],
        "profiles": profiles,
        "tied": len(ordered) - 1,
        "equally_good": [_words(place) for place in ordered[1 : _NAMED + 1]],
        "runner_up": _words(kind.after) if kind.after >= 0 else None,
    }


def _words(place: int) -> str:
    scale, rule = CANDIDATES[place]
    return f"{scale}: {RULES[rule]}"


def _rounding_words(by: int, number: int) -> str:
    what = {0: "", 1: "matchpoints (2-1-0) to ", 2: "matchpoints (1-½-0) to "}[by]
    return f"{what}{ROUNDINGS[number]}" if ROUNDINGS[number].step else "none"


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
