"""The environment variables of MockCloud."""

from __future__ import annotations

import os

from .words import misspelt

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


def misspelt_library() -> str | None:
    """Returns the variable that is probably meant to be `LIBRARY_VARIABLE`, if there is one.

    Misspelt names of all variables are reported by the library, once it is loaded.
    """
    unknown = (name for name in sorted(os.environ) if name != LIBRARY_VARIABLE)
    return next((name for name in unknown if misspelt(name, [LIBRARY_VARIABLE])), None)
