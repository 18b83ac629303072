"""The vectorized test against the plain reference, where that is beside the checkout."""

import importlib.util
from types import ModuleType

import numpy as np
import pytest

from detection.planting import Field, pose, read_field
from detection.planting import clean as clean_trial
from neuberg.detect import load_coefficients
from neuberg.detect.hypotheses import all_terms, hypotheses
from neuberg.detect.seatings import PERMS
from neuberg.detect.segments import evidence, segments
from shared import shared


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", shared("detection/reference.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def field() -> Field:
    return read_field(shared("detection/boards_many_results.jsonl.gz"), load_coefficients())


def test_the_shipped_coefficients_are_the_references(reference: ModuleType) -> None:
    numbers = load_coefficients()
    assert numbers.choice.tolist() == pytest.approx(reference.W)
    assert numbers.level.ravel().tolist() == pytest.approx(np.ravel(reference.LEV).tolist())
    assert numbers.frequencies.tolist() == pytest.approx(reference.M["mc"])
    assert numbers.level_frequencies.ravel().tolist() == pytest.approx(np.ravel(reference.ML).tolist())
    assert numbers.alphas.tolist() == pytest.approx(reference.M["alpha_known"][:4])


@pytest.mark.parametrize("size", [6, 8, 16])
def test_the_evidence_of_every_seating_and_change_is_the_references(
    reference: ModuleType, field: Field, size: int
) -> None:
    draw = np.random.default_rng(size)
    boards = [board for board, rows in enumerate(field.results) if len(rows) == size][:12]
    posed = pose(field, [clean_trial(field, board, draw) for board in boards])
    batch, known = posed.before, posed.known
    every = hypotheses(batch, known)
    found = evidence(all_terms(batch, every, known), batch.results, known.numbers)
    to_end = segments(size).end == size
    for place, board in enumerate(boards):
        rows = np.stack([part[place] for part in batch.results], axis=1).tolist()
        cards = [int(card) for card in known.hands.cards[board]]
        results = [(side, strain, partner, level, lead) for side, strain, partner, level, lead in rows]
        given = (int(batch.dealer[place]), tuple(batch.vulnerable[place].tolist()))
        _, _, _, _, wanted = reference.detect(_text(cards), *given, results, cards)
        got = found.segment[place][1 : len(PERMS), to_end].ravel().tolist()
        assert got == pytest.approx([one[3] for one in wanted], abs=1e-8)


def _text(cards: list[int]) -> str:
    from neuberg.detect.hands import hand_text

    return " ".join(map(hand_text, cards))
