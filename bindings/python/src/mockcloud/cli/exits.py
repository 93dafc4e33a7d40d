"""What the command's exit codes mean."""

from __future__ import annotations

#: All is well.
OK = 0
#: Something differs, fails, or is refused.
FAILED = 1
#: The command line or a file cannot be understood; argparse exits with it as well.
UNUSABLE = 2
#: Stopped by the keyboard, as shells have it.
INTERRUPTED = 130
