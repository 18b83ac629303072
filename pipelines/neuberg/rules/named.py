"""One namespace for the rules of all scoring methods: a name, or a rule that has been changed, to the rule."""

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
    rules: dict[str, Rule] = {**load_profiles(), **load_imp_profiles()}
    if given not in rules:
        raise RuleError(f"there is no profile {given!r}; wanted one of: {', '.join(rules)}")
    return rules[given]
