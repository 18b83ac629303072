"""`make bench`: card checks beside a compiled loop over the bytes, the index of deals, Great Expectations' share.

Only ratios and peaks of memory mean anything; each part runs in a process of its own, so that the peak is its own.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.domain.cards import HANDS, RANKS, is_sound_deal
from neuberg.validate.copies import copies
from neuberg.validate.deals import deals

_ROUNDS = 3
_HOLDINGS = np.array(["".join(RANKS[bit] for bit in range(13) if mask >> bit & 1) for mask in range(1 << 13)])
_PART = 250_000


def dealt(boards: int, seed: int = 1) -> pl.DataFrame:
    """Boards with random deals, one in ten thousand of them the deal of an earlier board."""
    draw = np.random.default_rng(seed)
    parts = [_part(draw, min(_PART, boards - start), start) for start in range(0, boards, _PART)]
    return pl.concat(parts)


def _part(draw: np.random.Generator, boards: int, start: int) -> pl.DataFrame:
    seats = draw.permuted(np.tile(np.repeat(np.arange(4, dtype=np.int8), 13), (boards, 1)), axis=1)
    for copy in draw.integers(1, boards, size=max(boards // 10_000, 1)):
        seats[copy] = seats[copy - 1]
    bits = 1 << np.arange(13, dtype=np.int16)
    columns: dict[str, pl.Series | np.ndarray] = {"deal_id": np.arange(start, start + boards)}
    for seat, hand in enumerate(HANDS):
        masks = [((seats[:, 13 * suit : 13 * suit + 13] == seat) * bits).sum(axis=1) for suit in range(4)]
        texts = [pl.Series(_HOLDINGS).gather(pl.Series(mask)) for mask in masks]
        columns[hand] = pl.select(pl.concat_str(*(pl.lit(text) for text in texts), separator=".")).to_series()
    numbers = np.arange(start, start + boards)
    columns |= {"event_id": numbers // 30, "board": numbers % 30 + 1, "session": pl.repeat("1", boards, eager=True)}
    return schemas.conform(pl.DataFrame(columns).lazy(), schemas.BOARDS).collect()


def _compiled() -> Callable[[np.ndarray, np.ndarray], int]:
    """Counts and full pack, byte by byte, in a loop that numba compiles: the floor."""
    import numba

    ranks = np.full(256, -1, dtype=np.int8)
    for place, rank in enumerate(RANKS):
        ranks[ord(rank)] = place

    @numba.njit(cache=False)
    def faults(data: np.ndarray, offsets: np.ndarray) -> int:
        found = 0
        for board in range((offsets.size - 1) // 4):
            pack, sound = np.int64(0), True
            for hand in range(4):
                suit, cards = 0, 0
                for place in range(offsets[4 * board + hand], offsets[4 * board + hand + 1]):
                    byte = data[place]
                    if byte == 46:
                        suit += 1
                    else:
                        rank = ranks[byte]
                        sound = sound and rank >= 0
                        pack |= np.int64(1) << (13 * suit + rank)
                        cards += 1
                sound = sound and cards == 13 and suit == 3
            found += not (sound and pack == (np.int64(1) << 52) - 1)
        return found

    compiled: Callable[[np.ndarray, np.ndarray], int] = faults
    return compiled


def _bytes(boards: pl.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """The hands one after another as bytes, with where each begins: what the loop needs, made before it is timed."""
    hands = boards.select(pl.concat_list(HANDS).alias("hand")).explode("hand")["hand"].to_arrow().cast("large_string")
    _, offsets, data = hands.buffers()
    return np.frombuffer(data, np.uint8), np.frombuffer(offsets, np.int64)[: len(hands) + 1]


def cards(boards: int) -> None:
    """Time the card checks and the compiled loop in turn."""
    frame = dealt(boards)
    try:
        loop = _compiled()
    except ModuleNotFoundError:
        sys.stdout.write("  not timed: the compiled loop needs numba (pip install numba)\n")
        return
    ready = _bytes(frame)
    loop(*_bytes(frame.head(10)))
    ways: dict[str, Callable[[], object]] = {
        "card checks, every column": lambda: deals(frame.lazy()).select("pattern", "in_step", "counts").collect(),
        "a compiled loop over the bytes": lambda: loop(*ready),
        "the loop, its bytes taken from the same frame": lambda: loop(*_bytes(frame)),
        "card checks, patterns alone": lambda: deals(frame.lazy()).select("pattern", "counts").collect(),
        "whether a deal is sound, alone": lambda: frame.select(is_sound_deal(*map(pl.col, HANDS))),
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(_ROUNDS):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            seconds[name].append(time.perf_counter() - start)
    best = {name: min(times) for name, times in seconds.items()}
    floor = list(best.values())[1]
    for name, least in best.items():
        sys.stdout.write(f"{least * 1e9 / boards:8.0f} ns a board  {least / floor:5.2f}  {name}\n")


def index(boards: int) -> None:
    """The index of deals over a whole archive on disk: how long, and the peak of memory."""
    folder = Path(sys.argv[3])
    file = folder / "boards.parquet"
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    events = pl.LazyFrame(schema={"event_id": pl.Int64, "name": pl.String, "date": pl.Date, "replay": pl.Boolean})
    found = copies(pl.scan_parquet(file), events, schemas.empty(schemas.RESULTS).lazy())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sys.stdout.write(
        f"{time.perf_counter() - start:8.1f} s, peak {peak / 1e6:.2f} GB ({before / 1e6:.2f} before), "
        f"{found.height:,} copies in {boards:,} boards\n"
    )


def record(boards: int) -> None:
    """Great Expectations' share: the verdicts of boards, judged and then written as the auditors' record."""
    from neuberg.validate import Tables, expectations, judge

    empty = {table.name: schemas.empty(table).lazy() for table in schemas.TABLES.values()}
    plays = empty["results"].with_columns(
        *(pl.lit(None, dtype=schemas.BOARDS.schema[name]).alias(name) for name in (*HANDS, "dealer", "vulnerable")),
        date=pl.lit(None, dtype=pl.Date),
        winners=pl.lit(None, dtype=pl.Int8),
        score_from=pl.lit(None, dtype=pl.String),
    )
    start = time.process_time()
    judged = judge(Tables(empty["events"], dealt(boards).lazy(), plays, empty["pairs"]))
    between = time.process_time()
    named = expectations.Pages(schemas.empty(schemas.EVENTS), schemas.empty(schemas.FILES))
    expectations.write(Path(sys.argv[3]), judged, named)
    ours, theirs = between - start, time.process_time() - between
    sys.stdout.write(f"{ours:8.1f} s of processor for the checks (with the dealing), {theirs:.1f} s for the record\n")


def main() -> None:
    """Each part in a process of its own, so that one's memory is not the other's."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for name, boards in (("cards", 1_000_000), ("record", 1_000_000), ("write", 10_000_000), ("index", 10_000_000)):
            sys.stdout.write("" if name == "write" else f"{name}, {boards:,} boards\n")
            sys.stdout.flush()
            subprocess.run([sys.executable, __file__, name, str(boards), folder], check=True)


def write(boards: int) -> None:
    """The archive of the index's part, written in parts."""
    dealt(boards).write_parquet(Path(sys.argv[3]) / "boards.parquet")


if __name__ == "__main__":
    parts = {"cards": cards, "index": index, "record": record, "write": write}
    if len(sys.argv) > 1:
        parts[sys.argv[1]](int(sys.argv[2]))
    else:
        main()
