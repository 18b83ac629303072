"""The drawings themselves: a wrong figure fails, and nothing drawn is passed over."""

import pytest

from spec.drawn import check

TRAVELLER = """
    ns   score  group | ns_mp  ew_mp
     1    +110    a   |     2      0
     2     -50    a   | {}      2
"""


def test_a_right_drawing_passes() -> None:
    check("wbf-1991", TRAVELLER.format("    0"))


@pytest.mark.parametrize("wrong", ["    1", " 0.01", "    –"])
def test_a_wrong_figure_fails(wrong: str) -> None:
    with pytest.raises(AssertionError, match="wbf-1991"):
        check("wbf-1991", TRAVELLER.format(wrong))


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        pytest.param("     ", "a column is empty", id="nothing drawn"),
        pytest.param("  0 1", "two words under 'ns_mp'", id="two figures"),
        pytest.param("0   0", "a word under no heading", id="a figure out of its column"),
    ],
)
def test_a_careless_drawing_fails(cell: str, said: str) -> None:
    careless = TRAVELLER.replace("| ns_mp", "|   ns_mp") if "no heading" in said else TRAVELLER
    with pytest.raises(AssertionError, match=said):
        check("wbf-1991", careless.format(cell))
