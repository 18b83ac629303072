"""PBN files many at a time: what is regular as columns, what is not by the exact reader; the rows are the same."""

from functools import lru_cache

from neuberg.ingest.pbn import reader, standard
from neuberg.ingest.pbn.bulk.games import Games, irregular_files
from neuberg.ingest.pbn.bulk.lines import is_plain, read_lines, regular, regular_bytes
from neuberg.ingest.pbn.bulk.loading import Batch
from neuberg.ingest.pbn.bulk.reading import PlacedReading
from neuberg.ingest.pbn.directives import Directives, read_directives
from neuberg.ingest.pbn.tokens import LONGEST_LINE
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import Source, decode

#: As far as places in a text are numbered.
_MOST_BYTES = 1 << 31
#: A program writes the same lines before the tags of many files; longer ones are not remembered.
_USUAL_HEAD = 1024
#: So many files are looked at together; where one of them needs it, each of them is by itself.
_LOOKED_AT = 64
_DOS_END, _DOUBLED = b"\x1a", b"\r\r\n"


def read_many(sources: list[Source]) -> list[Reading]:
    """A reading of each file, with the same rows as `reader.read` gives."""
    readings: dict[int, PlacedReading] = {}
    texts: dict[int, bytes] = {}
    for begin in range(0, len(sources), _LOOKED_AT):
        some = sources[begin : begin + _LOOKED_AT]
        plain = _are_plain(some)
        for number, source in enumerate(some, start=begin):
            reading = PlacedReading(source, "pbn")
            reading.encoding = "ascii"
            data = source.data if plain and not source.data.isspace() else _regular_bytes(reading)
            if data is not None:
                readings[number], texts[number] = reading, data
    found: dict[int, Reading] = {}
    done, of_the_standard = _read(list(readings.values()), list(texts.values())) if readings else ([], set())
    for place, (number, read) in enumerate(zip(readings, done, strict=True)):
        if read is not None:
            found[number] = read
            if place in of_the_standard:
                standard.tell(read, reader.without_ends(decode(read.source.data)[0]))
    return [found.get(number) or _exactly(source) for number, source in enumerate(sources)]


def _are_plain(sources: list[Source]) -> bool:
    """Whether files are such as need no closer look at each of them: plain lines in ASCII, no comments."""
    if any(len(source.data) > LONGEST_LINE for source in sources):
        return False
    return is_plain(b"".join([source.data for source in sources]))


def _regular_bytes(reading: PlacedReading) -> bytes | None:
    """A file's text in UTF-8 where it is regular, else None; its encoding is noted, and what is not of it."""
    data = reading.source.data
    if len(data) > LONGEST_LINE or b"\0" in data or not data.isascii() or _DOUBLED in data:
        return regular_bytes(reader.text_of(reading))
    # As most files are: their bytes are their text.
    found = data.rstrip(_DOS_END).replace(_DOS_END, b" ")
    return regular(found) if found.strip() or not data else None


def _exactly(source: Source) -> Reading:
    reading = Reading(source, "pbn")
    reader.read(reading)
    return reading


def _read(readings: list[PlacedReading], texts: list[bytes]) -> tuple[list[Reading | None], set[int]]:
    """The readings of the files that are regular, None for the others; which may have what the standard is held to."""
    if sum(map(len, texts)) >= _MOST_BYTES:
        return [None] * len(texts), set()
    lines = read_lines(texts)
    games = Games(lines)
    irregular = lines.irregular | irregular_files(games)
    heads = {number: _head(text) for number, text in enumerate(texts) if number not in irregular}
    if heads:
        Batch(games, heads, {number: readings[number] for number in heads}).load()
    read: list[Reading | None] = [None if number in irregular else reading for number, reading in enumerate(readings)]
    return read, lines.of_the_standard


def _head(text: bytes) -> Directives:
    """What the `%` lines before the first tag say."""
    end = 0 if text.startswith(b"[") else text.find(b"\n[")
    head = text if end < 0 else text[:end]
    return _known_head(head) if len(head) <= _USUAL_HEAD else _read_head(head)


def _read_head(head: bytes) -> Directives:
    return read_directives(line for line in head.decode("utf-8").split("\n") if line.startswith("%"))


_known_head = lru_cache(maxsize=1024)(_read_head)
