"""The exit codes of the command."""

from __future__ import annotations

#: Success.
OK = 0
#: Something differs, fails or is refused.
FAILED = 1
#: The command line is invalid, also reported by argparse, or a file cannot be read.
UNUSABLE = 2
#: Interrupted from the keyboard, as in shells.
INTERRUPTED = 130
