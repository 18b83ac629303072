# %% [markdown]
# # A first look at a run's tables
#
# Run `make demo` first, and this from the folder in which it was run; or name the folder of another run in the
# environment variable `NEUBERG_RUN`. The cells open in Jupyter, VS Code or Spyder; `python notebooks/first_look.py`
# runs them all.

# %%
import os
from pathlib import Path

import polars as pl

import neuberg

RUN = Path(os.environ.get("NEUBERG_RUN", "demo"))
if not (RUN / "tables").is_dir():
    raise SystemExit(f"{str(RUN)!r} holds no run; wanted the folder of one: run `make demo` here, or set NEUBERG_RUN")

# %% [markdown]
# What was read, and what was not.

# %%
files = neuberg.scan(RUN, "files").select("path", "format", "status", "records", "problems").collect()
print(files)

# %% [markdown]
# The flags: each a check that a row failed, with what stood there and what would have passed.

# %%
flags = neuberg.scan(RUN, "flags").select("check", "board", "found", "expected", "line").collect()
print(flags)

# %% [markdown]
# The same lines under two rules: what the earlier formula would have made of each fouled board.

# %%
results = neuberg.scan(RUN, "results")
fouled = results.filter(pl.col("given_group").n_unique().over("event_id", "session", "board") > 1)
now, before = (neuberg.score(fouled, profile=name).collect() for name in ("acbl-1991", "acbl-hand"))
change = now.select("board", "ns_pair", "given_group", "ns_mp").with_columns(earlier=before["ns_mp"])
print(change.sort("board", "given_group", nulls_last=True))
