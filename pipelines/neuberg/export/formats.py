"""The formats that an event can be written in, and the page that says what each holds."""

from collections.abc import Iterable

from neuberg.export.format import Format
from neuberg.export.json_lines import JSON
from neuberg.export.pbn import PBN
from neuberg.export.traveller_csv import TRAVELLER_CSV
from neuberg.export.usebio import USEBIO
from neuberg.export.xlsx import XLSX

FORMATS = {format.name: format for format in (PBN, USEBIO, TRAVELLER_CSV, JSON, XLSX)}


def held(formats: Iterable[Format] = FORMATS.values()) -> str:
    """What comes back from each format as it was, and what it cannot hold, as Markdown.

    >>> held([PBN]).splitlines()[0]
    '| format | table | columns that come back as they were |'
    """
    formats = [format for format in formats if format.read is not None]
    rows = [
        f"| {format.name} | `{table}` | {', '.join(f'`{column}`' for column in columns)} |"
        for format in formats
        for table, columns in format.holds.items()
    ]
    limits = [f"- {format.name} cannot hold {format.limits}." for format in formats]
    return "\n".join(
        ["| format | table | columns that come back as they were |", "|---|---|---|", *rows, "", *limits, ""]
    )
