"""The command `mockcloud`: scenarios, states, schemas, queries and recordings from a shell.

Exit codes are the same for every command: 0 where all is well, 1 where something differs, fails
or is refused, 2 where the command line or a file cannot be understood.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from .. import __version__
from ..documents import DocumentError
from ..errors import MockCloudError
from . import explain, import_har, info, journal, run, schema, script, state
from .exits import INTERRUPTED, UNUSABLE
from .output import Output, text_of

_COMMANDS = (info, run, state, script, import_har, schema, explain, journal)

_EPILOG = """exit codes: 0 all is well; 1 something differs, fails or is refused; 2 the command line
or a file cannot be understood. Where a FILE is read, - is standard input. NO_COLOR turns colours
off; they need a terminal and rich (pip install 'mockcloud[cli]')."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command with these arguments, or with the process's, and returns its exit code."""
    options = _parser().parse_args(arguments)
    output = Output(as_json=options.json)
    try:
        code: int = options.command(options, output)
        sys.stdout.flush()
    except DocumentError as error:
        output.error(str(error), file=error.file, place=error.place, reason=error.reason)
        return UNUSABLE
    except MockCloudError as error:
        output.error(text_of(error), reason=text_of(error))
        return UNUSABLE
    except BrokenPipeError:
        # Whoever read has seen enough. Python would complain of the pipe once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mockcloud", description="A simulated iCloud, from a shell.", epilog=_EPILOG
    )
    parser.add_argument("--version", action="version", version=f"mockcloud {__version__}")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--json", action="store_true", help="print one JSON document, for programs")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for each in _COMMANDS:
        each.register(commands, shared)
    return parser
