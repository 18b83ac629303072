"""Progress on stderr: a bar on a terminal, plain lines elsewhere."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn


class Shown:
    """Progress on stderr: a bar on a terminal, a plain line at the end of each stage elsewhere."""

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        if sys.stderr.isatty():
            columns = (TextColumn("{task.description:>9}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
            self._bar = Progress(*columns, console=Console(stderr=True))

    def __enter__(self) -> "Shown":
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def update(self, stage: str, done: int, total: int) -> None:
        """Show how far a stage is."""
        if self._bar:
            task = self._tasks.setdefault(stage, self._bar.add_task(stage)) if stage not in self._tasks else None
            self._bar.update(self._tasks[stage] if task is None else task, completed=done, total=total)
        elif done == total and stage not in self._tasks:
            self._tasks[stage] = TaskID(0)
            print(f"neuberg: {stage} done", file=sys.stderr)
