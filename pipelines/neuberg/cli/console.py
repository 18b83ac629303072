"""`neuberg sql`: one query's rows, or a prompt."""

import sys
from collections.abc import Iterator
from pathlib import Path

from neuberg.cli import printing
from neuberg.errors import NeubergError
from neuberg.report import console, warehouse


def sql(directory: Path, query: str | None, as_json: bool) -> None:
    """Print the rows of a query, or of each statement typed at the prompt until `.quit` or the end of input.

    At the prompt an error is said and the next statement read; statements from a pipe end with the first error.

    Raises:
        UsageError: the folder holds no run, or DuckDB does not take the query.
    """
    connection = warehouse.open(directory)
    if query is not None:
        printing.rows(console.query(connection, query), as_json=as_json)
        return
    interactive = sys.stdin.isatty()
    for statement in _statements(interactive=interactive):
        try:
            printing.rows(console.query(connection, statement), as_json=as_json)
        except NeubergError as error:
            if not interactive:
                raise
            print(f"neuberg: {printing.plain_lines(str(error))}", file=sys.stderr)


def _statements(*, interactive: bool) -> Iterator[str]:
    """Statements up to their semicolon, from the prompt or from standard input."""
    if interactive:
        import readline  # noqa: F401 - editing and history at the prompt

        print("SQL up to a semicolon; .quit ends. The tables: SHOW TABLES;", file=sys.stderr)
    held: list[str] = []
    while True:
        try:
            line = input(("neuberg> " if not held else "     ...> ") if interactive else "")
        except EOFError:
            break
        if not held and line.strip() in (".quit", ".exit", "quit", "exit"):
            return
        held.append(line)
        if line.rstrip().endswith(";"):
            yield "\n".join(held)
            held = []
    if any(line.strip() for line in held):
        yield "\n".join(held)
