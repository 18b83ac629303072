"""PBN 2.1 in export format: ISO 8859-1, CRLF, a game a deal with its ScoreTable, the TotalScoreTable in the first."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from neuberg._version import version
from neuberg.domain.awards import is_not_played
from neuberg.export.format import Format, Tables
from neuberg.export.words import NOT_PLAYED, Row, award, contract, number, place, told_figures, whole
from neuberg.ingest.source import source
from neuberg.ingest.stage import read_data

#: Characters in a line, its end left out.
_LONGEST = 253
_PLAIN = re.compile(r"[A-Za-z0-9^+.][A-Za-z0-9^+./=-]*|-[0-9.]+")
_HALVES = re.compile(r"(A(?:VE|VG)?[+-]?|[0-9.]{1,8}%)/(A(?:VE|VG)?[+-]?|[0-9.]{1,8}%)", re.IGNORECASE)
_PBN_DATE = re.compile(r"[0-9]{4}\.(?:[0-9]{2}|\?\?)\.(?:[0-9]{2}|\?\?)")
_SCORING = {
    "matchpoints": "MP", "imps": "IMP", "butler": "IMP;Butler", "cross_imps": "IMP;Cross", "board_a_match": "BAM",
    "rubber": "Rubber", "chicago": "Chicago", "cavendish": "Cavendish", "instant": "Instant",
}  # fmt: skip
_IMPS = ("imps", "butler", "cross_imps")
_HANDS = ("north", "east", "south", "west")


def write(tables: Tables) -> bytes:
    """The file of one session of an event; of the event alone where it has only the event's ranking."""
    event = tables["events"].row(0, named=True)
    lines = ["% PBN 2.1", "% EXPORT", f"% Creator: neuberg {version()}"]
    lines += _directives(event, _session(tables))
    lines += [f"% {text}" for text in told_figures(event)]
    totals = list(_totals(tables["pairs"], event["scoring"]))
    games = list(_games(tables))
    for at, (game, table) in enumerate(games):
        lines += ["", *_tags(event, game), *(totals if at == 0 else []), *_score_table(table)]
    if not games:  # A heading alone: the tags of a deal would be one.
        lines += ["", *_tags(event, None), *totals]
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1", "replace")


def _session(tables: Tables) -> str | None:
    named = [*tables["results"]["session"], *tables["boards"]["session"], *tables["pairs"]["session"].drop_nulls()]
    return next((session for session in named if session != "1"), None)


def _directives(event: Row, session: str | None) -> Iterator[str]:
    for name, text in (("Licencee", event["body"]), ("CRSession", session)):
        if text:
            yield f'%<META name={name} content="{_latin(text).replace(chr(34), chr(39))[:200]}">'


def _games(tables: Tables) -> Iterator[tuple[Row, pl.DataFrame]]:
    """Each deal with the lines that played it and are compared, by board; a deal without lines has none."""
    deals = {row["deal_id"]: row for row in tables["boards"].iter_rows(named=True)}
    results = tables["results"]
    games: list[tuple[int, Row, pl.DataFrame]] = []
    for lines in results.partition_by("board", "scored_with", "deal_id", maintain_order=True):
        board = lines["board"][0]
        games.append((board, deals.get(lines["deal_id"][0]) or {"board": board}, lines))
    used = set(results["deal_id"])
    games += [(row["board"], row, results.clear()) for deal_id, row in deals.items() if deal_id not in used]
    for _, game, lines in sorted(games, key=lambda found: found[0]):
        yield game, lines


def _tags(event: Row, game: Row | None) -> Iterator[str]:
    yield _tag("Event", event["name"] or "?")
    yield _tag("Site", "?")
    yield _tag("Date", _date(event))
    if game is not None:
        yield from _deal_tags(game)
    yield _tag("Scoring", _SCORING.get(event["scoring"], "?"))
    if game is not None:
        yield from (_tag(name, "") for name in ("Declarer", "Contract", "Result"))
    if event["competition"]:
        yield _tag("Competition", event["competition"].capitalize())
    if game is not None and game.get("section"):
        yield _tag("Section", game["section"])


def _deal_tags(game: Row) -> Iterator[str]:
    yield _tag("Board", str(game["board"]))
    yield from (_tag(name, "") for name in ("West", "North", "East", "South"))
    yield _tag("Dealer", game.get("dealer") or "?")
    yield _tag("Vulnerable", game.get("vulnerable") or "?")
    hands = [game.get(name) for name in _HANDS]
    yield _tag("Deal", "N:" + " ".join(hand or "-" for hand in hands))


def _date(event: Row) -> str:
    if event["date"] is not None:
        return str(event["date"].strftime("%Y.%m.%d"))
    given = event["date_given"] or ""
    if _PBN_DATE.fullmatch(given):
        return given
    return f"{event['season']}.??.??" if (event["season"] or "unknown") != "unknown" else "?"


def _tag(name: str, value: str) -> str:
    # A value that is `#`, or begins with two of them, speaks of other games; behind two more it is itself.
    value = f"##{value}" if value.startswith("#") else value
    text = _latin(value).replace("\\", "\\\\").replace('"', '\\"')
    room = _LONGEST - len(name) - 5
    return f'[{name} "{text if len(text) <= room else _latin(value)[: room // 2].translate({34: 39, 92: 47})}"]'


def _latin(text: str) -> str:
    """The text on one line in ISO 8859-1: a letter without its accent where the set lacks it, `?` for any other."""
    return "".join(_latin_character(character) for character in text)


def _latin_character(character: str) -> str:
    if character < " " or "\x7f" <= character < "\xa0":
        return " "
    if ord(character) < 256:
        return character
    plain = unicodedata.normalize("NFKD", character)[0]
    return plain if " " <= plain < "\x7f" else "?"


def _cell(text: str) -> str:
    """A text as an element of a row: `-` where there is none, in quotes where it is not one plain word."""
    if not text:
        return "-"
    return text if _PLAIN.fullmatch(text) else '"' + _latin(text).replace('"', "'")[: _LONGEST - 2] + '"'


def _score_table(lines: pl.DataFrame) -> Iterator[str]:
    if lines.height:
        yield from _table("ScoreTable", [_line(row) for row in lines.iter_rows(named=True)])


#: The columns of a table that is not without them, and those that stand only where a row has something in them.
_ALWAYS = frozenset(("PairId_NS", "PairId_EW", "Contract", "Declarer", "Result", "Score_NS", "Score_EW", "PairId"))


def _line(row: Row) -> dict[str, str]:
    ns, ew = _scores(row)
    # Percentages beside a mark of an artificial score would be taken for the awards, which nobody knows.
    printed = {**_figures(row, "MP", "mp"), **_figures(row, "Percentage", "pct"), **_figures(row, "IMP", "imp")}
    if ns == "^-":
        printed |= {"Percentage_NS": "", "Percentage_EW": ""}
    return {
        "Table": row["table"] or "",
        "Round": whole(row["round"]),
        "Room": row["room"] or "",
        "Section": row["written_section"],
        "PairId_NS": row["ns_pair"] or "",
        "PairId_EW": row["ew_pair"] or "",
        "Contract": _contract(row),
        "Declarer": row["declarer"] or "",
        "Result": whole(row["tricks"]),
        "Lead": row["lead"] or "",
        "Score_NS": ns,
        "Score_EW": ew,
        **printed,
        "Multiplicity": whole(row["multiplicity"]) if (row["multiplicity"] or 1) != 1 else "",
    }


def _contract(row: Row) -> str:
    """The contract; none for a line of unknown kind or a weighted one, which would be taken for one played."""
    return "" if row["kind"] in ("unknown", "weighted") else contract(row).replace("PASS", "Pass")


def _scores(row: Row) -> tuple[str, str]:
    """The cells of both sides: points on the side that has them, an award, `NP`; none for what PBN has no word for."""
    kind, score = row["kind"], row["ns_score"]
    if kind == "not_played":
        given = row["award_given"]
        return (given if given and is_not_played(given) else NOT_PLAYED), ""
    if kind == "artificial":
        return _awards(row)
    if kind in ("unknown", "weighted") or score is None:
        return "", ""
    return (str(score), "") if score >= 0 else ("", str(-score))


def _awards(row: Row) -> tuple[str, str]:
    text = award(row)
    if halves := _HALVES.fullmatch(text):
        return halves[1], halves[2]
    if text:
        return text, ""
    one = tuple(f"{number(side)}%" if side is not None else "" for side in (row["ns_award"], row["ew_award"]))
    return (one[0], one[1]) if any(one) else ("^-", "")


def _figures(row: Row, name: str, unit: str) -> dict[str, str]:
    decimals = row[f"published_{unit}_decimals"]
    return {f"{name}_{side}": number(row[f"published_{side.lower()}_{unit}"], decimals) for side in ("NS", "EW")}


def _totals(pairs: pl.DataFrame, scoring: str | None) -> Iterator[str]:
    total = "TotalMP" if scoring == "matchpoints" else "TotalIMP" if scoring in _IMPS else "TotalScore"
    rows = [_contestant(row, total) for row in pairs.iter_rows(named=True)]
    if rows:
        yield from _table("TotalScoreTable", rows)


def _contestant(row: Row, total: str) -> dict[str, str]:
    ids: list[Any] = [*(identity or "" for identity in row["player_ids"] or []), "", ""]
    return {
        "Rank": place(row),
        "Section": row["section"] or "",
        "PairId": row["pair"] or "",
        "Direction": {"NS": "N-S", "EW": "E-W"}.get(row["direction"] or "", ""),
        "Names": " - ".join(name or "?" for name in row["players"] or []),
        "MemberID1": ids[0],
        "MemberID2": ids[1],
        total: number(row["total"], row["total_decimals"]),
        "TotalPercentage": number(row["percent"], row["percent_decimals"]),
        "NrBoards": whole(row["boards"]),
        "ScoreCarryOver": number(row["carryover"]),
        "Penalty": number(row["penalty"]),
    }


def _table(name: str, rows: Sequence[dict[str, str]]) -> Iterator[str]:
    columns = [column for column in rows[0] if column in _ALWAYS or any(row[column] for row in rows)]
    cells = [[_cell(row[column]) for column in columns] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    specified = ";".join(f"{column}\\{width}L" for column, width in zip(columns, widths, strict=True))
    header = f'[{name} "{specified}"]'
    yield header if len(header) <= _LONGEST else f'[{name} "{";".join(columns)}"]'
    for row in cells:
        yield from _wrapped(row, widths)


def _wrapped(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """A row on one line, its columns below each other; on several lines, between elements, where it is too long."""
    aligned = " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    if len(aligned) <= _LONGEST:
        yield aligned
        return
    line = ""
    for cell in row:
        if line and len(line) + 1 + len(cell) > _LONGEST:
            yield line
            line = ""
        line = f"{line} {cell}" if line else cell
    yield line


PBN = Format(
    name="pbn",
    suffix=".pbn",
    holds={
        "events": ("name", "body", "date", "season", "competition", "scoring"),
        "boards": ("session", "board", "dealer", "vulnerable", *_HANDS),
        "results": (
            "session", "section", "scored_with", "board", "round", "table", "room", "ns_pair", "ew_pair",
            "level", "strain", "doubled", "declarer", "lead", "tricks", "ns_score", "kind", "ns_award", "ew_award",
            "award_given", "multiplicity", "deal_id",
            "published_ns_mp", "published_ew_mp", "published_mp_decimals",
            "published_ns_pct", "published_ew_pct", "published_pct_decimals",
            "published_ns_imp", "published_ew_imp", "published_imp_decimals",
        ),
        "pairs": (
            "section", "pair", "direction", "players", "player_ids", "boards", "total", "total_decimals",
            "percent", "percent_decimals", "place", "place_given", "carryover", "penalty",
        ),
    },
    order=("board", "scored_with", "deal_id"),
    write=write,
    read=lambda data: read_data(source("event.pbn", data)),
    repeats_lines=False,
    by_session=True,
    limits="letters outside ISO 8859-1; weighted scores, whose lines become ones of unknown kind; the teams and the "
    "name of a match; more than two members' numbers; the points of a line that has an award; forms of the deal; "
    "quotes within a name, a dash between blanks, and where both names or the only one have them `;`, `/` and `&`",
)  # fmt: skip
