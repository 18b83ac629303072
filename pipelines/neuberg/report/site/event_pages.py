"""An event's page: its rankings beside the published ones, what explains the printed figures, its boards."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import polars as pl

from neuberg.report.site.addresses import Pages
from neuberg.report.site.reading import Frames
from neuberg.report.site.sections import Section, section

_UP = "../../"
_RANKED = (
    *("place", "published_place", "pair", "players", "boards", "mp", "imp", "points", "top", "percent"),
    *("published_total", "published_percent", "line"),
)
_MOST_RANKED = 1_000


class EventPage(NamedTuple):
    """What an event's page shows."""

    facts: dict[str, str]
    sections: list[Section]


def event_page(event: dict[str, Any], why: list[str], frames: Frames, pages: Pages) -> EventPage:
    """The page of an event, of its row of `events_overview`, why its profiles were chosen, and its rows."""
    linked = {name: pages.linked(frame, _UP) for name, frame in frames.items()}
    parts = [*_outcomes(linked), *_rankings(linked), *_found(linked), *_places(linked), *_details(linked)]
    return EventPage(_facts(event, why), [part for part in parts if part.table.rows])


def _facts(event: dict[str, Any], why: list[str]) -> dict[str, str]:
    place = event["file"] and (f"{event['file']}, line {event['line']}" if event["line"] else event["file"])
    given = {
        "Date": event["date"],
        "Body": event["body"],
        "Competition": event["competition"],
        "Scoring": event["scoring"] and event["scoring"].replace("_", " "),
        "Boards": event["boards"],
        "Results": f"{event['results']:,}",
        "Scored under": "; ".join(why),
        "File": place,
    }
    return {label: str(value) for label, value in given.items() if value not in (None, "")}


def _outcomes(frames: Frames) -> Iterator[Section]:
    yield section(
        "outcomes",
        "Would another rule change who won?",
        "The ranking under each rule that the event’s fouled or adjusted boards could fall under. The margin and what"
        " is needed are in matchpoints with two for each score beaten and one for each equal, whatever a rule’s own"
        " scale; at other scorings in its IMPs or points.",
        _by_own(frames.get("outcomes")),
        (
            *("own", "session", "section", "direction", "profile", "winner", "winner_own", "winner_published"),
            *("winner_changes", "places_changed", "largest_move", "runner_up", "margin"),
            *("needed", "needed_board", "needed_pair"),
        ),
    )


def _by_own(rows: pl.DataFrame | None) -> pl.DataFrame | None:
    """The rows without the rule of the run that they are held against, where there is only one."""
    return rows if rows is None or rows["own"].n_unique() > 1 else rows.drop("own")


def _found(frames: Frames) -> Iterator[Section]:
    yield section(
        "boards",
        "Boards to look at",
        "Boards of which there is something to say, and how much of each kind.",
        frames.get("boards_of_interest"),
        ("board", "session", "forms", "flags", "differences", "suspicions", "rulings_needed", "rulings"),
        links={"board": "board_page"},
    )
    yield section(
        "explanations",
        "What gives the printed figures",
        "The scale, method and rounding that reproduce most of them; “tied” counts other methods that give as many.",
        frames.get("explanations"),
        (
            *("quantity", "published", "reproduced", "scale", "method", "rounding", "profiles", "tied"),
            *("runner_up", "runner_up_reproduced"),
        ),
    )
    yield section(
        "audited",
        "Account of the printed figures",
        "Published = reproduced + explained by another reading + wrong as printed + unexplained + not compared.",
        frames.get("audited"),
        (
            *("level", "quantity", "profile", "published"),
            *("reproduced", "explained", "wrong", "unexplained", "not_compared"),
        ),
    )


def _places(frames: Frames) -> Iterator[Section]:
    yield section(
        "places",
        "Places that another rule changes",
        "Contestants whose place under the rule is not that under the run’s own.",
        _by_own(frames.get("place_changes")),
        (
            *("own", "session", "section", "direction", "profile", "pair"),
            *("published_place", "place_own", "place", "move", "percent_own", "percent"),
        ),
    )


def _rankings(frames: Frames) -> Iterator[Section]:
    ranked = frames.get("rank_list")
    if ranked is None:
        return
    key = ("profile", "variant", "session", "section", "direction")
    several = ranked["variant"].max() != 1
    says = "The recomputed places and totals, with the published ones beside them." + _other_adding(frames)
    # North-South stand before East-West.
    ranked = ranked.sort(*key, descending=[False, False, False, False, True], nulls_last=True)
    for number, (values, part) in enumerate(ranked.partition_by(key, as_dict=True, maintain_order=True).items(), 1):
        profile, variant, session, of_section, direction = values
        place = [
            *([f"session {session}"] if session else ["all sessions"]),
            *([f"section {of_section}"] if of_section else []),
            *([str(direction)] if direction else []),
        ]
        answer = f", answer {variant}" if several else ""
        yield section(
            f"ranking-{number}",
            f"Ranking under {profile}{answer}: {', '.join(place)}",
            says,
            part.sort("place", "pair", nulls_last=True),
            _RANKED,
            most=_MOST_RANKED,
        )


def _other_adding(frames: Frames) -> str:
    """That the published totals are added in another way, where they are."""
    differences = frames.get("differences")
    if differences is None or not (differences["class"] == "other_adding").any():
        return ""
    return (
        " Published totals that differ add the boards in another way, each brought to one top: so their places go by"
        " other totals. Which they are the published figures that differ say."
    )


def _details(frames: Frames) -> Iterator[Section]:
    to_board = {"board": "board_page"}
    yield section(
        "laws",
        "The laws in question",
        "What each edition that may have been in force says of a board with faulty cards or several forms.",
        frames.get("law_outcomes"),
        ("board", "session", "section", "question", "edition", "clause", "outcome", "certainty"),
        links=to_board,
    )
    yield section(
        "suspicions",
        "Suspicions",
        "Boards and tables whose results do not fit the hand record, by neuberg detect; none is scored anew by it.",
        frames.get("suspicions"),
        ("board", "session", "section", "finding", "kind", "bayes_factor", "certainty", "why"),
        links=to_board,
    )
    yield section(
        "rulings",
        "Rulings",
        "What was decided, by whom.",
        frames.get("rulings"),
        ("board", "session", "section", "what", "state", "decision", "source"),
        links=to_board,
    )
    yield section(
        "flags",
        "Flags",
        "Checks that a deal or a result failed. A flag changes nothing: the row stands as it was read.",
        frames.get("flags"),
        ("board", "session", "section", "check", "severity", "found", "expected", "law", "line"),
        links=to_board,
    )
    yield section(
        "differences",
        "Published figures that differ",
        "Figures that the recomputation does not give, and how each is explained.",
        frames.get("differences"),
        (
            *("board", "session", "section", "pair", "level", "quantity", "profile", "published", "recomputed"),
            *("difference", "class", "evidence", "explaining_profiles", "line"),
        ),
        links=to_board,
    )
