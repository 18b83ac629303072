"""The values that columns take: enums, and the columns that name a board and its field."""

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

#: What a ruling changes of a traveller line: a column's value as read and as ruled, in words; null: none.
CHANGES = pl.List(pl.Struct({"result_id": pl.Int64, "field": pl.String, "as_read": pl.String, "as_ruled": pl.String}))

#: The columns that name a board's comparison field: its lines are matchpointed against each other.
FIELD_KEY = ("event_id", "session", "board", "scored_with")
#: The columns that name a board as its traveller does.
BOARD_KEY = ("event_id", "session", "section", "board")
