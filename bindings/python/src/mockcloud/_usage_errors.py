"""The root of the exceptions, and those about misuse of the library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Difference:
    """Where a value is not what a pattern wants of it."""

    #: The place in the value, for example `operations[0].record`; empty is the value itself.
    path: str
    #: The part of the pattern.
    expected: Any
    #: What the value has there; None where it has null, or nothing (`is_missing`).
    came: Any = None
    is_missing: bool = False
    #: The key of the value that is most like the one that is missing.
    nearest: str | None = None

    @staticmethod
    def from_wire(wire: Mapping[str, Any]) -> Difference:
        return Difference(
            wire["path"],
            wire["expected"],
            wire.get("came"),
            "came" not in wire,
            wire.get("nearest"),
        )

    def __str__(self) -> str:
        came = "nothing came" if self.is_missing else f"came {self.came!r}"
        text = f"{self.path or 'the value'}: expected {self.expected!r}, {came}"
        return text if self.nearest is None else f"{text}; did you mean {self.nearest!r}?"


class ScriptMismatch(UsageError, AssertionError):
    """A call is not the one that the script expects. It used up no entry."""

    status = -6

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the request differs from the entry that it was compared with."""
        return tuple(map(Difference.from_wire, self.document.get("differences", ())))

    def __str__(self) -> str:
        differences = self.differences
        if len(differences) < 2:
            return self.message
        return "\n  ".join([f"{self.message}:", *map(str, differences)])


class LibraryFailure(UsageError, RuntimeError):
    """A defect of the library, reported instead of ending the process."""

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
