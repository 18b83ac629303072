"""The methods that IMPs are tried by, under the names that the rulebook has for them."""

import polars as pl

#: The rulebook's name of a method; one that no profile asks for keeps its words.
PROFILES = {
    "cross-IMPs, the average of n − 1": "cross-imps",
    "cross-IMPs, a part of n": "cross-imps-scores",
    "cross-IMPs, the sum": "cross-imps-total",
    "Butler, datum of all scores, a five away from zero": "butler-mean",
    "Butler, datum without the best and the worst, a five away from zero": "butler",
    "Butler, datum without a twentieth at each end, a five to the even ten": "butler-acblscore",
    "Butler, the EBU's datum": "butler-ebu-2025",
}
_ELDER_TABLE = " (imps-1960)"


def rulebook_name(method: str) -> str:
    """The profile of a method; its words where the rulebook has none.

    >>> rulebook_name("Butler, the EBU's datum"), rulebook_name("cross-IMPs, the sum (imps-1960)")
    ('butler-ebu-2025', 'cross-imps-total')
    """
    return PROFILES.get(method.removesuffix(_ELDER_TABLE), method)


def named(tables: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The tables of the audit of IMPs with the rulebook's names as `profile` and in `profiles`."""
    changed = dict(tables)
    for name in ("differences", "audited"):
        if name in changed:
            changed[name] = changed[name].with_columns(
                pl.col("profile").map_elements(rulebook_name, return_dtype=pl.String)
            )
    if "explanations" in changed:
        changed["explanations"] = _with_profiles(changed["explanations"])
    return changed


def _with_profiles(explanations: pl.DataFrame) -> pl.DataFrame:
    """The profiles that the best methods are, the first of them first."""
    rows = explanations.select("method", "equally_good").iter_rows()
    profiles = [
        list(dict.fromkeys(found for method in (best, *(ties or [])) if method and (found := _profile(method))))
        for best, ties in rows
    ]
    return explanations.with_columns(profiles=pl.Series(profiles, dtype=pl.List(pl.String)))


def _profile(method: str) -> str | None:
    return PROFILES.get(method.removesuffix(_ELDER_TABLE))
