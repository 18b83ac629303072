"""The laws asked: which function answers which question in which edition, and its answer as an outcome."""

from collections.abc import Callable, Mapping, Sequence

from neuberg.errors import RuleError
from neuberg.rules.laws import NO_CLAUSE, Clause, Edition, Regulation
from neuberg.validate.laws import law6, law13, law14, law87, regulations
from neuberg.validate.laws.answers import Answer, either
from neuberg.validate.laws.facts import Facts
from neuberg.validate.laws.outcome import Outcome, joined
from neuberg.validate.laws.situation import Situation

LAWS = "WBF-laws"
Function = Callable[[Situation, Facts], Answer]


def _of_facts(rule: Callable[[Facts], Answer]) -> Function:
    return lambda _situation, facts: rule(facts)


def _of_situation(rule: Callable[[Situation], Answer]) -> Function:
    return lambda situation, _facts: rule(situation)


def _since(**rules: Function) -> dict[str, Function]:
    """The rule of each edition, named by the year of the first that has it: each stands until the next."""
    found: dict[str, Function] = {}
    for year in _EDITIONS:
        if (rule := rules.get(f"of_{year}") or (found[max(found)] if found else None)) is not None:
            found[year] = rule
    return found


_EDITIONS = ("1982", "1987", "1997", "2007", "2017")
_LAW_13: Mapping[str, Callable[[Facts], Answer]] = {
    "1987": law13.law_13_of_1997,
    "1997": law13.law_13_of_1997,
    "2007": law13.law_13_of_2007,
    "2017": law13.law_13_of_2017,
}
#: Which function answers a question in which edition; an edition that is not there has no text for it.
_RULES: Mapping[str, Mapping[str, Function]] = {
    "missing card": _since(of_1987=law14.law_14_of_1997, of_2007=law14.law_14_since_2007),
    "surplus card": _since(
        of_1987=_of_facts(law13.surplus_card_of_1997),
        of_2007=_of_facts(law13.surplus_card_of_2007),
        of_2017=_of_facts(law13.surplus_card_of_2017),
    ),
    "fouled board": _since(
        of_1982=_of_situation(law87.law_87_before_2007), of_2007=_of_situation(law87.law_87_since_2007)
    ),
    "teams": _since(
        of_1982=_of_facts(law87.law_86_of_the_dutch),
        of_1987=_of_facts(law87.law_86_of_1997),
        of_2007=_of_facts(law87.law_86_of_2007),
        of_2017=_of_facts(law87.law_86_of_2017),
    ),
    "imported deal": _since(of_1987=law6.imported_deal_of_1997, of_2007=law6.imported_deal_since_2007),
    "sorted pack": _since(of_1987=_of_facts(law6.sorted_pack)),
}
#: Questions that no clause answers: what the director ruled stands.
_LEFT_TO_THE_DIRECTOR = ("bad pack",)
#: Questions that one clause of the same key answers.
_SINGLE: Mapping[str, str] = {
    "artificial score": "12C2",
    "average in imps": "imps",
    "same form": "same form",
    "single score": "single score",
}


def decide(question: str, situation: Situation, facts: Facts, law: Edition | Regulation) -> Outcome:
    """What an edition of the laws, or a body's regulation, says of a question about a board.

    Raises:
        RuleError: the law has no answer to such a question.
    """
    if isinstance(law, Regulation):
        answer, authority, edition = regulations.answer(question, situation, facts, law), law.bodies[0], law.edition
    else:
        answer, authority, edition = _answer(question, situation, facts, law), LAWS, law.name
    keys = [key if key in law.clauses else NO_CLAUSE for key in answer]
    if not keys or not set(keys) <= set(law.clauses):
        raise RuleError(f"{law.name}: no clause answers the question {question!r}")
    clauses = [law.clauses[key] for key in dict.fromkeys(keys)]
    codes, one_of = _said(clauses, situation, facts)
    clause, certainty, source = joined(clauses)
    found = Outcome(question, edition, authority, clause, codes, one_of, certainty, source)
    return _as_ruled(_by_origin(found, situation, facts), facts)


def _answer(question: str, situation: Situation, facts: Facts, law: Edition) -> Answer:
    """The keys of the clauses that may apply; `no clause` where the edition's text on it is not there."""
    if question == "wrong counts":
        return _wrong_counts(situation, facts, law)
    if rule := _RULES.get(question, {}).get(law.name):
        return rule(situation, facts)
    return (_SINGLE.get(question, NO_CLAUSE),)


def _wrong_counts(situation: Situation, facts: Facts, law: Edition) -> Answer:
    """Law 13, of what may have happened that which fits with what stands on the traveller."""
    rule = _LAW_13.get(law.name, law13.law_13_before_1987)
    answer = rule(facts)
    if situation.recorded in ("result", "passed_out") and facts.called is None:
        # The board was played out: with the wrong hands, or restored before a call so that its result stands.
        restored = _leaving(rule(facts._replace(call_by_incorrect_hand=False)), law, "result")
        answer = either(restored, rule(facts._replace(call_by_incorrect_hand=True)))
    elif situation.recorded == "award":
        answer = _leaving(answer, law, "adjusted", "cancelled")
    elif situation.recorded == "none":
        answer = _leaving(answer, law, "result", "adjusted", "redeal")
    return answer or rule(facts)


def _leaving(answer: Answer, law: Edition, *wanted: str) -> Answer:
    return tuple(key for key in answer if key in law.clauses and law.clauses[key].leaves in wanted)


def _said(clauses: Sequence[Clause], situation: Situation, facts: Facts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What follows; or, of several clauses that differ, what may follow."""
    if len(clauses) > 1:
        played = situation.recorded in ("result", "passed_out")
        named = ("RESULT_STANDS" if played and clause.leaves == "result" else clause.open for clause in clauses)
        names = tuple(dict.fromkeys(named))
        # Where every clause that may apply comes to the same, it does not matter which of them does.
        return (names, ()) if len(names) == 1 else ((), names)
    clause = clauses[0]
    if clause.by_fault:
        return _by_fault(clause, facts)
    if clause.key == regulations.ARBITRARY:
        return regulations.arbitrary_scores(situation), ()
    # A ruling that only the director can make is no outcome.
    return ((), clause.outcome) if clause.key == NO_CLAUSE else (clause.outcome, ())


def _by_fault(clause: Clause, facts: Facts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What each side gets by its fault; open where one's is not known."""
    faults = facts.fault or {}
    if not faults or not set(faults.values()) <= set(clause.by_fault):
        return (), tuple(clause.by_fault.values())
    return tuple(f"{side}: {clause.by_fault[fault]}" for side, fault in faults.items()), ()


def _as_ruled(found: Outcome, facts: Facts) -> Outcome:
    """The outcome; where only the director can decide and has done so, what was ruled."""
    if found.codes or found.question not in _LEFT_TO_THE_DIRECTOR or facts.ruling_recorded is None:
        return found
    return found._replace(codes=(f"AS_RULED: {facts.ruling_recorded}",), one_of=())


def _by_origin(found: Outcome, situation: Situation, facts: Facts) -> Outcome:
    """The outcome where the record is of the cards as found; else the record itself may be what is wrong.

    A director's facts say that the cards were so at the table.
    """
    of_cards = found.question in ("wrong counts", "missing card", "surplus card", "bad pack")
    if not of_cards or situation.deal_origin == "as_played" or facts != Facts():
        return found
    if situation.deal_origin == "record":
        return found._replace(codes=(), one_of=("RECORD_AT_FAULT", "CARDS_AT_FAULT (no record of them as played)"))
    possible = found.one_of or (" + ".join(found.codes),)
    return found._replace(codes=(), one_of=("RECORD_AT_FAULT", *possible))
