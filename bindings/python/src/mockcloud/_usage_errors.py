"""The root of the exceptions, and those about misuse of the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class MockCloudError(Exception):
    """The root of every exception that this package raises on purpose."""


class LibraryError(MockCloudError, ImportError):
    """The shared library was not found, or is not the one that this package needs."""


class UsageError(MockCloudError):
    """The library could not make sense of a call; the negative statuses."""

    status: int = 0

    def __init__(self, document: Mapping[str, Any] | str, status: int | None = None) -> None:
        if isinstance(document, str):
            document = {"message": document}
        self.document: dict[str, Any] = dict(document)
        if status is not None:
            self.status = status
        #: What was wrong, in a sentence.
        self.message: str = document.get("message", type(self).__name__)
        #: The key that was wrong, where one was.
        self.key: str | None = document.get("key")
        #: What would have been right.
        self.expected: str | None = document.get("expected")
        #: The known name most like the unknown one that was given.
        self.nearest: str | None = document.get("nearest")
        #: Where in the JSON text, counted from 1.
        self.line: int | None = document.get("line")
        self.column: int | None = document.get("column")
        super().__init__(self.message)

    def __str__(self) -> str:
        text = self.message
        if self.line is not None and f"line {self.line}" not in text:
            text += f" (line {self.line}, column {self.column})"
        if self.expected and self.expected not in text:
            text += f"; expected {self.expected}"
        if self.nearest and self.nearest not in text:
            text += f"; did you mean {self.nearest!r}?"
        return text

    def __reduce__(self) -> Any:
        return type(self), (self.document, self.status)


class NullArgument(UsageError, TypeError):
    """A pointer that must not be NULL was."""

    status = -1


class BadHandle(UsageError, ValueError):
    """The cloud is closed."""

    status = -2


class BadJSON(UsageError, ValueError):
    """The request is no JSON object, or holds what JSON cannot say."""

    status = -3


class UnknownOperation(UsageError, LookupError):
    """There is no operation of that name."""

    status = -4


class BadMockRequest(UsageError, ValueError):
    """A `mock/…` request, a configuration or a context that makes no sense."""

    status = -5


class ScriptMismatch(UsageError, AssertionError):
    """Reserved for scripted clouds. Nothing in this version raises it."""

    status = -6


class LibraryFailure(UsageError, RuntimeError):
    """A bug of the library, answered instead of crashing the test."""

    status = -7


#: Every kind of misuse by its status.
USAGE_ERRORS: dict[int, type[UsageError]] = {
    kind.status: kind
    for kind in (
        NullArgument,
        BadHandle,
        BadJSON,
        UnknownOperation,
        BadMockRequest,
        ScriptMismatch,
        LibraryFailure,
    )
}
