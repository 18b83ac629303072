"""The rulebook as a table, for people."""

import polars as pl

from neuberg.rules.rulebook import load_profiles


def profiles() -> pl.DataFrame:
    """A row a profile: name, title, bodies, from, to, scale, regime, rounding, sources, uncertain.

    `from` and `to` are the first and last day on which it may have been in force; null where not known or still in
    force.

    >>> profiles().filter(pl.col("name") == "acbl-1991").select("scale", "rounding").row(0)
    ('1-½-0', '0.01, half up')
    """
    rows = [
        {
            "name": found.name,
            "title": found.title,
            "bodies": ", ".join((*found.bodies, *found.programs)),
            "from": found.begins,
            "to": found.ends,
            "scale": "2-1-0" if found.scale == 2 else "1-½-0",
            "regime": found.regime,
            "rounding": f"{1 / found.step:g}, half {found.half}" if found.step else "none",
            "sources": "; ".join(source.text for source in found.sources),
            "uncertain": " ".join(found.uncertain),
        }
        for found in load_profiles().values()
    ]
    return pl.DataFrame(rows, schema_overrides={"from": pl.Date, "to": pl.Date})
