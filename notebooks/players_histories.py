import marimo

__generated_with = "0.25.2"
app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md("""
    # Players' histories in SQL

    The view `pair_history` has a row for each player, event and rule: as published, and as recomputed. The file
    `neuberg.duckdb` of a run opens in the DuckDB command line and in DBeaver too, with the same views.
    """)
    return (mo,)


@app.cell
def _():
    import os
    from pathlib import Path

    import altair as alt

    from neuberg.report import warehouse

    connection = warehouse.open(Path(os.environ.get("NEUBERG_RUN", "demo")))
    return alt, connection


@app.cell
def _(connection, mo):
    most_seen = connection.sql("""
        SELECT player, count(DISTINCT event_id) AS events, round(avg(percent), 2) AS mean_percent
        FROM pair_history
        WHERE variant = 1
        GROUP BY player
        ORDER BY events DESC, mean_percent DESC, player
        LIMIT 20
    """).pl()
    mo.vstack([mo.md("Who played most, and how well on average. Two people of one name are one row here."), most_seen])
    return (most_seen,)


@app.cell
def _(connection, mo):
    history = connection.sql("""
        SELECT player, date, event, direction, percent, published_percent, place, published_place
        FROM pair_history
        WHERE variant = 1 AND percent IS NOT NULL
        ORDER BY player, date, event
    """).pl()
    mo.vstack([mo.md("Every line of every player: what was published stands beside what the rule gives."), history])
    return (history,)


@app.cell
def _(alt, history, mo):
    chart = alt.Chart(history).mark_point(filled=True).encode(x="published_percent:Q", y="percent:Q", color="event:N")
    mo.vstack([mo.md("A line that is right lies on the diagonal."), chart])
    return (chart,)


@app.cell
def _(connection, mo):
    percents = connection.sql("""
        SELECT pair, mp, top, mp_percent(mp, top) AS by_macro, percent FROM standings WHERE variant = 1 AND top > 0
    """).pl()
    mo.vstack([mo.md("The macro `mp_percent` is the percentage of the full top, as in every ranking."), percents])
    return (percents,)


if __name__ == "__main__":
    app.run()
