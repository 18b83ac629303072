"""One decision as it stands in its file, and what is wrong with it in one form of words."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from neuberg.errors import RulingError

#: The largest number that a column of boards can hold.
MOST = 2**31 - 1


class Ruling(NamedTuple):
    """A decision; `where` names file and place for messages."""

    where: str
    data: Mapping[str, Any]

    @property
    def what(self) -> str:
        """The kind of decision."""
        return str(self.data["what"])

    @property
    def is_open(self) -> bool:
        """Whether it waits for a person and has no effect."""
        return self.data.get("state") == "open"

    def fail(self, found: str, wanted: str) -> RulingError:
        """The error of this ruling: where, what was found, what was wanted."""
        return RulingError(f"{self.where}: found {found}; wanted {wanted}")

    def only(self, data: Mapping[str, Any], keys: tuple[str, ...], kind: str) -> None:
        """Nothing, where a table has no keys but these.

        Raises:
            RulingError: there is another.
        """
        if unknown := sorted(set(data) - set(keys)):
            raise self.fail(f"the {kind} {unknown[0]!r}", f"only {', '.join(keys)}")

    def typed(self, data: Mapping[str, Any], **types: type) -> None:
        """Nothing, where the keys that are there have values of these types.

        Raises:
            RulingError: one has another.
        """
        for key, wanted in types.items():
            if key in data and type(data[key]) is not wanted:
                raise self.fail(f"{key} = {data[key]!r}", f"a value of type {wanted.__name__}")

    def counted(self, data: Mapping[str, Any], *keys: str) -> None:
        """Nothing, where the keys that are there have whole numbers from 1.

        Raises:
            RulingError: one has something else.
        """
        for key in keys:
            value = data.get(key, 1)
            if type(value) is not int or not 1 <= value <= MOST:
                raise self.fail(f"{key} = {value!r}", f"a whole number from 1 to {MOST}")
