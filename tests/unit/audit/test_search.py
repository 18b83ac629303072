"""What an event was published by is found again: profile, scale and rounding, or the set that cannot be told apart."""

from typing import Any

import polars as pl
import pytest

from neuberg.audit.search import RULES
from neuberg.rules import load_profiles
from unit.audit.events import as_event, audited, awarded, fouled, lines, per_cent, published

_SEEDS = (1, 2)
_SCALED = ("wbf-1991", "acbl-1991", "ebu-2025", "nbb-1982")


def varied(seed: int) -> pl.DataFrame:
    """Groups of 4 and 5, 6 and 3, 7 and 2, 8 and 1; two awards; a board with one award less than the others."""
    frame = lines(seed=seed)
    for board, tables in ((1, [6, 7, 8, 9]), (2, [7, 8, 9]), (3, [8, 9]), (4, [9])):
        frame = fouled(frame, board, tables)
    return awarded(awarded(frame, 5, 3, 60.0, 40.0), 6, 4, 50.0, 50.0)


def made() -> dict[object, pl.DataFrame]:
    """Events by what they were published by."""
    profiles = [name for name in load_profiles() if name != "ascherman"]
    plain = {(name, seed): published(varied(seed), name) for name in profiles for seed in _SEEDS}
    scaled = {(name, "tens"): published(varied(1), name, scale=10) for name in _SCALED}
    per_cents = {(name, "per cent"): per_cent(varied(1), name) for name in _SCALED}
    others = {
        "ascherman": published(varied(1), "ascherman"),
        "plain": published(lines(), "wbf-1991"),
        "session": published(average_plus(), "wbf-1991"),
        "flat": published(average_plus(), "magic-contest"),
    }
    return {**plain, **scaled, **per_cents, **others}


def average_plus() -> pl.DataFrame:
    """A pair that is best on its other boards has average plus on one."""
    frame = lines().with_columns(
        ns_score=pl.when(pl.col("table") == "1").then(1000 + pl.col("board")).otherwise("ns_score").cast(pl.Int32)
    )
    return awarded(frame, 2, 1, 60.0, 60.0, "AVE+")


@pytest.fixture(scope="module")
def explained() -> dict[object, dict[str, Any]]:
    """What explains each of the events, all audited at once."""
    events = made()
    together = pl.concat(as_event(frame, number) for number, frame in enumerate(events.values()))
    found = audited(together)["explanations"].filter(pl.col("quantity") == "mp")
    rows = {row["event_id"]: row for row in found.iter_rows(named=True)}
    return {name: rows[number] for number, name in enumerate(events)}


@pytest.mark.parametrize("name", [name for name in load_profiles() if name != "ascherman"])
@pytest.mark.parametrize("seed", _SEEDS)
def test_the_profile_is_among_those_that_cannot_be_told_apart(
    explained: dict[object, dict[str, Any]], name: str, seed: int
) -> None:
    found = explained[name, seed]
    assert found["reproduced"] == found["published"] == 144
    assert name in found["profiles"]
    # What is named besides scores every line of this event alike, to the last decimal printed.
    own = published(varied(seed), name).select("published_ns_mp", "published_ew_mp")
    for other in found["profiles"]:
        assert published(varied(seed), other).select(own.columns).equals(own), other


@pytest.mark.parametrize("name", _SCALED)
def test_each_scale_is_known(explained: dict[object, dict[str, Any]], name: str) -> None:
    own = "2-1-0" if load_profiles()[name].scale == 2 else "1-½-0"
    assert explained[name, 1]["scale"] == own
    assert explained[name, "tens"]["scale"] == f"tens of {own}"
    assert explained[name, "per cent"]["scale"] == "per cent"


def test_ascherman_is_no_profile_of_the_others(explained: dict[object, dict[str, Any]]) -> None:
    assert explained["ascherman"]["profiles"] == ["ascherman"]
    assert explained["ascherman"]["reproduced"] == 144


@pytest.mark.parametrize(
    ("name", "rounding"),
    [("ebu-article", "0.1, half towards average"), ("magic-contest", "0.1, half up"), ("ebu-2025", "0.0001, half")],
)
def test_the_rounding_is_among_those_that_fit(
    explained: dict[object, dict[str, Any]], name: str, rounding: str
) -> None:
    assert any(found.startswith(rounding) for found in explained[name, 1]["roundings"])


def test_a_runner_up_gives_fewer(explained: dict[object, dict[str, Any]]) -> None:
    found = explained["ebu-2025", 1]
    assert found["runner_up"]
    assert 0 < found["runner_up_reproduced"] < 144


def test_an_event_without_fouled_or_adjusted_boards_tells_no_rule_from_another(
    explained: dict[object, dict[str, Any]],
) -> None:
    found = explained["plain"]
    # All but Ascherman's two give plain matchpoints, and so they do when tenths are cut.
    assert found["tied"] == 2 * (len(RULES) - 2) - 1
    assert set(found["profiles"]) == {
        name for name, profile in load_profiles().items() if profile.scale == 2 and name != "ascherman"
    }


def test_average_plus_by_the_session_or_flat(explained: dict[object, dict[str, Any]]) -> None:
    """A pair with more than 60 % of its other boards keeps that for average plus where the rule is the session's."""
    assert "average plus session" in explained["session"]["method"]
    assert "average plus flat" in explained["flat"]["method"]
    assert "magic-contest" not in explained["session"]["profiles"]
