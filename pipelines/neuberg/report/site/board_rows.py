"""An event's rows board by board, its travellers with every rule's figures side by side: once for all its pages."""

import polars as pl

from neuberg.domain.boards import cycle_dealer, cycle_vulnerable
from neuberg.report.site.reading import Frames
from neuberg.report.site.tabulation import UNDER

#: What a rule makes of a line.
FIGURES = ("ns_mp", "ew_mp", "ns_pct", "ew_pct", "ns_imp", "ew_imp", "method")
#: Both sides' figures as they stand beside the run's own under another rule, and what each is of.
BOTH_SIDES = {"both_pct": ("ns_pct", "ew_pct"), "both_mp": ("ns_mp", "ew_mp")}
_ORDER = ("comparison_group", "section", "round", "table", "line")
Place = tuple[str | None, int]


def by_board(frames: Frames) -> dict[Place, Frames]:
    """The frames of each session and board of an event; under the session None the rows that are of every one."""
    ready = dict(frames)
    if "travellers" in ready:
        ready["travellers"] = side_by_side(ready["travellers"], ready.pop("other_scores", None))
    if "boards" in ready:
        number = pl.col("board")
        ready["boards"] = ready["boards"].with_columns(
            standard_dealer=cycle_dealer(number), standard_vulnerable=cycle_vulnerable(number)
        )
    apart: dict[Place, Frames] = {}
    for name, frame in ready.items():
        if "board" not in frame.columns:
            continue
        for place, part in frame.partition_by("session", "board", as_dict=True, maintain_order=True).items():
            session, board = place
            if board is not None:
                apart.setdefault((session, int(board)), {})[name] = part
    return apart


def of_board(apart: dict[Place, Frames], session: str, board: int) -> Frames:
    """The rows of a board, those of every session with them."""
    own, of_all = apart.get((session, board), {}), apart.get((None, board), {})
    return own | {name: pl.concat([own[name], part]) if name in own else part for name, part in of_all.items()}


def side_by_side(travellers: pl.DataFrame, others: pl.DataFrame | None = None) -> pl.DataFrame:
    """A row a line, by comparison group, with its figures under each rule in columns of their own.

    The figures of the first rule of the run stand under their own names too, with `profile`; where the run has
    several, or a rule two answers, each has columns such as `ns_mp under ebu-2025`. What other rules would give a
    fouled board's line stands in columns such as `both_mp under ebu-article (not the run's)`, as text.
    """
    words = (_plain(pl.col("kind"), "played"), _plain(pl.col("method"), "plain"))
    lines = travellers.with_columns(words).sort("profile", "variant", nulls_last=True, maintain_order=True)
    keys = lines.select("profile", "variant").drop_nulls("profile").unique(maintain_order=True).rows()
    base = lines.unique("result_id", keep="first", maintain_order=True).sort(_ORDER, nulls_last=True)
    if len(keys) > 1:
        base = _joined(base, lines, keys, FIGURES)
    if others is not None:
        answers = others.select("profile", "variant").unique().sort("profile", "variant").rows()
        new = [(profile, variant) for profile, variant in answers if profile not in {name for name, _ in keys}]
        base = _joined(base.with_columns(_both()), others.with_columns(_both()), new, tuple(BOTH_SIDES), NOT_OWN)
    return base


def _both() -> list[pl.Expr]:
    """Both sides' figures as one text, so that a column a rule is enough; null where there are none."""
    return [
        pl.concat_str(pl.col(ns).round(2), pl.lit(" – "), pl.col(ew).round(2)).alias(name)
        for name, (ns, ew) in BOTH_SIDES.items()
    ]


#: What is added to a rule's name where the run does not score by it.
NOT_OWN = " (not the run’s)"


def _joined(
    base: pl.DataFrame, rows: pl.DataFrame, keys: list[tuple[str, int]], figures: tuple[str, ...], said: str = ""
) -> pl.DataFrame:
    for profile, variant in keys:
        answer = f", answer {variant}" if (profile, 2) in keys else ""
        own = rows.filter(pl.col("profile") == profile, pl.col("variant") == variant)
        named = {f"{name}{UNDER}{profile}{answer}{said}": pl.col(name) for name in figures}
        base = base.join(own.select("result_id", **named), on="result_id", how="left", maintain_order="left")
    return base


def _plain(words: pl.Expr, usual: str) -> pl.Expr:
    """The words without underscores; null for the usual one, so that a column of it alone is not shown."""
    text = words.cast(pl.String)
    return pl.when(text != usual).then(text.str.replace_all("_", " "))
