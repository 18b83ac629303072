import marimo

__generated_with = "0.25.2"
app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md("""
    # Audit a season

    What could be read of an archive, what cannot be right in it, and where to look first. Run `make demo`, or name the
    folder of another run in the environment variable `NEUBERG_RUN`; then `marimo edit notebooks/audit_a_season.py`.
    """)
    return (mo,)


@app.cell
def _():
    import os
    from pathlib import Path

    import altair as alt
    import polars as pl

    from neuberg.report import queries, warehouse

    run = Path(os.environ.get("NEUBERG_RUN", "demo"))
    connection = warehouse.open(run)
    return alt, connection, pl, queries


@app.cell
def _(connection, mo, queries):
    conservation = queries.run(connection, "conservation_by_kind")
    mo.vstack(
        [
            mo.md("Nothing may be lost on the way: every record that was met is loaded, or it is said why not."),
            conservation,
        ]
    )
    return (conservation,)


@app.cell
def _(connection, mo):
    seasons = connection.sql("FROM season_summary ORDER BY season").pl()
    mo.vstack([mo.md("A year a row: what it holds, and what was found in it."), seasons])
    return (seasons,)


@app.cell
def _(alt, mo, pl, seasons):
    counted = seasons.select("season", "card_faults", "fouled_boards", "errors", "differences").unpivot(
        index="season", variable_name="kind", value_name="found"
    )
    found = counted.filter(pl.col("found") > 0)
    chart = alt.Chart(found).mark_bar().encode(x="season:N", y="found:Q", color="kind:N")
    mo.vstack([mo.md("The same as a picture: a year that stands out is a year to look at."), chart])
    return (chart,)


@app.cell
def _(connection, mo, queries):
    findings = queries.run(connection, "findings", most=20).drop("in_all")
    mo.vstack([mo.md("And the findings themselves, the most important first, each with file and line."), findings])
    return (findings,)


if __name__ == "__main__":
    app.run()
