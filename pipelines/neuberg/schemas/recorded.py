"""What readers find: files, what is wrong in them, events, boards, results and contestants."""

import polars as pl

from neuberg.schemas.table import BOARD, EVENT, FILE, LINE, SEASON, SECTION, SESSION, Column, Table
from neuberg.schemas.types import (
    CARD,
    COMPONENTS,
    DEAL_ORIGIN,
    FILE_STATUS,
    KIND,
    RECORD_KIND,
    SEAT,
    SEVERITY,
    STRAIN,
    VULNERABLE,
)

FILES = Table(
    "files",
    "an input file",
    (
        FILE,
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
        FILE,
        LINE,
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
        FILE,
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
        EVENT,
        SEASON,
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
        FILE,
        LINE,
    ),
)

BOARDS = Table(
    "boards",
    "a deal as recorded (several where tables recorded different deals)",
    (
        Column("deal_id", pl.Int64, "the deal"),
        EVENT,
        SESSION,
        SECTION,
        BOARD,
        Column("dealer", SEAT, "as recorded; null where not"),
        Column("vulnerable", VULNERABLE, "as recorded, never inferred from the number; null where not"),
        Column(
            "north", pl.String, "North's hand, suits as `S.H.D.C`, highest first as in the file; null where not given"
        ),
        Column("east", pl.String, "East's hand"),
        Column("south", pl.String, "South's hand"),
        Column("west", pl.String, "West's hand"),
        Column("deal_origin", DEAL_ORIGIN, "what the record is: the intended deal, or the cards found at a table"),
        FILE,
        LINE,
        SEASON,
    ),
    partitioned=True,
)

RESULTS = Table(
    "results",
    "a traveller line",
    (
        Column("result_id", pl.Int64, "the line; the same in every rerun of the same file"),
        EVENT,
        SESSION,
        SECTION,
        Column(
            "scored_with", pl.String, "the sections whose lines are compared with this one; its own section by default"
        ),
        BOARD,
        Column("round", pl.Int16, "the round in which it was played; null where not known"),
        Column("table", pl.String, "the table's label; null where not known"),
        Column("room", pl.String, "Open or Closed, in a match"),
        Column("team", pl.String, "the N-S pair's team, in a match; null where the file does not tell it"),
        Column("ew_team", pl.String, "the E-W pair's team, in a match; null where the file does not tell it"),
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
        Column(
            "ns_components",
            COMPONENTS,
            "the parts of a weighted or assigned score, weights in hundredths of a per cent (10,000 in all); else null",
        ),
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
        FILE,
        LINE,
        SEASON,
    ),
    partitioned=True,
)

PAIRS = Table(
    "pairs",
    "a contestant's published line",
    (
        EVENT,
        Column("session", pl.String, "the session that the line is of; null: the event"),
        SECTION,
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
        FILE,
        LINE,
        SEASON,
    ),
    partitioned=True,
)
