"""The lines of several PBN texts as columns, where every line is a regular one: a tag, a row, a text to pass over."""

import re
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from neuberg.ingest.pbn.game import KEPT, RESULT_TABLES
from neuberg.ingest.pbn.inherit import NEVER_INHERITED
from neuberg.ingest.pbn.tokens import LONGEST_LINE, SKIPPED

Ints = npt.NDArray[np.int64]
#: The tags that games keep, by place.
NAMES = (*sorted(KEPT), *RESULT_TABLES, "Play")
SCORE_TABLE, TOTAL_SCORE_TABLE, PLAY = (NAMES.index(name) for name in (*RESULT_TABLES, "Play"))
_PASSED_OVER, _OTHER, _IRREGULAR = len(NAMES), len(NAMES) + 1, len(NAMES) + 2

_BLANK, _TAG, _TEXT, _DIRECTIVE = range(4)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_CONTROL = bytes(byte for byte in range(32) if byte not in b"\t\n\r") + b"\x7f"
_NEVER = -1


class Lines(NamedTuple):
    """What the lines hold, each game by its place among the games of all texts.

    Attributes:
        tags: `file, line, game, code, value` of each tag; `code` is its place in `NAMES`, or beyond.
        rows: `game, line, code, text` of each row of a result table.
        leads: `game, line, text` of the first text of each play.
        irregular: the texts that the exact tokenizer must read.
    """

    tags: pl.DataFrame
    rows: pl.DataFrame
    leads: pl.DataFrame
    irregular: set[int]


def may_be_regular(text: str) -> bool:
    """Whether a text has nothing that only the exact tokenizer takes: comments, control characters, endless lines.

    >>> may_be_regular('[Board "1"]'), may_be_regular("{a comment}"), may_be_regular("a\\x1fb")
    (True, False, False)
    """
    if "{" in text or "}" in text or _has_endless_line(text):
        return False
    data = text.encode("utf-8", "surrogatepass")
    return len(data.translate(None, _CONTROL)) == len(data)


def _has_endless_line(text: str) -> bool:
    """Whether a line may be longer than the tokenizer takes: a stretch of that length without an end of line."""
    at = 0
    while len(text) - at > LONGEST_LINE:
        end = max(text.rfind(mark, at, at + LONGEST_LINE + 1) for mark in "\n\r")
        if end < 0:
            return True
        at = end + 1
    return False


def read_lines(texts: list[str]) -> Lines:
    """The lines of texts that `may_be_regular`, their line ends plain."""
    lines = _classified(texts)
    kind, file = lines["kind"].to_numpy(), lines["file"].to_numpy()
    # Whether a game has ended is told by the last line that is no text: a tag of it, or a blank one.
    turns = np.flatnonzero(kind != _TEXT)
    is_tag = kind[turns] == _TAG
    begins = is_tag.copy()
    begins[1:] &= ~is_tag[:-1] | (file[turns][1:] != file[turns][:-1])
    games = np.cumsum(begins) - 1
    tags = _tags(lines[turns[is_tag]], games[is_tag])
    texts_at = np.flatnonzero(kind == _TEXT)
    owner = np.searchsorted(turns, texts_at) - 1
    owned = owner >= 0
    own = owner[owned]
    owned[owned] = is_tag[own] & (file[turns[own]] == file[texts_at[owned]])
    irregular = set(np.unique(file[texts_at[~owned]]).tolist())
    irregular |= set(lines.filter(kind=_TEXT, special=True)["file"].unique())
    irregular |= _irregular(tags)
    owning = (np.cumsum(is_tag) - 1)[owner[owned]]
    return _owned(lines[texts_at[owned]], owning, tags, irregular)


def _classified(texts: list[str]) -> pl.DataFrame:
    """Every line with its text's place, its number and its kind, without directives."""
    text = pl.col("text")
    kind = (
        pl.when(text.str.starts_with("["))
        .then(_TAG)
        .when(text.str.strip_chars().str.len_bytes() == 0)
        .then(_BLANK)
        .when(text.str.starts_with("%"))
        .then(_DIRECTIVE)
        .otherwise(_TEXT)
    )
    return (
        pl.DataFrame({"file": range(len(texts)), "text": texts}, schema={"file": pl.Int64, "text": pl.String})
        .with_columns(text.str.split("\n"))
        .with_columns(line=pl.int_ranges(1, text.list.len() + 1, dtype=pl.Int32))
        .explode("text", "line")
        .with_columns(kind=kind.cast(pl.Int8))
        .filter(pl.col("kind") != _DIRECTIVE)
        .with_columns(special=pl.when(kind=_TEXT).then(text.str.contains(r"[\[{};]")))
    )


def _tags(lines: pl.DataFrame, games: Ints) -> pl.DataFrame:
    part = pl.col("part").struct
    value = part.field("field_1")
    is_regular = (part.field("field_2").str.strip_chars_end(" \t") == "]") & ~(
        value.str.ends_with("\\") | value.str.contains("\\\\", literal=True)
    )
    tags = lines.select("file", "line", part=pl.col("text").str.splitn('"', 3), game=pl.Series(games)).select(
        "file",
        "line",
        "game",
        name=part.field("field_0").str.slice(1).str.strip_chars_end(" \t"),
        value=value,
        is_regular=is_regular.fill_null(False),
    )
    names = tags["name"].unique()
    codes = pl.Series([_code(name) for name in names], dtype=pl.Int64)
    code = pl.when("is_regular").then(pl.col("name").replace_strict(names, codes)).otherwise(_IRREGULAR)
    return tags.select("file", "line", "game", "value", code=code)


def _code(name: str) -> int:
    if name in NAMES:
        return NAMES.index(name)
    if not _NAME.fullmatch(name):
        return _IRREGULAR
    return _PASSED_OVER if name in SKIPPED or name.endswith("Table") else _OTHER


def places(tags: pl.DataFrame) -> Ints:
    """The row of each tag of `NAMES` (down) in each game (across); -1 where the game has none."""
    games = (tags["game"].item(-1) + 1) if tags.height else 0
    found = np.full((len(NAMES), games), _NEVER, dtype=np.int64)
    code, game = tags["code"].to_numpy(), tags["game"].to_numpy()
    kept = np.flatnonzero(code < len(NAMES))
    found[code[kept], game[kept]] = kept
    return found


def _irregular(tags: pl.DataFrame) -> set[int]:
    """The texts with a tag that is not one name and one plain value, is there twice in a game, or a default."""
    code, game = tags["code"].to_numpy(), tags["game"].to_numpy()
    kept = np.flatnonzero(code < len(NAMES))
    again = kept[places(tags)[code[kept], game[kept]] != kept]
    own = pl.col("code").is_in([NAMES.index(name) for name in NEVER_INHERITED])
    inherited = tags.filter(
        (pl.col("code") < len(NAMES))
        & pl.col("value").str.starts_with(pl.when(own).then(pl.lit("#")).otherwise(pl.lit("##")))
    )
    wrong = tags.filter(code=_IRREGULAR)
    return set(tags["file"].gather(again)) | set(inherited["file"]) | set(wrong["file"])


def _owned(lines: pl.DataFrame, owner: Ints, tags: pl.DataFrame, irregular: set[int]) -> Lines:
    """The lines of text by what the tag before them makes of them."""
    text = lines.select("file", "line", "text", owner=pl.Series(owner)).with_columns(
        game=tags["game"].gather(owner), code=tags["code"].gather(owner)
    )
    stray = (pl.col("code") < SCORE_TABLE) | (pl.col("code") >= _OTHER)
    leads = text.filter(code=PLAY).unique("owner", keep="first", maintain_order=True)
    card = pl.col("text").str.extract(r"(\S+)")
    leads = leads.select("file", "game", "line", text=card)
    irregular |= set(text.filter(stray)["file"]) | set(leads.filter(pl.col("text").str.starts_with("^"))["file"])
    rows = text.filter(pl.col("code").is_in([SCORE_TABLE, TOTAL_SCORE_TABLE]))
    return Lines(tags, rows.select("game", "line", "code", "text"), leads.drop("file"), irregular)
