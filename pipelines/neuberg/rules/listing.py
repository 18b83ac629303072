"""The rulebook as a table, for people."""

import polars as pl

from neuberg.rules.choice import MATCHPOINTS
from neuberg.rules.imp_profiles import ImpProfile, load_imp_profiles
from neuberg.rules.named import Rule
from neuberg.rules.rulebook import Profile, load_profiles


def profiles() -> pl.DataFrame:
    """A row a profile: name, method, title, bodies, from, to, scale, regime, rounding, sources, uncertain.

    `from` and `to` are the first and last day on which it may have been in force; null where not known or still in
    force. Scale, regime and rounding are null where the method is not matchpoints.

    >>> profiles().filter(pl.col("name") == "acbl-1991").select("method", "scale", "rounding").row(0)
    ('matchpoints', '1-½-0', '0.01, half up')
    """
    rules: list[Rule] = [*load_profiles().values(), *load_imp_profiles().values()]
    dates = {"from": pl.Date, "to": pl.Date}
    return pl.DataFrame([_row(found) for found in rules], schema_overrides=dates)


def _row(found: Rule) -> dict[str, object]:
    particular = _of_compared(found) if isinstance(found, ImpProfile) else _of_matchpoints(found)
    common = {
        "name": found.name,
        "method": particular.pop("method"),
        "title": found.title,
        "bodies": ", ".join((*found.bodies, *found.programs)),
    }
    texts = {"sources": "; ".join(source.text for source in found.sources), "uncertain": " ".join(found.uncertain)}
    return {**common, **particular, **texts}


def _of_matchpoints(found: Profile) -> dict[str, object]:
    return {
        "method": MATCHPOINTS,
        "from": found.begins,
        "to": found.ends,
        "scale": "2-1-0" if found.scale == 2 else "1-½-0",
        "regime": found.regime,
        "rounding": _rounding(found),
    }


def _rounding(found: Profile) -> str:
    if found.step is None:
        return "none"
    return f"{1 / found.step:g}, {'cut' if found.half == 'cut' else f'half {found.half}'}"


def _of_compared(found: ImpProfile) -> dict[str, object]:
    nothing = dict.fromkeys(("scale", "regime", "rounding"))
    return {"method": found.method, "from": found.days.begins, "to": found.days.ends, **nothing}
