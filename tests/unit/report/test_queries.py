from pathlib import Path

import pytest

from neuberg.errors import UsageError
from neuberg.report import queries, warehouse


def test_a_report_gives_its_rows(run: Path) -> None:
    with warehouse.open(run) as connection:
        rows = queries.run(connection, "files_not_read")
    assert rows.select("path", "code", "found").rows() == [("notes.doc", "no_reader", "D0CF")]


def test_a_parameter_is_a_value_and_never_text_of_the_query(run: Path) -> None:
    with warehouse.open(run) as connection:
        one = queries.run(connection, "board_traveller", event_id=7, session="1", board=1)
        none = queries.run(connection, "board_traveller", event_id=7, session="1' OR '1' = '1", board=1)
    assert (one.height, none.height) == (1, 0)


def test_a_missing_parameter_is_named(run: Path) -> None:
    with warehouse.open(run) as connection, pytest.raises(UsageError, match="needs a value for: board, session"):
        queries.run(connection, "board_traveller", event_id=7)


def test_an_unknown_parameter_is_named_with_those_it_takes(run: Path) -> None:
    with warehouse.open(run) as connection, pytest.raises(UsageError, match="no parameter 'least'; it takes: most"):
        queries.run(connection, "findings", most=1, least=2)


def test_a_value_that_does_not_fit_is_the_users_error(run: Path) -> None:
    with warehouse.open(run) as connection, pytest.raises(UsageError, match="'many'"):
        queries.run(connection, "findings", most="many")


def test_an_unknown_report_is_named_with_those_there_are(run: Path) -> None:
    with warehouse.open(run) as connection, pytest.raises(UsageError, match=r"no report 'nothing'.*flags_by_check"):
        queries.run(connection, "nothing")


def test_a_path_is_no_name(run: Path) -> None:
    with warehouse.open(run) as connection, pytest.raises(UsageError, match="no report"):
        queries.run(connection, "../views/travellers")


def test_names_are_with_what_each_gives() -> None:
    reports = queries.names()
    assert {"board_traveller", "findings", "files_not_read", "flags_by_check"} <= reports.keys()
    assert {"differences_by_event", "conservation_gaps"} <= reports.keys()
    assert reports["files_not_read"] == "Files of which nothing was read, and why"
    assert "orphan_scores" in queries.names(queries.CHECKS)


def test_the_checks_pass_on_a_sound_run(run: Path) -> None:
    with warehouse.open(run) as connection:
        failures = {name: queries.run(connection, name).height for name in queries.names(queries.CHECKS)}
    assert failures == dict.fromkeys(failures, 0)
    assert len(failures) >= 3
