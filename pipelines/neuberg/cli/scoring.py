"""`neuberg score TRAVELLERS.csv`: the file's own rows, each with its score under a profile."""

import csv
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import polars as pl

from neuberg.cli import printing
from neuberg.errors import UsageError
from neuberg.ingest import stage, travellers_csv
from neuberg.ingest.settings import settings_for
from neuberg.ingest.source import Source, decode, read_source
from neuberg.rules import ImpProfile, load_profiles, rule_named
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
#: Of the added columns those that are no figures, and those that are counts.
_TEXTS, _COUNTS = ("profile", "comparison_group", "method"), ("n", "field")
#: Findings of the checks that are said line by line.
_MOST_FLAGS = 20


def score(travellers: Path, profile: str, rulings: Path | None, as_json: bool) -> None:
    """Print the scored rows on stdout, as CSV in the file's own delimiter or as JSON.

    What was wrong with the file, and what the checks found, is said on stderr.

    Raises:
        UsageError: the file is not there or is not a traveller CSV.
        RulingError: a ruling is on another event, or its guard no longer holds.
    """
    found = _source(travellers)
    tables = stage.read_data(found, settings_for(travellers, travellers.parent))
    _tell_problems(travellers, tables["problems"])
    scored, why, flags = scored_lines(tables, Options(profile=profile, rulings=rulings))
    _tell_flags(travellers, flags)
    if profile == AUTO:
        for name, reason in why:
            _say(f"neuberg: scored under {name}: {reason}")
    _tell_unscored(scored)
    _tell_in_field(scored)
    if twice := scored.filter(pl.col("variant") == 2)["board"].unique().sort().to_list():
        boards = ", ".join(map(str, twice))
        _say(f"neuberg: the rule leaves two answers on board {boards}: each row stands twice")
    sheet = travellers_csv.parse(decode(found.data)[0])
    figures = _added(scored["profile"].unique())
    added = ("profile", *figures) if len(why) > 1 else figures
    rows = _rows(sheet, scored, added)
    if as_json:
        print(printing.as_json_text([_as_object(sheet.header, row) for row in rows]))
    else:
        writer = csv.writer(sys.stdout, delimiter=sheet.delimiter, lineterminator="\n")
        writer.writerow([*sheet.header, *added])
        writer.writerows([*row.given, *row.added.values(), *row.surplus] for row in rows)


def _source(travellers: Path) -> Source:
    if not travellers.is_file():
        what = "is a folder" if travellers.is_dir() else "is not there"
        raise UsageError(f"{str(travellers)!r} {what}; wanted a CSV file of traveller lines")
    found = read_source(travellers, travellers.parent)
    if not travellers_csv.recognises(found):
        raise UsageError(f"{travellers}: its first line is not a traveller's; wanted the columns board, ns, ew, score")
    return found


def _say(text: str) -> None:
    print(printing.plain(text), file=sys.stderr)


def _tell_problems(travellers: Path, problems: pl.DataFrame) -> None:
    for problem in problems.sort("line").iter_rows(named=True):
        place = f"{travellers}:{problem['line'] or 1}"
        _say(f"{place}: {problem['code']}: found {problem['found']}; wanted {problem['wanted']}")


def _tell_flags(travellers: Path, flags: pl.DataFrame) -> None:
    """Say what the checks found, the first of it line by line."""
    told = flags.filter(pl.col("severity") != "info").sort("line", maintain_order=True)
    for flag in told.head(_MOST_FLAGS).iter_rows(named=True):
        law = f" ({flag['law']})" if flag["law"] else ""
        place = f"{travellers}:{flag['line'] or 1}"
        _say(f"{place}: {flag['check']}{law}: found {flag['found']}; wanted {flag['expected']}")
    if told.height > _MOST_FLAGS:
        _say(f"neuberg: the checks found {told.height - _MOST_FLAGS:,} more; `neuberg run` lists all")


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
    results = results.filter(~_at_matchpoints())
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


def _at_matchpoints() -> pl.Expr:
    return pl.col("profile").is_in(list(load_profiles()))


def _tell_in_field(scored: pl.DataFrame) -> None:
    """Say on stderr of which boards N counts lines that have no score or award: the other scores are brought to N."""
    unscored = scored.filter(_at_matchpoints(), pl.col("method").is_null(), pl.col("kind") != "not_played")
    lines_once = unscored.unique("line").sort("board", "line")
    boards = lines_once.group_by("session", "scored_with", "board", maintain_order=True)
    for board, lines, field in boards.agg(pl.len(), pl.col("field").max()).select("board", "len", "field").iter_rows():
        number = "1 line has" if lines == 1 else f"{lines} lines have"
        _say(
            f"neuberg: board {board}: {number} no score or award; N ({field}) counts them, the others are brought to it"
        )


class _Row(NamedTuple):
    """A row of the sheet: its fields under the header, the texts of the columns added to it, and the fields beyond."""

    given: list[str]
    added: dict[str, str]
    surplus: list[str]


def _rows(sheet: travellers_csv.Sheet, scored: pl.DataFrame, added: tuple[str, ...]) -> Iterator[_Row]:
    """The sheet's rows with the added columns, empty for a row without a score."""
    counts = pl.col("method").is_not_null()
    # At total points a side's score is its own points.
    scored = scored.with_columns(
        ns_points=pl.when(counts).then("ns_score"), ew_points=pl.when(counts).then(-pl.col("ns_score"))
    )
    by_line: dict[int, list[dict[str, object]]] = {}
    for answer in scored.select("line", "decimals", *added).iter_rows(named=True):
        by_line.setdefault(answer["line"], []).append(answer)
    width = len(sheet.header)
    for line, fields in sheet.rows:
        given, surplus = [*fields[:width], *[""] * (width - len(fields))], fields[width:]
        for answer in by_line.get(line, [dict.fromkeys(added)]):
            yield _Row(given, {name: _text(name, answer[name], answer.get("decimals")) for name in added}, surplus)


def _as_object(header: list[str], row: _Row) -> dict[str, object]:
    """The row for JSON: what the file says as its texts, the figures as numbers, null where there is none."""
    figures = {name: _figure(name, text) for name, text in row.added.items()}
    beyond = {"beyond the header": row.surplus} if row.surplus else {}
    return {**dict(zip(header, row.given, strict=True)), **figures, **beyond}


def _figure(name: str, text: str) -> object:
    if not text:
        return None
    return text if name in _TEXTS else int(text) if name in _COUNTS else float(text)


def _text(name: str, value: object, decimals: object) -> str:
    """Matchpoints and IMPs in the profile's decimals, percentages in two; nothing where there is none."""
    if value is None:
        return ""
    if name.endswith(("_mp", "_imp")):
        return f"{value:.{decimals}f}"
    return f"{value:.{_PERCENT_DECIMALS}f}" if name.endswith("_pct") else str(value)
