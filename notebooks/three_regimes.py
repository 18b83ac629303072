import marimo

__generated_with = "0.25.2"
app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md("""
    # One event under three regimes

    A board was fouled: some tables played other cards. The same lines are scored as the ACBL has since about 1991 (the
    formula for a large group, fixed awards for a small one), as it was done by hand before (half a matchpoint for each
    score in another group), and as a scorer does who does not know of the foul.
    """)
    return (mo,)


@app.cell
def _():
    import os
    from pathlib import Path

    import altair as alt
    import polars as pl

    import neuberg

    run = Path(os.environ.get("NEUBERG_RUN", "demo"))
    board = ("event_id", "session", "board")
    results = neuberg.scan(run, "results")
    fouled = results.filter(pl.col("given_group").n_unique().over(board) > 1).collect()
    return alt, board, fouled, neuberg, pl


@app.cell
def _(fouled, mo, neuberg, pl):
    # A pair's number stands in several sections, and a board in several sessions: a line is one row by its own number.
    line = ["result_id", "event_id", "session", "section", "board", "ns_pair", "ew_pair"]
    regimes = ("acbl-1991", "acbl-hand", "one-field")
    scored = pl.concat(neuberg.score(fouled, profile=name).with_columns(regime=pl.lit(name)) for name in regimes)
    mo.vstack(
        [
            mo.md(
                "North-South's percentage of each line under each regime. `given_group` is the form that was played."
            ),
            scored.pivot("regime", index=[*line, "given_group", "ns_score"], values="ns_pct"),
        ]
    )
    return regimes, scored


@app.cell
def _(alt, board, mo, scored):
    mo.stop(scored.is_empty(), mo.md("No board of this run was fouled, as its files say it: there is nothing to draw."))
    first = scored.join(scored.select(board).sort(board).head(1), on=board)
    chart = (
        alt.Chart(first)
        .mark_point(filled=True, size=80)
        .encode(x="ns_pct:Q", y="ns_score:O", color="regime:N", shape="given_group:N")
    )
    mo.vstack(
        [mo.md("Under `one-field` the two forms are compared with each other, which is what the laws forbid."), chart]
    )
    return (chart,)


@app.cell
def _(board, mo, pl, scored):
    widest = (
        scored.filter(pl.col("ns_pct").is_not_null())
        .group_by(*board, "section", "ns_pair")
        .agg(widest=pl.col("ns_pct").max() - pl.col("ns_pct").min())
        .sort("widest", descending=True)
    )
    mo.vstack([mo.md("What the choice of the rule is worth to a pair on one board, in per cent of the top."), widest])
    return (widest,)


if __name__ == "__main__":
    app.run()
