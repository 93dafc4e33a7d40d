"""Checks of arguments, which Python makes before a call.

A mistake of the test is a `ValueError` or a `TypeError`. A `CKError` comes from the cloud alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any, get_args

from .vocabulary import ServiceOperation

_OPERATIONS: tuple[str, ...] = get_args(ServiceOperation)

#: The number of known names that a message lists.
_LISTED = 12


def nearest(name: str, known: Collection[str]) -> str | None:
    """Returns the known name that is most similar to an unknown one, if one is similar."""
    from difflib import get_close_matches  # imported here because only errors need it

    by_letters = {_letters(each): each for each in known}
    wanted = _letters(name)
    found = get_close_matches(wanted, by_letters, 1)
    if not found and len(wanted) > 1:
        found = [each for each in by_letters if each.startswith(wanted)]
    return by_letters[found[0]] if found else None


def _letters(name: str) -> str:
    return name.replace("_", "").lower()


#: The least number of letters of names that can be misspelt: most shorter names are near.
_SHORTEST = 3

#: The number of letters of names that are compared.
_COMPARED = 64

#: What names of one series differ in: numbers, and letters that stand alone or at the end.
_SERIES = re.compile(
    r"[\W_]*\d+|[\W_]+[^\W\d_](?![^\W\d_])|(?<=[a-z\d])[A-Z](?![^\W\d_])",
)


def misspelt(name: str, known: Iterable[str]) -> str | None:
    """Returns the known name that an unknown one is probably meant to be, or None.

    It differs by one letter, or by two if the name is long, or by two letters that are exchanged.
    Upper and lower case are not distinguished. Names of one series, such as `Home1` and `Home2`,
    are different names.
    """
    if len(name) < _SHORTEST:
        return None
    limit = 1 if len(name) < 6 else 2
    wanted = name[:_COMPARED].casefold()
    letters = set(wanted)
    best: str | None = None
    for each in known:
        other = each[:_COMPARED].casefold()
        if abs(len(other) - len(wanted)) > limit or len(letters ^ set(other)) > 2 * limit:
            continue
        distance = _distance(wanted, other)
        if distance > limit or len(each) < _SHORTEST or _are_series(name, each):
            continue
        if distance < limit:
            return each
        best = best or each
    return best


def _are_series(name: str, other: str) -> bool:
    return name != other and _SERIES.sub("", name) == _SERIES.sub("", other)


def _distance(left: str, right: str) -> int:
    """Returns the number of insertions, deletions, replacements and exchanges of neighbours."""
    earlier: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left):
        new = [i + 1]
        for j, b in enumerate(right):
            new.append(min(row[j] + (a != b), row[j + 1] + 1, new[j] + 1))
            if i and j and a == right[j - 1] and left[i - 1] == b:
                new[-1] = min(new[-1], earlier[j - 1] + 1)
        earlier, row = row, new
    return row[-1]


def hint(name: str, known: Collection[str]) -> str:
    """Returns the end of a message about an unknown name: the nearest known one, or all."""
    near = nearest(name, known)
    if near is not None:
        return f"; did you mean {near!r}?"
    shown = list(known)[:_LISTED]
    more = f" and {len(known) - len(shown)} more" if len(known) > len(shown) else ""
    return f"; expected one of {', '.join(shown)}{more}"


def word(given: Any, known: Collection[str], what: str) -> Any:
    """Returns one of a few words; `what` is the name of the parameter, for messages."""
    if given in known if isinstance(given, str) else False:
        return given
    if not isinstance(given, str):
        raise TypeError(f"{what} must be a string, not {given!r}{hint('', known)}")
    raise ValueError(f"{what}: {given!r} is not known{hint(given, known)}")


#: The operations that do what other verbs say. The library's errors have the same.
_MEANINGS = (
    ("save create update upsert insert put write store delete remove", ("modify",)),
    ("fetch get read load find", ("lookup", "query", "list")),
    ("search select filter", ("query", "list")),
)


def _meant(name: str) -> str | None:
    """Returns the operation that does what an unknown one says: `records/modify` for `save`."""
    group, _, verb = name.lower().rpartition("/")
    groups = {each.partition("/")[0] for each in _OPERATIONS}
    group = group if group in groups else nearest(group or "records", groups) or group
    for verbs, meant in _MEANINGS:
        if verb in verbs.split():
            names = (f"{group}/{each}" for each in meant)
            return next((each for each in names if each in _OPERATIONS), None)
    return None


def _operation(given: Any, what: str) -> str:
    """Returns the name of an operation of the service."""
    meant = _meant(given) if isinstance(given, str) and given not in _OPERATIONS else None
    if meant is not None:
        raise ValueError(f"{what}: {given!r} is not known; did you mean {meant!r}?")
    found: str = word(given, _OPERATIONS, what)
    return found


def operations(given: Any, what: str = "operation") -> list[str]:
    """Returns a list of operations of the service from a list or a single name."""
    if isinstance(given, str):
        return [_operation(given, what)]
    from .names import names

    found = [_operation(each, what) for each in names(given, what)]
    if not found:
        raise ValueError(f"{what}: an empty list has no effect; leave it out for all operations")
    return found


def text(given: Any, what: str) -> str:
    """Returns a string; raises `TypeError` for anything else."""
    if not isinstance(given, str):
        raise TypeError(f"{what} must be a string, not {given!r}")
    return given


def text_or_none(given: Any, what: str) -> str | None:
    """Returns a string or None; raises `TypeError` for anything else."""
    return None if given is None else text(given, what)


def flag(given: Any, what: str) -> bool:
    """Returns a bool; raises `TypeError` for anything else, also for what is true or false."""
    if not isinstance(given, bool):
        raise TypeError(f"{what} must be True or False, not {given!r}")
    return given


def whole(given: Any, what: str, least: int | None = None) -> int:
    """Returns an integer, which must not be less than `least`."""
    if isinstance(given, bool) or not isinstance(given, int):
        raise TypeError(f"{what} must be an integer, not {given!r}")
    if least is not None and given < least:
        raise ValueError(f"{what} must be {least} or more, not {given!r}")
    return given
