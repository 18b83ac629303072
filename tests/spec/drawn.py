"""Travellers drawn as text: what a director would write down, on the left the scores, on the right what they get.

On the left `ns` names the pair; `score` is N-S's points, `pass`, an award such as `60-40`, `?` where the score is not
known or `np` where the board was not played; `group` is the form of the deal (empty: none given); `times` is how many
tables the line stands for; `expected` the scores expected. On the right stands any column of a score, `–` for null,
numbers to four decimals. A pair is drawn once more for its second answer.
"""

import re
from collections.abc import Iterator
from textwrap import dedent
from typing import Any, NamedTuple

import polars as pl

import neuberg

AWARD = re.compile(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)")
KINDS = {"pass": "passed_out", "?": "unknown", "np": "not_played"}
SCHEMA = {
    "board": pl.Int32,
    "ns_pair": pl.String,
    "ns_score": pl.Int32,
    "kind": pl.String,
    "ns_award": pl.Float64,
    "ew_award": pl.Float64,
    "given_group": pl.String,
    "multiplicity": pl.Int32,
    "expected": pl.Int32,
}


class Drawn(NamedTuple):
    """A drawn line: what was played, and what it should get."""

    played: dict[str, str]
    wanted: dict[str, str]


def check(profile: str, traveller: str) -> None:
    """Asserts that every line of the traveller gets under the profile what is drawn for it."""
    __tracebackhide__ = True
    lines = list(read(traveller))
    columns = list(lines[0].wanted)
    scored = neuberg.score(frame_of(lines), profile=profile)
    found = [(row["ns_pair"], *(printed(row[name]) for name in columns)) for row in scored.to_dicts()]
    wanted = [(line.played["ns"], *line.wanted.values()) for line in lines]
    assert found == wanted, f"{profile}: {('ns', *columns)}"


def read(traveller: str) -> Iterator[Drawn]:
    """The lines below the heading; each word belongs to the heading that it stands under."""
    heading, *lines = [line for line in dedent(traveller).splitlines() if line.strip()]
    left, right = heading.split("|")
    for line in lines:
        played, wanted = line.split("|")
        drawn = Drawn(under(left, played), under(right, wanted))
        assert len(drawn.wanted) == len(right.split()), f"a column is empty on the right of: {line}"
        yield Drawn(drawn.played, {name: plain(word) for name, word in drawn.wanted.items()})


def under(heading: str, line: str) -> dict[str, str]:
    """The line's words by the heading's, in the heading's order; a heading without a word is left out."""
    words = {}
    for name in re.finditer(r"\S+", heading):
        for word in re.finditer(r"\S+", line):
            if word.start() < name.end() and name.start() < word.end():
                assert name[0] not in words, f"two words under {name[0]!r} in: {line}"
                words[name[0]] = word[0]
    assert len(words) == len(line.split()), f"a word under no heading, or under two, in: {line}"
    return words


def frame_of(lines: list[Drawn]) -> pl.DataFrame:
    """The lines as results of one board; a pair drawn a second time is the same line."""
    played = {line.played["ns"]: line.played for line in lines}
    return pl.DataFrame([result(line) for line in played.values()], schema=SCHEMA)


def result(played: dict[str, str]) -> dict[str, Any]:
    word = played["score"]
    award = AWARD.fullmatch(word)
    kind = "artificial" if award else KINDS.get(word, "played")
    points = {"played": word, "passed_out": "0"}.get(kind)
    return {
        "board": 1,
        "ns_pair": played["ns"],
        "ns_score": None if points is None else int(points),
        "kind": kind,
        "ns_award": float(award[1]) if award else None,
        "ew_award": float(award[2]) if award else None,
        "given_group": played.get("group"),
        "multiplicity": int(played.get("times", "1")),
        "expected": int(played["expected"]) if "expected" in played else None,
    }


def printed(value: object) -> str:
    """A value as it is drawn: numbers to four decimals without closing zeros, null as a dash."""
    if value is None:
        return "–"
    return plain(f"{value:.4f}") if isinstance(value, float) else str(value)


def plain(word: str) -> str:
    """A number without closing zeros, `9.00` as `9`; any other word as it is."""
    return word.rstrip("0").rstrip(".") if re.fullmatch(r"-?\d+\.\d+", word) else word
