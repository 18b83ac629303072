"""What is computed of it: scores, standings, and how the published figures compare."""

import polars as pl

from neuberg.schemas.table import BOARD, EVENT, FILE, LINE, PROFILE, SEASON, SECTION, VARIANT, Column, Table
from neuberg.schemas.types import METHOD

SCORES = Table(
    "scores",
    "a result's score under one profile",
    (
        Column("result_id", pl.Int64, "the traveller line"),
        PROFILE,
        VARIANT,
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
        EVENT,
        SEASON,
    ),
    partitioned=True,
)

STANDINGS = Table(
    "standings",
    "a contestant's total under one profile",
    (
        EVENT,
        Column(
            "session",
            pl.String,
            "the session; null: the event, which has no rows where its sessions cannot be added to one ranking",
        ),
        Column("section", pl.String, "the section's label, or a match by its teams; empty where the file has neither"),
        PROFILE,
        VARIANT,
        Column(
            "pair",
            pl.String,
            "the contestant's number or label, in a whole event that of its first session; who came later to a number "
            "that another had is `3 of session 2`",
        ),
        Column("direction", pl.String, "NS or EW where each direction is ranked for itself; null in one ranking"),
        Column("boards", pl.Int32, "boards with a score"),
        Column(
            "mp",
            pl.Float64,
            "the sum of the boards' matchpoints, six decimals, less penalties and with what was carried over; null "
            "where the event has IMPs or points",
        ),
        Column("imp", pl.Float64, "so of the boards' IMPs, in a match of those won; null at matchpoints"),
        Column("carryover", pl.Float64, "what an event's total has from an earlier stage, as printed; else null"),
        Column("points", pl.Int64, "the sum of the side's own points, at total points; else null"),
        Column("top", pl.Float64, "the sum of the boards' tops"),
        Column("percent", pl.Float64, "100 · mp / top, carry-over left out, two decimals; null where the tops are 0"),
        Column(
            "place",
            pl.Int32,
            "the place: by the exact share of the tops, at IMPs by the average a board, with carry-over by the total; "
            "equal ones share the better place",
        ),
        SEASON,
    ),
    partitioned=True,
)

OTHER_SCORES = Table(
    "other_scores",
    "a result of a fouled board under a profile that is not the run's own but could be the board's",
    (
        Column("result_id", pl.Int64, "the traveller line"),
        Column("own", pl.String, "the profile that the run scores the event by"),
        Column("profile", pl.String, "this profile: one for each rule, rules that cannot differ being one"),
        VARIANT,
        Column("comparison_group", pl.Int32, "as in `scores`"),
        Column("ns_mp", pl.Float64, "N-S's matchpoints on this profile's scale, rounded as it says"),
        Column("ew_mp", pl.Float64, "E-W's matchpoints"),
        Column("ns_pct", pl.Float64, "of the full top, two decimals; null where the top is 0"),
        Column("ew_pct", pl.Float64, "E-W's percentage"),
        Column("top", pl.Int32, "the full top on this profile's scale"),
        Column("method", METHOD, "how it was found"),
        EVENT,
        SEASON,
    ),
    partitioned=True,
)

DIFFERENCES = Table(
    "differences",
    "a published figure that the recomputation does not give",
    (
        Column("level", pl.String, "result, board, pair or place"),
        Column("quantity", pl.String, "the published column, such as `ns_mp`"),
        EVENT,
        Column("session", pl.String, "the session; null: the event"),
        SECTION,
        BOARD,
        Column("result_id", pl.Int64, "the traveller line; null at the other levels"),
        Column("pair", pl.String, "the contestant; null at the levels of results and boards"),
        PROFILE,
        Column("published", pl.Float64, "as printed"),
        Column("recomputed", pl.Float64, "under the profile, before its rounding"),
        Column("difference", pl.Float64, "published − recomputed"),
        Column(
            "class", pl.String, "the explanation's kind, see the page on the audit; `unexplained` where none is shown"
        ),
        Column("evidence", pl.String, "what shows it, in words; null where nothing does"),
        Column("explaining_profiles", pl.List(pl.String), "profiles under which the figure is right"),
        Column(
            "signed_off", pl.String, "accepted or rejected by a ruling; `guard failed` where its guard no longer holds"
        ),
        Column("signed_by", pl.String, "by whom"),
        Column("signed_why", pl.String, "why"),
        FILE,
        LINE,
        SEASON,
    ),
    partitioned=True,
)

AUDITED = Table(
    "audited",
    "the account of an event's printed figures of one kind: "
    "published = reproduced + explained + wrong + unexplained + not_compared",
    (
        EVENT,
        Column("level", pl.String, "result, board, pair or place"),
        Column("quantity", pl.String, "the published column, such as `ns_mp`"),
        Column(
            "profile",
            pl.String,
            "the profile they were held against, or a method of IMPs that is in no rulebook; null: none could be",
        ),
        Column("published", pl.Int64, "figures printed"),
        Column(
            "reproduced",
            pl.Int64,
            "those that the profile gives; a place that no recomputed one stands for: that follows its totals",
        ),
        Column("explained", pl.Int64, "those that another reading gives, or the printed figures they follow from"),
        Column("wrong", pl.Int64, "those that are wrong as printed, or whose line is, with what shows it"),
        Column("unexplained", pl.Int64, "those of which nothing is shown"),
        Column(
            "not_compared",
            pl.Int64,
            "with nothing to hold them against: no lines of the pair, no score or award, no other score of the board",
        ),
        Column("why", pl.String, "why nothing could be held against these; null where all were compared"),
        SEASON,
    ),
    partitioned=True,
)

EXPLANATIONS = Table(
    "explanations",
    "what reproduces an event's published figures of one kind best",
    (
        EVENT,
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
        SEASON,
    ),
    partitioned=True,
)

OUTCOMES = Table(
    "outcomes",
    "a ranking under one profile: the run's own, or another that its fouled or adjusted boards could fall under",
    (
        EVENT,
        Column("session", pl.String, "the session; null: the event"),
        Column("section", pl.String, "the sections ranked together"),
        Column("direction", pl.String, "NS or EW where each direction is ranked for itself; null in one ranking"),
        Column("own", pl.String, "the profile that the run scores the event by"),
        PROFILE,
        Column("pairs", pl.Int32, "contestants ranked"),
        Column("winner", pl.String, "who is first under the profile; several where they share it"),
        Column("winner_own", pl.String, "who is first under the run's own"),
        Column("winner_published", pl.String, "who is first as printed; null where no places are"),
        Column("winner_changes", pl.Boolean, "whether the profile has another winner than the run's own"),
        Column(
            "winner_not_as_published",
            pl.Boolean,
            "whether those it has first are others than those printed first, or not all of them; null where nobody "
            "is ranked or printed first (sections that print a list each: whether one of them is first in none)",
        ),
        Column("places_changed", pl.Int32, "contestants whose place is not that under the run's own"),
        Column("largest_move", pl.Int32, "the most places that one of them moves"),
        Column("runner_up", pl.String, "who is next under the run's own"),
        Column(
            "margin", pl.Float64, "what the runner-up lacks under the run's own: matchpoints (2-1-0), IMPs or points"
        ),
        Column(
            "needed",
            pl.Float64,
            "the least matchpoints (2-1-0) that another score of the leader or the runner-up on one board moves it by "
            "and brings the two level, whom it passes counted too; null where no score does, and at IMPs",
        ),
        Column("needed_board", pl.Int32, "a board on which such a score does"),
        Column("needed_pair", pl.String, "whose score: the leader's would be worse, the runner-up's better"),
        SEASON,
    ),
    partitioned=True,
)

PLACE_CHANGES = Table(
    "place_changes",
    "a contestant whose place under a profile is not that under the run's own",
    (
        EVENT,
        Column("session", pl.String, "the session; null: the event"),
        SECTION,
        Column("pair", pl.String, "the contestant's number or label"),
        Column("direction", pl.String, "NS or EW where each direction is ranked for itself; null in one ranking"),
        Column("own", pl.String, "the profile that the run scores the event by"),
        PROFILE,
        Column("published_place", pl.Int32, "the place as printed; null where none is"),
        Column("place_own", pl.Int32, "the place under the run's own profile"),
        Column("place", pl.Int32, "the place under this profile"),
        Column("move", pl.Int32, "places gained"),
        Column("percent_own", pl.Float64, "per cent under the run's own profile"),
        Column("percent", pl.Float64, "per cent under this profile"),
        SEASON,
    ),
    partitioned=True,
)
