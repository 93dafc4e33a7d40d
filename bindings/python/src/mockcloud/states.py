"""Clouds, saved documents and files with states: reading, drawing and comparing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike, fspath
from typing import Any

from ._core.keywords import explained_function
from ._core.names import names
from .cloud import Cloud
from .errors import UsageError
from .inspect.comparison import compare
from .inspect.differing import Diff, check_ignored
from .inspect.graph import Graph
from .inspect.graph_reading import read_graph
from .inspect.sizes import GRAPH_LIMIT, TREE_LIMIT
from .inspect.tree import CloudTree
from .inspect.tree_reading import read_tree
from .io.documents import DocumentError, read_json

#: A cloud, a document that `cloud.state.save()` returned, or the path of a file with one.
State = Cloud | Mapping[str, Any] | str | PathLike[str]


class Refused(DocumentError):
    """The library refused the contents of a well-formed document."""

    #: The position in the document's text, counted from 1; None if the library did not report it.
    line: int | None = None
    column: int | None = None


def refusal(file: str, error: UsageError, root: str) -> Refused:
    """Returns the library's error as the refusal of a document passed under the key `root`."""
    place = error.key
    message = str(error)
    for start in (f"{place}: ", f"{root}: "):
        message = message.removeprefix(start)
    if error.line is not None:
        place = f"line {error.line}, column {error.column}"
        message = message.removeprefix(f"{place}: ")
    elif place is not None:
        place = place.removeprefix(root).removeprefix(".") or None
    refused = Refused(file, place, message)
    refused.line, refused.column = error.line, error.column
    return refused


def load(document: Any, name: str = "the state document") -> Cloud:
    """Returns a cloud with the state of a document; `name` denotes the document in messages."""
    return _loaded({"state": document}, name)


def load_file(path: str) -> Cloud:
    """Returns a cloud with the state of the document in a file."""
    read_json(path)  # reports invalid JSON in the same way as for other files
    return _loaded({"path": path}, path)


def _loaded(request: dict[str, Any], name: str) -> Cloud:
    cloud = Cloud({})
    try:
        cloud.call("mock/state/load", request)
    except UsageError as error:
        cloud.close()
        raise refusal(name, error, "state") from None
    except BaseException:
        cloud.close()
        raise
    return cloud


@contextmanager
def opened(state: State) -> Iterator[Cloud]:
    """Yields a cloud with a state; a document or a file in an older version is converted."""
    if isinstance(state, Cloud):
        yield state
        return
    if isinstance(state, Mapping):
        cloud = load(state)
    elif isinstance(state, str | PathLike):
        cloud = load_file(fspath(state))
    else:
        raise TypeError(f"a state is a Cloud, a state document or its path, not {state!r}")
    with cloud:
        yield cloud


def document_of(state: State) -> dict[str, Any]:
    """Returns the state document in the current version of the format."""
    with opened(state) as cloud:
        return cloud._document()


@explained_function
def tree(state: State, *, limit: int | None = TREE_LIMIT) -> CloudTree:
    """Returns the tree of a cloud, of a state document, or of the file at a path.

    A drawing of the tree shows the first `limit` elements of each list, or all if it is None.
    """
    with opened(state) as cloud:
        return read_tree(cloud, limit)


@explained_function
def graph(
    state: State, *, zones: Iterable[str] | None = None, limit: int | None = GRAPH_LIMIT
) -> Graph:
    """Returns the graph of a cloud, of a state document, or of the file at a path.

    `zones` are the names of the zones to show, by default all. The graph has at most `limit`
    records, or all if it is None; records with links come first. It contains the numbers of omitted
    records, zones and links.
    """
    with opened(state) as cloud:
        return read_graph(cloud, zones, limit)


@explained_function
def diff(a: State, b: State, *, ignore: Iterable[str] = ()) -> Diff:
    """Returns the differences between two states: additions, removals and changes from `a` to `b`.

    Each state is a cloud, a state document or the path of a file with one. `ignore` lists the
    differences to omit: "tags", "times", "stamps", "history", "names", or the parts of a state
    "configuration", "users", "schema", "subscriptions", "faults" and "pending".
    """
    ignored = check_ignored(names(ignore, "ignore"))
    if isinstance(a, Cloud) and isinstance(b, Cloud):
        # Without what both share: comparing a fork takes the time of its changes.
        return Diff(tuple(compare(*a._differing_parts(b), ignored)))
    return Diff(tuple(compare(document_of(a), document_of(b), ignored)))


@explained_function
def assert_same(a: State, b: State, *, ignore: Iterable[str] = ()) -> None:
    """Raises `AssertionError` with the list of differences if `diff` finds any."""
    __tracebackhide__ = True  # pytest shows the line of the test
    given = names(ignore, "ignore")
    found = diff(a, b, ignore=given)
    if found:
        ignored = f" (ignored: {', '.join(given)})" if given else ""
        raise AssertionError(f"the clouds differ{ignored}:\n{found}")
