"""N-S's IMPs of one line worked out step by step, by datum, against every other score, or in a match."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from neuberg.audit.in_words.worked import Line, Worked, compared, has_score, listed, shown, tables
from neuberg.rules import ImpProfile
from neuberg.rules.imp_tables import ImpTable, imp_tables_on, load_imp_tables

_AWARDS = {60.0: 3, 50.0: 0, 40.0: -3}
_LEAST_TO_DROP, _PER_CENT = 4, 5
_TABLES_OF_A_MATCH = 2


def worked_imps(
    line: Line, field: Sequence[Line], profile: ImpProfile, date: dt.date | None, expected: int, side: str = "ns"
) -> Worked:
    """The steps to N-S's IMPs (E-W's have the other sign); at board-a-match and total points to its points.

    An artificial score is each side's own: the steps are to that side's.

    Args:
        line: of `results`.
        field: the lines of its board that it is scored with, itself among them.
        profile: the rule.
        date: the event's day, or the last of its year, which decides the table of IMPs.
        expected: E, the scores expected on the board.
        side: of an artificial score.
    """
    field_size = sum(tables(one) for one in field if one["kind"] != "not_played")
    if line["kind"] == "artificial":
        return _award(line[f"{side}_award"], profile, field_size)
    group = compared(field, line)
    if any(one["kind"] == "weighted" for one in (line, *group)):
        return Worked(["a weighted score is in the comparison: each part is made IMPs, and weighted then"])
    if not has_score(line) or not all(map(has_score, group)):
        return Worked(["the file gives no points of a line compared: its score is that of the contract and tricks"])
    if (table := _table(date)) is None:
        return Worked([f"no table of IMPs of {date} is known"])
    scores = [int(one["ns_score"]) for one in group for _ in range(tables(one))]
    return _METHODS[profile.method](int(line["ns_score"]), scores, _Board(profile, table, field_size, expected, field))


class _Board:
    """What a method needs besides the scores."""

    def __init__(self, profile: ImpProfile, table: ImpTable, lines: int, expected: int, field: Sequence[Line]) -> None:
        self.profile, self.table, self.lines, self.expected, self.field = profile, table, lines, expected, field

    def imps(self, difference: int) -> int:
        """The IMPs for a difference, with its sign."""
        worth = sum(abs(difference) >= least for least in self.table.at_least)
        return worth if difference > 0 else -worth


def _table(date: dt.date | None) -> ImpTable | None:
    """The table in force; today's where the day is not known."""
    if date is None:
        return max(load_imp_tables().values(), key=lambda table: table.days.begins or dt.date.min)
    found = imp_tables_on(date)
    return max(found, key=lambda table: table.days.begins or dt.date.min) if found else None


def _award(award: float | None, profile: ImpProfile, lines: int) -> Worked:
    if award not in _AWARDS:
        return Worked([f"an artificial score of {shown(Fraction(str(award or 0)))} per cent has no IMPs of its own"])
    each = _AWARDS[award]
    if profile.method == "cross_imps" and profile.divisor == "none":
        value = each * (lines - 1)
        text = f"{award:g} per cent is {each} IMPs for each of N − 1 comparisons: {each}·({lines} − 1)"
        return Worked([f"{text} = {value}"], Fraction(value))
    return Worked(
        [f"an artificial score of {award:g} per cent is {each} IMPs: 3 for 60, 0 for 50, -3 for 40"], Fraction(each)
    )


def in_place_of_award(worked: Worked, imps: float | None) -> Worked:
    """The steps to an average plus or minus, with the pair's own average where the scorer took that."""
    if imps is None or worked.value is None or Fraction(str(imps)) == worked.value:
        return worked
    value = Fraction(str(imps))
    step = f"the pair has {shown(value)} on average on its other boards of the session: {shown(value)} in its place"
    return Worked([*worked.steps, step], value)


def _butler(own: int, scores: list[int], board: _Board) -> Worked:
    datum, steps = _datum(sorted(scores, reverse=True), board)
    if datum is None:
        return Worked([*steps, "nothing is left for a datum"])
    difference = own - datum
    imps = board.imps(difference)
    return Worked(
        [*steps, f"{own} − {_signed(datum)} = {difference}: {imps} IMPs ({board.table.name})"], Fraction(imps)
    )


def _datum(scores: list[int], board: _Board) -> tuple[int | None, list[str]]:
    n, profile = len(scores), board.profile
    steps = [f"n = {n} scores of the group: {listed(scores)}"]
    if profile.dropped == "one of those expected":
        return _factored_datum(scores, board, steps)
    count = {"none": 0, "best and worst": int(n >= _LEAST_TO_DROP), "5 per cent": (n * _PER_CENT + 50) // 100}
    dropped = count[profile.dropped]
    kept = scores[dropped : n - dropped]
    if not kept:
        return None, steps
    if dropped:
        steps.append(f"without {dropped} at each end: {listed(kept)}")
    mean = Fraction(sum(kept), len(kept))
    return _to_ten(mean, f"{sum(kept)}/{len(kept)}", profile.half, steps)


def _factored_datum(scores: list[int], board: _Board, steps: list[str]) -> tuple[int | None, list[str]]:
    """The EBU's: each of A scores counts E/A, then one whole score goes at each end."""
    n, expected = len(scores), board.expected
    left = [Fraction(expected, n)] * n
    for order in (range(n), range(n - 1, -1, -1)):
        gone = Fraction(1)
        for place in order:
            taken = min(gone, left[place])
            left[place], gone = left[place] - taken, gone - taken
    whole = sum(left, Fraction(0))
    if whole <= 0:
        return None, steps
    steps.append(f"each counts E/A = {expected}/{n}, and one whole score goes at each end: {shown(whole)} are left")
    total = sum((weight * score for weight, score in zip(left, scores, strict=True)), Fraction(0))
    return _to_ten(total / whole, f"{shown(total)}/{shown(whole)}", board.profile.half, steps)


def _to_ten(mean: Fraction, ratio: str, half: str, steps: list[str]) -> tuple[int, list[str]]:
    tens = mean / 10
    low = tens.__floor__()
    rest = tens - low
    up_from_five = low % 2 == 1 if half == "even ten" else mean > 0
    datum = 10 * (low + (up_from_five if rest == Fraction(1, 2) else rest > Fraction(1, 2)))
    way = "an exact five to the even ten" if half == "even ten" else "an exact five away from nought"
    return datum, [*steps, f"their mean {ratio} = {shown(mean)}; the datum, to the nearest ten, {way}: {datum}"]


def _cross(own: int, scores: list[int], board: _Board) -> Worked:
    n, profile = len(scores), board.profile
    others = Counter(scores)
    others[own] -= 1
    steps = [f"n = {n} scores of the group, N = {board.lines} lines of the board"]
    total = 0
    for score, count in sorted((+others).items(), reverse=True):
        each = board.imps(own - score)
        each = each if profile.cap is None else max(-profile.cap, min(each, profile.cap))
        total += count * each
        times = f", {count} times: {count * each}" if count > 1 else ""
        steps.append(f"against {score}: {own} − {_signed(score)} = {own - score}: {each} IMPs{times}")
    capped = "" if profile.cap is None else f", {profile.cap} at most a comparison"
    steps.append(f"in all {total} IMPs ({board.table.name}{capped})")
    value = Fraction(total)
    for name, num, den in _ratios(profile, n, board):
        if den <= 0:
            return Worked([*steps, "there is no comparison"])
        value = value * num / den
        steps.append(f"times {name} = {num}/{den}: {shown(value)}")
    return Worked(steps, value)


def _ratios(profile: ImpProfile, n: int, board: _Board) -> list[tuple[str, int, int]]:
    """What brings a sum in a group of n to the board, and what divides it: in letters, and as numbers."""
    full = board.expected if profile.divisor == "comparisons of the board" else board.lines
    short = {"comparisons": ("(N − 1)/(n − 1)", full - 1, n - 1), "scores": ("E/A", full, n)}
    divisors = {
        "comparisons": ("1/(n − 1)", 1, n - 1),
        "scores": ("1/n", 1, n),
        "comparisons of the board": ("1/(E − 1)", 1, full - 1),
    }
    chosen = (short.get(profile.short), divisors.get(profile.divisor))
    return [ratio for ratio in chosen if ratio is not None]


def _match(own: int, _scores: list[int], board: _Board) -> Worked:
    other = _other_table(own, board)
    if other is None:
        return Worked(["the two tables of the match are not both there, or played other forms of the board"])
    difference = own - other
    imps = board.imps(difference)
    text = f"the other table has {other}: {own} − {_signed(other)} = {difference}: {imps} IMPs ({board.table.name})"
    return Worked([text], Fraction(imps))


def _board_a_match(own: int, _scores: list[int], board: _Board) -> Worked:
    other = _other_table(own, board)
    if other is None:
        return Worked(["the two tables of the match are not both there, or played other forms of the board"])
    points = 1 + (own > other) - (own < other)
    return Worked(
        [f"the other table has {other}: 2 for the better score, 1 for equal ones: {points}"], Fraction(points)
    )


def _other_table(own: int, board: _Board) -> int | None:
    scores = [int(one["ns_score"]) for one in board.field if has_score(one)]
    if len(board.field) != _TABLES_OF_A_MATCH or len(scores) != _TABLES_OF_A_MATCH:
        return None
    if len({one["given_group"] for one in board.field}) > 1:
        return None
    scores.remove(own)
    return scores[0]


def _total(own: int, _scores: list[int], _board: _Board) -> Worked:
    return Worked([f"at total points a side has its own points: {own}"], Fraction(own))


_METHODS: Mapping[str, Callable[[int, list[int], _Board], Worked]] = {
    "butler": _butler,
    "cross_imps": _cross,
    "match_imps": _match,
    "board_a_match": _board_a_match,
    "total_points": _total,
}


def _signed(score: int) -> str:
    return f"({score})" if score < 0 else str(score)
