"""Compares two clouds, state documents, or files with state documents."""

from __future__ import annotations

from collections.abc import Iterable

from ._calls_base import Calls
from ._comparison import compare
from ._differing import Diff, check_ignored
from ._names import names
from .states import State, document_of


def diff(a: State, b: State, *, ignore: Iterable[str] = ()) -> Diff:
    """Returns the differences between two states: additions, removals and changes from `a` to `b`.

    Each state is a cloud, a state document or the path of a file with one. `ignore` lists the
    differences to omit: "tags", "times", "stamps", "history", "names", or the parts of a state
    "configuration", "users", "schema", "subscriptions", "faults" and "pending".
    """
    ignored = check_ignored(names(ignore, "ignore"))
    if isinstance(a, Calls) and isinstance(b, Calls):
        # Without what both share: comparing a fork takes the time of its changes.
        return Diff(tuple(compare(*a._differing_parts(b), ignored)))
    return Diff(tuple(compare(document_of(a), document_of(b), ignored)))


def assert_same(a: State, b: State, *, ignore: Iterable[str] = ()) -> None:
    """Raises `AssertionError` with the list of differences if `diff` finds any."""
    __tracebackhide__ = True  # pytest shows the line of the test
    given = names(ignore, "ignore")
    found = diff(a, b, ignore=given)
    if found:
        ignored = f" (ignored: {', '.join(given)})" if given else ""
        raise AssertionError(f"the clouds differ{ignored}:\n{found}")
