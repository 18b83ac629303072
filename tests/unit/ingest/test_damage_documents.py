"""A small document of each format that has no sample, cut and with flipped bytes: no reader raises, all balances."""

import pytest

from read import damaged, read
from unit.ingest import test_acbl_html as acbl
from unit.ingest import test_bbo_html as bbo
from unit.ingest import test_lin as lin
from unit.ingest import test_nz_scorer as nz

DOCUMENTS = {
    "nz_scorer": nz.session(
        nz.line() + nz.line(cont="PASS", res="=", score="0") + nz.PHANTOM,
        nz.line(score="Adj"),
        pairs=nz.PAIR.format("N"),
    ).encode(),
    "lin": (
        lin.HEAD.format("4HE=,3NWx-1,PASS,") + lin.GAMES + f"qx|o3|md|{lin.MD}|mb|1S|mb|p|mb|p|mb|p|pc|H2|mc|9|"
    ).encode(),
    "acbl_html": acbl.page(acbl.ENTRY, acbl.coded("2060", "2040"), pairs=[acbl.PAIR], records=[acbl.RECORD]).encode(),
    "bbo_html": bbo.page("4&spades;N+1", "A==", "PASS").encode(),
}


@pytest.mark.parametrize("format", DOCUMENTS)
def test_damaged_copies_never_raise(format: str) -> None:
    for data in damaged(DOCUMENTS[format], seed=len(format), copies=60):
        read(format, data)


@pytest.mark.parametrize("format", DOCUMENTS)
def test_a_copy_cut_anywhere_holds_no_value_that_the_whole_has_not(format: str) -> None:
    """A number cut short must not pass for one: what a cut copy says of a play, the whole says too."""
    data = DOCUMENTS[format]
    names = ("board", "level", "declarer", "tricks", "ns_score", "ns_award", "kind")
    whole = set(read(format, data)["results"].select(names).rows())
    for end in range(0, len(data), 11):
        rows = read(format, data[:end])["results"].select(names).rows()
        for row in rows:
            assert row[-1] == "unknown" or any(all(map(is_part, row, known)) for known in whole), (end, row)


def is_part(cut: object, known: object) -> bool:
    return cut is None or cut == known
