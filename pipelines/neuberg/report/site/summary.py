"""The first page: what was read, what became of it, and what matters most."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import polars as pl

from neuberg.report.site import addresses, calibration, charts
from neuberg.report.site.addresses import Pages
from neuberg.report.site.reading import Reader
from neuberg.report.site.sections import Section, section

RUN_FILE = "run.json"
_FINDINGS = 20
_COUNTED = {
    "Files": "files",
    "Events": "events",
    "Deals": "boards",
    "Traveller lines": "results",
    "Contestants’ lines": "pairs",
    "Flags": "flags",
    "Differences": "differences",
}


def key_figures(reader: Reader) -> dict[str, str]:
    """How many rows the main tables have, by what a person calls them."""
    counted = {label: reader.rows(f"SELECT count(*) AS n FROM {table}").item() for label, table in _COUNTED.items()}
    return {label: f"{count:,}" for label, count in counted.items()}


def chart(reader: Reader) -> charts.Stacked | None:
    """The differences by season and class; none where there is none."""
    figures = reader.report("differences_by_year")
    totals = figures.group_by("class").agg(pl.col("figures").sum()).sort("figures", "class", descending=[True, False])
    # A colour for each of the commonest; one for all the others.
    common = totals["class"].head(charts.COLOURS - 1)
    named = pl.when(pl.col("class").is_in(common.implode())).then(pl.col("class").str.replace_all("_", " "))
    order = totals.with_row_index("_order").select("class", "_order")
    counted = figures.join(order, on="class").sort("season", "_order")
    counted = counted.with_columns(series=named.otherwise(pl.lit("other kinds")))
    columns = counted.group_by("season", "series", maintain_order=True).agg(
        count=pl.col("figures").sum(), order=pl.col("_order").min()
    )
    return charts.stacked(
        columns.select("season", "series", "count").rows(),
        columns.sort("order")["series"].unique(maintain_order=True).to_list(),
        anchor="by-year",
        title="Published figures that differ, by year and class",
        says="How many published figures of each season the recomputation does not give, by what explains them.",
    )


def sections(
    reader: Reader, account: dict[str, Any], pages: Pages, measured: calibration.Calibration | None = None
) -> Iterator[Section]:
    """The parts of the page; a part without rows says so, and one on how sure is there only where it was measured."""
    yield _findings(reader, pages)
    yield _files(reader)
    yield _conservation(reader)
    yield section(
        "seasons",
        "Events by year",
        "What each season holds, and what was found in it.",
        reader.rows("FROM season_summary ORDER BY season"),
        empty="No event was read.",
    )
    yield _differences(reader, pages)
    yield _flags(reader)
    yield _laws(reader, pages)
    yield _suspicions(reader, pages)
    if measured is not None:
        yield calibration.part(measured)
    yield from _not_taken(reader)
    yield from _profiles(account)


def _files(reader: Reader) -> Section:
    return section(
        "files",
        "What was read",
        "Files by format and by what became of them.",
        reader.report("files_by_format"),
        ("format", "status", "files", "bytes", "records", "problems"),
        empty="No file was met.",
    )


def _flags(reader: Reader) -> Section:
    return section(
        "flags",
        "Flags by check",
        "Checks that a deal or a result failed. A flag changes nothing: the row stands as it was read.",
        reader.report("flags_by_check"),
        ("check", "severity", "law", "flags", "events", "example"),
        empty="No check failed.",
    )


def _laws(reader: Reader, pages: Pages) -> Section:
    return section(
        "laws",
        "What the laws say",
        "Boards with faulty cards or several forms, by each law that may have been in force; only what was seen in a "
        "source is certain, and what only the director could know needs a ruling (neuberg rulings draft).",
        pages.linked(reader.report("law_outcomes_by_event")),
        ("event", "date", "board", "question", "edition", "authority", "clause", "outcome", "certainty", "file"),
        empty="No board raises a question of law.",
        links={"event": "event_page", "board": "board_page"},
    )


def _suspicions(reader: Reader, pages: Pages) -> Section:
    return section(
        "suspicions",
        "Suspicions",
        "Boards and tables whose results do not fit the hand record, by neuberg detect; none is scored anew by it.",
        pages.linked(reader.report("suspicions")),
        ("finding", "event", "date", "session", "section", "board", "kind", "bayes_factor", "rounds", "why", "file"),
        empty="Nothing is suspected, or neuberg detect has not been run.",
        links={"event": "event_page", "board": "board_page"},
    )


def _not_taken(reader: Reader) -> Iterator[Section]:
    yield section(
        "problems",
        "Problems in reading",
        "What the readers could not take, or took with a doubt; a rejected record is in no table.",
        reader.report("problems_by_code"),
        ("code", "severity", "rejects", "problems", "files", "wanted"),
        empty="The readers met no problem.",
    )
    yield section(
        "not-read",
        "Files not read",
        "Files of which nothing was read, and why.",
        reader.report("files_not_read"),
        ("path", "format", "status", "bytes", "found", "wanted"),
        empty="Every file was read.",
    )


def _findings(reader: Reader, pages: Pages) -> Section:
    found = pages.linked(reader.report("findings", most=_FINDINGS))
    part = section(
        "findings",
        "Findings",
        "The most important first: three of each kind before the fourth of any.",
        found,
        ("importance", "what", "event", "date", "session", "section", "board", "detail", "file", "line"),
        empty="Nothing was found.",
        links={"event": "event_page", "board": "board_page"},
        in_all=int(found["in_all"][0]) if found.height else 0,
    )
    return part._replace(csv=f"{addresses.FINDINGS.removesuffix('.html')}.csv")


def _differences(reader: Reader, pages: Pages) -> Section:
    return section(
        "differences",
        "Differences by event",
        "Published figures that the recomputation under the event’s profile does not give, and how each is explained.",
        pages.linked(reader.report("differences_by_event")),
        ("event", "date", "profile", "class", "results", "boards", "pairs", "places", "largest_difference", "path"),
        empty="No published figure differs from the recomputation.",
        links={"event": "event_page"},
    )


def _conservation(reader: Reader) -> Section:
    account = reader.report("conservation_by_kind")
    missing = account["not_accounted_for"].sum()
    verdict = f"{missing:,} are not accounted for." if missing else "Every record that was met is accounted for."
    return section(
        "conservation",
        "Conservation of records",
        f"Found = loaded + rejected + superseded + ignored. {verdict}",
        account,
        empty="No record was met.",
    )


def _profiles(account: dict[str, Any]) -> Iterator[Section]:
    known = bool(account)
    yield section(
        "profiles",
        "Profiles used",
        "The rule under which events were scored, and why that one.",
        _counted(account.get("profiles", []), ("profile", "why")),
        empty="No event was scored." if known else f"The run’s account {RUN_FILE} is not there.",
    )
    yield section(
        "not-scored",
        "Events not scored",
        "Events that no profile scores, and why.",
        _counted(account.get("not_scored", []), ("why",)),
        empty="Every event was scored." if known else f"The run’s account {RUN_FILE} is not there.",
    )


def _counted(entries: list[dict[str, Any]], names: tuple[str, ...]) -> pl.DataFrame:
    """How many events each combination of the named entries has, and one of them; the most frequent first."""
    keys = [tuple(str(entry.get(name)) for name in names) for entry in entries]
    examples = dict(zip(reversed(keys), reversed([entry.get("event") for entry in entries]), strict=True))
    rows = [(*key, count, examples[key]) for key, count in Counter(keys).most_common()]
    types = {**dict.fromkeys(names, pl.String), "events": pl.Int64, "example": pl.String}
    return pl.DataFrame(rows, schema=types, orient="row")
