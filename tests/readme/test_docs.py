"""The pages of `docs`: their arithmetic is right, their links lead somewhere, and every notebook is among them."""

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import duckdb
import polars as pl
import pytest

from neuberg import schemas
from neuberg.report import queries, warehouse
from neuberg.rules.listing import profiles
from neuberg.simulate import simulate
from neuberg.validate.checks import CHECKS
from readme.render import ROOT, commands, written

_PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "GLOSSARY.md"]
_WORKED = ROOT / "docs/how_each_number_is_computed.md"
_BLOCK = re.compile(r"```arithmetic\n(.*?)```", re.DOTALL)
_LINES = [line for block in _BLOCK.findall(_WORKED.read_text(encoding="utf-8")) for line in block.splitlines()]
_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def _worked_out(text: str) -> Fraction:
    return _value(ast.parse(text.strip(), mode="eval").body, text.strip())


def _value(node: ast.expr, text: str) -> Fraction:
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)](_value(node.left, text), _value(node.right, text))
    assert isinstance(node, ast.Constant)
    return Fraction(ast.get_source_segment(text, node) or "")


@pytest.mark.parametrize("line", _LINES)
def test_every_line_of_arithmetic_is_right(line: str) -> None:
    left, right = line.split(" = ")
    assert _worked_out(left) == _worked_out(right)


def test_there_is_arithmetic_and_a_wrong_line_would_be_seen() -> None:
    assert len(_LINES) >= 15
    assert _worked_out("7 * 3 / 4 + 3 / 8") == Fraction(45, 8) != _worked_out("5.63")


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).is_file(), target


def test_every_notebook_is_named_for_analysts() -> None:
    text = (ROOT / "docs/for_analysts.md").read_text(encoding="utf-8")
    named = set(re.findall(r"notebooks/(\w+)\.py\)", text))
    assert named | {"first_look"} == {file.stem for file in (ROOT / "notebooks").glob("*.py")}


def test_what_detect_finds_of_known_fouls_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The query on a season of which one foul is suspected, rightly."""
    [query] = re.findall(r"```sql\n(.*?)```", (ROOT / "docs/for_analysts.md").read_text(encoding="utf-8"), re.DOTALL)
    simulate(tmp_path / "made", 3000, 2, is_told=False)
    key = pl.read_parquet(tmp_path / "made/answer_key/*.parquet").filter(pl.col("fault") == "fouled_board")
    suspicions = key.head(1).select("event_id", "session", "section", "board", "kind", finding=pl.lit("fouled board"))
    monkeypatch.chdir(tmp_path)
    with duckdb.connect() as db:
        db.register("suspicions", suspicions)
        found = db.sql(query).fetchall()
    assert sum(fouled for _, fouled, _, _ in found) == key.height
    assert [row[2:] for row in found if row[0] == key["kind"][0]] == [(1, 1)]


#: What must stand in a page, by its kind: each name, in the words in which it is looked for.
_NAMED = {
    "command": ("commands.md", [f"## `{name}`" for name, _ in commands()]),
    "check": ("checks.md", [f"| `{check.name}` |" for check in CHECKS]),
    "profile": ("rulebook.md", [f"| `{name}` |" for name in profiles()["name"]]),
    "report": ("for_analysts.md", [f"| `{name}` |" for name in queries.names()]),
    "view": ("for_analysts.md", [f"| `{file.stem}` |" for file in warehouse.view_files()]),
    "macro": ("for_analysts.md", [f"| `{file.stem}(" for file in warehouse.macro_files()]),
    "table": ("tables.md", [f"### `{name}`" for name in schemas.TABLES]),
}


def _missing(text: str, wanted: list[str]) -> list[str]:
    return [name for name in wanted if name not in text]


@pytest.mark.parametrize("kind", _NAMED)
def test_everything_of_its_kind_is_documented_and_what_is_not_would_be_seen(kind: str) -> None:
    page, wanted = _NAMED[kind]
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert len(wanted) > 1
    assert _missing(text, wanted) == []
    assert [_missing(text.replace(name, ""), wanted) for name in wanted] == [[name] for name in wanted]


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_every_argument_and_option_says_what_it_is_for(name: str) -> None:
    command = dict(commands())[name]
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    part = text.partition(f"## `{name}`\n")[2].partition("\n## ")[0]
    assert command.help and command.help.splitlines()[0] in part
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", part, re.MULTILINE))
    assert set(rows) == {written(option) for option in command.params if option.name != "help"}
    assert all(len(said) > 10 for said in rows.values()), rows
