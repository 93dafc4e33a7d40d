"""Two worlds compared: clouds, state documents, or files with one."""

from __future__ import annotations

from collections.abc import Iterable

from ._comparison import compare
from ._differing import Diff, check_ignored
from ._names import names
from .states import State, document_of


def diff(a: State, b: State, *, ignore: Iterable[str] = ()) -> Diff:
    """What differs between two worlds: added, removed and changed from `a` to `b`.

    Each is a cloud, a state document or the path of a file with one. `ignore` leaves differences
    out: "tags", "times", "stamps", "history", "names", or a part of the world: "configuration",
    "users", "schema", "subscriptions", "faults", "pending".
    """
    ignored = check_ignored(names(ignore, "ignore"))
    return Diff(tuple(compare(document_of(a), document_of(b), ignored)))


def assert_same(a: State, b: State, *, ignore: Iterable[str] = ()) -> None:
    """Raises `AssertionError` with the list of differences where `diff` finds any."""
    __tracebackhide__ = True  # pytest shows the line of the test
    given = names(ignore, "ignore")
    found = diff(a, b, ignore=given)
    if found:
        ignored = f" (ignored: {', '.join(given)})" if given else ""
        raise AssertionError(f"the worlds differ{ignored}:\n{found}")
