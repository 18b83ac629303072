"""A row of a table by its columns' names in lower case, and its values as text and as whole numbers."""

import datetime as dt
from typing import Any

Row = dict[str, Any]

_DAY_FORMAT, _TIME_FORMAT = "%Y-%m-%d", "%H:%M:%S"


def text(row: Row, name: str) -> str:
    """The column's text without blanks around it, empty where it has none or the file has no such column.

    >>> text({"letter": "A  "}, "letter"), text({"letter": None}, "letter"), text({}, "letter")
    ('A', '', '')
    """
    value = row.get(name)
    return "" if value is None else str(value).strip()


def whole(row: Row, name: str) -> int | None:
    """The column's whole number, where it has one."""
    value = row.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def moment(row: Row) -> dt.datetime | None:
    """When an entry was made, from the day in one column and the time in another; None where one is not there.

    >>> moment({"datelog": "2026-01-26 00:00:00", "timelog": "1899-12-30 10:13:02.000640"})
    datetime.datetime(2026, 1, 26, 10, 13, 2)
    """
    day, _, _ = text(row, "datelog").partition(" ")
    _, _, time = text(row, "timelog").partition(" ")
    try:
        return dt.datetime.strptime(f"{day} {time.partition('.')[0]}", f"{_DAY_FORMAT} {_TIME_FORMAT}")
    except ValueError:
        return None
