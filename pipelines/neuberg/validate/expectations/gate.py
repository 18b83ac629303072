"""The verdicts through Great Expectations: one suite a kind of row, one expectation a check, and the counts held equal.

Great Expectations takes seconds to import, so it is imported when it is needed and never before.
"""

import datetime as dt
import gc
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import polars as pl

from neuberg.errors import VerdictError
from neuberg.validate.check import Check, Suite
from neuberg.validate.expectations.blocks import blocks, together
from neuberg.validate.expectations.unused import unused

#: GX's severities, by ours.
SEVERITIES = {"error": "critical", "warning": "warning", "info": "info"}
#: Failing rows and checks up to which GX lists the keys of each; beyond, it takes a quarter of a second a thousand.
MOST_LISTED = 2_000
#: A record of the same archive is the same to the byte, so it cannot hold the time; run.json does.
_RUN_TIME = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
_VOLATILE = {"id", "batch_id", "ge_load_time", "validation_id", "checkpoint_id", "run_id", "validation_time"}


class Verdict(NamedTuple):
    """What Great Expectations said of one suite.

    Attributes:
        suite: the suite.
        rows: how many rows it judged.
        failed: for each check how many rows failed it.
        json: the result as GX writes it, without what differs from run to run.
        page: the Data Docs page as GX writes it.
    """

    suite: Suite
    rows: int
    failed: dict[str, int]
    json: dict[str, Any]
    page: str


def verdicts(
    suites: tuple[Suite, ...],
    judged: dict[str, pl.DataFrame],
    flags: pl.DataFrame,
    passing: Mapping[str, int] = MappingProxyType({}),
) -> list[Verdict]:
    """Each suite's verdict, its counts held against the flags.

    Args:
        suites: the suites.
        judged: the verdicts of each.
        flags: the table `flags`.
        passing: by suite, how many rows there are besides, which pass every check.

    Raises:
        VerdictError: Great Expectations and the flags count differently.
    """
    # It tells its makers nothing as it is; this keeps it so.
    os.environ.setdefault("GX_ANALYTICS_ENABLED", "false")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # Half of the time of its import is theirs, for tests of distributions and plots of profiles.
        with unused("scipy.stats", "altair"), _uncollected():
            import great_expectations as gx
            from great_expectations.render.view import DefaultJinjaPageView

        context = gx.get_context(mode="ephemeral")
        context.variables.progress_bars = {"globally": False}
        view = DefaultJinjaPageView()
        found = [_verdict(gx, context, view, suite, judged[suite.name], passing.get(suite.name, 0)) for suite in suites]
    counted = dict(flags.group_by("check").len().iter_rows())
    for verdict in found:
        name = verdict.suite.name
        _hold_equal(verdict, judged[name].height + passing.get(name, 0), counted)
    return found


@contextmanager
def _uncollected() -> Iterator[None]:
    """What is made within stays: the collector of garbage does not look through it, now or while the checks are told.

    Great Expectations makes hundreds of thousands of objects when it is imported, and none of them is garbage.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collected:
            gc.enable()


def _hold_equal(verdict: Verdict, rows: int, counted: dict[str, int]) -> None:
    if verdict.rows != rows:
        raise VerdictError(f"{verdict.suite.name}: Great Expectations judged {verdict.rows} rows of {rows}")
    for check, failed in verdict.failed.items():
        flagged = counted.get(check, 0)
        if failed != flagged:
            raise VerdictError(
                f"check {check!r}: Great Expectations counts {failed} failing rows, the flags are {flagged}; "
                "please report this"
            )


def _verdict(gx: Any, context: Any, view: Any, suite: Suite, rows: pl.DataFrame, passing: int) -> Verdict:
    from great_expectations.core.run_identifier import RunIdentifier
    from great_expectations.render.renderer import ValidationResultsPageRenderer

    names = [check.name for check in suite.checks]
    failing = sum(rows.height - int(rows[name].sum()) for name in names)
    keys = list(suite.key) if 0 < failing <= MOST_LISTED else []
    asset = context.data_sources.add_pandas(suite.name).add_dataframe_asset(suite.name)
    definition = gx.ValidationDefinition(
        name=suite.name,
        data=asset.add_batch_definition_whole_dataframe("all"),
        suite=context.suites.add(_suite(gx, suite)),
    )
    added = context.validation_definitions.add(definition)
    given = list(blocks(rows.select(*keys, *names), names, passing))
    results = [
        added.run(
            batch_parameters={"dataframe": block.rows.to_pandas(use_pyarrow_extension_array=True)},
            run_id=RunIdentifier(run_name="neuberg", run_time=_RUN_TIME),
            result_format=_result_format(keys),
        )
        for block in given
    ]
    result = together(results, [block.times for block in given])
    page = view.render(ValidationResultsPageRenderer().render(result))
    counts = {row.expectation_config.meta["check"]: _counted(row) for row in result.results}
    totals = {count for count, _ in counts.values()}
    if len(totals) != 1:
        raise VerdictError(f"{suite.name}: Great Expectations judged {sorted(totals)} rows, not all alike")
    return Verdict(suite, totals.pop(), {check: failed for check, (_, failed) in counts.items()}, _stable(result), page)


def _counted(row: Any) -> tuple[int, int]:
    """The rows judged and the rows that failed; a check that GX could not evaluate is no verdict."""
    if row.exception_info.get("raised_exception"):
        raise VerdictError(f"Great Expectations could not judge: {row.exception_info.get('exception_message')}")
    return int(row.result["element_count"]), int(row.result["unexpected_count"])


def _result_format(keys: list[str]) -> dict[str, Any]:
    if not keys:
        return {"result_format": "BASIC", "return_unexpected_index_query": False}
    return {
        "result_format": "COMPLETE",
        "return_unexpected_index_query": False,
        "unexpected_index_column_names": keys,
    }


def _suite(gx: Any, suite: Suite) -> Any:
    return gx.ExpectationSuite(suite.name, expectations=[_expectation(check) for check in suite.checks])


@cache
def _kind(check: str) -> Any:
    """The class of a check's expectation; GX keeps a register of them, so each is made once."""
    import great_expectations as gx

    name = "Expect" + "".join(part.capitalize() for part in check.split("_")) + "ToPass"
    return type(name, (gx.expectations.ExpectColumnValuesToBeInSet,), {"__module__": __name__})


def _expectation(check: Check) -> Any:
    """A check as an expectation of its own name: that its column of verdicts is true in every row."""
    return _kind(check.name)(
        column=check.name,
        value_set=[True],
        severity=SEVERITIES[check.severity],
        description=f"No row in which {check.meaning}.",
        meta={
            "check": check.name,
            "severity": check.severity,
            "law": check.law,
            "source": source(check),
        },
    )


def source(check: Check) -> str:
    """What a check rests on, in words."""
    return (
        f"Laws of Duplicate Bridge, {check.law}" if check.law else "the record, which contradicts itself or is unusual"
    )


def _stable(result: Any) -> dict[str, Any]:
    """GX's JSON without ids and times, its expectations in the order of their names."""
    cleaned = _without_volatile(result.to_json_dict())
    cleaned["results"].sort(key=lambda row: row["expectation_config"]["meta"]["check"])
    return dict(cleaned)


def _without_volatile(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_volatile(inner) for key, inner in value.items() if key not in _VOLATILE}
    if isinstance(value, list):
        return [_without_volatile(inner) for inner in value]
    return value
