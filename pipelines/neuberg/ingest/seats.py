"""Seats and vulnerabilities as files write them, by letter or in English."""

_SEATS = {name: name[0] for name in ("N", "E", "S", "W", "NORTH", "EAST", "SOUTH", "WEST")}
_VULNERABLE = {
    "NONE": "None", "LOVE": "None", "-": "None", "O": "None", "0": "None", "NIL": "None",
    "NS": "NS", "N-S": "NS", "N/S": "NS", "N": "NS", "NORTH-SOUTH": "NS",
    "EW": "EW", "E-W": "EW", "E/W": "EW", "E": "EW", "EAST-WEST": "EW",
    "ALL": "All", "BOTH": "All", "B": "All", "GAME": "All",
}  # fmt: skip


def parse_seat(text: str) -> str | None:
    """A seat from its letter or its English name, or None.

    >>> parse_seat("east"), parse_seat("n"), parse_seat("NS")
    ('E', 'N', None)
    """
    return _SEATS.get(text.strip().upper())


def parse_vulnerable(text: str) -> str | None:
    """A vulnerability as `schemas` names it, or None.

    >>> parse_vulnerable("love"), parse_vulnerable("North-South"), parse_vulnerable("both"), parse_vulnerable("")
    ('None', 'NS', 'All', None)
    """
    return _VULNERABLE.get(text.strip().upper())
