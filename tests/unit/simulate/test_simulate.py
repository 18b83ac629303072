"""A simulated season: the same for the same seed, sound but for its planted faults, and every fault in the key."""

from pathlib import Path

import polars as pl
import pytest

from neuberg import schemas
from neuberg.audit import result_differences
from neuberg.detect import detect, load_coefficients
from neuberg.domain.cards import HANDS, is_sound_deal
from neuberg.domain.plays import plays, with_points
from neuberg.errors import UsageError
from neuberg.ingest import archive
from neuberg.score import exact
from neuberg.simulate import simulate
from neuberg.simulate.season import ANSWER_KEY, PROFILE
from neuberg.validate import Tables, judge


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("simulated") / "run"
    simulate(out, 40_000, seed=11)
    return out


@pytest.fixture(scope="module")
def key(season: Path) -> pl.DataFrame:
    return pl.read_parquet(sorted((season / ANSWER_KEY).glob("*.parquet")))


def lines_of(season: Path) -> pl.LazyFrame:
    tables = (archive.scan(season, name) for name in ("results", "boards", "events"))
    return with_points(plays(*tables))


def test_the_same_seed_makes_the_same_season(tmp_path: Path) -> None:
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        simulate(tmp_path / name, 2000, seed)
    first, again, other = (archive.scan(tmp_path / name, "results").collect() for name in "abc")
    assert first.equals(again)
    assert not first.equals(other)


def test_every_table_has_its_columns_and_its_keys_are_unique(season: Path) -> None:
    for name in ("events", "boards", "results", "pairs"):
        assert archive.scan(season, name).collect().schema == schemas.TABLES[name].schema
    lines = archive.scan(season, "results").collect()
    assert abs(lines.height - 40_000) < 4000
    assert lines["result_id"].is_unique().all()
    boards = archive.scan(season, "boards").collect()
    assert boards["deal_id"].is_unique().all()
    assert lines["deal_id"].is_in(boards["deal_id"].implode()).all()


def test_the_deals_that_are_not_sound_are_those_of_the_key(season: Path, key: pl.DataFrame) -> None:
    boards = archive.scan(season, "boards").filter(~is_sound_deal(*map(pl.col, HANDS))).collect()
    planted = key.filter(pl.col("fault").is_in(["hand_count", "card_twice"]))
    assert planted.height > 0
    place = ["event_id", "session", "section", "board"]
    assert boards.select(place).unique().sort(place).equals(planted.select(place).unique().sort(place))


def test_the_scores_that_contradict_their_contract_are_those_of_the_key(season: Path, key: pl.DataFrame) -> None:
    planted = key.filter(pl.col("fault") == "score_contradicts_contract")
    assert planted.height > 0
    tables = {name: archive.scan(season, name) for name in ("events", "boards", "pairs")}
    found = judge(Tables(plays=lines_of(season), **tables)).flags
    wrong = found.filter(pl.col("check") == "score_contradicts_contract")
    assert sorted(wrong["result_id"]) == sorted(planted["result_id"])


def test_the_published_figures_that_differ_are_those_of_the_key(season: Path, key: pl.DataFrame) -> None:
    planted = key.filter(pl.col("fault") == "published_matchpoints")
    assert planted.height > 0
    found = result_differences(exact(lines_of(season), profile=PROFILE), profile=PROFILE).collect()
    assert sorted(found["result_id"]) == sorted(planted["result_id"])
    assert found["difference"].round(2).unique().to_list() == [1.0]


def test_no_pair_meets_a_board_twice_and_scores_come_in_ties(season: Path) -> None:
    lines = archive.scan(season, "results").collect()
    for pair in ("ns_pair", "ew_pair"):
        assert lines.select("event_id", "session", "section", "board", pair).is_unique().all()
    field = lines.filter(pl.col("kind") == "played").group_by("event_id", "session", "section", "board")
    distinct = field.agg(pl.len(), scores=pl.col("ns_score").n_unique()).filter(pl.col("len") >= 8)
    assert 0.3 < (distinct["scores"] / distinct["len"]).mean() < 0.9  # type: ignore[operator]


def test_a_folder_that_holds_something_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(UsageError, match="holds something already"):
        simulate(tmp_path, 1000, seed=1)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("results", [1, 500, 3000])
def test_a_season_has_as_nearly_so_many_lines_as_whole_events_can_have(tmp_path: Path, results: int) -> None:
    made = simulate(tmp_path / "run", results, seed=2)
    # The smallest event has five tables: 120 lines or a few more.
    assert abs(made["results"] - results) < 150
    events = archive.scan(tmp_path / "run", "events").collect()
    assert events.height == made["events"] == archive.scan(tmp_path / "run", "results").collect()["event_id"].n_unique()


#: Of 34,000 contracts at real tables (1996 to 2002): the share of each strain, and of it partscores, games and slams.
REAL = {
    "C": (0.086, 0.59, 0.27, 0.14),
    "D": (0.099, 0.61, 0.26, 0.13),
    "H": (0.244, 0.33, 0.60, 0.08),
    "S": (0.287, 0.37, 0.57, 0.06),
    "NT": (0.283, 0.28, 0.70, 0.02),
}
GAME = {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}


def test_contracts_are_as_often_of_each_kind_as_at_real_tables(season: Path) -> None:
    """Partscores, games and slams of each strain; a contract has trumps, and most are made."""
    played = archive.scan(season, "results").filter(pl.col("kind") == "played").collect()
    for strain, (share, *kinds) in REAL.items():
        of_strain = played.filter(pl.col("strain").cast(pl.String) == strain)["level"]
        assert len(of_strain) / played.height == pytest.approx(share, abs=0.03)
        game = (of_strain >= GAME[strain]) & (of_strain < 6)
        found = [(of_strain < GAME[strain]).mean(), game.mean(), (of_strain >= 6).mean()]
        assert found == pytest.approx(kinds, abs=0.07)
    over = played["tricks"] - played["level"] - 6
    # 0.65 there, and one in 70 four down or more.
    assert 0.6 < (over >= 0).mean() < 0.7  # type: ignore[operator]
    assert (over <= -4).mean() < 0.015  # type: ignore[operator]


def test_who_has_the_longer_trumps_declares_mostly(season: Path) -> None:
    boards = archive.scan(season, "boards").select("deal_id", *HANDS).collect()
    lines = archive.scan(season, "results").filter(pl.col("strain").cast(pl.String) == "S").collect()
    spades = {hand: pl.col(hand).str.split(".").list.get(0).str.len_chars().cast(pl.Int8) for hand in HANDS}
    held = lines.join(boards, on="deal_id").with_columns(**spades)
    of_seat = dict(zip("NESW", HANDS, strict=True))
    partner = dict(zip("NESW", (*HANDS[2:], *HANDS[:2]), strict=True))
    declarer = pl.col("declarer").cast(pl.String)
    own, other = (
        pl.coalesce(pl.when(declarer == seat).then(hand) for seat, hand in hands.items())
        for hands in (of_seat, partner)
    )
    longer, shorter = (held.filter(compared).height for compared in (own > other, own < other))
    assert longer > 4 * shorter


PLACE = ["event_id", "session", "section", "board"]


def test_a_fouled_board_has_its_row_in_the_key(season: Path, key: pl.DataFrame) -> None:
    """Both deals, the kind, and of the lines played on other cards the round, how many, and the first."""
    said = key.filter(pl.col("fault") == "fouled_board").sort("result_id")
    assert said.height >= 5
    text = pl.concat_str(HANDS, separator=" ")
    deals = archive.scan(season, "boards").select("deal_id", *PLACE, "deal_origin", text=text)
    for origin, column in (("as_played", "planted"), ("record", "right")):
        of_origin = deals.filter(pl.col("deal_origin") == origin).drop("deal_id", "deal_origin").collect()
        found = said.join(of_origin, on=PLACE, how="left", maintain_order="left")
        assert found["text"].to_list() == said[column].to_list()
    changed = archive.scan(season, "results").filter(pl.col("given_group") == "changed")
    played = changed.join(deals.select("deal_id", "deal_origin"), on="deal_id").collect().sort("round")
    assert played["deal_origin"].unique().to_list() == ["as_played"]
    first = played.group_by(PLACE, maintain_order=True).agg(
        pl.col("result_id").first(), from_round=pl.col("round").first(), lines=pl.len()
    )
    columns = ["result_id", "from_round", "lines"]
    assert first.sort("result_id").select(columns).rows() == said.select(columns).rows()
    for kind, planted, right in said.select("kind", "planted", "right").iter_rows():
        same = [one == two for one, two in zip(planted.split(), right.split(), strict=True)]
        assert sum(same) == (2 if kind.endswith("hands exchanged") else 0)


def test_the_lines_of_a_changed_form_are_bid_on_its_cards(season: Path) -> None:
    """A side has eight trumps or so; on other cards, six and a half."""
    lines = archive.scan(season, "results").filter(pl.col("strain").cast(pl.String) != "NT")
    boards = archive.scan(season, "boards").filter(pl.len().over(PLACE) == 2)
    suit = pl.col("strain").cast(pl.String).replace_strict(list("SHDC"), range(4), return_dtype=pl.Int64)
    of_side = {"NS": ("north", "south"), "EW": ("east", "west")}
    trumps = {
        side: sum(pl.col(hand).str.split(".").list.get(pl.col("suit")).str.len_bytes().cast(pl.Int64) for hand in hands)
        for side, hands in of_side.items()
    }
    is_ns = pl.col("declarer").cast(pl.String).is_in(["N", "S"])
    held = (
        lines.with_columns(suit=suit)
        .join(boards.select(*PLACE, *HANDS, own="deal_id"), on=PLACE)
        .with_columns(trumps=pl.when(is_ns).then(trumps["NS"]).otherwise(trumps["EW"]))
        .filter(pl.col("given_group") == "changed")
        .collect()
    )
    own, others = (
        held.filter(same)["trumps"] for same in (pl.col("own") == pl.col("deal_id"), pl.col("own") != pl.col("deal_id"))
    )
    assert len(own) > 30
    assert own.mean() > 7.8 > others.mean()  # type: ignore[operator]
    assert (own >= 6).mean() > 0.99  # type: ignore[operator]


def test_detection_can_be_measured_on_a_season_that_does_not_tell_its_fouls(
    season: Path, key: pl.DataFrame, tmp_path: Path
) -> None:
    simulate(tmp_path / "run", 40_000, seed=11, is_told=False)
    results, boards, events = (archive.scan(tmp_path / "run", name) for name in ("results", "boards", "events"))
    assert results.select(pl.col("given_group").is_null().all()).collect().item()
    assert boards.select((pl.col("deal_origin") == "record").all()).collect().item()
    untold = pl.read_parquet(sorted((tmp_path / "run" / ANSWER_KEY).glob("*.parquet")))
    fouled = key.filter(pl.col("fault") == "fouled_board")
    assert untold.filter(pl.col("fault") == "fouled_board").equals(fouled)
    same = ["result_id", "round", "level", "strain", "declarer", "tricks", "ns_score"]
    told_lines = archive.scan(season, "results").select(same).sort("result_id").collect()
    assert results.select(same).sort("result_id").collect().equals(told_lines)
    # The boards that were fouled are enough.
    only = boards.join(fouled.lazy().select(PLACE), on=PLACE, how="semi")
    found = detect(results.join(only.select("deal_id"), on="deal_id", how="semi"), only, events, load_coefficients())
    suspected = found.suspicions().filter(pl.col("finding") == "fouled board")
    named = suspected.join(fouled.select(*PLACE, "kind"), on=[*PLACE, "kind"], how="semi")
    assert named.height >= 2


def test_a_clean_boards_results_are_seldom_suspected(season: Path, key: pl.DataFrame) -> None:
    """When a coin chose the declarer three boards in a hundred were; with levels that no table bids, one in 1,000."""
    results, boards, events = (archive.scan(season, name) for name in ("results", "boards", "events"))
    place = ["event_id", "session", "section", "board"]
    faulty = key.filter(pl.col("fault").is_in(["hand_count", "card_twice", "duplicate_deal"]))
    clean = boards.filter(pl.len().over(place) == 1).join(faulty.lazy().select(place), on=place, how="anti")
    # Some of the events are enough.
    some = events.select("event_id").head(40)
    clean = clean.join(some, on="event_id", how="semi")
    found = detect(results.join(clean.select("deal_id"), on="deal_id", how="semi"), clean, events, load_coefficients())
    kinds = [one.row["finding"] for one in found.findings]
    tested = found.found.boards.height
    assert tested > 900
    assert kinds.count("fouled board") <= tested / 1000
    assert kinds.count("wrong record") <= tested * 2 / 1000
    assert kinds.count("result entered wrongly") <= 1
