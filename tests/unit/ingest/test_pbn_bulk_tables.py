"""ScoreTables of any columns, aligned or not, some of their cells odd: as columns they give the exact reader's rows."""

from random import Random

import pytest

from neuberg.ingest.pbn import reader
from neuberg.ingest.pbn.bulk import layout
from neuberg.ingest.pbn.bulk import reader as bulk
from neuberg.ingest.reading import Reading, tables_of
from neuberg.ingest.source import Source, source
from pbn_text import DEAL

#: Columns with their widths, and what may stand in them.
COLUMNS = {
    "Table": (2, ["1", "12"]), "Round": (2, ["1", "2", "10"]), "PairId_NS": (2, ["3", "14"]), "PairId_EW": (2, ["27"]),
    "Contract": (4, ["4S", "3N", "2HX", "1NXX", "Pass"]), "Declarer": (1, [*"NESW"]), "Result": (2, ["9", "10", "13"]),
    "Lead": (3, ["S9", "HA", "dt"]), "Score_NS": (6, ['"420"', "-", "420", "-50", '"0"']),
    "Score_EW": (6, ['"50"', "-", "-420"]), "MP_NS": (4, ["28.3", "7.0", "0"]), "MP_EW": (4, ["13.7", "0.55"]),
    "Percentage_NS": (3, ["67", "100", "5"]), "Section": (2, ["A", "B"]), "Names_NS": (9, ['"A - B"', "Ann"]),
    "Multiplicity": (2, ["1", "2"]), "IMP_NS": (5, ["-4.25", "3.5"]),
}  # fmt: skip
ODD = [
    "-", "?", "^60", '"A+"', '^"A+"', '"a b"', "é", '"', 'x"y', "^A+", "Pass", "A6040", "longer than eight", '""', "0",
]  # fmt: skip


def table(chance: Random, names: list[str]) -> list[str]:
    """A table with a header and up to a dozen rows; its columns are each aligned to a side."""
    to_right = {name: chance.random() < 0.5 for name in names}
    rows = [f'[ScoreTable "{";".join(names)}"]']
    for _ in range(chance.randrange(1, 12)):
        cells = []
        for name in names:
            width, usual = COLUMNS[name]
            cell = chance.choice(ODD if chance.random() < 0.02 else usual) if chance.random() < 0.98 else ""
            cells.append(cell.rjust(width) if to_right[name] else cell.ljust(width))
        row = chance.choice(["  ", "\t", " ", " ", " "]).join(cells)
        rows.append(row[:-3] if chance.random() < 0.02 else row)
    return rows


def file(chance: Random, name: str) -> Source:
    names = [name for name in COLUMNS if chance.random() < 0.5] or ["Score_NS"]
    lines = []
    for board in range(1, chance.randrange(2, 14)):
        lines += ['[Event "Cup"]', f'[Board "{board}"]', '[Dealer "N"]', '[Vulnerable "None"]', f'[Deal "{DEAL}"]']
        lines += [*table(chance, names), ""]
    return source(name, "\n".join(lines).encode(chance.choice(["latin-1", "utf-8"])))


@pytest.mark.parametrize("seed", range(12))
def test_tables_of_any_columns(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(seed)
    monkeypatch.setattr(layout, "_ENOUGH", chance.choice([1, 2, 8, 64]))
    sources = [file(chance, f"{number}.pbn") for number in range(chance.randrange(1, 5))]
    exact = [Reading(found, "pbn") for found in sources]
    for reading in exact:
        reader.read(reading)
    wanted, found = tables_of(exact), tables_of(bulk.read_many(sources))
    for name in wanted:
        assert found[name].equals(wanted[name]), name
