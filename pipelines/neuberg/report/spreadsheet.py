"""CSV that a spreadsheet shows as it stands: no text of an archive is taken for a formula."""

import polars as pl

from neuberg.domain.spreadsheets import FORMULA, NUMBER


def csv(frame: pl.DataFrame) -> bytes:
    r"""The frame as CSV in UTF-8 with a byte-order mark, each text that would be a formula after an apostrophe.

    >>> csv(pl.DataFrame({"pair": ["=1+1", "-3", "Bo"], "ns_score": [-50, 110, None]})).decode("utf-8-sig").split("\n")
    ['pair,ns_score', "'=1+1,-50", '-3,110', 'Bo,', '']
    """
    lists = [name for name, dtype in frame.schema.items() if isinstance(dtype, pl.List)]
    flat = frame.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join("; ") for name in lists)
    texts = [name for name, dtype in flat.schema.items() if dtype == pl.String]
    return b"\xef\xbb\xbf" + flat.with_columns(_safe(pl.col(name)).alias(name) for name in texts).write_csv().encode()


def _safe(text: pl.Expr) -> pl.Expr:
    # A tab or line end within a cell could begin a new one where it is pasted.
    one_line = text.str.replace_all(r"[\t\r\n\x00]+", " ")
    is_formula = one_line.str.contains(FORMULA) & ~one_line.str.contains(NUMBER)
    return pl.when(is_formula).then(pl.concat_str(pl.lit("'"), one_line)).otherwise(one_line)
