"""Parts of a buffer told apart as columns by their few distinct texts."""

import numpy as np

from neuberg.ingest.pbn.bulk.buffer import LONGEST, Ints, Texts
from neuberg.ingest.pbn.bulk.coded import Coded, Words, coded_texts, told_apart

#: Longer texts are told apart as such.
_MOST_WORDS = 4
#: So many texts a run, on average, are worth looking for runs.
_WORTH_RUNS = 4


def coded_parts(texts: Texts) -> Coded:
    """Texts as a column by the distinct among them; as words of eight bytes as long as they are short.

    >>> coded_parts(Texts.of(["Club", "a longer one", "", "Club"])).column().to_list()
    ['Club', 'a longer one', '', 'Club']
    """
    lengths = texts.ends - texts.begins
    longest = int(lengths.max(initial=0))
    if longest == 0:
        return Coded(np.zeros_like(lengths), [""])
    if longest > _MOST_WORDS * LONGEST:
        return coded_texts(texts.column())
    words = [
        texts.buffer.words(np.minimum(texts.begins + passed, texts.ends), lengths - passed)
        for passed in range(0, longest, LONGEST)
    ]
    changes = words[0][1:] != words[0][:-1]
    for others in words[1:]:
        changes |= others[1:] != others[:-1]
    # What a file says of all of its games alike is told apart once a run of them.
    runs = np.flatnonzero(np.concatenate([[True], changes]))
    if _WORTH_RUNS * runs.size > lengths.size:
        return _told_apart(texts, words)
    codes, distinct = _told_apart(texts.some(runs), [some[runs] for some in words])
    return Coded(np.repeat(codes, np.diff(runs, append=lengths.size)), distinct)


def _told_apart(texts: Texts, words: list[Words]) -> Coded:
    codes, distinct = told_apart(words[0])
    count = distinct.size
    for others in words[1:]:
        rest, distinct = told_apart(others)
        if distinct.size > 1:
            codes, both = told_apart((codes + count * rest).view(np.uint64))
            count = both.size
    return Coded(codes, _texts(texts, codes, count))


def _texts(texts: Texts, codes: Ints, count: int) -> list[str | None]:
    """The text of each code, as one of those has it that have the code."""
    one = np.empty(count, dtype=np.int64)
    one[codes] = np.arange(codes.size)
    data = texts.buffer.data
    spans = zip(texts.begins[one].tolist(), texts.ends[one].tolist(), strict=True)
    return [data[begin:end].decode() for begin, end in spans]
