"""How little would change who wins: another score of the leader, or of the next, on one board.

One score moves both: whoever sat the same way and is passed loses what the other gains of him, whoever sat the other
way gains it, and the opponents at the table lose all of it.
"""

from collections.abc import Iterator

import numpy as np
import polars as pl

from neuberg.audit.book.books import Book
from neuberg.audit.book.distinct import as_columns
from neuberg.audit.book.seated import SIDES
from neuberg.audit.rule import Rule, Sides, matchpoints_by, rule_of
from neuberg.rules import profile as profile_named
from neuberg.score.packed import Integers

_HAIR = 1e-9
#: The column of a list and a board of it, as one number.
_BESIDE = "beside"


def least_changes(two: pl.DataFrame, seats: tuple[Integers, Integers], book: Book) -> pl.DataFrame:
    """A row a list whose second one other score would bring level: `needed`, `needed_board`, and `who` has that score.

    `needed` is what the score changes the matchpoints of who has it by, on 2-1-0, in whole steps of its comparisons.

    Args:
        two: a row a list: its `leader` and `second` among the contestants, and `one`, `one_top`, `other`, `other_top`,
            their matchpoints and tops.
        seats: of each line, the places among the contestants of N-S and of E-W.
        book: the lines.
    """
    seated = _seated(two, seats, book)
    of_each = [seated.filter(pl.col("gains") == sign) for sign in (-1, 1)]
    pairs = (of_each, of_each[::-1])
    both = pl.concat(one.join(other, on=_BESIDE, suffix="_of_other") for one, other in pairs)
    met = pl.col("line_no") == pl.col("line_no_of_other")
    same_group = pl.col("comparison_group") == pl.col("comparison_group_of_other")
    alone = pl.concat(one.join(other, on=_BESIDE, how="anti") for one, other in pairs)
    ways = [_anywhere(alone), _anywhere(both.filter(~met & ~same_group)), _anywhere(both.filter(met), met=True)]
    every = pl.concat([*ways, *_passing(both.filter(~met & same_group))])
    best = _least(_needed(_beside(every, two)))
    best = best.sort("needed", "board", "gains", descending=[False, False, True]).unique(
        "list_no", keep="first", maintain_order=True
    )
    return best.select("list_no", "needed", needed_board="board", who="row")


def _seated(two: pl.DataFrame, seats: tuple[Integers, Integers], book: Book) -> pl.DataFrame:
    """The lines of leaders and seconds: `s` among `n` scores as their side has it, and what a `step` is worth.

    `gains` is 1 for a second, who must have more, and -1 for a leader, who must have less.
    """
    most = max(int(rows.max(initial=-1)) for rows in (*seats, two["leader"].to_numpy(), two["second"].to_numpy())) + 2
    list_no, gains = np.full(most, -1, np.int64), np.zeros(most, np.int64)
    for name, sign in (("leader", -1), ("second", 1)):
        who = two[name].to_numpy()
        list_no[who], gains[who] = two["list_no"].to_numpy(), sign
    # The last place is that of the lines without a pair.
    lines = [np.flatnonzero(list_no[rows] >= 0) for rows in seats]
    alike, parts = np.split(_alike(book, np.concatenate(lines)), [lines[0].size]), []
    for number, (side, line) in enumerate(zip(SIDES, lines, strict=True)):
        row = seats[number][line]
        of_pair = pl.DataFrame({"list_no": list_no[row], "row": row, "gains": gains[row], "alike": alike[number]})
        placed = _placed(book, line, side).with_columns(is_ew=pl.lit(number == 1))
        parts.append(of_pair.hstack(placed))
    beside = pl.col("list_no") * book.boards.height + pl.col("board_no")
    return pl.concat(parts).filter(pl.col("n").is_not_null()).with_columns(beside.alias(_BESIDE))


def _beside(ways: pl.DataFrame, two: pl.DataFrame) -> pl.DataFrame:
    """The ways with the matchpoints and tops of their list's leader and runner-up."""
    list_no = two["list_no"].to_numpy()
    row = np.zeros(int(list_no.max(initial=-1)) + 1, np.int64)
    row[list_no] = np.arange(list_no.size)
    return ways.hstack(two.select("one", "other", "one_top", "other_top")[row[ways["list_no"].to_numpy()]])


def _least(ways: pl.DataFrame) -> pl.DataFrame:
    """The ways of each list that need no more than any other of its."""
    list_no, needed = ways["list_no"].to_numpy(), ways["needed"].to_numpy()
    least = np.full(int(list_no.max(initial=-1)) + 1, np.inf)
    np.minimum.at(least, list_no, needed)
    return ways[np.flatnonzero(needed == least[list_no])]


def _alike(book: Book, line: Integers) -> Integers:
    """Of some lines how many of their group have their score, themselves among them."""
    board, many = book.board[line], np.bincount(book.board)
    begins, size = (np.cumsum(many) - many)[board], many[board]
    group, num = as_columns(book.lines.select("comparison_group", "ns_num"))
    if (book.board[1:] < book.board[:-1]).any():
        order = np.argsort(book.board, kind="stable")
        ordered_group, ordered_num = group[order], num[order]
    else:
        ordered_group, ordered_num = group, num
    own_group, own_num, alike = group[line], num[line], np.zeros(line.size, np.int64)
    for place in range(int(size.max(initial=0))):
        # The lines of a board one after another, as long as it has any.
        there = np.flatnonzero(size > place) if (size <= place).any() else slice(None)
        other = begins[there] + place
        alike[there] += (ordered_group[other] == own_group[there]) & (ordered_num[other] == own_num[there])
    return alike


def _placed(book: Book, line: Integers, side: str) -> pl.DataFrame:
    """Some lines as a side has them: `s` and `n` in their group, and `step`, the matchpoints of one of `s`."""
    lines = book.lines.select("board", "comparison_group", "n", num=f"{side}_num")[line].with_columns(
        board_no=pl.Series(book.board[line]), line_no=pl.Series(line)
    )
    plain = book.boards["is_plain"][book.board[line]]
    own = {
        "s": pl.when(plain).then(pl.col("num") // pl.col("n")) / 1,
        "n": pl.when(plain).then(pl.col("n").cast(pl.Int64)),
        "step": pl.when(plain).then(1.0),
    }
    again = _ranked_again(book, line, side)
    joined = lines.with_columns(**own).join(again, on="line_no", how="left", maintain_order="left")
    known = [pl.coalesce(name, f"_{name}").alias(name) for name in own]
    return joined.select("board", "board_no", "line_no", "comparison_group", *known)


def _ranked_again(book: Book, line: Integers, side: str) -> pl.DataFrame:
    """Of those of some lines that are on boards that are not plain `_s`, `_n` and `_step`, under the book's profile."""
    asked = np.zeros(book.lines.height, bool)
    asked[line] = True
    rule = rule_of(profile_named(book.profile))
    s, n = (f"{side}_s1", "n1") if rule.regime == "one_field" else (f"{side}_s", "n")
    rows = book.adjusted[np.flatnonzero(asked[book.adjusted["line_no"].to_numpy()])]
    step = _value(rows, rule, pl.col(s) + pl.col("unit")) - _value(rows, rule, pl.col(s))
    return rows.select("line_no", _s=pl.col(s) / pl.col("unit"), _n=pl.col(n).cast(pl.Int64), _step=pl.Series(step))


def _value(rows: pl.DataFrame, rule: Rule, s: pl.Expr) -> np.ndarray:
    """The matchpoints of lines on 2-1-0, were so much their S."""
    none = pl.lit(None, dtype=pl.Int64)
    points = matchpoints_by(rule, Sides(rows.with_columns(s=s, s1=s, award_flat=none, award_session=none)))
    value: np.ndarray = points.num / np.maximum(points.den, 1)
    return value


_WAY = ("list_no", "row", "gains", "board", "s", "step")


def _anywhere(lines: pl.DataFrame, *, met: bool = False) -> pl.DataFrame:
    """The ways of a line whose score the other is not compared with, or has at the same table: from nought to all."""
    return lines.select(
        *_WAY, low=pl.lit(0.0), high=2.0 * (pl.col("n") - 1), moved=pl.lit(0.0), met=pl.lit(met, dtype=pl.Boolean)
    )


def _passing(lines: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """The ways of a line whose score is compared with the other's: below it, level with it, and above it."""
    same_way = pl.col("is_ew") == pl.col("is_ew_of_other")
    # The other's table as this side has it: what one side has not the other has.
    theirs = pl.when(same_way).then("s_of_other").otherwise(2 * (pl.col("n") - 1) - pl.col("s_of_other"))
    of_pair = 1 - (pl.col("s") - pl.col("_theirs")).sign()
    without = pl.col("_theirs") - of_pair
    others = pl.col("alike_of_other") - 1 - (pl.col("s") == pl.col("_theirs"))
    ranges = (
        (pl.lit(0.0), without - others, 2),
        (without + 1, without + 1, 1),
        (without + others + 2, 2.0 * (pl.col("n") - 1), 0),
    )
    sign = pl.when(same_way).then(1).otherwise(-1)
    for low, high, has in ranges:
        yield lines.with_columns(_theirs=theirs).select(
            *_WAY, low=low, high=high, moved=sign * (has - of_pair) * pl.col("step"), met=pl.lit(False)
        )


def _needed(ways: pl.DataFrame) -> pl.DataFrame:
    """The ways that bring the two level, each with the least that is `needed`."""
    gains = pl.col("gains") == 1
    one, other, top, top2, moved = (pl.col(name) for name in ("one", "other", "one_top", "other_top", "moved"))
    lacks = (
        pl.when("met").then((one * top2 - other * top) / (top + top2))
        .when(gains).then((one + moved) * top2 / top - other)
        .otherwise(one - (other + moved) * top / top2)
    )  # fmt: skip
    to_enter = pl.when(gains).then(pl.col("low") - pl.col("s")).otherwise(pl.col("s") - pl.col("high"))
    room = pl.when(gains).then(pl.col("high") - pl.col("s")).otherwise(pl.col("s") - pl.col("low"))
    steps = pl.max_horizontal((lacks / pl.col("step") - _HAIR).ceil(), to_enter, 0.0)
    return ways.with_columns(_steps=steps, _room=room).filter(pl.col("_steps") <= pl.col("_room") + _HAIR).select(
        "list_no", "row", "board", "gains", needed=pl.col("_steps") * pl.col("step")
    )  # fmt: skip
