"""What an auditor found wrong in the audit of small clubs, each with the smallest input and the right account."""

import json
from pathlib import Path

import neuberg
from usebio_club import Line, club, pair, run

#: Pairs 1 to 4 N-S with 620, 600, 170 and -100 on two boards: 6, 4, 2 and 0 of 6 each time.
TWO_BOARDS: tuple[tuple[Line, ...], ...] = (
    ((1, 5, 620, 6, 0), (2, 6, 600, 4, 2), (3, 7, 170, 2, 4), (4, 8, -100, 0, 6)),
    ((1, 6, 620, 6, 0), (2, 7, 600, 4, 2), (3, 8, 170, 2, 4), (4, 5, -100, 0, 6)),
)


def north_south(*places: int) -> list[dict[str, object]]:
    totals = (12, 8, 4, 0)
    return [
        pair(number, direction="NS", total=total, place=place)
        for number, (total, place) in enumerate(zip(totals, places, strict=True), start=1)
    ]


def test_a_winner_other_than_the_published_one_is_said_first(tmp_path: Path) -> None:
    out = run(
        tmp_path, wrong=club(TWO_BOARDS, north_south(1, 1, 3, 4)), right=club(TWO_BOARDS, north_south(1, 2, 3, 4))
    )
    account = neuberg.scan(out, "outcomes").filter("winner_not_as_published").collect()
    assert account.select("winner", "winner_published").rows() == [("1", "1 and 2")]
    summary = json.loads((out / "run.json").read_text(encoding="utf-8"))
    assert summary["winners_not_as_published"] == 1
    first = summary["findings"][0]
    said = "N-S of session 1: published 1 and 2, recomputed 1 under wbf-1991"
    assert (first["what"], first["detail"], first["file"]) == ("winner not as published", said, "wrong.xml")
