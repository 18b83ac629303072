"""The rulebook: what each body asked, from when, with its source; data, read and checked here."""

from neuberg.rules.choice import Choice, in_force
from neuberg.rules.imp_profiles import ImpProfile, imp_profile, load_imp_profiles
from neuberg.rules.named import Rule, digest, rule_named
from neuberg.rules.rulebook import Profile, load_profiles, profile

__all__ = [
    "Choice",
    "ImpProfile",
    "Profile",
    "Rule",
    "digest",
    "imp_profile",
    "in_force",
    "load_imp_profiles",
    "load_profiles",
    "profile",
    "rule_named",
]
