"""The columns of every table, written once: readers, stages, SQL and the data dictionary all follow these."""

from collections.abc import Iterable
from typing import NamedTuple

import polars as pl

SEATS = ("N", "E", "S", "W")
STRAINS = ("C", "D", "H", "S", "NT")
VULNERABILITIES = ("None", "NS", "EW", "All")
KINDS = ("played", "passed_out", "artificial", "weighted", "not_played", "unknown")
METHODS = (
    "plain",
    "formula",
    "award",
    "added",
    "artificial",
    "cancelled",
    "factored_by_scores",
    "factored_by_comparisons",
    "ascherman",
)
SEVERITIES = ("error", "warning", "info")
DEAL_ORIGINS = ("record", "as_played", "reconstructed", "unknown")
FILE_STATUSES = ("read", "read_with_problems", "duplicate", "no_reader", "unreadable")
RULING_STATES = ("settled", "open")
RECORD_KINDS = ("event", "deal", "traveller line", "contestant's line")

SEAT = pl.Enum(SEATS)
STRAIN = pl.Enum(STRAINS)
VULNERABLE = pl.Enum(VULNERABILITIES)
KIND = pl.Enum(KINDS)
METHOD = pl.Enum(METHODS)
SEVERITY = pl.Enum(SEVERITIES)
DEAL_ORIGIN = pl.Enum(DEAL_ORIGINS)
FILE_STATUS = pl.Enum(FILE_STATUSES)
RULING_STATE = pl.Enum(RULING_STATES)
RECORD_KIND = pl.Enum(RECORD_KINDS)
CARD = pl.Enum([suit + rank for suit in "SHDC" for rank in "AKQJT98765432"])

#: More tables than any event ever had; beyond it a line is a typing error, and sums would leave their integers.
MOST_TABLES = 100_000

#: The parts of a weighted score: N-S's points, and the part's weight in hundredths of a per cent.
COMPONENTS = pl.List(pl.Struct({"score": pl.Int32, "weight": pl.Int32}))

#: The columns that name a board's comparison field: its lines are matchpointed against each other.
FIELD_KEY = ("event_id", "session", "board", "scored_with")
#: The columns that name a board as its traveller does.
BOARD_KEY = ("event_id", "session", "section", "board")


class Column(NamedTuple):
    """One column: its name, type and meaning (units, scale, what null stands for)."""

    name: str
    dtype: pl.DataType | type[pl.DataType]
    meaning: str


class Table(NamedTuple):
    """One table: what a row of it is, its columns, and whether its Parquet is partitioned by `season`."""

    name: str
    row: str
    columns: tuple[Column, ...]
    partitioned: bool = False

    @property
    def schema(self) -> pl.Schema:
        """The polars schema, in column order."""
        return pl.Schema({column.name: column.dtype for column in self.columns})


_SEASON = Column("season", pl.String, "the year of the event's date; `unknown` where there is none")
_EVENT = Column("event_id", pl.Int64, "the event")
_SESSION = Column("session", pl.String, "the session's label in the file; `1` where it has none")
_SECTION = Column("section", pl.String, "the section's label; empty where the file has none")
_BOARD = Column("board", pl.Int32, "the board's number")
_FILE = Column("file_id", pl.Int64, "the file it was read from")
_LINE = Column("line", pl.Int32, "the line of the file, from 1; null where the format has no lines")
_PROFILE = Column("profile", pl.String, "the rule profile it was computed under")
_VARIANT = Column("variant", pl.Int8, "1, or 2 for the second answer where the source leaves two")

FILES = Table(
    "files",
    "an input file",
    (
        _FILE,
        Column("path", pl.String, "the path below the source that was given"),
        Column("sha256", pl.String, "the digest of its bytes"),
        Column("format", pl.String, "pbn, usebio, csv, …; `unknown` where nothing recognises it"),
        Column("producer", pl.String, "the program that wrote it, as the file says"),
        Column("encoding", pl.String, "the character encoding it was read in"),
        Column("bytes", pl.Int64, "its size"),
        Column("records", pl.Int64, "records met in it, of every kind"),
        Column("problems", pl.Int64, "rows of `problems` it has"),
        Column("status", FILE_STATUS, "what became of it"),
    ),
)

PROBLEMS = Table(
    "problems",
    "something a reader could not take, or took with a doubt",
    (
        _FILE,
        _LINE,
        Column("code", pl.String, "the kind of problem, a short name"),
        Column("severity", SEVERITY, "error: something was not read; warning: read with a doubt; info"),
        Column("found", pl.String, "what stands in the file"),
        Column("wanted", pl.String, "what would have been right"),
        Column("raw", pl.String, "the record as it stands, cut at 500 characters"),
        Column("rejects", RECORD_KIND, "the kind of record lost by it; null where none was"),
    ),
)

CONSERVATION = Table(
    "conservation",
    "the account of one kind of record in one file: found = loaded + rejected + superseded + ignored",
    (
        _FILE,
        Column("kind", RECORD_KIND, "the kind of record"),
        Column("found", pl.Int64, "records that the reader met"),
        Column("loaded", pl.Int64, "rows of the tables"),
        Column("rejected", pl.Int64, "rows of `problems` that reject one"),
        Column("superseded", pl.Int64, "records that stand a second time, or were erased"),
        Column("ignored", pl.Int64, "records left out by a rule of the reader"),
    ),
)

EVENTS = Table(
    "events",
    "an event (one or more sessions)",
    (
        _EVENT,
        _SEASON,
        Column("name", pl.String, "as the file names it"),
        Column("body", pl.String, "the organising body or club, as the file or its `neuberg.toml` says"),
        Column("date", pl.Date, "the first day; null where it is not known to the day"),
        Column("date_given", pl.String, "the date as it stands in the file"),
        Column("competition", pl.String, "pairs, individuals, teams; null where not said"),
        Column("scoring", pl.String, "matchpoints, imps, butler, cross_imps, …; null where not said"),
        Column("winners", pl.Int8, "1 or 2: one ranking, or one a direction; null where not said"),
        Column("stated_profile", pl.String, "the profile that `neuberg.toml` states; null where it states none"),
        Column(
            "replay", pl.Boolean, "whether it replays earlier deals on purpose, as `neuberg.toml` says; null: not said"
        ),
        Column("producer", pl.String, "the program that wrote it, as the file says"),
        _FILE,
        _LINE,
    ),
)

BOARDS = Table(
    "boards",
    "a deal as recorded (several where tables recorded different deals)",
    (
        Column("deal_id", pl.Int64, "the deal"),
        _EVENT,
        _SESSION,
        _SECTION,
        _BOARD,
        Column("dealer", SEAT, "as recorded; null where not"),
        Column("vulnerable", VULNERABLE, "as recorded, never inferred from the number; null where not"),
        Column(
            "north", pl.String, "North's hand, suits as `S.H.D.C`, highest first as in the file; null where not given"
        ),
        Column("east", pl.String, "East's hand"),
        Column("south", pl.String, "South's hand"),
        Column("west", pl.String, "West's hand"),
        Column("deal_origin", DEAL_ORIGIN, "what the record is: the intended deal, or the cards found at a table"),
        _FILE,
        _LINE,
        _SEASON,
    ),
    partitioned=True,
)

RESULTS = Table(
    "results",
    "a traveller line",
    (
        Column("result_id", pl.Int64, "the line; the same in every rerun of the same file"),
        _EVENT,
        _SESSION,
        _SECTION,
        Column(
            "scored_with", pl.String, "the sections whose lines are compared with this one; its own section by default"
        ),
        _BOARD,
        Column("round", pl.Int16, "the round in which it was played; null where not known"),
        Column("table", pl.String, "the table's label; null where not known"),
        Column("room", pl.String, "Open or Closed, in a match"),
        Column("team", pl.String, "the N-S pair's team, in a match"),
        Column(
            "play_order", pl.Int32, "the place of this play among the plays of the board, from 1; null where not known"
        ),
        Column("ns_pair", pl.String, "the N-S pair's number or label"),
        Column("ew_pair", pl.String, "the E-W pair's number or label"),
        Column("level", pl.Int8, "1 to 7"),
        Column("strain", STRAIN, "the denomination"),
        Column("doubled", pl.Int8, "0, 1 doubled, 2 redoubled"),
        Column("declarer", SEAT, "the declarer's seat"),
        Column("lead", CARD, "the opening lead, suit then rank"),
        Column("tricks", pl.Int8, "won by declarer in all"),
        Column("ns_score", pl.Int32, "points from N-S's side, as given; null where the file gives none"),
        Column("kind", KIND, "what the line is; each a different thing"),
        Column("ns_components", COMPONENTS, "the parts of a weighted or assigned score; null for any other line"),
        Column("ew_components", COMPONENTS, "E-W's where the sides' scores are split; null where they are N-S's"),
        Column("ns_award", pl.Float64, "an artificial score of N-S, per cent of the full top"),
        Column("ew_award", pl.Float64, "an artificial score of E-W, per cent of the full top"),
        Column("award_given", pl.String, "the award as it stands in the file, such as `A6040` or `AVE+/AVE-`"),
        Column("multiplicity", pl.Int32, "how many tables the line stands for"),
        Column("given_group", pl.String, "the form of the deal that was played; null is a form like any other"),
        Column("expected", pl.Int32, "scores expected on the board; null where not stated"),
        Column("deal_id", pl.Int64, "the row of `boards` that was played; null where not known"),
        Column("published_ns_mp", pl.Float64, "N-S's matchpoints as printed"),
        Column("published_ew_mp", pl.Float64, "E-W's matchpoints as printed"),
        Column("published_mp_decimals", pl.Int8, "the most decimals printed in the line's matchpoints"),
        Column("published_ns_pct", pl.Float64, "N-S's percentage as printed"),
        Column("published_ew_pct", pl.Float64, "E-W's percentage as printed"),
        Column("published_pct_decimals", pl.Int8, "the most decimals printed in the line's percentages"),
        Column("published_ns_imp", pl.Float64, "N-S's IMPs as printed"),
        Column("published_ew_imp", pl.Float64, "E-W's IMPs as printed"),
        Column("published_imp_decimals", pl.Int8, "the most decimals printed in the line's IMPs"),
        _FILE,
        _LINE,
        _SEASON,
    ),
    partitioned=True,
)

PAIRS = Table(
    "pairs",
    "a contestant's published line",
    (
        _EVENT,
        Column("session", pl.String, "the session that the line is of; null: the event"),
        _SECTION,
        Column("pair", pl.String, "the contestant's number or label"),
        Column("direction", pl.String, "NS or EW where the ranking is by direction or the file says so; else null"),
        Column("players", pl.List(pl.String), "the names, in the file's order"),
        Column("player_ids", pl.List(pl.String), "the federation's numbers, in the order of the names"),
        Column("boards", pl.Int32, "boards played, as printed"),
        Column("total", pl.Float64, "the total as printed, in the units of the event's scoring"),
        Column("total_decimals", pl.Int8, "decimals printed in the total"),
        Column("percent", pl.Float64, "the percentage as printed"),
        Column("percent_decimals", pl.Int8, "decimals printed in the percentage"),
        Column("place", pl.Int32, "the place as printed; a shared place keeps its number"),
        Column("place_given", pl.String, "the place as it stands, such as `3=`"),
        Column("carryover", pl.Float64, "carried over from an earlier stage, as printed"),
        Column("penalty", pl.Float64, "an adjustment or penalty, as printed"),
        _FILE,
        _LINE,
        _SEASON,
    ),
    partitioned=True,
)

RULINGS = Table(
    "rulings",
    "a director's or auditor's decision",
    (
        _EVENT,
        Column("session", pl.String, "the session; null: every one"),
        Column("section", pl.String, "the section; null: every one"),
        Column("board", pl.Int32, "the board; null where the decision is on none"),
        Column("what", pl.String, "fouled, facts, award, correction, penalty or finding"),
        Column("state", RULING_STATE, "open: not decided yet and without effect"),
        Column("facts", pl.String, "the director's facts, as JSON"),
        Column("groups", pl.String, "the forms and who played them, as JSON"),
        Column("decision", pl.String, "what else was decided, as JSON: the award, the field and its value, …"),
        Column("result_ids", pl.List(pl.Int64), "the traveller lines that it changed"),
        Column("guard", pl.String, "what the source must still say, as JSON"),
        Column("source", pl.String, "who decided it and where it is written"),
    ),
)

LAW_OUTCOMES = Table(
    "law_outcomes",
    "what a law that may have been in force says of a board with faulty cards or several forms",
    (
        Column("deal_id", pl.Int64, "the deal as recorded; null where the question is of the board at all tables"),
        _EVENT,
        _SESSION,
        Column("section", pl.String, "the section, or those that are scored together"),
        _BOARD,
        Column("question", pl.String, "wrong counts, missing card, surplus card, bad pack, fouled board, teams, …"),
        Column("edition", pl.String, "the edition of the laws, or of the regulation; several that have no text"),
        Column("authority", pl.String, "`WBF-laws`, or the body whose regulation it is"),
        Column("clause", pl.String, "the clause; where the facts leave several, each after a bar"),
        Column("outcome", pl.String, "what follows; or `needs ruling: one of …` where only the director could know"),
        Column("needs_ruling", pl.Boolean, "whether the archive and the rulings leave it open"),
        Column("certainty", pl.String, "how well the clause's text was seen: only `seen` is certain"),
        Column("facts", pl.String, "the director's facts that were used, as JSON; null: the archive alone"),
        Column("source", pl.String, "where the clause was read"),
        _FILE,
        _LINE,
        _SEASON,
    ),
    partitioned=True,
)

FLAGS = Table(
    "flags",
    "a check that a row failed",
    (
        Column("check", pl.String, "the check's name"),
        Column("severity", SEVERITY, "error: cannot be right; warning: unusual; info"),
        _EVENT,
        _SESSION,
        _SECTION,
        _BOARD,
        Column("result_id", pl.Int64, "the traveller line; null for a check on anything else"),
        Column("deal_id", pl.Int64, "the deal that is checked, or that the line played; null where there is none"),
        Column("found", pl.String, "what stands there"),
        Column("expected", pl.String, "what would pass"),
        Column("law", pl.String, "the law that the check rests on; null where it rests on none"),
        _FILE,
        _LINE,
        _SEASON,
    ),
    partitioned=True,
)

QUARANTINE = Table(
    "quarantine",
    "a row of another table that failed a check of severity error; it stands there too, as it was read",
    (
        Column("table", pl.String, "the table, or the kind of row: boards, results, fields, pairs"),
        Column("checks", pl.List(pl.String), "the checks of severity error that it failed"),
        _EVENT,
        _SESSION,
        _SECTION,
        _BOARD,
        Column("result_id", pl.Int64, "the traveller line; null where the row is of another table"),
        Column("deal_id", pl.Int64, "the deal, or the one that the line played; null where there is none"),
        _FILE,
        _LINE,
        _SEASON,
    ),
    partitioned=True,
)

SCORES = Table(
    "scores",
    "a result's score under one profile",
    (
        Column("result_id", pl.Int64, "the traveller line"),
        _PROFILE,
        _VARIANT,
        Column(
            "comparison_group",
            pl.Int32,
            "the group within the field, from 1 in order of first line; null for a line in no group",
        ),
        Column("n", pl.Int32, "scores in the group; null for a line in no group"),
        Column("field", pl.Int32, "N: lines of the board in its field"),
        Column(
            "ns_mp", pl.Float64, "N-S's matchpoints on the profile's scale, rounded as it says; null where none are due"
        ),
        Column("ew_mp", pl.Float64, "E-W's matchpoints"),
        Column(
            "ns_pct", pl.Float64, "of the full top, from the rounded matchpoints, two decimals; null where the top is 0"
        ),
        Column("ew_pct", pl.Float64, "E-W's percentage"),
        Column("ns_imp", pl.Float64, "N-S's IMPs, four decimals; null at matchpoints and where none are due"),
        Column("ew_imp", pl.Float64, "E-W's IMPs"),
        Column(
            "top", pl.Int32, "the full top on the profile's scale; by the scores expected where the body counts those"
        ),
        Column("method", METHOD, "how it was found"),
        _EVENT,
        _SEASON,
    ),
    partitioned=True,
)

STANDINGS = Table(
    "standings",
    "a contestant's total under one profile",
    (
        _EVENT,
        Column("session", pl.String, "the session; null: the event"),
        _SECTION,
        _PROFILE,
        _VARIANT,
        Column("pair", pl.String, "the contestant's number or label"),
        Column("direction", pl.String, "NS or EW where each direction is ranked for itself; null in one ranking"),
        Column("boards", pl.Int32, "boards with a score"),
        Column("mp", pl.Float64, "the sum of the boards' matchpoints; null where the event has IMPs or points"),
        Column("imp", pl.Float64, "the sum of the boards' IMPs; null at matchpoints"),
        Column("carryover", pl.Float64, "what an event's total has from an earlier stage, as printed; else null"),
        Column("points", pl.Int64, "the sum of the side's own points, at total points; else null"),
        Column("top", pl.Float64, "the sum of the boards' tops"),
        Column("percent", pl.Float64, "100 · mp / top, two decimals; null where the tops are 0"),
        Column("place", pl.Int32, "the place; equal percentages share the better place"),
        _SEASON,
    ),
    partitioned=True,
)

SUSPICIONS = Table(
    "suspicions",
    "a board whose results do not fit its record",
    (
        _EVENT,
        _SESSION,
        _SECTION,
        _BOARD,
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
        Column("double_dummy_factor", pl.Float64, "what the tricks add, by double dummy; null where it was not asked"),
        Column("why", pl.String, "the contradictions, in a director's words"),
    ),
)

DIFFERENCES = Table(
    "differences",
    "a published figure that the recomputation does not give",
    (
        Column("level", pl.String, "result, board, pair or place"),
        Column("quantity", pl.String, "the published column, such as `ns_mp`"),
        _EVENT,
        Column("session", pl.String, "the session; null: the event"),
        _SECTION,
        _BOARD,
        Column("result_id", pl.Int64, "the traveller line; null at the other levels"),
        Column("pair", pl.String, "the contestant; null at the levels of results and boards"),
        _PROFILE,
        Column("published", pl.Float64, "as printed"),
        Column("recomputed", pl.Float64, "under the profile, before its rounding"),
        Column("difference", pl.Float64, "published − recomputed"),
        Column("class", pl.String, "the explanation's kind, one of `audit.CLASSES`; `unexplained` where none is shown"),
        Column("evidence", pl.String, "what shows it, in words; null where nothing does"),
        Column("explaining_profiles", pl.List(pl.String), "profiles under which the figure is right"),
        Column(
            "signed_off", pl.String, "accepted or rejected by a ruling; `guard failed` where its guard no longer holds"
        ),
        Column("signed_by", pl.String, "by whom"),
        Column("signed_why", pl.String, "why"),
        _FILE,
        _LINE,
        _SEASON,
    ),
    partitioned=True,
)

AUDITED = Table(
    "audited",
    "the account of an event's figures of one kind: published = reproduced + explained + unexplained + not_compared",
    (
        _EVENT,
        Column("level", pl.String, "result, board, pair or place"),
        Column("quantity", pl.String, "the published column, such as `ns_mp`; `sum_mp`, all figures of a board added"),
        Column(
            "profile", pl.String, "the profile, or for IMPs the method, they were held against; null: none could be"
        ),
        Column("published", pl.Int64, "figures printed"),
        Column(
            "reproduced",
            pl.Int64,
            "those that the profile gives; a place that no recomputed one stands for: that follows its totals",
        ),
        Column("explained", pl.Int64, "rows of `differences` with a class"),
        Column("unexplained", pl.Int64, "rows of `differences` without one"),
        Column(
            "not_compared",
            pl.Int64,
            "those with nothing to hold them against: no lines of the pair, no other score of the board",
        ),
        _SEASON,
    ),
    partitioned=True,
)

EXPLANATIONS = Table(
    "explanations",
    "what reproduces an event's published figures of one kind best",
    (
        _EVENT,
        Column("quantity", pl.String, "mp, pct or imp: of results"),
        Column("published", pl.Int64, "figures printed"),
        Column("reproduced", pl.Int64, "those that it gives, whichever way a half is rounded"),
        Column("scale", pl.String, "the scale they are printed on; null where nothing gives any figure"),
        Column(
            "method",
            pl.String,
            "the regime for fouled boards, what N counts and how average plus is taken; or how IMPs are made",
        ),
        Column(
            "rounding", pl.String, "the step and way of a half that gives most of them; null where no figure shows one"
        ),
        Column("roundings", pl.List(pl.String), "every rounding that gives as many"),
        Column("profiles", pl.List(pl.String), "the profiles of the rulebook that give as many, the run's own first"),
        Column("tied", pl.Int32, "how many other methods give as many: the event cannot tell them apart"),
        Column("equally_good", pl.List(pl.String), "the first of these"),
        Column("runner_up", pl.String, "the best of those that give fewer; null where none gives any"),
        Column("runner_up_reproduced", pl.Int64, "the figures that it gives"),
        _SEASON,
    ),
    partitioned=True,
)

OUTCOMES = Table(
    "outcomes",
    "a ranking under one profile: the run's own, or another that its fouled or adjusted boards could fall under",
    (
        _EVENT,
        _SESSION,
        Column("section", pl.String, "the sections ranked together"),
        Column("direction", pl.String, "NS or EW where each direction is ranked for itself; null in one ranking"),
        Column("own", pl.String, "the profile that the run scores the event by"),
        _PROFILE,
        Column("pairs", pl.Int32, "contestants ranked"),
        Column("winner", pl.String, "who is first under the profile; several where they share it"),
        Column("winner_own", pl.String, "who is first under the run's own"),
        Column("winner_published", pl.String, "who is first as printed; null where no places are"),
        Column("winner_changes", pl.Boolean, "whether the profile has another winner than the run's own"),
        Column(
            "winner_not_as_published",
            pl.Boolean,
            "whether it has another winner than the one printed; null where none is",
        ),
        Column("places_changed", pl.Int32, "contestants whose place is not that under the run's own"),
        Column("largest_move", pl.Int32, "the most places that one of them moves"),
        Column("runner_up", pl.String, "who is next under the run's own"),
        Column("margin", pl.Float64, "matchpoints (2-1-0) that the runner-up lacks under the run's own"),
        Column(
            "needed",
            pl.Float64,
            "the least change of one board's matchpoints (2-1-0) that brings it level; null where none can",
        ),
        Column(
            "needed_board",
            pl.Int32,
            "a board on which there is room for it: where the two met, what one loses the other gains",
        ),
        _SEASON,
    ),
    partitioned=True,
)

PLACE_CHANGES = Table(
    "place_changes",
    "a contestant whose place under a profile is not that under the run's own",
    (
        _EVENT,
        _SESSION,
        _SECTION,
        Column("pair", pl.String, "the contestant's number or label"),
        Column("direction", pl.String, "NS or EW where each direction is ranked for itself; null in one ranking"),
        Column("own", pl.String, "the profile that the run scores the event by"),
        _PROFILE,
        Column("published_place", pl.Int32, "the place as printed; null where none is"),
        Column("place_own", pl.Int32, "the place under the run's own profile"),
        Column("place", pl.Int32, "the place under this profile"),
        Column("move", pl.Int32, "places gained"),
        Column("percent_own", pl.Float64, "per cent under the run's own profile"),
        Column("percent", pl.Float64, "per cent under this profile"),
        _SEASON,
    ),
    partitioned=True,
)

TABLES = {
    table.name: table
    for table in (
        FILES, PROBLEMS, CONSERVATION, EVENTS, BOARDS, RESULTS, PAIRS, RULINGS,
        LAW_OUTCOMES, FLAGS, QUARANTINE, SCORES, STANDINGS, SUSPICIONS, DIFFERENCES, AUDITED, EXPLANATIONS, OUTCOMES,
        PLACE_CHANGES,
    )
}  # fmt: skip


def conform(frame: pl.LazyFrame, table: Table) -> pl.LazyFrame:
    """The frame with exactly the table's columns, in its order and types; a missing column is null.

    Raises:
        polars.exceptions.PolarsError: when it is collected, a value does not fit the column's type.

    >>> conform(pl.LazyFrame({"line": [3], "code": ["bad_deal"]}), PROBLEMS).collect().columns[:3]
    ['file_id', 'line', 'code']
    """
    present = frame.collect_schema().names()
    return frame.select(
        (pl.col(column.name) if column.name in present else pl.lit(None)).cast(column.dtype).alias(column.name)
        for column in table.columns
    )


def empty(table: Table) -> pl.DataFrame:
    """No rows of the table, with its columns and types."""
    return pl.DataFrame(schema=table.schema)


def dictionary(tables: Iterable[Table] = TABLES.values()) -> str:
    """The data dictionary as Markdown: a heading and a row a column for each table.

    >>> print(dictionary([CONSERVATION]).splitlines()[0])
    ### `conservation`
    """
    return "\n".join(line for table in tables for line in _section(table))


def _section(table: Table) -> Iterable[str]:
    partition = "; partitioned by `season`" if table.partitioned else ""
    yield f"### `{table.name}`\n\nA row is {table.row}{partition}.\n"
    yield "| column | type | meaning |\n|---|---|---|"
    for column in table.columns:
        yield f"| `{column.name}` | {_type_name(column.dtype)} | {column.meaning} |"
    yield ""


def _type_name(dtype: pl.DataType | type[pl.DataType]) -> str:
    if isinstance(dtype, pl.Enum):
        names = dtype.categories.to_list()
        return "card" if len(names) == 52 else "enum: " + ", ".join(names)
    return str(dtype)
