"""Finds the line in the user's code that called this package."""

from __future__ import annotations

import sys
from types import FrameType

#: The name of this package.
_PACKAGE = __name__.partition(".")[0]


def _is_inside(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] == _PACKAGE


def frames_inside() -> int:
    """Returns the number of this package's frames between the caller and the user's code."""
    frame: FrameType | None = sys._getframe(1)
    count = 0
    while frame is not None and _is_inside(frame):
        frame = frame.f_back
        count += 1
    return count


def place() -> str:
    """Returns the file and the line of the user's code: `/tests/test_it.py:7`."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _is_inside(frame):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"
