"""A figure on another scale than the profile's, printed before a ruling: the ruling is named beside the scale."""

import polars as pl
import pytest

from neuberg import audit, schemas

_SCALE = "printed on the scale 2-1-0"


def differences(recomputed: float) -> pl.DataFrame:
    """A figure of 24 on board 7, held against 1-½-0."""
    row = {
        "level": "result", "quantity": "ns_mp", "event_id": 1, "session": "1", "section": "A", "board": 7,
        "result_id": 70, "profile": "acbl-1991", "published": 24.0, "recomputed": recomputed, "class": "other_scale",
        "evidence": _SCALE,
    }  # fmt: skip
    return schemas.conform(pl.DataFrame([row]).lazy(), schemas.DIFFERENCES).collect()


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (12.0, 12.8, f"{_SCALE}, before the ruling (fouled) on board 7"),  # 24 before, 25.6 as ruled
        (12.8, 12.0, _SCALE),  # 24 as ruled
        (12.0, 12.1, _SCALE),  # 24.2 as ruled, which may be what is printed in whole matchpoints
        (11.0, 12.8, _SCALE),  # 22 before: another rule's figure, then as now
    ],
)
def test_a_ruling_is_named_where_the_profile_gives_a_figure_on_the_scale_in_print_before_it(
    before: float, now: float, said: str
) -> None:
    row = {
        "what": "fouled", "state": "applied", "event_id": 1, "session": "1", "board": 7, "decision": "{}",
        "result_ids": [70],
    }  # fmt: skip
    rulings = pl.DataFrame([row])
    tables = {"differences": differences(now), "audited": schemas.empty(schemas.AUDITED)}
    found = audit.with_figures_before(tables, differences(before), rulings)["differences"]
    assert found.select(pl.col("class").cast(pl.String), "evidence").rows() == [("other_scale", said)]
