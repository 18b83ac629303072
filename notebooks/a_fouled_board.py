import marimo

__generated_with = "0.25.2"
app = marimo.App()


@app.cell
def _():
    import marimo as mo

    mo.md("""
    # A fouled board, from the first suspicion to the new ranking

    An event is scored as its scorer saw it, who did not know that a board was fouled. Then its scores are looked at in
    the order in which they were made; the director decides; and the event is scored anew by that decision.
    """)
    return (mo,)


@app.cell
def _():
    import shutil
    import tempfile
    from pathlib import Path

    import altair as alt
    import polars as pl

    import neuberg
    from neuberg import season

    here = Path(__file__).parents[1] / "data/samples/travellers"
    work = Path(tempfile.mkdtemp())
    (work / "club").mkdir()
    sheet = pl.read_csv(here / "fouled_board_1994.csv", separator=";", infer_schema=False)
    # As the scorer saw it: nobody had written down which form a table played.
    sheet.drop("group").write_csv(work / "club" / "saturday.csv", separator=";")
    shutil.copy(here / "neuberg.toml", work / "club")
    return alt, neuberg, pl, season, sheet, work


@app.cell
def _(neuberg, season, work):
    season.run([work / "club"], work / "before")
    results = neuberg.scan(work / "before", "results").collect()
    return (results,)


@app.cell
def _(alt, mo, pl, results):
    on_five = results.filter(pl.col("board") == 5).select("round", "ns_pair", "ew_pair", "declarer", "ns_score")
    chart = alt.Chart(on_five).mark_point(filled=True, size=80).encode(x="round:O", y="ns_score:Q", color="declarer:N")
    mo.vstack(
        [
            mo.md(
                "Board 5, round by round. Where the hand records are kept, `neuberg detect` weighs such an order"
                " against every way in which the cards may have been changed; here are no hands, so a person looks."
            ),
            chart,
        ]
    )
    return (on_five,)


@app.cell
def _(mo, work):
    ruling = """
    [[ruling]]
    what = "fouled"
    event = "Saturday Afternoon Pairs"
    board = 5
    groups = [{ form = "changed", from_round = 7 }]
    guard = { lines = 10 }
    source = "Director's report: the hands of East and West were exchanged after round 6"
    """
    (work / "rulings.toml").write_text(ruling)
    mo.md(
        "The director finds that the cards were changed after round 6. That is a *ruling*: a small file with a guard,"
        f" which stops the run should the source ever say something else.\n\n```toml{ruling}```"
    )
    return


@app.cell
def _(neuberg, pl, season, work):
    season.run([work / "club"], work / "after", season.Options(rulings=work / "rulings.toml"))
    ranking = (
        neuberg.scan(work / "after", "standings")
        .filter(pl.col("variant") == 1)
        .join(
            neuberg.scan(work / "before", "standings").select(
                "pair", "direction", "section", "session", before="place", percent_before="percent"
            ),
            on=["pair", "direction", "section", "session"],
            nulls_equal=True,
        )
        .select("direction", "place", "before", "pair", "percent", "percent_before")
        .sort("direction", "place")
        .collect()
    )
    return (ranking,)


@app.cell
def _(alt, mo, pl, ranking):
    moved = ranking.with_columns(change=pl.col("percent") - pl.col("percent_before"))
    bars = alt.Chart(moved).mark_bar().encode(x="change:Q", y="pair:N", row="direction:N")
    mo.vstack(
        [
            mo.md("The ranking after the ruling, with the place before it; and what each pair won or lost."),
            ranking,
            bars,
        ]
    )
    return (moved,)


if __name__ == "__main__":
    app.run()
