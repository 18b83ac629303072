"""Each printed figure of a line that the run's profile does not give: what it is, with the evidence; or unexplained."""

import numpy as np
import polars as pl

from neuberg import schemas
from neuberg.audit.board_words import worded
from neuberg.audit.book.facts import COLUMNS, printed
from neuberg.audit.book.seated import SIDES
from neuberg.audit.book.steps import COARSEST, NO_STEP, is_coarser_than_print
from neuberg.audit.rule import ON_SCALE, PER_CENT, rule_of, scale_of, scales_of
from neuberg.audit.search import RULES, Figures, rights
from neuberg.audit.trials import verdicts
from neuberg.domain.differences import NO_COMPARISON, UNEXPLAINED
from neuberg.rules import load_profiles

#: At least this share of an event's figures must be reproduced before one board is held against the rule that does it.
_SHARE = 0.5
_NOTHING = "the line has neither a score nor an award in the file: there is nothing to recompute its figures from"
_FIGURE = ("result_id", "quantity", "side")
#: What an event's best rule is known by, beside the profile that it is held against.
_BY = ("profile", "quantity", "scale", "rule")
_VERDICT = {"class": pl.String(), "evidence": pl.String()}
#: A classified figure.
_CLASSIFIED = pl.Schema({"result_id": pl.Int64(), "quantity": pl.String(), "side": pl.String(), **_VERDICT})


def classified(
    differences: pl.DataFrame, ranked: pl.DataFrame, lines: pl.DataFrame, choices: pl.DataFrame
) -> pl.DataFrame:
    """The differences of results with their `class`, `evidence` and `explaining_profiles`.

    Args:
        differences: level `result`, of matchpoints and percentages.
        ranked: the lines as `fields.ranked` gives them.
        lines: the same lines with their contract and points.
        choices: the best `scale` and `rule` of each event and quantity, with what it has `reproduced`.
    """
    if differences.is_empty():
        return differences
    chosen = choices.with_columns(figures="published").drop("published")
    figures = _figures(differences, ranked).join(chosen, on=["event_id", "quantity"], how="left")
    figures = figures.with_columns(right=right_by_best(figures))
    figures = _of_whole_boards(figures.join(_kinds(figures), on=_BY, how="left"), ranked, chosen)
    by_rule = _by_rule(figures)
    wrong = figures.filter(~pl.col("right")).drop(*_VERDICT)
    by_line = _by_line(wrong, ranked)
    by_board = _by_board(wrong, ranked, lines, choices)
    to_the_last = _by_board(_rounded(figures, ranked), ranked, lines, choices, exact=True)
    found = pl.concat([to_the_last, by_rule, by_board, by_line]).unique(_FIGURE, keep="first", maintain_order=True)
    profiles = _explaining(figures)
    split = differences.with_columns(
        side=pl.col("quantity").str.slice(0, 2),
        _quantity=pl.col("quantity").str.slice(3),
        own_order=pl.int_range(pl.len()),
    )
    keys = {"left_on": ["result_id", "_quantity", "side"], "right_on": list(_FIGURE), "how": "left"}
    joined = split.drop("class", "evidence", "explaining_profiles", strict=False)
    joined = joined.join(found, **keys).join(profiles, **keys)  # type: ignore[arg-type]
    return joined.sort("own_order").with_columns(_of_rest()).drop("side", "_quantity", "own_order")


def _of_rest() -> list[pl.Expr]:
    """Class and evidence of what nothing else explains: where the profile gives no figure there is none to explain."""
    is_open, none = pl.col("class").is_null(), pl.col("recomputed").is_null()
    kind = pl.when(is_open & none).then(pl.lit("nothing_due")).when(is_open).then(pl.lit(UNEXPLAINED))
    return [
        kind.otherwise("class").alias("class"),
        pl.when(is_open & none).then(pl.lit(_NOTHING)).otherwise("evidence").alias("evidence"),
    ]


def _figures(differences: pl.DataFrame, ranked: pl.DataFrame) -> pl.DataFrame:
    """What each differing figure needs to be tried under other rules, and the profile that it differs from."""
    split = differences.select(
        "result_id", "profile", side=pl.col("quantity").str.slice(0, 2), quantity=pl.col("quantity").str.slice(3)
    ).unique(_FIGURE, keep="first")
    # The precision is the event's: all its lines are looked at.
    every = printed(ranked.lazy(), differences["quantity"].unique().sort())
    return every.join(split.lazy(), on=_FIGURE, how="inner").collect()


def right_by_best(figures: pl.DataFrame) -> pl.Series:
    """Whether the event's best rule and scale give each figure."""
    numbered = figures.with_row_index("_row")
    parts = [
        part.select("_row").with_columns(right=rights(part, RULES[int(str(number))], str(scale)))
        for (scale, number), part in numbered.filter(pl.col("reproduced") > 0)
        .partition_by("scale", "rule", as_dict=True)
        .items()
    ]
    schema = {"_row": pl.UInt32, "right": pl.Boolean}
    found = pl.concat([pl.DataFrame(schema=schema), *parts])
    return numbered.join(found, on="_row", how="left", maintain_order="left")["right"].fill_null(False)


def _kinds(figures: pl.DataFrame) -> pl.DataFrame:
    """What sets the best rules apart from the run's profile: a class, with the evidence."""
    rows = []
    combined = figures.filter("right").select("profile", "scale", "rule").unique()
    for name, scale, number in combined.iter_rows():
        own = load_profiles()[str(name)]
        rule = RULES[int(str(number))]
        for quantity in ("mp", "pct"):
            same_scale = scale in (scales_of(own) if quantity == "mp" else (PER_CENT,))
            kind = "other_scale" if not same_scale else "other_rule" if rule_of(own) != rule else "rounding"
            evidence = {"other_scale": f"{ON_SCALE}{scale}", "other_rule": f"scored by {rule}"}
            rows.append((name, quantity, scale, number, kind, evidence.get(kind, f"not rounded as {name} asks")))
    keys = {"profile": pl.String(), "quantity": pl.String(), "scale": pl.String(), "rule": pl.Int16()}
    return pl.DataFrame(rows, schema={**keys, **_VERDICT}, orient="row")


def _of_whole_boards(figures: pl.DataFrame, ranked: pl.DataFrame, chosen: pl.DataFrame) -> pl.DataFrame:
    """The figures, right by another rule only where that gives all of their board but lines with a cause of their own.

    Some figures of a board come out right under many a rule by chance.
    """
    by_other = figures.filter("right", pl.col("class") == "other_rule")
    if by_other.is_empty():
        return figures
    boards = ranked.select("result_id", _board=pl.struct(schemas.FIELD_KEY).rank("dense"))
    asked = boards.join(by_other.select("result_id").unique(), on="result_id", how="semi").select("_board").unique()
    of_boards = ranked.join(boards.join(asked, on="_board"), on="result_id", how="semi")
    every = printed(of_boards.lazy()).collect().join(chosen, on=["event_id", "quantity"])
    wrong = every.filter(~right_by_best(every))
    caused = _by_line(figures.filter(~pl.col("right")), ranked).select(_FIGURE)
    broken = wrong.join(caused, on=_FIGURE, how="anti").join(boards, on="result_id").select("_board", "quantity")
    chance = by_other.join(boards, on="result_id").join(broken.unique(), on=["_board", "quantity"], how="semi")
    marked = figures.join(chance.select(*_FIGURE, _chance=True), on=_FIGURE, how="left", maintain_order="left")
    return marked.with_columns(right=pl.col("right") & pl.col("_chance").is_null()).drop("_chance")


def _rounded(figures: pl.DataFrame, ranked: pl.DataFrame) -> pl.DataFrame:
    """The figures of boards on which the best rule gives some only if they were rounded to more than their last place.

    What gives all figures of such a board to the last place is believed before that.
    """
    some = figures.filter("right", is_coarser_than_print()).drop("right")
    exact = right_by_best(some.with_columns(pl.lit(NO_STEP, dtype=some.schema[COARSEST]).alias(COARSEST)))
    boards = ranked.select("result_id", _board=pl.struct(schemas.FIELD_KEY).rank("dense"))
    asked = boards.join(some.filter(~exact).select("result_id").unique(), on="result_id", how="semi")
    of_boards = boards.join(asked.select("_board").unique(), on="_board", how="semi")
    return figures.drop(*_VERDICT).join(of_boards, on="result_id", how="semi")


def _by_rule(figures: pl.DataFrame) -> pl.DataFrame:
    """Figures that the best rule gives."""
    # A rule that gives few of an event's figures gives them by chance, and explains nothing.
    mostly = pl.col("reproduced") >= _SHARE * pl.col("figures")
    return figures.filter("right", mostly).select(*_FIGURE, *_VERDICT)


def _explaining(figures: pl.DataFrame) -> pl.DataFrame:
    """The profiles of the rulebook, on their own scale, that give each figure."""
    profiles = load_profiles()
    is_right = np.zeros((len(profiles), figures.height), bool)
    for quantity in figures["quantity"].unique():
        there = np.flatnonzero(figures["quantity"] == quantity)
        tried, known = Figures(figures[there]), {}
        tried.sides.prepare(map(rule_of, profiles.values()))
        for place, profile in enumerate(profiles.values()):
            # Many profiles differ in nothing but their rounding.
            key = (rule_of(profile), scale_of(profile) if quantity == "mp" else PER_CENT)
            if key not in known:
                known[key] = tried.rights(*key)
            is_right[place, there] = known[key]
    # The profile that a figure differs from does not explain it.
    for name in figures["profile"].unique():
        is_right[list(profiles).index(name), np.flatnonzero(figures["profile"] == name)] = False
    # Most figures are right under the same few.
    bits, alike = np.unique(np.packbits(is_right, axis=0), axis=1, return_inverse=True)
    names = np.array(list(profiles))
    right = np.unpackbits(bits, axis=0, count=names.size).astype(bool)
    lists = pl.Series([names[one].tolist() for one in right.T], dtype=pl.List(pl.String))
    of_figure = lists[pl.Series(alike.reshape(-1))]
    return figures.select(*_FIGURE, explaining_profiles=of_figure)


def _by_line(wrong: pl.DataFrame, ranked: pl.DataFrame) -> pl.DataFrame:
    """What a line shows by itself: its figures exchanged, unlike those of an equal score, or nothing to compare."""
    if wrong.is_empty():
        return pl.DataFrame(schema=_CLASSIFIED)
    return pl.concat([_exchanged(wrong, ranked), _unlike_equals(wrong, ranked), _alone(wrong)])


def _exchanged(wrong: pl.DataFrame, ranked: pl.DataFrame) -> pl.DataFrame:
    wrong = wrong.filter(pl.len().over("result_id", "quantity") == len(SIDES))
    if wrong.is_empty():
        return pl.DataFrame(schema=_CLASSIFIED)
    names = [f"published_{side}_{quantity}" for side in ("ns", "ew") for quantity in ("mp", "pct")]
    other = {name: name.replace("_ns_", "_xx_").replace("_ew_", "_ns_").replace("_xx_", "_ew_") for name in names}
    swapped = printed(
        ranked.filter(pl.col("result_id").is_in(wrong["result_id"].unique().implode())).lazy().rename(other)
    )
    both = swapped.collect().join(wrong.select(*_FIGURE, "scale", "rule", "reproduced", COARSEST), on=_FIGURE)
    right = both.with_columns(right=right_by_best(both)).filter(pl.col("right").all().over("result_id", "quantity"))
    right = right.filter(pl.len().over("result_id", "quantity") == 2)
    evidence = pl.lit("right for the other side: N-S and E-W stand in each other's place")
    return right.select(*_FIGURE, **{"class": pl.lit("wrong_direction"), "evidence": evidence})


def _unlike_equals(wrong: pl.DataFrame, ranked: pl.DataFrame) -> pl.DataFrame:
    """Figures unlike the right one of another line of the group with the same score."""
    group = [*schemas.FIELD_KEY, "comparison_group", "ns_s"]
    lines, figures = ranked.lazy(), wrong.lazy()
    own = lines.join(figures.select("result_id").unique(), on="result_id", how="semi").filter(pl.col("n").is_not_null())
    names = [name for name in COLUMNS if ranked[f"published_{name}"].null_count() < ranked.height]
    equals = lines.select(*group, **{name: f"published_{name}" for name in names}, other="result_id")
    pairs = (
        own.select(*group, "result_id")
        .join(equals, on=group, nulls_equal=True)
        .filter(pl.col("other") != pl.col("result_id"))
    )
    long = pairs.unpivot(names, index=["result_id", "other"], variable_name="name", value_name="theirs")
    long = long.drop_nulls("theirs").with_columns(
        side=pl.col("name").str.slice(0, 2), quantity=pl.col("name").str.slice(3)
    )
    right = long.join(figures, left_on=["other", "quantity", "side"], right_on=list(_FIGURE), how="anti")
    some = right.group_by(_FIGURE).agg(pl.col("theirs").first(), count=pl.len())
    text = pl.concat_str(
        pl.col("count").cast(pl.String),
        pl.lit(" other line(s) of the board with the same score have "),
        pl.col("theirs").cast(pl.String),
    )
    found = figures.join(some, on=_FIGURE)
    return found.select(*_FIGURE, **{"class": pl.lit("equal_scores_differ"), "evidence": text}).collect()


def _alone(wrong: pl.DataFrame) -> pl.DataFrame:
    alone = wrong.filter((pl.col("n") == 1) & (pl.col("compared") == 1))
    text = pl.lit("the only score of the board in the file")
    return alone.select(*_FIGURE, **{"class": pl.lit(NO_COMPARISON), "evidence": text})


def _by_board(
    wrong: pl.DataFrame, ranked: pl.DataFrame, lines: pl.DataFrame, choices: pl.DataFrame, *, exact: bool = False
) -> pl.DataFrame:
    """What the boards show that have wrong figures on more than one line; `exact` as `verdicts` takes it."""
    empty = pl.DataFrame(schema=_CLASSIFIED)
    if wrong.is_empty():
        return empty
    known = choices.filter(pl.col("reproduced") >= _SHARE * pl.col("published"))
    # Where an event has both, its matchpoints are gone by.
    known = known.sort("event_id", "quantity").unique("event_id", keep="first")
    tried = wrong.filter(pl.col("n").is_not_null()).join(
        known.select("event_id", "quantity"), on=["event_id", "quantity"], how="semi"
    )
    boards = ranked.with_columns(field_no=pl.struct(schemas.FIELD_KEY).rank("dense").cast(pl.Int64))
    several = boards.join(tried.select("result_id").unique(), on="result_id", how="semi")
    several = several.filter(pl.len().over("field_no") > 1).select("field_no").unique()
    if several.is_empty():
        return empty
    extra = ("field_no", "most", "ns_session", "ew_session")
    own = lines.join(boards.join(several, on="field_no", how="semi").select("result_id", *extra), on="result_id")
    own = own.with_columns(
        scored_with=pl.coalesce("scored_with", "section"), multiplicity=pl.col("multiplicity").fill_null(1)
    )
    found = verdicts(own, known, exact=exact)
    if found.is_empty():
        return empty
    words = pl.DataFrame(list(worded(found, own)), schema={"field_no": pl.Int64(), **_VERDICT}, orient="row")
    board_of = own.select("result_id", "field_no").join(words, on="field_no")
    return wrong.join(board_of, on="result_id").select(*_FIGURE, *_VERDICT)
