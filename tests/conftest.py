"""Settings of the property tests: the same examples in every run, and no clock, which a busy machine would trip."""

from hypothesis import settings

settings.register_profile("neuberg", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("neuberg")
