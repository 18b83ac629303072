"""What is done with fuzzed bytes: each format's reader takes them, none may raise, and every account must balance."""

import gzip
import io
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import jet
from neuberg.ingest import stage
from neuberg.ingest.pbn import reader as pbn
from neuberg.ingest.pbn.bulk.reader import read_many
from neuberg.ingest.reading import Reading
from neuberg.ingest.source import source
from read import read
from shared import ROOT, SHARED
from unit.ingest.test_damage_documents import DOCUMENTS
from usebio_text import pair_line, usebio_of

Take = Callable[[bytes], None]
_LARGEST_SEED = 45_000


def _reader(format: str) -> Take:
    def take(data: bytes) -> None:
        read(format, data)

    return take


def _columns(data: bytes) -> None:
    """PBN read as columns: the same tables as the exact reader's."""
    found = source("file.pbn", data)
    exact = Reading(found, "pbn")
    pbn.read(exact)
    (together,) = read_many([found])
    own, its = exact.tables(), together.tables()
    for name in own:
        assert own[name].equals(its[name]), name


def _container(data: bytes) -> None:
    """A file as it lies in a folder: its members are read as well."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "file.zip").write_bytes(data)
        for given in stage.inputs([Path(folder)]):
            tables = stage.read(given)
            assert "reader_failed" not in tables["problems"]["code"].to_list()


FORMATS = ("pbn", "usebio", "csv", "nz_scorer", "bws", "lin", "acbl_html", "bbo_html")
TARGETS: dict[str, Take] = {name: _reader(name) for name in FORMATS} | {
    "pbn_columns": _columns,
    "containers": _container,
}
#: Every target at once, for a short run: the first byte says which.
EVERY = "every"


def every(data: bytes) -> None:
    """The target that the first byte names takes the rest."""
    if data:
        list(TARGETS.values())[data[0] % len(TARGETS)](data[1:])


_ENTRY = {"ID": 1, "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 2, "NS/EW": "N"}
_BRIDGEMATE = {
    "Section": [{"ID": 1, "Letter": "A"}],
    "Session": [{"ID": 1, "Name": "Monday"}],
    "ReceivedData": [_ENTRY | {"Contract": "4 S", "Result": "=", "LeadCard": "H10", "Remarks": "", "Erased": False}],
}


_PAIR = "<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><TOTAL_SCORE>3</TOTAL_SCORE><PLACE>1=</PLACE></PAIR>"
_HANDS = "<HAND><DIRECTION>North</DIRECTION><SPADES>AKQ</SPADES><HEARTS/><DIAMONDS>T9</DIAMONDS><CLUBS>2</CLUBS></HAND>"
_USEBIO = usebio_of(
    "<EVENT EVENT_TYPE='MP_PAIRS'><TITLE>Club</TITLE><DATE>31/05/2024</DATE>"
    f"<SESSION><SECTION><PARTICIPANTS>{_PAIR}</PARTICIPANTS><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"
    f"{pair_line('1', '2', '110')}{pair_line('3', '4', 'A6040')}</BOARD></SECTION></SESSION></EVENT>"
    f"<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{_HANDS}</BOARD></HANDSET>"
)


def seeds(target: str) -> list[bytes]:
    """Whole files of a target's format to start from: own ones, and where they are, small real ones."""
    if target == EVERY:
        return [bytes([number]) + data for number, name in enumerate(TARGETS) for data in seeds(name)]
    samples = ROOT / "data/samples"
    real = {"pbn": "pbn/*.pbn", "usebio": "usebio/*.xml", "nz_scorer": "nz/*.xml", "lin": "lin/*.lin"}
    format = "pbn" if target == "pbn_columns" else target
    own = {
        "pbn": [path.read_bytes() for path in samples.glob("pbn/*")],
        "usebio": [_USEBIO.encode(), *(path.read_bytes() for path in samples.glob("usebio/*"))],
        "csv": [path.read_bytes() for path in samples.glob("travellers/*.csv")],
        "bws": [jet.database(_BRIDGEMATE, version) for version in (jet.JET_3, jet.JET_4)],
        "containers": _containers(),
    }
    found = own.get(format) or [DOCUMENTS[format]]
    if format in real and SHARED.exists():
        found += [path.read_bytes() for path in (SHARED / "corpus").glob(real[format])]
    return [data for data in found if len(data) <= _LARGEST_SEED]


def _containers() -> list[bytes]:
    inner, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.csv", "board,ns,ew,score\n1,1,2,50\n")
    with zipfile.ZipFile(outer, "w") as made:
        made.writestr("in.zip", inner.getvalue())
        made.writestr("b.csv.gz", gzip.compress(b"board,ns,ew,score\n1,1,2,60\n", mtime=0))
    return [inner.getvalue(), outer.getvalue(), gzip.compress(b"board,ns,ew,score\n1,1,2,50\n", mtime=0)]
