"""Explains wrong keywords: names the method that was called, and the nearest keyword."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar

from .words import hint, nearest

_Class = TypeVar("_Class", bound=type)
_Function = TypeVar("_Function", bound=Callable[..., Any])

#: The attribute of a wrapped method that holds the method itself.
_ORIGINAL = "_mockcloud_original"

#: Python's sentence about a wrong keyword, before and after its name.
_WRONG = "got an unexpected keyword argument '"

#: The end of Python's sentence about too many arguments.
_MANY = " given"
#: What arguments without keywords are meant to be, by the name of the method.
_POSITIONAL = {
    "share": "; participants are given as participants=[...]",
    "share_zone": "; participants are given as participants=[...]",
}

_OF_PARTICIPANT = (
    {"permission"},
    "it is of a participant: participants=[Participant(email='bob@example.com', "
    "{}='READ_WRITE')]; public_permission is that of everybody who has the link",
)
#: Keywords that belong elsewhere, by the name of the method or of the class.
_ELSEWHERE: dict[str, tuple[set[str], str]] = {
    "fail": (
        {"retry_after", "reason", "server_record", "partial_errors", "code"},
        "it is of the error: cloud.fail(ZoneBusy({}=...))",
    ),
    "add": (
        {"id", "when", "then", "limit", "next", "ttl"},
        "it is a key of a rule: cloud.faults.add({{{!r}: ...}})",
    ),
    "events": (
        {"device", "user"},
        "cloud.as_user('me', 'phone').events() takes those of one device",
    ),
    "Asset": (
        {"file", "filename", "file_name", "file_path"},
        "a file is given as its path: Asset(path=...)",
    ),
    "share": _OF_PARTICIPANT,
    "share_zone": _OF_PARTICIPANT,
    "Share": _OF_PARTICIPANT,
    "read_journal": (
        {"user", "device", "status", "error", "record", "record_type", "zone", "database"}
        | {"faults", "since", "last", "operation"},
        "{!r} is a filter of the calls: read_journal(path)('records/modify', user='bob')",
    ),
}
_FIELD = "a filter is an argument without a keyword: Field({!r}) == ..."
_QUERIES = frozenset(
    {"query", "iter_query", "query_page", "explain", "first", "one", "count", "exists"}
)


def explained(kind: _Class, shown: str | None = None) -> _Class:
    """Wraps the public methods of a class, so that wrong keywords are explained.

    Methods of base classes are wrapped too, so that messages name the class that was used, or
    `shown` in place of it.
    """
    methods: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        methods.update(vars(base))
    for name, method in methods.items():
        if name.startswith("_") or not isinstance(method, FunctionType):
            continue
        if getattr(method, "__isabstractmethod__", False) or _takes_any(method):
            continue
        wrapped = _explained(method, f"{shown or kind.__name__}.{name}")
        wrapped.__qualname__ = f"{kind.__name__}.{name}"
        setattr(kind, name, wrapped)
    return kind


def explained_part(name: str) -> Callable[[_Class], _Class]:
    """Returns the decorator `explained` for the class of a part of clouds, such as `clock`."""
    expression = f"cloud.{name}"

    def decorated(kind: _Class) -> _Class:
        kind.__repr__ = lambda self: f"<{expression}>"  # type: ignore[assignment, misc]
        return explained(kind, expression)

    return decorated


def explained_constructor(kind: _Class) -> _Class:
    """Wraps the constructor of a class, which its subclasses use too."""
    original = inspect.getattr_static(kind, "__init__")

    @wraps(original)
    def constructed(self: Any, *arguments: Any, **keywords: Any) -> None:
        __tracebackhide__ = True
        try:
            original(self, *arguments, **keywords)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:
                raise
            raise TypeError(_message(str(error), original, type(self).__name__)) from None

    kind.__init__ = constructed  # type: ignore[misc]
    return kind


def explained_function(function: _Function) -> _Function:
    """Wraps a function whose first parameter is never given as a keyword."""
    wrapped: Any = _explained(function, function.__name__)
    return wrapped  # type: ignore[no-any-return]


def _takes_any(method: Callable[..., Any]) -> bool:
    return bool(inspect.unwrap(method).__code__.co_flags & inspect.CO_VARKEYWORDS)


def _keywords(method: Callable[..., Any]) -> list[str]:
    """Returns the names of the keywords of a method."""
    code = inspect.unwrap(method).__code__
    last = code.co_argcount + code.co_kwonlyargcount
    return list(code.co_varnames[max(code.co_posonlyargcount, 1) : last])


def _explained(method: Callable[..., Any], qualified: str) -> Callable[..., Any]:
    # Not `inspect.unwrap`, which would unwrap other decorators too.
    original = getattr(method, _ORIGINAL, method)

    @wraps(original)
    def called(*arguments: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        try:
            return original(*arguments, **keywords)
        except TypeError as error:
            trace = error.__traceback__
            # An error in the method itself has a frame of its own.
            if trace is None or trace.tb_next is not None:
                raise
            raise TypeError(_message(str(error), original, qualified)) from None

    setattr(called, _ORIGINAL, original)
    return called


def _message(given: str, method: Callable[..., Any], qualified: str) -> str:
    """Returns Python's message about wrong arguments with the name of the method and a hint."""
    _, parenthesis, rest = given.partition("()")
    text = f"{qualified}(){rest}" if parenthesis else given
    name = qualified.rpartition(".")[2]
    if _WRONG not in text:
        return f"{text}{_POSITIONAL.get(name, '')}" if _MANY in text else text
    keyword = text.partition(_WRONG)[2].partition("'")[0]
    text = text.partition("'. Did you mean")[0].removesuffix("'") + "'"
    return text + _advice(name, keyword, _keywords(method))


def check_keywords(method: str, given: Iterable[str], known: Collection[str]) -> None:
    """Raises `TypeError` for the first keyword that a method which takes `known` does not have."""
    for keyword in given:
        if keyword not in known:
            advice = _advice(method, keyword, known)
            raise TypeError(f"{method}() {_WRONG}{keyword}'{advice}")


def _advice(method: str, keyword: str, known: Collection[str]) -> str:
    """Returns the end of a message about a keyword that a method does not have."""
    words, remedy = _ELSEWHERE.get(method, (set(), ""))
    meant = keyword if keyword in words else nearest(keyword, [*known, *words])
    if meant in words:
        return f"; {remedy.format(meant)}"
    suggestion = hint(keyword, known) if known else ""
    if method in _QUERIES and "did you mean" not in suggestion:
        return f"; {_FIELD.format(keyword)}"
    return suggestion
