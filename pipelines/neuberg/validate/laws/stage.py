"""The stage: for every board that raises a question of law, the outcome by each law that may have been in force."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import polars as pl

from neuberg import schemas
from neuberg.rules.days import When, when_of
from neuberg.rules.laws import edition, editions_in_force, regulations_in_force
from neuberg.validate.laws import regulations
from neuberg.validate.laws.decide import decide
from neuberg.validate.laws.facts import Facts, read_facts
from neuberg.validate.laws.outcome import Outcome
from neuberg.validate.laws.situation import Situation, questions

#: Questions that few laws answer: mostly a body's own matter.
_OF_BODIES = ("penalty", "single score", "same form", "arbitrary score")
_COPIED = ("deal_id", *schemas.BOARD_KEY, "file_id", "line", "season")


def law_outcomes(situations: pl.DataFrame, rulings: pl.DataFrame) -> pl.DataFrame:
    """The table `law_outcomes`: a row a question of a board and law that may have been in force.

    Editions that say the same because their text was not found share a row.

    Args:
        situations: as the function `situations` finds them.
        rulings: the table `rulings`; those of `facts` that are settled are what the director knows.
    """
    known = _known_facts(rulings)
    ordered = situations.sort(*schemas.BOARD_KEY, "deal_id", nulls_last=True)
    rows = [row for found in ordered.iter_rows(named=True) for row in _rows(found, known)]
    return pl.DataFrame(rows, schema=schemas.LAW_OUTCOMES.schema)


def _rows(found: Mapping[str, Any], known: list[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    given = _facts_of(found, known)
    situation = _situation(found)
    date = when_of(found["date"], found["season"])
    replay = found["replay"] if found["other_session"] else None
    if given:
        outcomes = list(_outcomes(situation, read_facts(_with_replay(given, replay)), found["body"], date))
    else:
        outcomes = list(_without_facts(situation, replay, found["body"], date))
    for outcome in outcomes:
        yield {
            **{name: found[name] for name in _COPIED},
            "question": outcome.question,
            "edition": outcome.edition,
            "authority": outcome.authority,
            "clause": outcome.clause,
            "outcome": outcome.text,
            "needs_ruling": not outcome.codes,
            "certainty": outcome.certainty,
            "facts": json.dumps(given) if given else None,
            "source": outcome.source,
        }


@lru_cache(maxsize=1024)
def _without_facts(
    situation: Situation, replay: bool | None, body: str | None, date: When | None
) -> tuple[Outcome, ...]:
    """The outcomes from the archive alone: the same for every board of that kind on that day."""
    return tuple(_outcomes(situation, read_facts(_with_replay({}, replay)), body, date))


def _with_replay(facts: Mapping[str, Any], replay: bool | None) -> Mapping[str, Any]:
    """The facts, and whether the event replays past deals where its folder's settings say so and no fact does."""
    return facts if replay is None else {"replay_event": replay, **facts}


def _outcomes(situation: Situation, facts: Facts, body: str | None, date: When | None) -> Iterator[Outcome]:
    known = [field for field in Facts._fields if getattr(facts, field) is not None]
    for question in questions(situation, known, facts.fault):
        laws = [edition(found.edition) for found in editions_in_force(body, date)]
        asked = [law for law in laws if question not in _OF_BODIES or question in law.clauses]
        yield from _merged(decide(question, situation, facts, law) for law in asked)
        for regulation in regulations_in_force(body, date):
            if regulations.answer(question, situation, facts, regulation):
                yield decide(question, situation, facts, regulation)


def _merged(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes, those of editions without a text that say the same as one."""
    merged: dict[Outcome, list[str]] = {}
    for outcome in outcomes:
        unnamed = outcome._replace(edition="") if outcome.certainty == "text not available" else outcome
        merged.setdefault(unnamed, []).append(outcome.edition)
    for outcome, editions in merged.items():
        yield outcome._replace(edition=", ".join(editions))


def _situation(found: Mapping[str, Any]) -> Situation:
    sizes = tuple(found["group_sizes"] or ())
    return Situation(
        counts=_counts(found["counts"]),
        duplicated=tuple((found["twice"] or "").split()),
        missing=tuple((found["missing"] or "").split()),
        deal_origin=found["deal_origin"] or "as_played",
        recorded=found["recorded"],
        same_deal=found["same_deal"],
        same_board=found["same_board"],
        turned=bool(found["turned"]),
        teams=bool(found["teams"]),
        group_sizes=sizes if len(sizes) > 1 else (),
        groups_needed=True if len(sizes) > 1 else None,
        other_session=found["other_session"],
        sorted_pack=found["sorted_pack"],
    )


def _counts(text: str | None) -> tuple[int, ...] | None:
    """`N 14, E 12, S 13, W 13` as numbers; None where a hand is not there."""
    numbers = tuple(int(part.split()[1]) for part in text.split(", ")) if text else ()
    return numbers if len(numbers) == len(schemas.SEATS) else None


def _known_facts(rulings: pl.DataFrame) -> list[Mapping[str, Any]]:
    settled = rulings.filter((pl.col("what") == "facts") & (pl.col("state") == "settled"))
    return list(settled.select("event_id", "session", "section", "board", "facts", "guard").iter_rows(named=True))


def _facts_of(found: Mapping[str, Any], known: list[Mapping[str, Any]]) -> dict[str, Any]:
    """The facts of the rulings on a board; a ruling without a session, section or deal is on all of them."""
    facts: dict[str, Any] = {}
    for ruling in known:
        keys = [key for key in schemas.BOARD_KEY if ruling[key] is not None]
        deal = json.loads(ruling["guard"] or "{}").get("deal")
        if deal in (None, found["deal"]) and all(ruling[key] == found[key] for key in keys):
            facts |= json.loads(ruling["facts"])
    return facts
