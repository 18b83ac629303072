"""What a contract scores at duplicate, in each era of the scoring table.

Sources: the codes of 1932 and 31 March 1935 (Time, 25 March 1935), of March 1943 (Time, 1 March 1943) and of 1987
(the laws of that year); duplicate premiums of 50, 300 and 500 (Dutch laws 1963, art. 75). Where a source is silent
(a doubled contract made before 1943, a small slam of 1932) the score is null: never a guess.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.domain.boards import is_north_south, is_vulnerable

#: The eras of the scoring table, each named for its first year, with the first and last day it may have been in force.
#: Of the codes before 1932 none was found: on their days there is no table.
#: The day of the 1943 and 1987 changes in each country is not known, so those years (and 1988) have two tables; and the
#: code of 1943 was American: elsewhere that of 1935 stood until the one of 1948, which the last took over in 1958.
_ERA_DAYS = {
    1932: (dt.date(1932, 1, 1), dt.date(1935, 3, 30)),
    1935: (dt.date(1935, 3, 31), dt.date(1958, 12, 31)),
    1943: (dt.date(1943, 1, 1), dt.date(1988, 12, 31)),
    1987: (dt.date(1987, 1, 1), dt.date.max),
}
ERAS = tuple(_ERA_DAYS)

_STRAIN_CLASS = {"C": 0, "D": 0, "H": 1, "S": 1, "NT": 2}
_MINOR, _MAJOR = 20, 30
_BOOK = 6


def is_era_on(date: pl.Expr, era: int) -> pl.Expr:
    """Whether an era's table may have been in force on a day; an unknown day is taken as today.

    >>> days = pl.DataFrame({"date": [dt.date(1987, 6, 1), dt.date(1950, 1, 1), None]})
    >>> days.select(before=is_era_on(pl.col("date"), 1943), now=is_era_on(pl.col("date"), 1987)).rows()
    [(True, True), (True, False), (False, True)]
    """
    first, last = _ERA_DAYS[era]
    return date.is_between(first, last).fill_null(era == ERAS[-1])


def contract_score(
    *, level: pl.Expr, strain: pl.Expr, doubled: pl.Expr, tricks: pl.Expr, vulnerable: pl.Expr, era: int = 1987
) -> pl.Expr:
    """Declarer's score in points, negative when the contract failed; null where the era's source is silent.

    Args:
        level: 1 to 7.
        strain: C, D, H, S or NT.
        doubled: 0, 1 doubled, 2 redoubled.
        tricks: won by declarer in all, 0 to 13.
        vulnerable: whether declarer's side is, as a boolean.
        era: one of `ERAS`.

    >>> frame = pl.DataFrame({"level": [3, 4, 7], "strain": ["NT", "S", "S"], "doubled": [0, 0, 1],
    ...                       "tricks": [11, 10, 4], "vulnerable": [True, False, False]})
    >>> columns = {name: pl.col(name) for name in frame.columns}
    >>> frame.select(now=contract_score(**columns), before=contract_score(**columns, era=1943))
    shape: (3, 2)
    ┌───────┬────────┐
    │ now   ┆ before │
    │ ---   ┆ ---    │
    │ i32   ┆ i32    │
    ╞═══════╪════════╡
    │ 660   ┆ 660    │
    │ 420   ┆ 420    │
    │ -2300 ┆ -1700  │
    └───────┴────────┘
    """
    level, doubled, tricks = (number.cast(pl.Int32) for number in (level, doubled, tricks))
    over = tricks - level - _BOOK
    made = _made(level, strain.cast(pl.String), doubled, over, vulnerable, era)
    down = _penalty(-over, doubled, vulnerable, era)
    return pl.when(over >= 0).then(made).when(over < 0).then(-down).cast(pl.Int32)


def possible_points(vulnerable: pl.Expr | None) -> tuple[pl.Expr, ...]:
    """The N-S scores that a play's contract and tricks may make, in points, one expression a possibility.

    One for each table that may have been in force on the date (the second is null where there is one), and for each
    vulnerability where it is not known. Null where the contract, declarer, tricks or vulnerability is not known, or
    the source of one of the tables is silent. Takes the columns `level, strain, doubled, declarer, tricks, date`.

    Args:
        vulnerable: the board's vulnerability (None, NS, EW, All), null where not known; None for either.

    >>> frame = pl.DataFrame({"level": [1, 4], "strain": ["C", "S"], "doubled": [0, 1], "tricks": [6, 6],
    ...                       "declarer": ["W", "N"], "date": [None, dt.date(1987, 5, 1)], "v": ["All", "None"]})
    >>> [frame.select(points).to_series().to_list() for points in possible_points(pl.col("v"))]
    [[100, -800], [None, -700]]
    """
    known = (pl.lit("None"), pl.lit("All")) if vulnerable is None else (vulnerable,)
    late, early = _latest_era(), _earliest_era()
    return tuple(
        points
        for at in known
        for points in (
            pl.when(~_is_silent()).then(_looked_up(late, at)),
            pl.when(early != late).then(_looked_up(early, at)),
        )
    )


def _is_silent() -> pl.Expr:
    """Whether the table of 1935 may have been in force, whose source does not say what a doubled contract makes."""
    made = (pl.col("doubled") > 0) & (pl.col("tricks") - pl.col("level").cast(pl.Int32) >= _BOOK)
    return made.fill_null(False) & (pl.col("date") <= _ERA_DAYS[1935][1]).fill_null(False)


def is_possible_score(vulnerable: pl.Expr) -> pl.Expr:
    """Whether some contract makes the N-S score at a vulnerability, under a table that may have been in force.

    Where a contract is known without its tricks, whether that contract makes it. True where the table's source may be
    silent on a score, and null where there is no score. Takes `level, strain, doubled, declarer, date, ns_score`.

    Args:
        vulnerable: the board's vulnerability, null for any.

    >>> frame = pl.DataFrame({"ns_score": [620, 620, 625, -690], "v": ["NS", "EW", None, None], "date": None,
    ...                       "level": [None, None, None, 3], "strain": "NT", "doubled": 0, "declarer": "E"})
    >>> frame.select(is_possible_score(pl.col("v"))).to_series().to_list()
    [True, False, False, True]
    """
    at = vulnerable.cast(pl.String).replace_strict(list(_SIDES), range(len(_SIDES)), default=0, return_dtype=pl.Int64)
    contract = _contract_place()
    eras = (_latest_era(), _earliest_era())
    made = [
        (_score_code(era, at, contract, pl.col("ns_score"))).is_in(pl.lit(_possible_codes()).implode()) for era in eras
    ]
    # Of a doubled contract that was made the older tables' sources say nothing; but no table has scores by fives.
    silent = (_earliest_era() < ERAS.index(1943)) & (pl.col("ns_score") % 10 == 0)
    return pl.when(pl.col("ns_score").is_not_null()).then(pl.any_horizontal(*made, silent, pl.col("ns_score") == 0))


@lru_cache(maxsize=1)
def every_score() -> frozenset[int]:
    """Every number of points that a contract makes or fails by, vulnerable or not, by the tables of 1943 and 1987.

    >>> [points in every_score() for points in (90, 620, 7600, 6500, 85)]
    [True, True, True, False, False]
    """
    since = len(_all_scores()) // len(ERAS) * ERAS.index(1943)
    return frozenset(_all_scores()[since:].abs())


#: Whether N-S and E-W are vulnerable, by the board's vulnerability; None for either.
_SIDES: dict[str | None, tuple[tuple[bool, ...], tuple[bool, ...]]] = {
    None: ((False, True), (False, True)),
    "None": ((False,), (False,)),
    "NS": ((True,), (False,)),
    "EW": ((False,), (True,)),
    "All": ((True,), (True,)),
}
_ANY_CONTRACT = 0
_CONTRACTS = 7 * 3 * 3 * 2 + 1


def _contract_place() -> pl.Expr:
    """The number of a contract and its declarer's side, from 1; 0 where they are not known."""
    strain = pl.col("strain").cast(pl.String).replace_strict(_STRAIN_CLASS, default=None, return_dtype=pl.Int64)
    side = (~is_north_south(pl.col("declarer"))).cast(pl.Int64)
    place = ((pl.col("level").cast(pl.Int64) - 1) * 3 + strain) * 3 + pl.col("doubled").cast(pl.Int64)
    return (place * 2 + side + 1).fill_null(_ANY_CONTRACT)


def _score_code(era: pl.Expr, at: pl.Expr, contract: pl.Expr, score: pl.Expr) -> pl.Expr:
    return (((era * len(_SIDES) + at) * _CONTRACTS + contract) * 2**17 + score.cast(pl.Int64) + 2**16).cast(pl.Int64)


@lru_cache(maxsize=1)
def _possible_codes() -> pl.Series:
    """A number for each era, vulnerability, contract (or any) and N-S score that it can make."""
    sizes = (range(len(ERAS)), (False, True), range(63), range(14))
    every = _every(dict(zip("evct", sizes, strict=True))).with_columns(score=_all_scores()).drop_nulls()
    codes = []
    for at, sides in enumerate(_SIDES.values()):
        for side, (vulnerable, sign) in enumerate(zip(sides, (1, -1), strict=True)):
            rows = every.filter(pl.col("v").is_in(vulnerable))
            for contract in (pl.col("c") * 2 + side + 1, pl.lit(_ANY_CONTRACT)):
                code = _score_code(pl.col("e"), pl.lit(at), contract, sign * pl.col("score"))
                codes.append(rows.select(code.alias("code"))["code"])
    return pl.concat(codes).unique()


def _latest_era() -> pl.Expr:
    """The place in `ERAS` of the newest table that may have been in force on `date`; null before the oldest."""
    return _era_place([first for first, _ in list(_ERA_DAYS.values())[1:]])


def _earliest_era() -> pl.Expr:
    return _era_place([last + dt.timedelta(days=1) for _, last in list(_ERA_DAYS.values())[:-1]])


def _era_place(turns: list[dt.date]) -> pl.Expr:
    passed = [(pl.col("date") >= turn).fill_null(True).cast(pl.Int32) for turn in turns]
    is_before = (pl.col("date") < _ERA_DAYS[1932][0]).fill_null(False)
    return pl.when(~is_before).then(pl.sum_horizontal(passed))


def _looked_up(era: pl.Expr, vulnerable: pl.Expr) -> pl.Expr:
    """N-S's score from the table of all contracts: one look-up in place of the arithmetic for every row."""
    parts = (
        (_place_in(vulnerable, schemas.VULNERABLE), len(schemas.VULNERABILITIES)),
        (_place_in(pl.col("declarer"), schemas.SEAT), len(schemas.SEATS)),
        (pl.col("level").cast(pl.Int32) - 1, 7),
        (_place_in(pl.col("strain"), schemas.STRAIN), len(schemas.STRAINS)),
        (pl.col("doubled").cast(pl.Int32), 3),
        (pl.col("tricks").cast(pl.Int32), 14),
    )
    place = era
    for part, size in parts:
        place = place * size + part
    return pl.lit(_all_points()).gather(place)


def _place_in(value: pl.Expr, names: pl.Enum) -> pl.Expr:
    return value.cast(names, strict=False).to_physical().cast(pl.Int32)


@lru_cache(maxsize=1)
def _all_points() -> pl.Series:
    """N-S's score for each era, vulnerability, declarer, level, strain, doubling and tricks, in that order."""
    sizes: dict[str, Iterable[Any]] = {
        "vulnerable": schemas.VULNERABILITIES,
        "declarer": schemas.SEATS,
        "level": range(1, 8),
    }
    frame = _every(sizes | {"strain": schemas.STRAINS, "doubled": range(3), "tricks": range(14)})
    side = is_vulnerable(pl.col("vulnerable"), pl.col("declarer"))
    columns = {name: pl.col(name) for name in ("level", "strain", "doubled", "tricks")}
    sign = pl.when(is_north_south(pl.col("declarer"))).then(1).otherwise(-1)
    return pl.concat(
        [frame.select(points=sign * contract_score(**columns, vulnerable=side, era=era))["points"] for era in ERAS]
    )


def _every(values: Mapping[str, Iterable[Any]]) -> pl.DataFrame:
    """Every combination of values, the last changing fastest."""
    frame = pl.DataFrame({"_": [0]})
    for name, some in values.items():
        frame = frame.join(pl.DataFrame({name: list(some)}), how="cross", maintain_order="left_right")
    return frame.drop("_")


@lru_cache(maxsize=1)
def _all_scores() -> pl.Series:
    """Declarer's score for each era, vulnerability, level, kind of strain, doubling and tricks, in that order."""
    sizes: dict[str, Iterable[Any]] = {
        "vulnerable": [False, True],
        "level": range(1, 8),
        "strain": ["C", "H", "NT"],
        "doubled": range(3),
    }
    frame = _every(sizes | {"tricks": range(14)})
    columns = {name: pl.col(name) for name in frame.columns}
    return pl.concat([frame.select(points=contract_score(**columns, era=era))["points"] for era in ERAS])


def _made(level: pl.Expr, strain: pl.Expr, doubled: pl.Expr, over: pl.Expr, vulnerable: pl.Expr, era: int) -> pl.Expr:
    per_trick = pl.when(strain.is_in(["C", "D"])).then(_MINOR).otherwise(_MAJOR)
    # No trump counts 40 for its first trick; before 1935 for its second, fourth and sixth.
    extra = 10 * (level // 2) if era < 1935 else pl.lit(10)
    contract = (per_trick * level + pl.when(strain == "NT").then(extra).otherwise(0)) * 2**doubled
    game = _by(vulnerable, 500, 300)
    premium = pl.when(contract >= 100).then(game).otherwise(50)
    overtricks = over * pl.when(doubled == 0).then(per_trick).otherwise(_by(vulnerable, 200, 100) * doubled)
    score = contract + premium + _slam(level, vulnerable, era) + overtricks + _insult(doubled, era)
    if era < 1935:
        # No-trump overtricks went by the alternating scale, whose place the source does not show.
        return pl.when((strain != "NT") | (over == 0)).then(score)
    return score


def _slam(level: pl.Expr, vulnerable: pl.Expr, era: int) -> pl.Expr:
    grand = _by(vulnerable, 2250, 1500) if era < 1935 else _by(vulnerable, 1500, 1000)
    small = pl.lit(None, dtype=pl.Int32) if era < 1935 else _by(vulnerable, 750, 500)
    return pl.when(level == 7).then(grand).when(level == 6).then(small).otherwise(0)


def _insult(doubled: pl.Expr, era: int) -> pl.Expr:
    """The bonus for making a doubled contract: 50, and since 1987 100 when redoubled; unknown before 1943."""
    if era < 1943:
        return pl.when(doubled == 0).then(0)
    return pl.when(doubled == 0).then(0).otherwise(50 * doubled if era >= 1987 else 50)


def _penalty(down: pl.Expr, doubled: pl.Expr, vulnerable: pl.Expr, era: int) -> pl.Expr:
    if era < 1935:
        # Each further trick cost 50 more than the one before (100 more when doubled and vulnerable).
        rising = 50 * down * (down - 1) // 2
        undoubled = pl.when(vulnerable).then(100 * down + rising).otherwise(50 * down)
        once = (100 * down + rising) * _by(vulnerable, 2, 1)
    else:
        undoubled = down * _by(vulnerable, 100, 50)
        once = pl.when(vulnerable).then(300 * down - 100).otherwise(_doubled_not_vulnerable(down, era))
    penalty = pl.when(doubled == 0).then(undoubled).otherwise(once * doubled)
    return pl.when(vulnerable.is_not_null()).then(penalty)


def _doubled_not_vulnerable(down: pl.Expr, era: int) -> pl.Expr:
    """100, then 200 each; since 1987 the fourth and each further trick 300."""
    further = (down - 3).clip(lower_bound=0) * 100 if era >= 1987 else 0
    return 200 * down - 100 + further


def _by(vulnerable: pl.Expr, yes: int, no: int) -> pl.Expr:
    return pl.when(vulnerable).then(yes).when(~vulnerable).then(no)
