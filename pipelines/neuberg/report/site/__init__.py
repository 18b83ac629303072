"""The site of a run: an archive's summary, its lists, and a page for each event and board with something to say."""

from neuberg.report.site.writing import FOLDER, Written, write

__all__ = ["FOLDER", "Written", "write"]
