"""Scales of victory points, one TOML file each: a table, or the name of the arithmetic that makes it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from neuberg.errors import RuleError
from neuberg.rules.days import Days
from neuberg.rules.reading import RuleFile, Source, load_rule_files

REGIMES = ("table", "percent_table", "wbf_continuous", "wbf_discrete")


class VpTable(NamedTuple):
    """A scale for matches of so many boards.

    Attributes:
        fewest, most: boards in the match.
        limits: in IMPs, the least margin for each of `vp`; of a percent table, in hundredths of a per cent, the most
            that is still worth each of `vp`.
        vp: the winner's victory points.
    """

    fewest: int
    most: int
    limits: tuple[int, ...]
    vp: tuple[int, ...]


class VpScale(NamedTuple):
    """One scale.

    Attributes:
        regime: `table`, `percent_table`, or the named arithmetic that makes the scale for any number of boards.
        pool: the victory points that both sides share.
    """

    name: str
    title: str
    bodies: tuple[str, ...]
    days: Days
    regime: str
    pool: int
    tables: tuple[VpTable, ...]
    uncertain: tuple[str, ...]
    sources: tuple[Source, ...]

    def table(self, boards: int) -> VpTable:
        """The table for a match of so many boards.

        Raises:
            RuleError: the source has none.
        """
        for table in self.tables:
            if table.fewest <= boards <= table.most:
                return table
        known = ", ".join(f"{table.fewest} to {table.most}" for table in self.tables)
        raise RuleError(f"{self.name} has no table for a match of {boards} boards; wanted {known}")


@lru_cache(maxsize=1)
def load_vp_scales() -> Mapping[str, VpScale]:
    """Every shipped scale by name.

    Raises:
        RuleError: a file is not right.
    """
    return {scale.name: scale for scale in map(read_vp_scale, load_rule_files("vp_scales"))}


def read_vp_scale(file: RuleFile) -> VpScale:
    """One scale from its file.

    Raises:
        RuleError: a key is not right.
    """
    file.only("regime", "pool", "table")
    regime, pool = file.one_of("regime", REGIMES), file.number("pool")
    return VpScale(
        name=file.text("name"),
        title=file.text("title"),
        bodies=file.texts("bodies"),
        days=file.days(),
        regime=regime,
        pool=pool,
        tables=tuple(_table(table, regime, pool) for table in file.tables("table")),
        uncertain=file.texts("uncertain"),
        sources=file.sources(),
    )


def _table(file: RuleFile, regime: str, pool: int) -> VpTable:
    boards = file.rising("boards")
    if len(boards) != 2:
        raise file.wrong("boards", "the fewest and the most")
    if regime == "percent_table":
        limits = file.rising("at_most")
        vp = tuple(range(pool // 2, pool // 2 + len(limits)))
    else:
        limits, vp = file.rising("at_least"), file.rising("vp")
        if len(vp) != len(limits):
            raise file.wrong("vp", f"one for each of at_least, {len(limits)}")
    return VpTable(boards[0], boards[1], limits, vp)


def vp_scale(name: str) -> VpScale:
    """The shipped scale of a name.

    Raises:
        RuleError: there is none; the message lists the names.

    >>> vp_scale("acbl-20").table(boards=7).limits[:3]
    (0, 1, 3)
    """
    scales = load_vp_scales()
    if name not in scales:
        raise RuleError(f"there is no scale of victory points {name!r}; wanted one of: {', '.join(scales)}")
    return scales[name]
