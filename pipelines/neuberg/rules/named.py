"""One namespace for the rules of all scoring methods: a name, or a rule that has been changed, to the rule."""

from collections.abc import Mapping
from hashlib import sha256

from neuberg.errors import RuleError
from neuberg.rules.imp_profiles import ImpProfile, load_imp_profiles
from neuberg.rules.rulebook import Profile, load_profiles

Rule = Profile | ImpProfile


def rule_named(given: str | Rule) -> Rule:
    """The shipped rule of a name, of matchpoints or another method; one that is a rule already as it is.

    Raises:
        RuleError: there is none of that name; the message lists the names.

    >>> rule_named("butler").name, rule_named("wbf-1991").name
    ('butler', 'wbf-1991')
    """
    if not isinstance(given, str):
        return given
    rules = one_namespace(load_profiles(), load_imp_profiles())
    if given not in rules:
        raise RuleError(f"there is no profile {given!r}; wanted one of: {', '.join(rules)}")
    return rules[given]


def one_namespace(points: Mapping[str, Rule], others: Mapping[str, Rule]) -> dict[str, Rule]:
    """The profiles of matchpoints and those of the other methods, by name.

    Raises:
        RuleError: one of each has the same name.

    >>> one_namespace({}, {"butler": rule_named("butler")})["butler"].name
    'butler'
    """
    if both := sorted(set(points) & set(others)):
        first = f"{points[both[0]].title!r} and {others[both[0]].title!r}"
        raise RuleError(f"name: found {both[0]!r} of two profiles, {first}; wanted names that differ")
    return {**points, **others}


def digest(rule: Rule) -> str:
    """A short text that is the same as long as the rule asks the same, whatever its title and sources say.

    >>> butler = rule_named("butler")
    >>> digest(butler) == digest(butler._replace(title="other")) != digest(butler._replace(half="even ten"))
    True
    """
    asked = rule._replace(title="", uncertain=(), sources=())
    return sha256(repr(asked).encode()).hexdigest()[:12]
