"""The shell command `mockcloud` for scenarios, states, schemas, queries and recordings.

All commands have the same exit codes: 0 for success, 1 for differences, failures and refused
documents, 2 for an invalid command line or an unreadable file.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from .. import __version__
from ..errors import MockCloudError
from ..io.documents import DocumentError
from . import explain, import_har, info, journal, run, schema, script, state
from .exits import INTERRUPTED, UNUSABLE
from .output import Output, text_of

_COMMANDS = (info, run, state, script, import_har, schema, explain, journal)

_EPILOG = """exit codes: 0 success; 1 something differs, fails or is refused; 2 the command line is
invalid or a file cannot be read. A FILE to read may be -, standard input. Colours need a terminal
and rich (pip install 'mockcloud[cli]'); NO_COLOR turns them off."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code; `arguments` are by default the process's."""
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
        _drop_output()  # the reader closed the pipe
        return UNUSABLE
    except OSError as error:
        # Other files are documents, so that this one is standard output.
        _drop_output()
        output.error(f"standard output: {error.strerror or error}")
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _drop_output() -> None:
    """Drops what was printed, so that Python reports no second error at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
