"""Damaged USEBIO: what is whole is read, what is not is rejected and said, and nothing exhausts the reader."""

import random

import polars as pl
import pytest

from usebio_text import BOARD, NORTH, Tables, event_of, hands_of, pair_line, tables, usebio_of

LINES = [pair_line(f"{n}NS", f"{n}EW", str(90 + 10 * n)) for n in range(1, 4)]
SMALL = usebio_of(
    '\n<EVENT EVENT_TYPE="PAIRS">\n<PARTICIPANTS>\n'
    "<PAIR><PAIR_NUMBER>1NS</PAIR_NUMBER><TOTAL_SCORE>12.50</TOTAL_SCORE></PAIR>\n</PARTICIPANTS>\n"
    + BOARD.format(11, "\n" + "\n".join(LINES) + "\n")
    + f"\n</EVENT>\n<HANDSET>\n{BOARD.format(11, hands_of(north=NORTH, east='2...'))}\n</HANDSET>\n"
)
_KEYS = ("event_id", "result_id", "deal_id", "file_id", "season", "session")


def rows(found: Tables) -> list[tuple[str, str]]:
    """Every record loaded, without the keys that come of the file's bytes."""
    return [
        (table, repr(row))
        for table in ("results", "pairs", "boards")
        for row in found[table].drop(_KEYS, strict=False).rows()
    ]


def test_truncated_anywhere_it_gives_what_stands_whole_before_and_says_so() -> None:
    whole, data = rows(tables(SMALL)), SMALL.encode()
    assert len(whole) == 5
    counts = []
    for end in range(len(data)):
        found = tables(data[:end])
        kept = rows(found)
        assert set(kept) <= set(whole)
        assert not found["problems"].is_empty()
        counts.append(len(kept))
    assert counts == sorted(counts)
    assert set(counts) == {0, 1, 2, 3, 4, 5}


def test_a_value_cut_short_is_not_a_value() -> None:
    end = SMALL.index("<SCORE>110") + len("<SCORE>11")
    found = tables(SMALL[:end])
    assert found["results"]["ns_score"].to_list() == [100]
    problems = found["problems"].filter(pl.col("severity") == "error")
    assert problems.select("code", "rejects").rows() == [("xml_damaged", None), ("damaged_record", "traveller line")]
    assert problems["line"].to_list() == [9, 9]
    assert "inside <SCORE> of line 9" in problems["found"][0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("</SCORE>", "</SCOSE>"),
        ("</SCORE>", "<ySCORE>"),
        ("</SCORE>", "</SCORE"),
        ("<SCORE>", "SCORE>"),
        ("<SCORE>", "<SCORE<"),
        ("<SCORE>", "<SCORE x>"),
        ("</TRAVELLER_LINE>", "</TRAVELLER_LIN>"),
        ("</TRAVELLER_LINE>", ""),
        ("<NS_PAIR_NUMBER>", "<NS_PAIR_NUMBER"),
    ],
)
def test_a_damaged_tag_costs_its_own_record_and_no_other(old: str, new: str) -> None:
    middle = LINES[1].replace(old, new, 1)
    found = tables(SMALL.replace(LINES[1], middle))
    assert found["results"].select("ns_pair", "board").rows() == [("1NS", 11), ("3NS", 11)]
    assert found["results"]["deal_id"].null_count() == 0
    assert (found["pairs"].height, found["boards"].height) == (1, 1)
    assert found["problems"].filter(pl.col("rejects") == "traveller line").height == 1
    assert set(found["problems"]["line"]) <= {9, 10}


def test_a_damaged_board_number_is_none() -> None:
    found = tables(
        event_of(BOARD.format(11, LINES[0]).replace("</BOARD_NUMBER>", "</BOARD_NUMBE") + BOARD.format(1, ""))
    )
    assert found["results"]["board"].to_list() == [2]
    assert "board_label" in found["problems"]["code"].to_list()


def test_an_attribute_twice_and_an_unknown_prefix_are_told_though_nothing_is_lost() -> None:
    for old, new in (('TYPE="PAIRS"', 'TYPE="PAIRS" EVENT_TYPE="TEAMS"'), ("TOTAL_SCORE", "u:TOTAL_SCORE")):
        found = tables(SMALL.replace(old, new))
        assert (found["events"]["competition"].item(), found["pairs"]["total"].item()) == ("pairs", 12.5)
        assert found["problems"].select("code", "severity").rows() == [("xml_damaged", "warning")]


@pytest.mark.parametrize("tag", ["<EVENT ", "</EVENT>", "<HANDSET>", "<PARTICIPANTS>", "</PARTICIPANTS>", "</BOARD>"])
def test_a_damaged_container_loses_no_record_in_it(tag: str) -> None:
    found = tables(SMALL.replace(tag, tag.replace("<", "\x00", 1), 1))
    assert [found[table].height for table in ("results", "pairs", "boards")] == [3, 1, 1]
    assert not found["problems"].filter(pl.col("severity") == "error").is_empty()


def test_flipped_bytes_never_raise_and_never_lose_a_record_unsaid() -> None:
    rng, data = random.Random(20), SMALL.encode()
    for _ in range(600):
        damaged = bytearray(data)
        for _ in range(rng.choice([1, 1, 2, 8])):
            damaged[rng.randrange(len(damaged))] = rng.choice([*b"<>/&\"'![]?", rng.randrange(256)])
        found = tables(bytes(damaged))
        if found["results"].height < 3:
            assert not found["problems"].filter(pl.col("severity") == "error").is_empty()


BOMB = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghij", "bcdefghijk", strict=True))


@pytest.mark.parametrize(
    "document",
    [
        f'<!DOCTYPE USEBIO [<!ENTITY a "aaaaaaaaaa">{BOMB}]>' + event_of("<TITLE>&k;</TITLE>").partition("\n")[2],
        '<!DOCTYPE USEBIO [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
        + event_of("<TITLE>&k;</TITLE>").partition("\n")[2],
    ],
)
def test_entities_are_neither_expanded_nor_fetched(document: str) -> None:
    found = tables(document)
    assert found["events"]["name"].item() == "&k;"
    assert found["problems"]["code"].to_list() == ["bare_ampersand"]


@pytest.mark.parametrize(
    "inside",
    [
        "<x>" * 50_000,
        "<SECTION>" * 50_000,
        "<x>" * 300 + "</x>" * 300,
        "<TITLE>" + "x" * 11_000_000 + "</TITLE>",
        "<" * 100_000,
        "<!--" * 50_000,
        "<![CDATA[" * 30_000,
        "</x>" * 50_000,
        "\x00" * 100_000,
        "&" * 100_000,
    ],
    ids=["deep", "deep sections", "deep but closed", "long text", "<", "comments", "cdata", "ends", "nul", "&"],
)
def test_what_is_made_to_exhaust_ends_soon_with_few_problems(inside: str) -> None:
    found = tables(usebio_of(f"<EVENT>{BOARD.format(7, LINES[0])}{inside}"))
    assert found["results"].select("board", "ns_pair").row(0) == (7, "1NS")
    assert 1 <= found["problems"].height < 1_000


def test_line_numbers_go_on_beyond_65535() -> None:
    found = tables(event_of("\n" * 70_000 + BOARD.format(1, LINES[0])))
    assert found["results"]["line"].item() == 70_002
