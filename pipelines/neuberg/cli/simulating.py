"""`neuberg simulate`: a made-up season, its progress on stderr and its counts on stdout."""

import json
from pathlib import Path

from neuberg import simulate as simulated
from neuberg.cli.progress import Shown


def simulate(out: Path, results: int, seed: int, as_json: bool) -> None:
    """Make the season and print the rows of each table.

    Raises:
        UsageError: the folder holds something already.
    """
    with Shown() as shown:
        made = simulated.simulate(out, results, seed, lambda done, total: shown.update("simulate", done, total))
    if as_json:
        print(json.dumps(made, indent=1))
    else:
        print("\n".join(f"{name}: {rows:,}" for name, rows in made.items()))
        print(f"answer key: {out / simulated.ANSWER_KEY}")
