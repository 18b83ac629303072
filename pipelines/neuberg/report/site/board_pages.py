"""A board's page: its deal, its traveller under each rule, and all that was found on it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import polars as pl

from neuberg.report.site import charts, hands
from neuberg.report.site.board_rows import FIGURES, NOT_OWN
from neuberg.report.site.evidence import Evidence, evidence
from neuberg.report.site.reading import Frames
from neuberg.report.site.sections import Section, section
from neuberg.report.site.tabulation import UNDER

_LINE = (
    *("section", "round", "table", "ns_pair", "ew_pair", "contract", "declarer", "lead", "tricks", "ns_score"),
    *("ruled_ns_score", "kind", "ruled_kind", "award", "ruled_award", "given_group", "ruled_group", "ruling"),
)
_PUBLISHED = (
    *("published_ns_mp", "published_ew_mp", "published_ns_pct", "published_ew_pct"),
    *("published_ns_imp", "published_ew_imp"),
)
#: What is ruled of a line, which stands for what was read.
_RULED = (("ruled_ns_score", "ns_score"), ("ruled_kind", "kind"), ("ruled_group", "given_group"))
_MOST_LINES = 2_000
#: The tables of other rules' figures, with what is said of each.
_OTHER = {
    "both_pct": ("percentages", "N-S and E-W in per cent of the top, under the run’s own rule and under each other."),
    "both_mp": ("matchpoints", "N-S and E-W in matchpoints, under each rule on that rule’s own scale."),
}


class BoardPage(NamedTuple):
    """What a board's page shows."""

    session: str
    board: int
    facts: dict[str, str]
    deals: list[hands.Deal]
    spread: charts.Stacked | None
    rounds: charts.Played | None
    evidence: Evidence | None
    sections: list[Section]


def board_page(session: str, board: int, own: Frames, why: list[str]) -> BoardPage:
    """The page of a board, of its rows as `board_rows` gives them, and why its profiles were chosen."""
    lines = own.get("travellers", pl.DataFrame())
    suspected = _whole(own.get("suspicions"))
    scored = _compared(lines)
    return BoardPage(
        session,
        board,
        _facts(lines, own, why),
        _deals(own),
        _spread(scored),
        _rounds(scored, suspected),
        _evidence(suspected),
        [part for part in _sections(own, lines) if part.table.rows],
    )


def _facts(lines: pl.DataFrame, own: Frames, why: list[str]) -> dict[str, str]:
    facts = {} if lines.is_empty() else {"Results": str(lines.height), "Scored under": "; ".join(why)}
    if "fouled_boards" in own:
        fields = own["fouled_boards"].sort("scored_with").to_dicts()
        known = dict.fromkeys(str(row["how_known"]) for row in fields)
        facts |= {"Fouled": "; ".join(known), "Lines of each form": _sizes(fields)}
    if "law_outcomes" in own:
        asked = own["law_outcomes"].select("edition", "clause").drop_nulls().unique(maintain_order=True)
        facts["Clause in force"] = "; ".join(f"{edition}: {clause}" for edition, clause in asked.iter_rows())
    return {label: value for label, value in facts.items() if value}


def _sizes(fields: list[dict[str, Any]]) -> str:
    """How many lines each form has, by field where there are several."""
    sizes = [
        str(row["form_sizes"] if row["forms_given"] > 1 else row["deal_sizes"] or row["form_sizes"]) for row in fields
    ]
    if len(fields) == 1:
        return sizes[0]
    named = zip(fields, sizes, strict=True)
    return "; ".join(f"section {row['scored_with'] or row['section']}: {size}" for row, size in named)


def _deals(own: Frames) -> list[hands.Deal]:
    if "boards" not in own:
        return []
    faults = {row["deal_id"]: row for row in own["card_faults"].iter_rows(named=True)} if "card_faults" in own else {}
    alike = ("dealer", "vulnerable", "north", "east", "south", "west", "deal_origin")
    # The first of those that are the same deal.
    rows = {tuple(row[name] for name in alike): row for row in reversed(own["boards"].to_dicts())}
    return [hands.deal(row, faults.get(row["deal_id"])) for row in reversed(rows.values())]


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
    """The traveller with the figures of the run's profiles, and a second table with those of other rules."""
    if lines.is_empty():
        return []
    profiles = lines["profile"].drop_nulls()
    own = [name for name in lines.columns if UNDER in name and not name.endswith(NOT_OWN)]
    colour = "comparison_group" if (lines["comparison_group"].max() or 0) > 1 else None  # type: ignore[operator]
    rules = list(dict.fromkeys(name.partition(UNDER)[2] for name in own if lines[name].null_count() < lines.height))
    titles = rules or profiles.head(1).to_list()
    found = [
        section(
            "traveller",
            f"Traveller, under {' and '.join(titles)}" if titles else "Traveller, not scored",
            "Every line, by comparison group: a result is compared with those of its own group alone. "
            f"{_counts(titles)}",
            lines.with_columns(multiplicity=_if_several(pl.col("multiplicity"))),
            (*_LINE, "multiplicity", "comparison_group", "n", "field", "s", *(own or FIGURES), *_PUBLISHED, "line"),
            most=_MOST_LINES,
            colour=colour,
        )
    ]
    return [*found, *_under_other_rules(lines, colour)]


def _counts(rules: list[str]) -> str:
    """What the counts beside a line are, and of which rule where the run has several."""
    under = f", under {rules[0]}" if len(rules) > 1 else ""
    return (
        "N: lines of the board in its field; n: scores in its group; S: N-S’s matchpoints among these, two for each"
        f" lower score and one for each equal one{under}."
    )


def _if_several(tables: pl.Expr) -> pl.Expr:
    """How many tables a line stands for; null for one."""
    return pl.when(tables != 1).then(tables)


def _under_other_rules(lines: pl.DataFrame, colour: str | None) -> Iterator[Section]:
    """What rules that are not the run's would give the lines: percentages, which compare, and matchpoints."""
    others = [name for name in lines.columns if name.endswith(NOT_OWN) and lines[name].null_count() < lines.height]
    named = lines.rename({name: name.removesuffix(NOT_OWN) for name in others})
    for figures, words in _OTHER.items():
        columns = [name.removesuffix(NOT_OWN) for name in others if name.startswith(figures)]
        if columns:
            yield section(
                f"other-rules-{figures.removeprefix('both_')}",
                f"The same lines under other rules: {words[0]}",
                words[1],
                named,
                (
                    *("section", "round", "ns_pair", "ew_pair", "ns_score", "ruled_ns_score", "comparison_group"),
                    *(figures, *columns),
                ),
                most=_MOST_LINES,
                colour=colour,
            )


class _Line(NamedTuple):
    """A compared line: its N-S score, its group from 0, and its round."""

    score: int
    group: int
    round: int | None


def _compared(lines: pl.DataFrame) -> list[_Line]:
    """Each compared line as ruled, with its group: as scored, else as the file gives it."""
    if lines.is_empty():
        return []
    score, kind, form = (pl.coalesce(pair) for pair in _RULED)
    rows = lines.select(score, kind, "comparison_group", form, "round").rows()
    forms = {form: at for at, form in enumerate(sorted({given or "" for *_, given, _ in rows}))}
    return [
        _Line(score, forms[given or ""] if group is None else group - 1, number)
        for score, kind, group, given, number in rows
        if score is not None and kind in (None, "passed out")
    ]


def _spread(lines: list[_Line]) -> charts.Stacked | None:
    if len(lines) < 2:
        return None
    counted = Counter((line.score, line.group) for line in lines)
    groups = sorted({line.group for line in lines})
    return charts.stacked(
        [(str(score), f"group {group + 1}", count) for (score, group), count in sorted(counted.items())],
        [f"group {number + 1}" for number in range(groups[-1] + 1)],
        anchor="spread",
        title="Scores of the board by comparison group",
        says="How many tables had each North-South score, lowest first; the rows are those of the traveller.",
    )


def _whole(suspected: pl.DataFrame | None) -> dict[str, Any]:
    """The suspicion of the whole board; nothing where there is none."""
    rows = [] if suspected is None else suspected.filter(pl.col("result_id").is_null()).to_dicts()
    return rows[0] if rows else {}


def _rounds(lines: list[_Line], suspected: dict[str, Any]) -> charts.Played | None:
    says = "Each table’s North-South score in the round in which it was made."
    low, high = suspected.get("round_low"), suspected.get("round_high")
    if low is not None and suspected["bayes_factor"] is not None:
        says += (
            f" The band is where the cards were probably changed: before round {low} to"
            f" {high} ({suspected['certainty']}; fits {_times(suspected['bayes_factor'])} times better)."
        )
    elif len({line.group for line in lines}) < 2:
        return None
    known = [(line.round, line.score, line.group) for line in lines if line.round is not None]
    return charts.played(known, says, low, high)


def _evidence(suspected: dict[str, Any]) -> Evidence | None:
    factors, rounds = suspected.get("change_factors"), suspected.get("result_rounds")
    if not factors or not rounds:
        return None
    return evidence(
        factors,
        rounds,
        suspected["round_low"],
        suspected["round_high"],
        f"For each result in play order, how many times better it fits that other cards ({suspected['kind']}) were on "
        "the tables from there than that nothing changed. Below 1 the record fits better. The band holds the change "
        "with 90 per cent.",
    )


def _times(factor: float) -> str:
    return f"{factor:,.0f}" if factor < 1e15 else f"{factor:.0e}"
