"""The pages' generated parts: real output, the rulebook, the checks and the data dictionary.

`python tests/readme/render.py` rewrites README.md and the pages of `docs`; a test holds them against the same text.
"""

import contextlib
import enum
import inspect
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import duckdb
import polars as pl
import typer

from neuberg import cli, schemas
from neuberg.domain.differences import CLASSES, UNEXPLAINED, Class
from neuberg.export.formats import held
from neuberg.ingest.registry import FORMATS
from neuberg.report import queries, warehouse
from neuberg.rules.choice import MATCHPOINTS
from neuberg.rules.listing import profiles
from neuberg.validate.checks import CHECKS
from neuberg.validate.laws.facts import FAULTS, TEXTS, TYPES, WORDS, Facts
from neuberg.validate.rulings import fields

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = (README, *sorted((ROOT / "docs").glob("*.md")))
_PART = re.compile(r"(<!-- begin: (?P<what>.*?) -->\n)(?P<text>.*?)(<!-- end -->)", re.DOTALL)


def rendered(text: str) -> str:
    """A page with each generated part made anew."""
    with tempfile.TemporaryDirectory() as folder, _in_checkout(Path(folder)):
        return _PART.sub(lambda part: part[1] + _made(part["what"]) + part[4], text)


@contextlib.contextmanager
def _in_checkout(out: Path) -> Iterator[None]:
    """In a folder where `data` and `tests` are the checkout's, so that `demo` is made there and not in the checkout."""
    before = Path.cwd()
    for name in ("data", "tests"):
        (out / name).symlink_to(ROOT / name, target_is_directory=True)
    os.chdir(out)
    try:
        yield
    finally:
        os.chdir(before)


def _made(what: str) -> str:
    if what.startswith("neuberg "):
        return f"```text\n{_output(shlex.split(what)[1:])}```\n"
    if what.startswith("options "):
        return _options(what.removeprefix("options "))
    if what.startswith("file "):
        return f"```text\n{(ROOT / what[5:]).read_text(encoding='utf-8')}```\n"
    return {
        "profiles": _profiles,
        "imp profiles": _imp_profiles,
        "sources": _sources,
        "checks": _checks,
        "dictionary": schemas.dictionary,
        "reports": _reports,
        "views": _views,
        "exports": held,
        "formats": _formats,
        "classes": _classes,
        "facts": _facts,
        "ruling fields": _ruling_fields,
        "commands": _commands,
    }[what]()


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its full name, those of a group among them."""
    root: Any = typer.main.get_command(cli.app)
    yield "neuberg", root
    for name, command in sorted(root.commands.items()):
        if hasattr(command, "commands"):
            yield from ((f"neuberg {name} {own}", part) for own, part in sorted(command.commands.items()))
        else:
            yield f"neuberg {name}", command


def written(option: Any) -> str:
    """An argument's or option's name as it is typed."""
    is_option = option.opts[0].startswith("-")
    return ", ".join([*option.opts, *option.secondary_opts]) if is_option else str(option.name).upper()


def _commands() -> str:
    return "\n".join(line for name, command in commands() for line in _command(name, command))


def _command(name: str, command: Any) -> Iterator[str]:
    yield f"## `{name}`\n\n{inspect.cleandoc(command.help or '')}\n"
    rows = [f"| `{written(option)}` | {_helped(option)} |" for option in command.params if option.name != "help"]
    if rows:
        yield _table(("argument or option", "what it is for"), rows)


def _helped(option: Any) -> str:
    said = (option.help or "").replace("\\[", "[").replace("|", "\\|")
    choices = _choices(option)
    shown = f"{said} One of: {', '.join(choices)}." if choices else said
    is_plain = option.default is not None and not isinstance(option.default, bool)
    return f"{shown} By default {getattr(option.default, 'value', option.default)}." if is_plain else shown


def _choices(option: Any) -> list[str]:
    """The values of an option that takes one of a few."""
    kind = option.type_descriptor.annotation
    return [one.value for one in kind] if isinstance(kind, type) and issubclass(kind, enum.Enum) else []


def _reports() -> str:
    with duckdb.connect() as connection:
        rows = [
            f"| `{name}` | {says} | {', '.join(sorted(queries.parameters_of(connection, name))) or '–'} |"
            for name, says in queries.names().items()
        ]
    return _table(("report", "gives", "parameters"), rows)


def _views() -> str:
    files = (*warehouse.view_files(), *warehouse.macro_files())
    texts = ((file.stem, file.read_text(encoding="utf-8")) for file in files)
    rows = (f"| `{_called(name, text)}` | {text.splitlines()[0].removeprefix('-- ')} |" for name, text in texts)
    return _table(("view or macro", "gives"), rows)


def _called(name: str, text: str) -> str:
    """A view's name, or a macro's with its arguments."""
    macro = re.search(rf"CREATE MACRO ({name}\([^)]*\))", text)
    return macro[1] if macro else name


def _classes() -> str:
    rows = (
        f"| `{name}` | {known.level} | {_counted(name, known)} | {known.meaning} | {known.example} | {known.evidence} |"
        for name, known in CLASSES.items()
    )
    says = "says that the figure, or what it is of, is"
    return _table(("class", "level", "counts as", says, "such as", "evidence"), rows)


def _counted(name: str, known: Class) -> str:
    """The column of the account that counts a class; sums of boards no column does."""
    if known.level == "board":
        return "–"
    return f"`{UNEXPLAINED if name == UNEXPLAINED else known.counts_as}`"


def _facts() -> str:
    forms = {"fault": f"by pair, team or direction: {', '.join(FAULTS)}"}
    forms |= {name: "a whole number from 0" for name, kind in TYPES.items() if kind is int}
    forms |= {name: wanted for name, (_, wanted) in TEXTS.items()}
    forms |= {name: ", ".join(_toml(word) for word in words) for name, words in WORDS.items()}
    return _table(("fact", "may be"), (f"| `{name}` | {forms[name]} |" for name in Facts._fields))


def _toml(word: object) -> str:
    return f"`{str(word).lower()}`" if isinstance(word, bool) else f'`"{word}"`'


def _ruling_fields() -> str:
    return _table(("field", "may be"), (f"| `{name}` | {fields.allowed(name)} |" for name in fields.FIELDS))


def _options(command: str) -> str:
    """The arguments and options of a command as its help has them."""
    found = typer.main.get_command(cli.app).commands[command].params  # type: ignore[attr-defined]
    named = (
        (" ".join(one.opts) if one.param_type_name == "option" else one.name.upper(), one.help.replace("\\[", "["))
        for one in found
    )
    return _table(("option", "does"), (f"| `{name}` | {says} |" for name, says in named))


def _output(arguments: list[str]) -> str:
    shown = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["neuberg", *arguments]),
        contextlib.redirect_stdout(shown),
        contextlib.redirect_stderr(io.StringIO()),
        contextlib.suppress(SystemExit),
    ):
        cli.main()
    return shown.getvalue()


def _formats() -> str:
    """What each reader says of itself, in the order in which files are held against the formats."""
    parts = (
        f"### `{format.name}`\n\n{inspect.cleandoc(format.read.__doc__ or '')}\n\n" for format in FORMATS if format.read
    )
    return "".join(parts)


def _profiles() -> str:
    rows = (
        f"| `{row['name']}` | {row['title']} | {_body(row)} | {_days(row)} | {row['scale']} | {row['rounding']} |"
        for row in profiles().filter(method=MATCHPOINTS).iter_rows(named=True)
    )
    return _table(("profile", "rule", "body or program", "may be in force", "scale", "rounding"), rows)


def _imp_profiles() -> str:
    rows = (
        f"| `{row['name']}` | {row['method']} | {row['title']} | {_body(row)} | {_days(row)} |"
        for row in profiles().filter(pl.col("method") != MATCHPOINTS).iter_rows(named=True)
    )
    return _table(("profile", "method", "rule", "body or program", "may be in force"), rows)


def _sources() -> str:
    return "".join(
        f"- `{row['name']}`: {row['sources']}. *Uncertain:* {row['uncertain']}\n"
        for row in profiles().iter_rows(named=True)
    )


def _body(row: dict[str, Any]) -> str:
    return row["bodies"] or "–"


def _days(row: dict[str, Any]) -> str:
    return f"{row['from'] or '?'} to {row['to'] or 'today'}"


def _table(names: Sequence[str], rows: Iterable[str]) -> str:
    return "\n".join([f"| {' | '.join(names)} |", "|---" * len(names) + "|", *rows, ""])


def _checks() -> str:
    rows = (f"| `{check.name}` | {check.meaning} | {check.severity} | {check.law or '–'} |" for check in CHECKS)
    return _table(("check", "a failure says", "severity", "law"), rows)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(rendered(page.read_text(encoding="utf-8")), encoding="utf-8")
