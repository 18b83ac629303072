"""A text marked against being run as a formula comes back as it was, whatever it is."""

from hypothesis import given
from hypothesis import strategies as st

from neuberg.domain.spreadsheets import guarded, unguarded


@given(st.text("'=+-@1.5a\t|%＝", max_size=6) | st.text(max_size=6))
def test_a_mark_is_taken_off_exactly(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert guarded(text)[:1] not in ("=", "@", "＝", "|", "%")


def test_what_an_apostrophe_is_not() -> None:
    assert [unguarded(text) for text in ("'tis", "'", "'7", "''", "'=1")] == ["'tis", "'", "'7", "''", "=1"]
