"""Parts of a buffer told apart as columns by their few distinct texts."""

import numpy as np

from neuberg.ingest.pbn.bulk.buffer import LONGEST, Ints, Texts
from neuberg.ingest.pbn.bulk.coded import Coded, coded_texts, told_apart

#: Longer texts are told apart as such.
_MOST_WORDS = 4


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
    codes, distinct = told_apart(texts.buffer.words(texts.begins, lengths))
    count = distinct.size
    for passed in range(LONGEST, longest, LONGEST):
        rest = np.minimum(texts.begins + passed, texts.ends)
        others, distinct = told_apart(texts.buffer.words(rest, lengths - passed))
        if distinct.size > 1:
            codes, both = told_apart((codes + count * others).view(np.uint64))
            count = both.size
    return Coded(codes, _texts(texts, codes, count))


def _texts(texts: Texts, codes: Ints, count: int) -> list[str | None]:
    """The text of each code, as one of those has it that have the code."""
    one = np.empty(count, dtype=np.int64)
    one[codes] = np.arange(codes.size)
    data = texts.buffer.data
    spans = zip(texts.begins[one].tolist(), texts.ends[one].tolist(), strict=True)
    return [data[begin:end].decode() for begin, end in spans]
