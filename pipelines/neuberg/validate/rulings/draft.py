"""A rulings file drafted from a run: every open question as an entry that has no effect until a person completes it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import polars as pl

from neuberg.validate.laws.facts import TEXTS, UNKNOWN, WORDS

_HEAD = """\
# Rulings drafted from a run; see the data dictionary's table `rulings`.
# An entry has no effect as long as it says state = "open": put in what was decided, name the source, and take that
# line out. The guard says what the files must still have; when it no longer holds, a run stops and says so.
"""
#: The facts that decide a question; a field left `unknown` is the same as one left out.
_ASKED: Mapping[str, tuple[str, ...]] = {
    "wrong counts": (
        "discovered_stage", "call_by_incorrect_hand", "seen_others_card", "td_info_effect", "correction_source",
        "td_correctable_and_playable", "four_player_concurrence", "match_result_could_be_known",
    ),
    "missing card": ("opening_lead_faced", "missing_card_found"),
    "surplus card": ("surplus_location", "surplus_belongs_to"),
    "bad pack": ("ruling_recorded",),
    "sorted pack": ("shuffled",),
    "teams": ("fault", "time_for_extra_board"),
    "penalty": ("fouling_table", "dup_error_scope"),
}  # fmt: skip
_FIELDS = ("fouled board", "teams")
_PLACE = ("event_id", "session", "section", "board")
#: The finding of a suspicion that is of forms of the board.
_FOULED = "fouled board"


def draft(tables: Mapping[str, pl.DataFrame]) -> str:
    """The text of the rulings file: faulty boards that need facts, fouled boards without groups, suspicions.

    What settled rulings already say is left out: of a fouled board its groups, of the facts those that are known.

    Args:
        tables: `events`, `boards`, `results`, `rulings`, `law_outcomes` and `suspicions` of a run; its
            `differences`, where these are to be told.
    """
    names = dict(tables["events"].select("event_id", "name").iter_rows())
    entries = [*_facts(tables), *_fouled(tables), *_suspected(tables)]
    shown = [_entry(entry, names) for entry in _unsettled(entries, tables["rulings"])]
    differing = _differing(tables.get("differences"))
    none = f"# There is no open question{' of the laws, of forms or of suspicions' if differing else ''}.\n"
    return "\n".join([_HEAD, *(shown or [none]), *([differing] if differing else [])])


def _differing(differences: pl.DataFrame | None) -> str | None:
    """The published figures that differ and that nobody has signed off, as comments; None where there are none."""
    if differences is None:
        return None
    signed = pl.col("signed_off").is_in(["accepted", "rejected"]).fill_null(False)
    counted = differences.filter(~signed, pl.col("level") != "board").group_by("class").len().sort("len", "class")
    if counted.is_empty():
        return None
    listed = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counted.reverse().iter_rows())
    return (
        f"# {counted['len'].sum()} published figures differ and are not signed off: {listed}.\n"
        '# They are no entries here: a ruling of what = "finding" signs one off, and what follows from it.\n'
    )


def _facts(tables: Mapping[str, pl.DataFrame]) -> Iterator[dict[str, Any]]:
    """An entry a question of law that the archive leaves open and a director's facts could decide."""
    asked = (
        tables["law_outcomes"]
        .filter(pl.col("needs_ruling") & pl.col("question").is_in(_ASKED))
        .group_by("deal_id", *_PLACE, "question", maintain_order=True)
        .agg("outcome", "edition", pl.col("facts").first())
    )
    deals = _deals(tables["boards"].filter(pl.col("deal_id").is_in(asked["deal_id"].implode())))
    for row in asked.iter_rows(named=True):
        known = json.loads(row["facts"] or "{}")
        unknown = tuple(field for field in _ASKED[row["question"]] if known.get(field, UNKNOWN) == UNKNOWN)
        if not unknown:
            continue
        lines = _lines(tables["results"], row)
        notes = [f"{edition}: {outcome}" for edition, outcome in zip(row["edition"], row["outcome"], strict=True)]
        yield {
            "what": "facts",
            **_place(row, lines),
            "notes": [f"{row['question']}; by the laws of", *notes],
            "facts": unknown,
            "guard": {"lines": lines.height} if row["deal_id"] is None else {"deal": deals[row["deal_id"]]},
        }


def _deals(boards: pl.DataFrame) -> dict[int, str]:
    hands = pl.concat_str("north", "east", "south", "west", separator=" ", ignore_nulls=True)
    return dict(boards.select("deal_id", hands).iter_rows())


def _lines(results: pl.DataFrame, row: Mapping[str, Any]) -> pl.DataFrame:
    """The lines of a board, or of a field where its section is those that are scored together."""
    section = (pl.col("section") == row["section"]) | (pl.col("scored_with") == row["section"])
    keys = ("event_id", "session", "board")
    return results.filter(pl.all_horizontal(pl.col(key) == row[key] for key in keys) & section)


def _place(row: Mapping[str, Any], lines: pl.DataFrame) -> dict[str, Any]:
    """Where an entry is; without a section where the field is of several."""
    place = {key: row[key] for key in _PLACE}
    if lines["section"].n_unique() > 1:
        del place["section"]
    return place


def _fouled(tables: Mapping[str, pl.DataFrame]) -> Iterator[dict[str, Any]]:
    """An entry a fouled board whose lines have no form; pairs by deal where the file says who played which."""
    fouled = tables["law_outcomes"].filter(pl.col("question").is_in(_FIELDS)).select(_PLACE).unique(maintain_order=True)
    for row in fouled.iter_rows(named=True):
        lines = _lines(tables["results"], row)
        if lines["given_group"].is_null().all():
            yield {
                "what": "fouled",
                **_place(row, lines),
                "notes": ["fouled: which lines played which form?"],
                "groups": _groups_by_deal(lines),
                "guard": {"lines": lines.height},
            }


def _groups_by_deal(lines: pl.DataFrame) -> list[dict[str, Any]]:
    """A group a deal but the most played one, by the N-S pairs that played it."""
    known = lines.filter(pl.col("deal_id").is_not_null() & pl.col("ns_pair").is_not_null())
    by_deal = (
        known.group_by("deal_id", maintain_order=True)
        .agg("ns_pair")
        .sort(pl.col("ns_pair").list.len(), descending=True)
    )
    others = by_deal["ns_pair"].to_list()[1:]
    return [{"form": f"deal {number}", "pairs": pairs} for number, pairs in enumerate(others, start=2)]


def _suspected(tables: Mapping[str, pl.DataFrame]) -> Iterator[dict[str, Any]]:
    """An entry a board suspected of a foul, with the rounds in which it may have changed.

    A wrong entry, a table that sat the wrong way and a wrong record are suspicions, too, but no forms of the board.
    """
    fouled = tables["suspicions"].filter(pl.col("finding").fill_null(_FOULED) == _FOULED)
    for row in fouled.iter_rows(named=True):
        lines = _lines(tables["results"], row)
        rounds = (
            f"changed in rounds {row['round_low']} to {row['round_high']}" if row["round_low"] else "when is not known"
        )
        groups = [{"form": "changed", "from_round": row["round_high"]}] if row["round_high"] else []
        yield {
            "what": "fouled",
            **_place(row, lines),
            "notes": [f"suspected: {row['kind']}; {rounds}: {row['why']}"],
            "groups": groups,
            "guard": {"lines": lines.height},
        }


def _unsettled(entries: Iterable[dict[str, Any]], rulings: pl.DataFrame) -> Iterator[dict[str, Any]]:
    # The facts of settled rulings are in the outcomes: what they leave open is asked.
    settled = (
        rulings.filter(pl.col("state") == "settled", pl.col("what") != "facts")
        .select(*_PLACE, "what", "guard")
        .to_dicts()
    )
    for entry in entries:
        if not any(_is_on(ruling, entry) for ruling in settled):
            yield entry


def _is_on(ruling: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    """Whether a ruling is of the entry's kind, board and deal; without a session or section it is on all of them."""
    deal = json.loads(ruling["guard"] or "{}").get("deal")
    same_deal = deal is None or deal == entry["guard"].get("deal", deal)
    return same_deal and all(
        ruling[key] is None or key not in entry or ruling[key] == entry[key] for key in (*_PLACE, "what")
    )


def _entry(entry: Mapping[str, Any], names: Mapping[int, str | None]) -> str:
    """One entry as TOML, the event's name and what is asked as comments."""
    comments = [names.get(entry["event_id"]) or "an event without a name", *entry["notes"]]
    keys = {"event": entry["event_id"], **{key: entry[key] for key in ("session", "section", "board") if key in entry}}
    lines = [
        *(f"# {_one_line(text)}" for text in comments),
        "[[ruling]]",
        f'what = "{entry["what"]}"',
        'state = "open"',
    ]
    lines += [f"{key} = {_toml(value)}" for key, value in keys.items()]
    if "groups" in entry:
        lines += [
            '# such as { form = "changed", from_round = 5, from_table = 3 }',
            f"groups = {_toml(entry['groups'])}",
        ]
    lines += [f"guard = {_toml(entry['guard'])}", 'source = ""']
    if entry.get("facts"):
        lines += ["[ruling.facts]", *(_fact(field) for field in entry["facts"])]
    return "\n".join(lines) + "\n"


def _fact(field: str) -> str:
    if field == "fault":
        return '# fault = { NS = "none", EW = "full" }  # of each contestant: none, partial, full'
    words = [str(word).lower() if isinstance(word, bool) else f'"{word}"' for word in WORDS.get(field, ())]
    form = ", ".join(words) or (TEXTS[field][1] if field in TEXTS else "")
    return f'{field} = "{UNKNOWN}"' + (f"  # or {form}" if form else "")


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _one_line(text: str) -> str:
    """The text as a comment may have it: on one line, without control characters."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
