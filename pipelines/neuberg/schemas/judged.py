"""What is judged of it: rulings, laws, flags, what critical checks set apart, and suspicions."""

import polars as pl

from neuberg.schemas.table import BOARD, EVENT, FILE, LINE, SEASON, SECTION, SESSION, Column, Table
from neuberg.schemas.types import CHANGES, RULING_STATE, SEVERITY

RULINGS = Table(
    "rulings",
    "a director's or auditor's decision",
    (
        EVENT,
        Column("session", pl.String, "the session; null: every one"),
        Column("section", pl.String, "the section; null: every one"),
        Column("board", pl.Int32, "the board; null where the decision is on none"),
        Column("what", pl.String, "fouled, facts, award, correction, penalty or finding"),
        Column("state", RULING_STATE, "open: not decided yet and without effect"),
        Column("facts", pl.String, "the director's facts, as JSON"),
        Column("groups", pl.String, "the forms and who played them, as JSON"),
        Column("decision", pl.String, "what else was decided, as JSON: the award, the field and its value, …"),
        Column("result_ids", pl.List(pl.Int64), "the traveller lines that it is about"),
        Column("changes", CHANGES, "what it changes in these lines, as read and as ruled; a row each in `ruled_lines`"),
        Column("guard", pl.String, "what the source must still say, as JSON"),
        Column("source", pl.String, "who decided it and where it is written"),
    ),
)

LAW_OUTCOMES = Table(
    "law_outcomes",
    "what a law that may have been in force says of a board with faulty cards, a deal played before, or several forms",
    (
        Column("deal_id", pl.Int64, "the deal as recorded; null where the question is of the board at all tables"),
        EVENT,
        SESSION,
        Column("section", pl.String, "the section, or those that are scored together"),
        BOARD,
        Column(
            "question",
            pl.String,
            "wrong counts, missing card, surplus card, bad pack, imported deal, sorted pack, fouled board, …",
        ),
        Column("edition", pl.String, "the edition of the laws, or of the regulation; several that have no text"),
        Column("authority", pl.String, "`WBF-laws`, or the body whose regulation it is"),
        Column("clause", pl.String, "the clause; where the facts leave several, each after a bar"),
        Column("outcome", pl.String, "what follows; or `needs ruling: one of …` where only the director could know"),
        Column("needs_ruling", pl.Boolean, "whether the archive and the rulings leave it open"),
        Column("certainty", pl.String, "how well the clause's text was seen: only `seen` is certain"),
        Column("facts", pl.String, "the director's facts that were used, as JSON; null: the archive alone"),
        Column("source", pl.String, "where the clause was read"),
        FILE,
        LINE,
        SEASON,
    ),
    partitioned=True,
)

FLAGS = Table(
    "flags",
    "a check that a row failed",
    (
        Column("check", pl.String, "the check's name"),
        Column("severity", SEVERITY, "error: cannot be right; warning: unusual; info"),
        EVENT,
        SESSION,
        SECTION,
        BOARD,
        Column("result_id", pl.Int64, "the traveller line; null for a check on anything else"),
        Column("deal_id", pl.Int64, "the deal that is checked, or that the line played; null where there is none"),
        Column("found", pl.String, "what stands there"),
        Column("expected", pl.String, "what would pass"),
        Column("law", pl.String, "the law that the check rests on; null where it rests on none"),
        FILE,
        LINE,
        SEASON,
    ),
    partitioned=True,
)

QUARANTINE = Table(
    "quarantine",
    "a row of another table that failed a check of severity error; it stands there too, as it was read",
    (
        Column("table", pl.String, "the table, or the kind of row: boards, results, fields, pairs"),
        Column("checks", pl.List(pl.String), "the checks of severity error that it failed"),
        EVENT,
        SESSION,
        SECTION,
        BOARD,
        Column("result_id", pl.Int64, "the traveller line; null where the row is of another table"),
        Column("deal_id", pl.Int64, "the deal, or the one that the line played; null where there is none"),
        FILE,
        LINE,
        SEASON,
    ),
    partitioned=True,
)

SUSPICIONS = Table(
    "suspicions",
    "a board whose results do not fit its record",
    (
        EVENT,
        SESSION,
        SECTION,
        BOARD,
        Column(
            "finding",
            pl.String,
            "fouled board, wrong record (no table played it), table sat the wrong way, or result entered wrongly",
        ),
        Column("kind", pl.String, "the cards or the turn that fits best, such as `rotated 180°`"),
        Column("bayes_factor", pl.Float64, "how many times better it fits than the record, at most 1e300"),
        Column("certainty", pl.String, "almost certainly (from 10,000), probably (from 1,000) or perhaps"),
        Column("results", pl.Int32, "results of the board that were weighed"),
        Column("order_known", pl.Boolean, "whether their order of play is known; a weaker test where it is not"),
        Column("first_result", pl.Int32, "the first result after the change, in play order; null where unknown"),
        Column("last_result", pl.Int32, "the last result before the change was put right; null where it was not"),
        Column("round_low", pl.Int16, "the first round of the 90 % credible range of the change"),
        Column("round_high", pl.Int16, "the last round of it"),
        Column("result_id", pl.Int64, "the traveller line, of a turned result; null for a board"),
        Column(
            "change_factors",
            pl.List(pl.Float64),
            "log10 of the Bayes factor that the cards changed before the first, second, … result, in play order; null "
            "where the order is not known and where the finding is no fouled board",
        ),
        Column("result_rounds", pl.List(pl.Int16), "the rounds of these results"),
        Column("double_dummy_factor", pl.Float64, "what the tricks add, by double dummy; null where it was not asked"),
        Column("why", pl.String, "the contradictions, in a director's words"),
    ),
)
