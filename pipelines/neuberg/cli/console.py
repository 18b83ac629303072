"""`neuberg sql`: one query's rows, or a prompt."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from neuberg.cli import printing
from neuberg.errors import NeubergError
from neuberg.report import console, queries, warehouse

_QUIT = (".quit", ".exit", "quit", "exit", "\\q")
_HELP = ("help", ".help", "\\?")
_HISTORY = Path(".neuberg_history")
_KEPT = 1_000
_HOW = """A statement ends with a semicolon and may stand on several lines; \\q ends.
  SHOW TABLES;                 the tables and views        DESCRIBE results;   a table's columns
  FROM rank_list LIMIT 5;      the first rows of a view    SUMMARIZE scores;   figures of each column
The reports, run by their name with the values that they take, such as flags_by_check or findings most=5:"""


def sql(directory: Path, query: str | None, as_json: bool) -> None:
    """Print the rows of a query or report, or of each that is typed at the prompt until it is left or the input ends.

    At the prompt an error is said and the next statement read; statements from a pipe end with the first error.

    Raises:
        UsageError: the folder holds no run, or DuckDB does not take the query.
    """
    with warehouse.open(directory) as connection:
        warehouse.lock(connection, directory)
        if query is None:
            _prompt(connection, as_json)
        else:
            _answer_one(connection, query, as_json)


def _answer_one(connection: Any, query: str, as_json: bool) -> None:
    typed = query.strip().removesuffix(";").strip()
    if typed in _HELP:
        print(_help())
    elif typed not in _QUIT:
        printing.rows(console.answer(connection, query), as_json=as_json)


def _prompt(connection: Any, as_json: bool) -> None:
    """Answer statement after statement."""
    interactive = sys.stdin.isatty()
    with _history() if interactive else contextlib.nullcontext():
        for text in _statements(interactive=interactive):
            try:
                for statement in console.statements(connection, text):
                    printing.rows(console.answer(connection, statement), as_json=as_json)
            except NeubergError as error:
                if not interactive:
                    raise
                print(f"neuberg: {printing.plain_lines(str(error))}", file=sys.stderr)


def _help() -> str:
    return "\n".join([_HOW, *(f"  {name:<24} {says}" for name, says in queries.names().items())])


@contextlib.contextmanager
def _history() -> Iterator[None]:
    """Editing at the prompt, with the statements of earlier times; where there is no readline, without."""
    try:
        import readline as found
    except ImportError:  # pragma: no cover - Windows has none
        yield
        return
    readline: Any = found
    file = Path.home() / _HISTORY
    with contextlib.suppress(OSError):
        readline.read_history_file(file)
    readline.set_history_length(_KEPT)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            readline.write_history_file(file)


def _statements(*, interactive: bool) -> Iterator[str]:
    """Statements up to their semicolon, from the prompt or from standard input."""
    if interactive:
        print("SQL up to a semicolon; help says more, \\q ends.", file=sys.stderr)
    held: list[str] = []
    while True:
        try:
            line = input(("neuberg> " if not held else "     ...> ") if interactive else "")
        except EOFError:
            break
        except KeyboardInterrupt:
            # As in other prompts: what was begun is dropped.
            print(file=sys.stderr)
            held = []
            continue
        typed = line.strip().removesuffix(";").strip()
        if not held and typed in _QUIT:
            return
        if not held and typed in _HELP:
            print(_help())
            continue
        is_report = not held and queries.called(typed) is not None
        held.append(line)
        if is_report or line.rstrip().endswith(";"):
            yield "\n".join(held)
            held = []
    if any(line.strip() for line in held):
        yield "\n".join(held)
