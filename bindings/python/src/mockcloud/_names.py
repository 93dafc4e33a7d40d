"""Lists that callers give: of names, of records, of whatever stands for one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def listed(given: Any, alone: type | tuple[type, ...], what: str) -> list[Any]:
    """Returns the members of what `iterable` accepts."""
    return list(iterable(given, alone, what))


def iterable(given: Any, alone: type | tuple[type, ...], what: str) -> Iterable[Any]:
    """Returns what is given; one member that is given without a list is the only one of a list.

    `alone` are the types of members that could themselves be gone through, as a text letter by
    letter and a record field by field. `what` is the parameter's name, for the message.
    """
    if isinstance(given, alone):
        return [given]
    if isinstance(given, (bytes, bytearray, memoryview)) or not isinstance(given, Iterable):
        raise TypeError(f"{what} takes a list, not {given!r}")
    return given


def names(given: Any, what: str) -> list[str]:
    """A list of names, or the one name."""
    found = listed(given, str, what)
    for name in found:
        if not isinstance(name, str):
            raise TypeError(f"{what} takes names, which are texts, not {name!r}")
    return found
