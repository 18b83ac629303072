"""The command `neuberg`: what a person types, what is printed, and how it ends. Only here is anything printed."""

import errno
import os
import sys
from io import TextIOWrapper

from neuberg.cli.app import app
from neuberg.cli.printing import plain_lines
from neuberg.errors import NeubergError

__all__ = ["app", "main"]


def main() -> None:
    """Run the command; an error by the user's hand ends in one line on stderr and its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A file's name may hold bytes that are no text: they are shown as they are kept, and end nothing.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app(prog_name="neuberg")
        finally:
            sys.stdout.flush()
    except NeubergError as error:
        print(f"neuberg: {plain_lines(str(error))}{_advice(error)}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        _end_unread()
    except OSError as error:
        print(f"neuberg: {plain_lines(str(error))}{_advice(error)}", file=sys.stderr)
        sys.exit(1)
    except SystemExit as ended:
        # The command's framework has met the broken pipe first.
        if isinstance(ended.__context__, BrokenPipeError):
            _end_unread()
        raise
    except Exception as error:
        # Of what writes tables each has an error of its own for a full disk.
        if not (advice := _advice(error)):
            raise
        print(f"neuberg: {plain_lines(str(error))}{advice}", file=sys.stderr)
        sys.exit(1)


def _advice(error: Exception) -> str:
    """What to do where the disk is full; nothing where it is not."""
    is_full = "No space left" in str(error) or getattr(error, "errno", None) == errno.ENOSPC
    return "; wanted more room there and in the folder for temporary files: then start again" if is_full else ""


def _end_unread() -> None:
    """End with 0: the reader of our output, such as `head`, has left, and that is no failure of ours."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    # What is still held back is written at the end of the program; it goes nowhere.
    os.dup2(nowhere, sys.stdout.fileno())
    sys.exit(0)
