"""Printed totals, percentages and places of events of several sessions: against their sessions added, or averaged."""

from typing import NamedTuple

import polars as pl

from neuberg.audit.book.precision import agrees, decimals_of_event
from neuberg.audit.totals.pairs import FINE, OTHER_ADDING, as_printed
from neuberg.audit.totals.places import follows
from neuberg.audit.totals.scales import with_printed_scale
from neuberg.audit.totals.session_tops import brought_to_one_top
from neuberg.score.contestants import whole_units
from neuberg.score.event_lines import whose_lines
from neuberg.score.whole_events import label, not_added, of_first_session, with_players, with_printed

_HUNDREDTHS, _PLACES = 100, 9
#: At least this share of an event's totals must be sums of percentages: of few it is chance.
_MOST = 0.5
#: The list that a place is a place of: by direction where it is, with or without its section.
_LISTS = (["event_id", "direction"], ["event_id", "section", "direction"])


class _Readings(NamedTuple):
    """The ways in which a figure is read.

    Attributes:
        fits: it is right.
        follows: it follows from others in print, as `text` says.
        text: how.
        on_largest: it is of sessions brought to the largest top.
    """

    fits: list[pl.Expr]
    follows: list[pl.Expr]
    text: pl.Expr
    on_largest: pl.Expr


def event_figures(beside: pl.DataFrame, choices: pl.DataFrame, *, halves: int) -> pl.DataFrame:
    """A row a printed total or percentage of an event of several sessions: `right`, or what it is.

    A total is the sum of its sessions, as the run has them, with or without a printed carry-over or adjustment; a
    percentage is the share of all tops together, or the mean of the sessions' percentages. Totals that add up the
    sessions' percentages follow their boards, where most of an event do.

    Args:
        beside: as `beside_sessions` gives it.
        choices: as `scales.with_printed_scale` takes them.
        halves: so many matchpoints of 2-1-0 are one of the profile's.
    """
    held = with_printed_scale(beside, choices).with_columns(
        _total_decimals=decimals_of_event("total_decimals").fill_null(0),
        _percent_decimals=decimals_of_event("percent_decimals").fill_null(0),
    )
    return pl.concat([_totals(held), _percentages(held, halves)])


def beside_sessions(
    pairs: pl.DataFrame, standings: pl.DataFrame, several: pl.Series, unranked: pl.Series, *, scale: int
) -> pl.DataFrame:
    """The printed lines of events beside what their contestants have in the sessions, where these can be added.

    Args:
        pairs: the printed lines of contestants.
        standings: under one profile.
        several: the events of several sessions.
        unranked: those of them in which nobody is ranked.
        scale: the profile's matchpoints for a pair beaten.
    """
    own = pairs.filter(pl.col("event_id").is_in(several.implode()))
    of_session = own.filter(pl.col("session").is_not_null())
    of_event = own.filter(pl.col("session").is_null())
    of_several = standings.filter(pl.col("event_id").is_in(several.implode()))
    contestants = _contestants(of_session, of_several, unranked, scale)
    found = whose_lines(of_event.drop("boards"), contestants)
    own_key = {"section_own": "own_section", "_label": "own_pair", "direction_own": "own_direction"}
    # A line that may be of either of two is held against neither.
    return found.rename(own_key).filter(pl.col("_line").is_unique()).drop("_line", "who", "pair_own", "_first")


def _contestants(printed: pl.DataFrame, standings: pl.DataFrame, unranked: pl.Series, scale: int) -> pl.DataFrame:
    """A row a contestant of an event: the sums of its sessions, as recomputed and as printed."""
    shown = printed.lazy().rename({"total": "shown", "percent": "shown_percent"})
    sessions = standings.filter(pl.col("session").is_not_null() & (pl.col("variant") == 1))
    # Whatever list they are in: the printed one may be of all.
    of_all = sessions.with_columns(scored_with=pl.lit(""))
    players = with_players(of_all.lazy(), printed.lazy()).collect()
    if unranked.len():
        # Whose lists change is still one contestant; who has a direction in one session alone is not known in another.
        apart = not_added(players.filter(pl.col("event_id").is_in(unranked.implode())))
        players = players.join(apart, on="event_id", how="anti")
    return (
        with_printed(players.lazy(), shown, ["shown", "shown_percent"])
        .with_columns(**brought_to_one_top(scale, FINE))
        .sort("event_id", "session")
        .group_by("event_id", "who", "direction", maintain_order=True)
        .agg(
            *of_first_session(),
            pl.col("_names").drop_nulls().first(),
            units=whole_units(pl.col("mp"), FINE).sum(),
            top=pl.col("top").cast(pl.Int64).sum(),
            hundredths=whole_units(pl.col("percent"), _HUNDREDTHS).sum(),
            sessions=pl.col("percent").count().cast(pl.Int64),
            on_largest=pl.when(pl.col("on_largest").is_not_null().all()).then(pl.col("on_largest").sum()),
            largest=pl.col("largest").first(),
            raised=pl.col("raised").sum(),
            boards=pl.col("boards").cast(pl.Int64).sum(),
            shown=pl.when(pl.col("shown").is_not_null().all()).then(pl.col("shown").sum()),
            shown_percent=pl.when(pl.col("shown_percent").is_not_null().all()).then(pl.col("shown_percent").mean()),
            shown_top=pl.when((pl.col("shown_percent") > 0).all()).then(
                (100 * pl.col("shown") / pl.col("shown_percent")).sum().round(_PLACES)
            ),
        )
        .with_columns(label().alias("_label"))
        .collect()
    )


def _totals(held: pl.DataFrame) -> pl.DataFrame:
    decimals = pl.col("_total_decimals")
    printed, shown = as_printed("total", held), whole_units(pl.col("shown"), FINE)
    fits, follows = (
        [agrees(figure, decimals, units, pl.lit(FINE)) for figure in printed] for units in (pl.col("units"), shown)
    )
    # Each session's percentage is rounded itself before it is added.
    added = [
        agrees(figure, decimals, pl.col("hundredths"), pl.lit(_HUNDREDTHS), pl.col("sessions")) for figure in printed
    ]
    in_percent = pl.any_horizontal(added).fill_null(False)
    in_percent = in_percent & (in_percent.mean().over("event_id") >= _MOST)
    text = (
        pl.when(in_percent)
        .then(_words("the sum of its sessions' percentages, ", pl.col("hundredths") / _HUNDREDTHS))
        .otherwise(_words("the sum of its sessions as printed, ", pl.col("shown")))
    )
    brought = [agrees(figure, decimals, pl.col("on_largest"), pl.lit(FINE), 1 + pl.col("raised")) for figure in printed]
    on_largest = (pl.any_horizontal(brought) & (pl.col("raised") > 0)).fill_null(False)
    own = (pl.col("units") / FINE).round(_PLACES)
    return _judged(held, "total", own, _Readings(fits, [*follows, in_percent], text, on_largest))


def _words(before: str, figure: pl.Expr) -> pl.Expr:
    return pl.concat_str(pl.lit(before), figure.round(4).cast(pl.String))


def _percentages(held: pl.DataFrame, halves: int) -> pl.DataFrame:
    decimals, printed = pl.col("_percent_decimals"), pl.col("percent")
    fits = [
        agrees(printed, decimals, 100 * pl.col("units"), FINE * pl.col("top")) & (pl.col("top") > 0),
        # Each session's percentage is rounded itself before their mean is.
        agrees(printed, decimals, pl.col("hundredths"), _HUNDREDTHS * pl.col("sessions"), 2) & (pl.col("sessions") > 0),
    ]
    as_mean = agrees(printed, decimals, whole_units(pl.col("shown_percent"), FINE), pl.lit(FINE), 2)
    # The tops are those of the profile: brought to the scale that the totals are printed on.
    top = FINE * halves * pl.col("_times") * pl.col("top")
    as_share = agrees(printed, decimals, 100 * pl.col("_by") * whole_units(pl.col("shown"), FINE), top)
    # The tops that the sessions' totals and percentages in print have: those are rounded themselves.
    of_own = whole_units(100 * pl.col("shown") / pl.col("shown_top"), FINE)
    as_own_share = agrees(printed, decimals, of_own, pl.lit(FINE), 2) & (pl.col("shown_top") > 0)
    follows = [as_mean, as_share & (top > 0), as_own_share]
    share = pl.when(pl.col("top") > 0).then(100 * pl.col("units") / (FINE * pl.col("top")))
    text = (
        pl.when(as_mean).then(_words("the mean of its sessions' percentages as printed, ", pl.col("shown_percent")))
        .otherwise(_words("the share of its sessions' totals as printed, which add up to ", pl.col("shown")))
    )  # fmt: skip
    brought = agrees(printed, decimals, 100 * pl.col("on_largest"), FINE * pl.col("largest") * pl.col("boards"))
    on_largest = (brought & (pl.col("raised") > 0)).fill_null(False)
    return _judged(held, "percent", share, _Readings(fits, follows, text, on_largest))


def _judged(held: pl.DataFrame, quantity: str, own: pl.Expr, read: _Readings) -> pl.DataFrame:
    """The figures of a quantity, each right or with its class and evidence."""
    judged = (
        held.filter(pl.col(quantity).is_not_null())
        .with_columns(
            level=pl.lit("pair"),
            quantity=pl.lit(quantity),
            published=pl.col(quantity),
            recomputed=own,
            right=pl.any_horizontal(read.fits).fill_null(False),
        )
        .with_columns(difference=pl.col("published") - pl.col("recomputed"))
    )
    as_shown = pl.any_horizontal(read.follows).fill_null(False)
    other = pl.concat_str(pl.lit("its sessions come to "), own.round(4).cast(pl.String))
    kind = pl.when(as_shown).then(pl.lit("follows_its_boards")).when(read.on_largest).then(pl.lit(OTHER_ADDING))
    one_top = pl.concat_str(pl.lit("its sessions, each brought to the largest top, "), "largest")
    wrong = judged.filter(~pl.col("right")).with_columns(
        kind.otherwise(pl.lit("not_the_sum")).alias("class"),
        evidence=pl.when(as_shown).then(read.text).when(read.on_largest).then(one_top).otherwise(other),
    )
    return pl.concat([judged.filter("right"), wrong], how="diagonal")


def event_places(beside: pl.DataFrame, standings: pl.DataFrame, sections: pl.DataFrame) -> pl.DataFrame:
    """A row a printed place of an event of several sessions: whether it is `right`, or `follows` from its totals.

    Args:
        beside: as `beside_sessions` gives it.
        standings: under one profile.
        sections: a row a section of a session, with those that it is `scored_with`: its list.
    """
    scored_with = sections.group_by("event_id", "section").agg(pl.col("scored_with").first())
    of_event = standings.filter(pl.col("session").is_null() & (pl.col("variant") == 1)).join(
        scored_with, on=["event_id", "section"], how="left", nulls_equal=True
    )
    shared = pl.len().over("event_id", "scored_with", "direction", "place")
    places = of_event.select(
        "event_id",
        own_section="section",
        own_pair="pair",
        own_direction="direction",
        first="place",
        last=pl.col("place").cast(pl.Int64) + shared.cast(pl.Int64) - 1,
    )
    listed = beside.with_row_index("_line")
    placed = listed.filter(pl.col("place").is_not_null())
    joined = placed.join(places, on=["event_id", "own_section", "own_pair", "own_direction"], nulls_equal=True)
    right = pl.col("place").is_between("first", "last")
    # Only where a place is not the recomputed one need it be asked what the totals say.
    asked = joined.filter(~right.fill_null(False))["event_id"].unique()
    # The list is that of its field: in one of a single winner a printed direction makes none of its own.
    of_field = pl.when(pl.col("own_direction").is_not_null()).then("direction").alias("direction")
    of_asked = listed.filter(pl.col("event_id").is_in(asked.implode())).with_columns(of_field)
    of_asked = of_asked.select("_line", follows=follows(_LISTS))
    return (
        joined.join(of_asked, on="_line", how="left", maintain_order="left")
        .with_columns(
            level=pl.lit("place"),
            quantity=pl.lit("place"),
            published=pl.col("place").cast(pl.Float64),
            recomputed=pl.col("first").cast(pl.Float64),
            right=pl.coalesce(right, "follows"),
        )
        .with_columns(difference=pl.col("published") - pl.col("recomputed"))
    )
