"""The command `neuberg`: what a person types, what is printed, and how it ends. Only here is anything printed."""

import sys

from neuberg.cli.app import app
from neuberg.cli.printing import plain_lines
from neuberg.errors import NeubergError

__all__ = ["app", "main"]


def main() -> None:
    """Run the command; an error by the user's hand ends in one line on stderr and its exit code."""
    try:
        app(prog_name="neuberg")
    except NeubergError as error:
        print(f"neuberg: {plain_lines(str(error))}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output, such as `head`, has left; that is no failure of ours.
        sys.stderr.close()
        sys.exit(0)
