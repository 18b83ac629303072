"""What is done for many lines at once by a short way gives what the long way gives."""

import numpy as np
import polars as pl
import pytest

from neuberg.audit.book.places import places
from neuberg.audit.book.seated import Seats


@pytest.mark.parametrize("labels", [["7", "10", "7"], ["07", "7", "07"], ["+7", "7", "+7"], ["12000", "7", "12000"]])
def test_labels_that_differ_as_texts_are_different_pairs(labels: list[str]) -> None:
    seats = Seats.of(pl.DataFrame({"ns_pair": [*labels, None], "ew_pair": ["A", *labels]}))
    assert [seats.labels.to_list()[place] for place in seats.ns[:3]] == labels
    assert seats.ns[3] == -1
    numbers = Seats.of(pl.DataFrame({"ns_pair": [*labels, None], "ew_pair": ["3", *labels]}))
    assert [numbers.labels.to_list()[place] for place in numbers.ew] == ["3", *labels]
    assert numbers.ns[3] == -1


def test_a_list_that_does_not_stand_together_is_ranked_too() -> None:
    ratio, listed = pl.Series([0.5, 0.1, 0.75, 0.5, None]), np.array([1, 2, 1, 1, 2])
    assert places(ratio, listed).to_list() == [2, 1, 1, 2, None]
    order = [0, 2, 3, 1, 4]
    assert places(ratio[order], listed[order]).to_list() == [2, 1, 2, 1, None]
