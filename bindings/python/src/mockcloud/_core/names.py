"""Converts arguments that may be a list or a single element."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def listed(given: Any, alone: type | tuple[type, ...], what: str) -> list[Any]:
    """Returns the elements of an argument as a list, as `iterable` does."""
    return list(iterable(given, alone, what))


def iterable(given: Any, alone: type | tuple[type, ...], what: str) -> Iterable[Any]:
    """Returns the elements of an argument; a single element is returned in a list.

    `alone` are the types of elements that are iterable themselves, such as strings and records.
    `what` is the name of the parameter, for messages.
    """
    if isinstance(given, alone):
        return [given]
    # The keys of a dictionary alone would drop its values.
    if isinstance(given, (bytes, bytearray, memoryview, Mapping)) or not isinstance(
        given, Iterable
    ):
        raise TypeError(f"{what} takes a list, not {given!r}")
    return given


def mappings(given: Any, what: str) -> list[Mapping[str, Any]]:
    """Returns a list of dictionaries from a list or a single one."""
    found = listed(given, Mapping, what)
    for each in found:
        if not isinstance(each, Mapping):
            raise TypeError(f"{what} takes dictionaries, not {each!r}")
    return found


def some_names(given: Any, what: str, remedy: str) -> list[str]:
    """Returns a list of names as `names` does; raises `ValueError` for an empty list.

    An empty list would mean the default, for which the argument is left out; `remedy` says so.
    """
    found = names(given, what)
    if not found:
        raise ValueError(f"{what}: an empty list has no effect; {remedy}")
    return found


def names(given: Any, what: str) -> list[str]:
    """Returns a list of names from a list or a single name."""
    found = listed(given, str, what)
    for name in found:
        if not isinstance(name, str):
            raise TypeError(f"{what} takes names, which are strings, not {name!r}")
    return found
