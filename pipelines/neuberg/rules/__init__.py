"""The rulebook: what each body asked, from when, with its source; data, read and checked here."""

from neuberg.rules.choice import Choice, in_force
from neuberg.rules.rulebook import Profile, load_profiles, profile

__all__ = ["Choice", "Profile", "in_force", "load_profiles", "profile"]
