"""The worked cases of contracts' scores by era, through `neuberg.contract_score`."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

import neuberg

Vector = Mapping[str, Any]
BOOK = 6
#: What is added to the tricks of a contract at no trump that is just made, not vulnerable, since 1935.
PREMIUM = {1: 50, 2: 50, 3: 300, 4: 300, 5: 300, 6: 800, 7: 1300}


def points(level: int, strain: str, doubled: int, over: int, *, vulnerable: bool, era: int = 1987) -> int | None:
    """Declarer's points for a contract with so many tricks over it, or under it."""
    row = {
        "level": level,
        "strain": strain,
        "doubled": doubled,
        "tricks": BOOK + level + over,
        "vulnerable": vulnerable,
    }
    frame = pl.DataFrame({name: [value] for name, value in row.items()})
    return frame.select(neuberg.contract_score(**{name: pl.col(name) for name in row}, era=era)).item()


def nine_down(vector: Vector) -> None:
    found = [points(7, "S", 1, vector["input"]["result"], vulnerable=False, era=era) for era in (1935, 1943, 1987)]
    wanted = vector["expected"]
    assert found == [wanted["1935-1987"], wanted["1935-1987"], wanted["1987-"]]


def thirteen_down(vector: Vector) -> None:
    for era, wanted in vector["expected"].items():
        assert points(7, "NT", vector["input"]["dbl"], -13, vulnerable=True, era=int(era)) == wanted


def made_contracts(vector: Vector) -> None:
    found = []
    for text in vector["input"]["contracts"]:
        level, strain, over = re.fullmatch(r"(\d)([CDHSN])(=|\+\d)", text).groups()  # type: ignore[union-attr]
        found.append(points(int(level), strain, 0, 0 if over == "=" else int(over), vulnerable=False))
    assert found == vector["expected"]["score"]


def the_insult(vector: Vector) -> None:
    wanted = vector["expected"]
    for place, vulnerable in enumerate(vector["input"]["vul"]):
        assert points(5, "C", 2, 1, vulnerable=vulnerable, era=1943) == wanted["5mXX+1_1943-1987"][place]
        assert points(5, "D", 2, 1, vulnerable=vulnerable, era=1987) == wanted["5mXX+1_1987"][place]
        assert points(6, "D", 0, 0, vulnerable=vulnerable, era=1987) == wanted["6m="][place]


def undertricks(vector: Vector) -> None:
    for era, key in ((1932, "1932"), (1935, "1935-"), (1943, "1935-"), (1987, "1935-")):
        found = [points(4, "S", 0, -down, vulnerable=True, era=era) for down in vector["input"]["down"]]
        assert found == [-lost for lost in vector["expected"][key]]


def no_trump_tricks(vector: Vector) -> None:
    for level, wanted in enumerate(vector["expected"]["1935-"], start=1):
        assert points(level, "NT", 0, 0, vulnerable=False, era=1935) == wanted + PREMIUM[level]
    # The slams' premiums of 1932 are not all known: below them the tricks show.
    for level, wanted in enumerate(vector["expected"]["1932"][:5], start=1):
        assert points(level, "NT", 0, 0, vulnerable=False, era=1932) == wanted + PREMIUM[level]


CONTRACT_CHECKS: dict[str, Callable[[Vector], None]] = {
    "CS-01": nine_down,
    "CS-02": thirteen_down,
    "CS-04": made_contracts,
    "CS-05": the_insult,
    "CS-07": undertricks,
    "CS-08": no_trump_tricks,
}
