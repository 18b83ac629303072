"""Every check there is, by the kind of row that it judges."""

from neuberg.validate.check import Check
from neuberg.validate.contestant_checks import PAIRS
from neuberg.validate.deal_checks import BOARDS
from neuberg.validate.field_checks import FIELDS
from neuberg.validate.line_checks import RESULTS

SUITES = (BOARDS, RESULTS, FIELDS, PAIRS)
CHECKS: tuple[Check, ...] = tuple(check for suite in SUITES for check in suite.checks)
