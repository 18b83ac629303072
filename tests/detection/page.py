"""`python tests/detection/page.py`: measure the test on planted boards and write the page beside the coefficients.

Reads `../shared/detection/boards_many_results.jsonl.gz`; every number of the page comes from this run, by fixed seeds.
"""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import polars as pl

from detection import planting, seasons
from detection.measuring import Measured, bootstrapped, measure, threshold
from detection.planting import FOULS, Draw, Field, Trial
from neuberg.detect import detect, load_coefficients
from shared import ROOT, SHARED

DATA = SHARED / "detection" / "boards_many_results.jsonl.gz"
PAGE = ROOT / "data" / "reference" / "detection" / "README.md"
#: Written by hand: where the numbers come from, and what was found by looking at real suspicions.
HEAD, CORPUS = (Path(__file__).with_name(name) for name in ("page_head.md", "page_corpus.md"))
#: Orders of play drawn for each clean deal, and plantings of each foul.
CLEAN, PLANTED = 12, 2
RATES = (1e-3, 1e-4)
#: The feasibility study's finds at one false alarm in 1,000 and in 10,000, contract and lead; and contract alone.
STUDY = {
    planting.ROTATED_90: (97, 88, 89, 76),
    planting.OTHER_BOARD: (90, 81, 59, 42),
    planting.NEIGHBOURS: (81, 72, 61, 45),
    planting.NEIGHBOURS_SAME: (81, 72, 61, 45),
    planting.ROTATED_180: (81, 65, 5, 2),
    planting.PARTNERS: (50, 37, 4, 1),
    planting.CARDS: (1, 0, 1, 0),
}
Change = Callable[[Trial, Draw], Trial]


class Scenario(NamedTuple):
    """Clean and planted boards under one condition."""

    clean: Measured
    planted: dict[str, Measured]

    def limit(self, rate: float) -> float:
        """The factor for that rate of false alarms, in log10."""
        return threshold(self.clean.factor, rate)


def as_it_is(trial: Trial, _draw: Draw) -> Trial:
    """The trial."""
    return trial


def without_leads(trial: Trial, _draw: Draw) -> Trial:
    """The trial with no lead known."""
    return trial._replace(results=planting.without_leads(trial.results))


def with_tripled_errors(trial: Trial, draw: Draw) -> Trial:
    """The trial with twice the usual entry errors added to those it has."""
    return trial._replace(results=planting.with_errors(trial.results, 2, draw))


def scenario(field: Field, change: Change, seed: int, fouls: tuple[str, ...] = FOULS) -> Scenario:
    """Clean boards and each foul planted, under a condition."""
    draw = np.random.default_rng(seed)
    boards = range(len(field.results))
    clean = [change(planting.clean(field, board, draw), draw) for _ in range(CLEAN) for board in boards]
    planted = {foul: measure(field, [change(one, draw) for one in _plant(field, foul, draw)]) for foul in fouls}
    return Scenario(measure(field, clean), planted)


def _plant(field: Field, foul: str, draw: Draw) -> Iterator[Trial]:
    """The foul on every board, the change anywhere, at least one result before it and two after."""
    for _ in range(PLANTED):
        for board, rows in enumerate(field.results):
            yield planting.fouled(field, board, foul, int(draw.integers(1, len(rows) - 1)), draw)


def found_at(rate: float, column: str = "factor") -> Callable[[Measured, Measured], float]:
    """The share of the planted boards beyond the clean ones' threshold."""

    def share(clean: Measured, planted: Measured) -> float:
        limit = threshold(getattr(clean, column), rate)
        return float((getattr(planted, column) > limit).mean()) if len(planted.board) else float("nan")

    return share


def table(head: list[str], rows: list[list[str]]) -> str:
    """Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines) + "\n"


def power(found: Scenario, study: int) -> str:
    """Finds by kind, with their intervals, beside the study's and the plain reference's on the same boards."""
    rows = []
    for foul, planted in found.planted.items():
        two = [str(bootstrapped(found.clean, planted, found_at(rate))) for rate in RATES]
        given = STUDY.get(foul)
        plain = bootstrapped(found.clean, planted, found_at(RATES[0], "plain"), times=2).share
        rows.append([foul, *two, f"{given[study]} / {given[study + 1]}" if given else "–", f"{100 * plain:.0f}"])
    head = ["foul", "found, 1 in 1,000", "1 in 10,000 (extrapolated)", "the study's", "plain reference, 1 in 1,000"]
    return table(head, rows)


def limits(found: Scenario) -> str:
    """The thresholds, and what the fixed ones give."""
    clean = found.clean
    at = ", ".join(f"10^{found.limit(rate):.2f}" for rate in RATES)
    beyond = [int((clean.factor >= limit).sum()) for limit in (3, 4)]
    high = [bootstrapped(clean, clean, lambda one, _: threshold(one.factor, 1e-3))]
    return (
        f"{len(clean.factor):,} clean boards ({len(np.unique(clean.board))} deals, each in {CLEAN} orders of play). "
        f"The factors for one false alarm in 1,000 and in 10,000: {at} (the first, drawn again by deal: "
        f"10^{high[0].low:.2f} to 10^{high[0].high:.2f}). At 1,000 there were {beyond[0]} false alarms, at 10,000 "
        f"{beyond[1]}; the largest factor of a clean board was 10^{clean.factor.max():.2f}.\n"
    )


def change_points(found: Scenario) -> str:
    """Where the change is found, at a factor of 1,000, and whether the kind is named right."""
    rows = []
    for foul, planted in found.planted.items():
        sure = planted.where(planted.factor >= 3)
        if foul == planting.CARDS:
            continue
        shares = [sure.off == 0, sure.off <= 1, sure.within, sure.named]
        every = [f"{100 * (planted.factor >= limit).mean():.0f}" for limit in (3, 4)]
        rows.append([foul, *every, *(f"{100 * share.mean():.0f}" for share in shares)])
    head = ["foul", "≥ 1,000", "≥ 10,000", "change exact", "within one result", "in the 90 % range", "kind named"]
    return table(head, rows)


def by_size(found: Scenario, column: str, groups: dict[str, tuple[int, int]]) -> str:
    """Finds at one false alarm in 1,000, by a column in groups; the threshold is of all clean boards."""
    rows = []
    for foul, planted in found.planted.items():
        values = getattr(planted, column)
        cells = []
        for low, high in groups.values():
            part = planted.where((values >= low) & (values <= high))
            cells.append(str(bootstrapped(found.clean, part, found_at(RATES[0]), times=100)))
        rows.append([foul, *cells])
    return table(["foul", *groups], rows)


def prefilter(found: Scenario) -> str:
    """What the prefilter drops of clean boards and of those that would be found."""
    limit = found.limit(RATES[0])
    dropped = 100 * (1 - found.clean.passed.mean())
    rows = [
        [foul, f"{100 * planted.passed[planted.factor > limit].mean():.1f}"] for foul, planted in found.planted.items()
    ]
    return f"It drops {dropped:.1f} % of clean boards.\n\n" + table(["foul", "kept of those found, %"], rows)


def unordered(found: Scenario) -> str:
    """Finds without the order of play."""
    rows = [
        [foul, *(str(bootstrapped(found.clean, planted, found_at(rate, "unordered"))) for rate in RATES),
         f"{100 * (planted.unordered >= 3).mean():.0f}"]
        for foul, planted in found.planted.items()
    ]  # fmt: skip
    alarms = int((found.clean.unordered >= 3).sum())
    text = f"{len(found.clean.factor):,} clean boards, {alarms} of them at 1,000 or more.\n\n"
    return text + table(["foul", "found, 1 in 1,000", "1 in 10,000 (extrapolated)", "≥ 1,000"], rows)


def records(field: Field, found: Scenario, seed: int) -> str:
    """Records that no table played."""
    draw, rows = np.random.default_rng(seed), []
    for foul in (planting.UNKNOWN, planting.ROTATED_90, planting.NEIGHBOURS_SAME):
        trials = [planting.wrong_record(field, board, foul, draw) for board in range(len(field.results))]
        whole = measure(field, trials).whole
        rows.append([_RECORDS[foul], *(f"{100 * (whole >= limit).mean():.0f}" for limit in (3, 4))])
    alarms = [int((found.clean.whole >= limit).sum()) for limit in (3, 4)]
    rows.append([f"false alarms among {len(found.clean.whole):,} clean boards", *map(str, alarms)])
    return table(["record", "≥ 1,000", "≥ 10,000"], rows)


_RECORDS = {
    planting.UNKNOWN: "of an unrelated deal that the session does not have, %",
    planting.ROTATED_90: "turned by 90°, %",
    planting.NEIGHBOURS_SAME: "with neighbours' hands exchanged, %",
}


def corrected(field: Field, found: Scenario, seed: int) -> str:
    """Boards that were fouled and put right again before the last two results."""
    draw, rows = np.random.default_rng(seed), []
    for foul in (planting.ROTATED_90, planting.ROTATED_180, planting.OTHER_BOARD):
        trials = []
        for board, results in enumerate(field.results):
            first = int(draw.integers(0, len(results) - 3))
            end = int(draw.integers(first + 2, len(results)))
            trials.append(planting.fouled(field, board, foul, first, draw, end))
        rows.append([foul, str(bootstrapped(found.clean, measure(field, trials), found_at(RATES[0])))])
    return table(["foul, put right later", "found, 1 in 1,000"], rows)


def calibrated(found: Scenario) -> str:
    """Of boards with a factor in a range, were one in 1,000 fouled, how many would be; and what the factor says."""
    planted = np.concatenate([one.factor for foul, one in found.planted.items() if foul in _COMMON])
    rows = []
    for low, high in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 300)):
        of_clean, of_planted = (((part >= low) & (part < high)).mean() for part in (found.clean.factor, planted))
        share = of_planted / 1000 / (of_planted / 1000 + of_clean * 0.999) if of_planted else 0.0
        inside = planted[(planted >= low) & (planted < high)]
        said = float(np.mean(10.0 ** np.minimum(inside, 12) / (10.0 ** np.minimum(inside, 12) + 999)))
        name = f"10^{low} to 10^{high}" if high < 300 else f"10^{low} or more"
        figures = [f"{100 * of_clean:.3f}", f"{100 * of_planted:.1f}", f"{100 * share:.0f}", f"{100 * said:.0f}"]
        rows.append([name, *figures])
    head = ["Bayes factor", "clean boards, %", "fouled boards, %", "fouled among them, %", "by the factor, %"]
    return table(head, rows)


_COMMON = (planting.ROTATED_90, planting.ROTATED_180, planting.PARTNERS, planting.OTHER_BOARD, planting.NEIGHBOURS)


def auditors_season(field: Field, sessions: int, seed: int) -> str:
    """A season as its auditor sees it: precision and recall of the suspicions of `neuberg detect`."""
    made = seasons.season(field, sessions, 0.001, np.random.default_rng(seed))
    found = detect(made.results.lazy(), made.boards.lazy(), made.events.lazy(), load_coefficients()).suspicions()
    suspects = found.filter(pl.col("finding").is_in(["fouled board", "wrong record"]))
    rows = []
    for limit in (1e3, 1e4):
        said = suspects.filter(pl.col("bayes_factor") >= limit)
        right = said.join(made.answers, on=["event_id", "board"], how="semi").height
        precision = f"{right} of {said.height}"
        rows.append([f"≥ {limit:,.0f}", precision, f"{right} of {made.answers.height}"])
    turned = found.filter(pl.col("finding") == "table sat the wrong way").height
    entered = found.filter(pl.col("finding") == "result entered wrongly")
    return (
        f"{made.boards.height:,} boards with {made.results.height:,} results, {made.answers.height} of them fouled.\n\n"
        + table(["factor", "precision: suspicions that were right", "recall: fouls found"], rows)
        + f"\nNo table sat the wrong way: {turned} results said so. {entered.height} results "
        f"({_different(entered, made)} different) are said to be entered in a wrong seat.\n"
    )


def alternatives(field: Field, sessions: int, seed: int) -> str:
    """What is found of the faults that are no fouls: a table that sat the wrong way, records shifted by one."""
    draw = np.random.default_rng(seed)
    clean = seasons.season(field, sessions, 0, draw)
    turned, shifted = seasons.turned(clean, draw), seasons.shifted(clean)
    sat, moved = (
        detect(one.results.lazy(), one.boards.lazy(), one.events.lazy(), load_coefficients()).suspicions()
        for one in (turned, shifted)
    )
    seats = sat.filter(pl.col("finding") == "table sat the wrong way").join(turned.results, on="result_id")
    right = turned.answers.join(seats, on=["event_id", "table", "round"], how="semi").height
    wrong = seats.join(turned.answers, on=["event_id", "table", "round"], how="anti").height
    boards = [one.filter(pl.col("finding").is_in(["fouled board", "wrong record"])) for one in (sat, moved)]
    named = boards[1].filter(pl.col("why").str.contains("fit the record of the board 1 higher"))["event_id"].n_unique()
    return table(
        ["planted in each of the sessions", "found", "wrong findings"],
        [
            ["one table that sat the wrong way in one round of three boards", f"{right} of {sessions}",
             f"{wrong} other results turned, {boards[0].height} boards called fouled or wrong"],
            ["the records of the whole set one number too high", f"{named} of {sessions} sessions named so",
             f"{boards[1].filter(pl.col('finding') == 'fouled board').height} of {moved.height} suspicions say fouled, "
             f"{moved.height - boards[1].height} another fault of a table or a line"],
        ],
    )  # fmt: skip


def wrong_seats(field: Field, sessions: int, seed: int) -> str:
    """What is found where one result of each board is entered as partner's, and of the other results, all real."""
    draw = np.random.default_rng(seed)
    clean = seasons.season(field, sessions, 0, draw)
    made, planted = seasons.as_partners(clean, draw)
    rows = []
    for name, leads in (("known", pl.col("lead")), ("not known", pl.lit(None))):
        results = made.results.with_columns(lead=leads.cast(made.results.schema["lead"]))
        found = detect(results.lazy(), made.boards.lazy(), made.events.lazy(), load_coefficients()).suspicions()
        said = found.filter(pl.col("finding") == "result entered wrongly")
        right = said.filter(pl.col("result_id").is_in(planted.implode()))
        others = said.filter(~pl.col("result_id").is_in(planted.implode()))
        sure = [int((one["bayes_factor"] >= 1e4).sum()) for one in (right, others)]
        rows.append(
            [name, f"{right.height} of {len(planted)}, {sure[0]} of them ≥ 10,000",
             f"{others.height} ({_different(others, made)} different), {sure[1]} of them ≥ 10,000"]
        )  # fmt: skip
    head = ["leads", "entered as partner's, and found at ≥ 1,000", f"of the {made.results.height:,} others said to be"]
    return table(head, rows)


def _different(said: pl.DataFrame, made: seasons.Season) -> int:
    """How many of the suspected results are different ones: a season draws its boards again and again."""
    lines = made.results.filter(pl.col("result_id").is_in(said["result_id"].implode()))
    hands = made.boards.select("event_id", "board", "north")
    return lines.join(hands, on=["event_id", "board"]).unique(["north", "level", "strain", "declarer"]).height


def speed(field: Field, seed: int) -> str:
    """CPU seconds for 10,000 boards of ten results, from the frames to the suspicions."""
    made = seasons.season(field, 417, 0.001, np.random.default_rng(seed), results=10)
    start = time.process_time()
    found = detect(made.results.lazy(), made.boards.lazy(), made.events.lazy(), load_coefficients())
    seconds = time.process_time() - start
    every = time.process_time()
    detect(made.results.lazy(), made.boards.lazy(), made.events.lazy(), load_coefficients(), every_board=True)
    passed_over = next(count for state, count in found.account.items() if "odd results" in state)
    return (
        f"{made.boards.height:,} boards of ten results, from the tables to the suspicions: {seconds:.0f} s of CPU, "
        f"of which the prefilter passed over {100 * passed_over / made.boards.height:.0f} %; with `--every-board` "
        f"{time.process_time() - every:.0f} s.\n"
    )


_SIZES = {"6 or 7 results": (6, 7), "8 or 9": (8, 9), "10 to 16": (10, 16)}
_LEFT = {"2 after the change": (2, 2), "3": (3, 3), "4": (4, 4), "5 or more": (5, 16)}
_FOUND = "In per cent, with 95 % intervals bootstrapped by deal."


def page(field: Field) -> Iterator[str]:
    """The page, part by part."""
    known = scenario(field, as_it_is, 1)
    bare = scenario(field, without_leads, 2)
    wrong = scenario(field, with_tripled_errors, 3)
    yield HEAD.read_text(encoding="utf-8")
    yield f"## Contract, declarer and lead known\n\n{limits(known)}\n{_FOUND}\n\n{power(known, 0)}"
    yield f"### The change point and the kind\n\nIn per cent of the finds at 1,000.\n\n{change_points(known)}"
    yield f"### By field\n\n{by_size(known, 'size', _SIZES)}"
    yield f"### By results after the change\n\n{by_size(known, 'left', _LEFT)}"
    yield f"### Fouled, then put right\n\n{corrected(field, known, 4)}"
    yield f"## Leads not known\n\n{limits(bare)}\n{power(bare, 2)}"
    yield f"## Entry errors tripled\n\n{limits(wrong)}\n{power(wrong, 0)}"
    yield f"## The order of play not known\n\n{unordered(known)}"
    yield f"## A record that fits no table\n\n{records(field, known, 5)}"
    yield f"## The prefilter\n\n{prefilter(known)}\nLeads not known:\n\n{prefilter(bare)}"
    yield f"## How sure\n\n{_CALIBRATED}\n\n{calibrated(known)}"
    yield f"## A season, one board in 1,000 fouled\n\n{auditors_season(field, 1250, 6)}"
    yield f"## Faults that are no fouls\n\n{alternatives(field, 60, 9)}"
    yield f"### Results entered in a wrong seat\n\n{_SEATS}\n\n{wrong_seats(field, 250, 10)}"
    yield CORPUS.read_text(encoding="utf-8")
    yield f"## Speed\n\n{speed(field, 8)}"


_SEATS = (
    "One result of each board is entered as partner's. A factor is the posterior odds over the prior ones, of the "
    "result beside all others of its board, whenever it was played: 1,000 is a probability of 94 % for half a turn and "
    "78 % for a quarter, 10,000 of 99 and 97 %, if entry errors are as frequent as the method has it. The "
    "others are real: 7♥ and 3♦ made with three trumps, contracts that the other side made at the other tables."
)
_CALIBRATED = (
    "Were one board in 1,000 fouled, by the five common fouls alike: what share of the boards with a factor in a range "
    "would be fouled, and what the factor itself says of those that are."
)


def main() -> None:
    """Write the page."""
    field = planting.read_field(DATA, load_coefficients())
    PAGE.write_text("\n".join(page(field)), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")


if __name__ == "__main__":
    main()
