"""The environment variables of MockCloud, and the report of misspelt ones."""

from __future__ import annotations

import os
import sys

from .words import misspelt, nearest

#: The variables that a cloud without a configuration reads.
LAUNCH_VARIABLES = (
    "MOCKCLOUD_CONFIG",
    "MOCKCLOUD_STATE",
    "MOCKCLOUD_SCRIPT",
    "MOCKCLOUD_FAULTS",
    "MOCKCLOUD_JOURNAL",
    "MOCKCLOUD_STATE_OUT",
)

#: The variable with the path of a library to use instead of the packaged one.
LIBRARY_VARIABLE = "MOCKCLOUD_LIBRARY"

#: All of them, with that of the build of a wheel and that of the Swift shim of `os`, which programs
#: under test may read.
VARIABLES = (*LAUNCH_VARIABLES, LIBRARY_VARIABLE, "MOCKCLOUD_PURE_WHEEL", "MOCKCLOUD_LOG")

_PREFIX = "MOCKCLOUD"


def report_misspelt_variables() -> None:
    """Reports variables whose names are nearly those of `VARIABLES` on standard error."""
    for name in sorted(os.environ):
        near = None if name in VARIABLES else _nearest(name)
        if near is not None:
            print(
                f"mockcloud: the environment variable {name} has no effect; did you mean {near}?",
                file=sys.stderr,
            )


def _nearest(name: str) -> str | None:
    """Returns the variable that is most similar to an unknown one, if one is similar.

    With the prefix of all names, only the rest is compared: `MOCKCLOUD_LOGS` is similar to
    `MOCKCLOUD_LOG`, and `MOCKCLOUD_OF_MY_OWN` to none.
    """
    if name.upper().startswith(_PREFIX):
        known = {each.removeprefix(_PREFIX): each for each in VARIABLES}
        rest = nearest(name[len(_PREFIX) :], known)
        return None if rest is None else known[rest]
    return misspelt(name, VARIABLES)
