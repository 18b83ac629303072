import marimo

__generated_with = "0.25.2"
app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md("""
    # Your own check in ten lines

    A check is an expression that is true for a row that fails. This one asks for slams that went down four or more:
    seldom played, and often a contract that was entered wrongly.
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
    return alt, neuberg, pl, run


@app.cell
def _(mo, neuberg, pl, run):
    def is_steep(least: int) -> pl.Expr:
        """Whether the declarer was `least` or more tricks short; null where contract or tricks are not known."""
        return pl.col("level") + 6 - pl.col("tricks") >= least

    failed = (
        neuberg.scan(run, "results")
        .filter(is_steep(3))
        .select("event_id", "session", "board", "level", "strain", "doubled", "declarer", "tricks", "ns_score", "line")
        .collect()
    )
    mo.vstack([mo.md(f"{failed.height} lines are three or more short."), failed])
    return failed, is_steep


@app.cell
def _(alt, mo, neuberg, pl, run):
    played = (
        neuberg.scan(run, "results").filter(pl.col("level").is_not_null(), pl.col("tricks").is_not_null()).collect()
    )
    over = played.group_by(over=pl.col("tricks") - pl.col("level") - 6).agg(lines=pl.len()).sort("over")
    chart = alt.Chart(over).mark_bar().encode(x="over:O", y="lines:Q")
    mo.vstack([mo.md("Tricks over or under the contract in this archive: most contracts are just made."), chart])
    return over, played


if __name__ == "__main__":
    app.run()
