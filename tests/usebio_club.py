"""A small USEBIO event as a club prints it: lines with their matchpoints, and a list of pairs."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from neuberg import season
from usebio_text import line_of, usebio_of

#: A line: N-S, E-W, the score, and the matchpoints printed of both.
Line = tuple[int, int, int, float, float]


def club(
    boards: Iterable[Iterable[Line]], pairs: Iterable[dict[str, Any]], name: str = "Club", winner_type: int = 2
) -> str:
    """The document: `boards` from 1 on, and of `pairs` the fields that are printed."""
    head = (
        f"<EVENT_DESCRIPTION>{name}</EVENT_DESCRIPTION><WINNER_TYPE>{winner_type}</WINNER_TYPE>"
        "<DATE>27/07/2022</DATE><SECTION_COUNT>1</SECTION_COUNT>"
    )
    listed = "".join(f"<PAIR>{''.join(f'<{k}>{v}</{k}>' for k, v in pair.items())}</PAIR>" for pair in pairs)
    played = "".join(
        f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{''.join(map(_line, lines))}</BOARD>"
        for number, lines in enumerate(boards, start=1)
    )
    participants = f'<PARTICIPANTS EVENT_TYPE="MP_PAIRS">{listed}</PARTICIPANTS>'
    return usebio_of(f'<EVENT EVENT_TYPE="MP_PAIRS">{head}{participants}{played}</EVENT>')


def _line(line: Line) -> str:
    ns, ew, score, ns_mp, ew_mp = line
    return line_of(
        NS_PAIR_NUMBER=str(ns), EW_PAIR_NUMBER=str(ew), SCORE=str(score),
        NS_MATCH_POINTS=f"{ns_mp:g}", EW_MATCH_POINTS=f"{ew_mp:g}",
    )  # fmt: skip


def pair(number: int, **fields: Any) -> dict[str, Any]:
    """A pair's line of the list: `direction`, `total`, `percent` and `place`, as many as are given."""
    names = {
        "direction": "DIRECTION",
        "total": "TOTAL_SCORE",
        "percent": "PERCENTAGE",
        "place": "PLACE",
    }
    return {"PAIR_NUMBER": number} | {names[name]: value for name, value in fields.items()}


def run(folder: Path, rulings: str = "", /, **documents: str) -> Path:
    """The folder of a run of the documents, by their names, with rulings."""
    source, out = folder / "in", folder / "out"
    source.mkdir(parents=True)
    for name, text in documents.items():
        (source / f"{name}.xml").write_text(text, encoding="utf-8")
    ruled = folder / "rulings.toml"
    ruled.write_text(rulings, encoding="utf-8")
    season.run([source], out, season.Options(validation=False, report=False, rulings=ruled if rulings else None))
    return out
