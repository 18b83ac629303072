"""Doubts about the values of one line: each becomes a warning, and its record is kept."""

from neuberg.ingest.reading import Reading


class Doubts:
    """Notes doubts about what stands in one line of the file."""

    __slots__ = ("_reading", "line", "raw")

    def __init__(self, reading: Reading, line: int, raw: str = "") -> None:
        self._reading = reading
        self.line = line
        self.raw = raw

    def note(self, code: str, found: str, wanted: str, *, line: int | None = None, severity: str = "warning") -> None:
        """Note one doubt, at the line unless another is given."""
        self._reading.problem(
            line or self.line, code, found=found, wanted=wanted, raw=self.raw or found, severity=severity
        )

    def reject(self, kind: str, code: str, found: str, wanted: str) -> None:
        """Note that a record of a kind is lost."""
        self._reading.problem(self.line, code, found=found, wanted=wanted, raw=self.raw, rejects=kind)
