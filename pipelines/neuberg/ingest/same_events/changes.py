"""What is to be changed in the tables so that an event of several files stands once; no record leaves the account."""

from collections import Counter, defaultdict
from typing import Any

import polars as pl

from neuberg import schemas


class Changes:
    """Records that stand a second time, deals that go to another event, and what is told of it."""

    def __init__(self) -> None:
        self._events: set[int] = set()
        self._results: set[int] = set()
        self._contestants: set[int] = set()
        self._deals: set[int] = set()
        self._moved: dict[int, dict[str, Any]] = {}
        self._taken: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
        self._deal_of_deal: dict[int, int] = {}
        self._deal_of_line: dict[int, int] = {}
        self._superseded: Counter[tuple[int, str]] = Counter()
        self._problems: list[dict[str, Any]] = []

    def __bool__(self) -> bool:
        return bool(self._events or self._problems)

    def supersede_event(self, event_id: int, file_id: int) -> None:
        """Keep an event no more."""
        self._events.add(event_id)
        self._superseded[file_id, "event"] += 1

    def supersede_lines(self, event_id: int, file_id: int, lines: int, contestants: int) -> None:
        """Keep none of an event's traveller lines and contestants."""
        self._results.add(event_id)
        self._contestants.add(event_id)
        self._superseded[file_id, "traveller line"] += lines
        self._superseded[file_id, "contestant's line"] += contestants

    def supersede_deal(self, deal_id: int, file_id: int, kept: int) -> None:
        """Keep another deal in a deal's place."""
        if deal_id in self._deals:
            return
        self._deals.add(deal_id)
        self._deal_of_deal[deal_id] = kept
        self._superseded[file_id, "deal"] += 1

    def move_deal(self, deal: dict[str, Any], **place: Any) -> None:
        """Put a deal into another event: its `event_id`, `session`, `section` and `season`."""
        self._moved[deal["deal_id"]] = place
        self._taken[place["event_id"]].append(deal | place)

    def taken_by(self, event_id: int) -> list[dict[str, Any]]:
        """The deals that were put into an event."""
        return self._taken[event_id]

    def link(self, result_id: int, deal_id: int) -> None:
        """Say which deal a line played."""
        self._deal_of_line[result_id] = deal_id

    def tell(self, file_id: int, code: str, found: str, wanted: str, *, severity: str, line: int | None = None) -> None:
        """Note a problem of a file."""
        problem = {"file_id": file_id, "code": code, "severity": severity, "found": found, "wanted": wanted}
        self._problems.append(problem | {"line": line, "raw": found})

    def problems(self) -> pl.DataFrame:
        """The rows of `problems` to be added."""
        frame = pl.DataFrame(self._problems, schema_overrides={"line": pl.Int32}, infer_schema_length=None)
        return schemas.conform(frame.lazy(), schemas.PROBLEMS).collect()

    def apply(self, table: str, frame: pl.DataFrame) -> pl.DataFrame:
        """Some rows of a table as they are to be; those of deals that move are left out, `moved` has them."""
        change = getattr(self, f"_apply_{table}", None)
        return frame if change is None else change(frame)

    def _apply_events(self, frame: pl.DataFrame) -> pl.DataFrame:
        return frame.filter(~pl.col("event_id").is_in(self._events))

    def _apply_pairs(self, frame: pl.DataFrame) -> pl.DataFrame:
        return frame.filter(~pl.col("event_id").is_in(self._contestants))

    def _apply_boards(self, frame: pl.DataFrame) -> pl.DataFrame:
        return frame.filter(~pl.col("deal_id").is_in(self._deals | self._moved.keys()))

    def _apply_results(self, frame: pl.DataFrame) -> pl.DataFrame:
        deal_id = pl.col("deal_id")
        links = {result: self._deal_of_deal.get(deal, deal) for result, deal in self._deal_of_line.items()}
        linked = pl.col("result_id").replace_strict(links, default=None, return_dtype=pl.Int64)
        other = deal_id.replace_strict(self._deal_of_deal, default=None, return_dtype=pl.Int64)
        kept = frame.filter(~pl.col("event_id").is_in(self._results))
        return kept.with_columns(deal_id=pl.coalesce(other, linked, deal_id))

    def _apply_conservation(self, frame: pl.DataFrame) -> pl.DataFrame:
        counts = pl.Schema({"file_id": pl.Int64(), "kind": schemas.RECORD_KIND, "_more": pl.Int64()})
        rows = [(file_id, kind, count) for (file_id, kind), count in self._superseded.items()]
        more = pl.DataFrame(rows, schema=counts, orient="row")
        added = pl.col("_more").fill_null(0)
        joined = frame.join(more, on=["file_id", "kind"], how="left", maintain_order="left")
        changed = joined.with_columns(loaded=pl.col("loaded") - added, superseded=pl.col("superseded") + added)
        return changed.drop("_more")

    def _apply_files(self, frame: pl.DataFrame) -> pl.DataFrame:
        told = Counter(problem["file_id"] for problem in self._problems)
        doubted = {problem["file_id"] for problem in self._problems if problem["severity"] != "info"}
        more = pl.col("file_id").replace_strict(dict(told), default=0, return_dtype=pl.Int64)
        status = pl.lit("read_with_problems", dtype=schemas.FILE_STATUS)
        is_plain = (pl.col("status").cast(pl.String) == "read") & pl.col("file_id").is_in(doubted)
        return frame.with_columns(
            problems=pl.col("problems") + more, status=pl.when(is_plain).then(status).otherwise("status")
        )

    def moved(self, boards: pl.LazyFrame) -> pl.DataFrame:
        """The rows of the deals that move, in their new places."""
        staying = list(self._moved.keys() - self._deals)
        rows = boards.filter(pl.col("deal_id").is_in(staying)).collect().to_dicts()
        moved = [row | self._moved[row["deal_id"]] for row in rows]
        return pl.DataFrame(moved, schema=schemas.BOARDS.schema)
