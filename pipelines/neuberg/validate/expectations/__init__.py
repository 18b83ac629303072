"""The auditors' record: Great Expectations holds the verdicts, and DIR/validation shows them, readable offline.

The flags are the list of what failed; Great Expectations counts the same verdicts once more and writes them down.
"""

from neuberg.validate.expectations.record import FOLDER, Pages, remove, write

__all__ = ["FOLDER", "Pages", "remove", "write"]
