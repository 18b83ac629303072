"""A board's page: its deal, its traveller under each rule, and all that was found on it."""

from typing import Any, NamedTuple

import polars as pl

from neuberg.domain.boards import cycle_dealer, cycle_vulnerable
from neuberg.report.site import charts, hands
from neuberg.report.site.reading import Frames
from neuberg.report.site.sections import Section, section

_LINE = (
    *("section", "round", "table", "ns_pair", "ew_pair", "contract", "declarer", "lead", "tricks", "ns_score"),
    *("kind", "award", "given_group"),
)
_SCORED = ("comparison_group", "ns_mp", "ew_mp", "ns_pct", "ew_pct", "ns_imp", "ew_imp", "method")
_PUBLISHED = (
    *("published_ns_mp", "published_ew_mp", "published_ns_pct", "published_ew_pct"),
    *("published_ns_imp", "published_ew_imp"),
)


class BoardPage(NamedTuple):
    """What a board's page shows."""

    session: str
    board: int
    facts: dict[str, str]
    deals: list[hands.Deal]
    spread: charts.Stacked | None
    rounds: charts.Played | None
    sections: list[Section]


def board_page(session: str, board: int, frames: Frames) -> BoardPage:
    """The page of a board, of the rows of its event."""
    own = {name: _of_board(frame, session, board) for name, frame in frames.items() if "board" in frame.columns}
    lines = own.get("travellers", pl.DataFrame())
    suspected = own.get("suspicions", pl.DataFrame())
    return BoardPage(
        session,
        board,
        _facts(lines, own.get("fouled_boards")),
        _deals(own),
        _spread(lines),
        _rounds(lines, suspected),
        [part for part in _sections(own, lines) if part.table.rows],
    )


def _of_board(frame: pl.DataFrame, session: str, board: int) -> pl.DataFrame:
    """The rows of a board; those of every session, or of the whole event's, with them."""
    in_session = pl.col("session").is_null() | (pl.col("session") == session)
    return frame.filter(in_session, pl.col("board") == board)


def _facts(lines: pl.DataFrame, fouled: pl.DataFrame | None) -> dict[str, str]:
    facts = {} if lines.is_empty() else {"Results": str(lines["result_id"].n_unique())}
    if fouled is not None and fouled.height:
        row = fouled.row(0, named=True)
        sizes = row["form_sizes"] if row["forms_given"] > 1 else row["deal_sizes"] or row["form_sizes"]
        facts |= {"Fouled": str(row["how_known"]), "Lines of each form": str(sizes)}
    return facts


def _deals(own: Frames) -> list[hands.Deal]:
    boards = own.get("boards", pl.DataFrame())
    if boards.is_empty():
        return []
    faults = {row["deal_id"]: row for row in own["card_faults"].iter_rows(named=True)} if "card_faults" in own else {}
    alike = ("dealer", "vulnerable", "north", "east", "south", "west", "deal_origin")
    number = pl.col("board")
    rows = boards.unique(alike, maintain_order=True).with_columns(
        standard_dealer=cycle_dealer(number), standard_vulnerable=cycle_vulnerable(number)
    )
    return [hands.deal(row, faults.get(row["deal_id"])) for row in rows.iter_rows(named=True)]


def _sections(own: Frames, lines: pl.DataFrame) -> list[Section]:
    return [
        *_travellers(lines),
        section(
            "suspicions",
            "Suspicion",
            "How the results fit the hand record, by neuberg detect; nothing is scored anew by it.",
            own.get("suspicions"),
            ("finding", "kind", "bayes_factor", "certainty", "results", "round_low", "round_high", "why"),
        ),
        section(
            "laws",
            "The laws in question",
            "What each edition that may have been in force says; “needs ruling” where only the director can know.",
            own.get("law_outcomes"),
            ("question", "edition", "authority", "clause", "outcome", "certainty", "facts", "source"),
        ),
        section(
            "rulings",
            "Rulings",
            "What was decided on this board, by whom.",
            own.get("rulings"),
            ("what", "state", "decision", "facts", "groups", "source"),
        ),
        section(
            "flags",
            "Flags",
            "Checks that its deal or a result failed. A flag changes nothing: the row stands as it was read.",
            own.get("flags"),
            ("check", "severity", "section", "found", "expected", "law", "line"),
        ),
        section(
            "differences",
            "Published figures that differ",
            "Figures that the recomputation does not give, and how each is explained.",
            own.get("differences"),
            (
                *("level", "quantity", "section", "profile", "published", "recomputed", "difference", "class"),
                *("evidence", "explaining_profiles", "line"),
            ),
        ),
    ]


def _travellers(lines: pl.DataFrame) -> list[Section]:
    """A traveller a profile and variant; a line without a score stands in each."""
    if lines.is_empty():
        return []
    scored = lines.filter(pl.col("profile").is_not_null()).select("profile", "variant").unique(maintain_order=True)
    keys = scored.sort("profile", "variant").rows() or [(None, None)]
    return [_traveller(lines, profile, variant, several=len(keys) > 1) for profile, variant in keys]


def _traveller(lines: pl.DataFrame, profile: str | None, variant: int | None, *, several: bool) -> Section:
    of_it = pl.col("profile").eq_missing(profile) & pl.col("variant").eq_missing(variant)
    order = ("comparison_group", "section", "round", "table", "line")
    shown = lines.filter(of_it | pl.col("profile").is_null()).sort(order, nulls_last=True)
    shown = shown.with_columns(_plain(pl.col("kind"), "played"), _plain(pl.col("method"), "plain"))
    answer = f", answer {variant}" if several and variant and (lines["variant"].max() or 1) > 1 else ""  # type: ignore[operator]
    rule = f"under {profile}{answer}" if profile else "not scored"
    return section(
        f"traveller-{profile}-{variant}" if profile else "traveller",
        f"Traveller, {rule}",
        "Every line, by comparison group: a result is compared with those of its own group alone.",
        shown,
        (*_LINE, *_SCORED, *_PUBLISHED, "line"),
        most=2_000,
    )


def _plain(words: pl.Expr, usual: str) -> pl.Expr:
    """The words without underscores; null for the usual one, so that a column of it alone is not shown."""
    return pl.when(words != usual).then(words.str.replace_all("_", " "))


def _grouped(lines: pl.DataFrame) -> pl.DataFrame:
    """Each compared line once, with its group from 0: as first scored, else as the file gives it."""
    once = lines.unique("result_id", maintain_order=True, keep="first").filter(
        pl.col("ns_score").is_not_null(), pl.col("kind").is_in(["played", "passed_out"])
    )
    given = pl.col("given_group").fill_null("").rank("dense").cast(pl.Int32)
    return once.with_columns(group=pl.coalesce("comparison_group", given) - 1)


def _spread(lines: pl.DataFrame) -> charts.Stacked | None:
    if lines.is_empty() or lines["result_id"].n_unique() < 2:
        return None
    counted = (
        _grouped(lines)
        .group_by("ns_score", "group")
        .agg(count=pl.len())
        .sort("ns_score", "group")
        .with_columns(column=pl.col("ns_score").cast(pl.String), series=pl.format("group {}", pl.col("group") + 1))
    )
    legend = counted.sort("group", "ns_score")
    return charts.stacked(
        # The series in the order of the groups, the columns in that of the scores.
        _in_order(legend, counted),
        anchor="spread",
        title="Scores of the board by comparison group",
        says="How many tables had each North-South score, lowest first; the rows are those of the traveller.",
    )


def _in_order(by_group: pl.DataFrame, by_score: pl.DataFrame) -> pl.DataFrame:
    columns = by_score["column"].unique(maintain_order=True)
    order = {text: at for at, text in enumerate(columns)}
    at = pl.col("column").replace_strict(order, return_dtype=pl.Int32)
    return by_group.with_columns(_at=at, _order=pl.col("group")).sort("_at", "group")


def _rounds(lines: pl.DataFrame, suspected: pl.DataFrame) -> charts.Played | None:
    if lines.is_empty():
        return None
    whole: dict[str, Any] = {}
    for row in suspected.filter(pl.col("result_id").is_null()).iter_rows(named=True) if suspected.height else ():
        whole = row
        break
    says = "Each table’s North-South score in the round in which it was made."
    if whole.get("round_low") is not None:
        says += (
            f" The band is where the cards were probably changed: before round {whole['round_low']} to"
            f" {whole['round_high']} ({whole['certainty']}; fits {whole['bayes_factor']:,.0f} times better)."
        )
    elif _grouped(lines)["group"].n_unique() < 2:
        return None
    return charts.played(_grouped(lines), whole.get("round_low"), whole.get("round_high"), says)
