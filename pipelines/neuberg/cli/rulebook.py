"""`neuberg profiles`."""

import sys

from rich.console import Console
from rich.text import Text

from neuberg.cli import printing
from neuberg.rules.listing import profiles as listing


def profiles(as_json: bool) -> None:
    """Print the rulebook: a paragraph a profile on a terminal, else rows."""
    found = listing()
    if as_json or not sys.stdout.isatty():
        printing.rows(found, as_json=as_json)
        return
    for row in found.iter_rows(named=True):
        Console().print(_paragraph(row))


def _paragraph(row: dict[str, object]) -> Text:
    days = f"{row['from'] or 'not known'} to {row['to'] or 'today'}"
    return Text.assemble(
        (f"{row['name']}\n", "bold"),
        f"  {row['title']}\n",
        f"  body: {row['bodies'] or 'none'}; in force: {days}; scale {row['scale']}; rounding {row['rounding']}\n",
        f"  source: {row['sources']}\n",
        f"  uncertain: {row['uncertain']}\n",
    )
