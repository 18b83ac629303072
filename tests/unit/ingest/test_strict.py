"""Strict reading: the first error ends it, with file and line; doubts do not."""

import pytest

from neuberg.errors import ReadError
from neuberg.ingest import stage
from neuberg.ingest.source import source

HEAD = b"board,ns,ew,contract,declarer,tricks,score\n"


def test_the_first_error_is_raised_with_its_place() -> None:
    tables = stage.read_data(source("a/b.csv", HEAD + b"1,1,2,3NT,N,9,400\n1,3,4,8NT,N,9,\n1,5,6,9NT,N,9,\n"))
    with pytest.raises(ReadError, match=r"^a/b\.csv:3: bad_contract: found 8NT; wanted "):
        stage.strict(tables)


def test_doubts_alone_are_no_error() -> None:
    tables = stage.read_data(source("a.csv", HEAD + b"A1,1,2,3NT,N,9,400\n"))
    assert tables["problems"].height == 1
    assert stage.strict(tables) is tables
