"""`neuberg score TRAVELLERS.csv`: the file's own rows, each with its score under a profile."""

import csv
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import polars as pl

from neuberg.cli import printing
from neuberg.errors import UsageError
from neuberg.ingest import stage, travellers_csv
from neuberg.ingest.settings import settings_for
from neuberg.ingest.source import decode, read_source
from neuberg.rules import ImpProfile, rule_named
from neuberg.season import AUTO, Options, scored_lines

#: What the scored CSV adds, by what a method gives.
_FIRST, _LAST = ("comparison_group", "n", "field"), ("method",)
_FIGURES = {
    "matchpoints": ("ns_mp", "ew_mp", "ns_pct", "ew_pct"),
    "imps": ("ns_imp", "ew_imp"),
    "points": ("ns_points", "ew_points"),
}
_TWO_TABLES = "the two tables of a match, as two lines of the board in one section; another match is another section"
#: What a line without a score lacks, by the method.
_NEEDS = {
    "match_imps": _TWO_TABLES,
    "board_a_match": _TWO_TABLES,
    "cross_imps": "another score of the board to compare with, and no weighted score of which E-W's parts differ",
    "butler": "scores for a datum, none of them weighted",
}
_PERCENT_DECIMALS = 2


def score(travellers: Path, profile: str) -> None:
    """Print the scored CSV on stdout, in the file's own delimiter, and what was wrong with it on stderr.

    Raises:
        UsageError: the file is not there or is not a traveller CSV.
    """
    if not travellers.is_file():
        what = "is a folder" if travellers.is_dir() else "is not there"
        raise UsageError(f"{str(travellers)!r} {what}; wanted a CSV file of traveller lines")
    found = read_source(travellers, travellers.parent)
    if not travellers_csv.recognises(found):
        raise UsageError(f"{travellers}: its first line is not a traveller's; wanted the columns board, ns, ew, score")
    tables = stage.read_data(found, settings_for(travellers, travellers.parent))
    for problem in tables["problems"].sort("line").iter_rows(named=True):
        place = f"{travellers}:{problem['line'] or 1}"
        said = f"{place}: {problem['code']}: found {problem['found']}; wanted {problem['wanted']}"
        print(printing.plain(said), file=sys.stderr)
    scored, why = scored_lines(tables, Options(profile=profile))
    if profile == AUTO:
        for name, reason in why:
            print(f"neuberg: scored under {name}: {reason}", file=sys.stderr)
    _tell_unscored(scored)
    if twice := scored.filter(pl.col("variant") == 2)["board"].unique().sort().to_list():
        boards = ", ".join(map(str, twice))
        print(f"neuberg: the rule leaves two answers on board {boards}: each row stands twice", file=sys.stderr)
    _write(sys.stdout, travellers_csv.parse(decode(found.data)[0]), scored, several=len(why) > 1)


def _given_by(profile: str) -> str:
    """What a profile's method gives: matchpoints, IMPs or points."""
    rule = rule_named(profile)
    if not isinstance(rule, ImpProfile) or rule.method == "board_a_match":
        return "matchpoints"
    return "points" if rule.method == "total_points" else "imps"


def _added(profiles: Iterable[str]) -> tuple[str, ...]:
    """The columns that the rows of these profiles add; those of matchpoints where there is none."""
    given = set(map(_given_by, profiles)) or {"matchpoints"}
    figures = [name for kind, names in _FIGURES.items() if kind in given for name in names]
    return (*_FIRST, *figures, *_LAST)


def _tell_unscored(scored: pl.DataFrame) -> None:
    """Say on stderr how many results the rule gives no score, or E-W none."""
    results = scored.filter(pl.col("kind").is_in(["played", "passed_out", "weighted"]), pl.col("variant") == 1)
    one_sided = pl.col("ns_imp").is_not_null() & pl.col("ew_imp").is_null()
    for name, rows in results.filter(pl.col("method").is_null() | one_sided).group_by("profile", maintain_order=True):
        boards = ", ".join(map(str, rows["board"].unique().sort().to_list()))
        rule = rule_named(str(name[0]))
        needs = _NEEDS.get(rule.method) if isinstance(rule, ImpProfile) else None
        wanted = f"; wanted {needs}" if needs else ""
        said = (
            f"neuberg: {name[0]} gives no score, or one side none, to {rows.height} line(s) of board {boards}{wanted}"
        )
        print(said, file=sys.stderr)


def _write(file: TextIO, sheet: travellers_csv.Sheet, scored: pl.DataFrame, *, several: bool) -> None:
    """The sheet's rows with the added columns, empty for a row without a score; fields beyond the header stand last."""
    figures = _added(scored["profile"].unique())
    added = ("profile", *figures) if several else figures
    counts = pl.col("method").is_not_null()
    # At total points a side's score is its own points.
    scored = scored.with_columns(
        ns_points=pl.when(counts).then("ns_score"), ew_points=pl.when(counts).then(-pl.col("ns_score"))
    )
    writer = csv.writer(file, delimiter=sheet.delimiter, lineterminator="\n")
    writer.writerow([*sheet.header, *added])
    by_line: dict[int, list[dict[str, object]]] = {}
    for answer in scored.select("line", "decimals", *added).iter_rows(named=True):
        by_line.setdefault(answer["line"], []).append(answer)
    width = len(sheet.header)
    for line, fields in sheet.rows:
        given, surplus = [*fields[:width], *[""] * (width - len(fields))], fields[width:]
        for answer in by_line.get(line, [dict.fromkeys(added)]):
            texts = (_text(name, answer[name], answer.get("decimals")) for name in added)
            writer.writerow([*given, *texts, *surplus])


def _text(name: str, value: object, decimals: object) -> str:
    """Matchpoints and IMPs in the profile's decimals, percentages in two; nothing where there is none."""
    if value is None:
        return ""
    if name.endswith(("_mp", "_imp")):
        return f"{value:.{decimals}f}"
    return f"{value:.{_PERCENT_DECIMALS}f}" if name.endswith("_pct") else str(value)
