"""What can go wrong by a user's hand: one root class, each with its exit code and no traceback."""


class NeubergError(Exception):
    """The root: a message that says what was found, where, and what was wanted."""

    exit_code = 1


class UsageError(NeubergError):
    """The command or a call was given something it cannot use (exit code 2)."""

    exit_code = 2


class RuleError(UsageError):
    """A rule file, or a profile asked for by name, is not right."""


class RulingError(UsageError):
    """A rulings file is not right, or its guard no longer holds."""


class SettingsError(UsageError):
    """A `neuberg.toml` is not right."""


class ReadError(NeubergError):
    """A strict reading met something that a reader could not take."""


class ConservationError(NeubergError):
    """A run could not account for every record it met."""


class VerdictError(NeubergError):
    """The checks and Great Expectations do not count the same failures."""


class PartError(NeubergError):
    """A part of a season could not be read, scored or written, or an event is in two parts."""


class GateError(NeubergError):
    """`--fail-on` was asked for and something was found (exit code 3)."""

    exit_code = 3
