"""The base class of the exceptions, and the exceptions for invalid use of the library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .attributes import Explaining


class MockCloudError(Explaining, Exception):
    """The base class of the exceptions that this package defines.

    Two are equal if they have the same class and content, also after one was pickled.
    """

    if not TYPE_CHECKING:
        # Tests and clients may add attributes to exceptions.
        __setattr__ = Exception.__setattr__

    def _content(self) -> Any:
        return self.args

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self._content() == other._content())

    def __hash__(self) -> int:
        return hash((type(self), str(self)))


class LibraryError(MockCloudError, ImportError):
    """The shared library was not found, or does not fit this package."""


class UsageError(MockCloudError):
    """The library refused an invalid call, with a negative status."""

    status: int = 0

    def __init__(self, document: Mapping[str, Any] | str, status: int | None = None) -> None:
        if isinstance(document, str):
            document = {"message": document}
        self.document: dict[str, Any] = dict(document)
        if status is not None:
            self.status = status
        #: A sentence that describes the error.
        self.message: str = document.get("message", type(self).__name__)
        #: The invalid key, or the key with the invalid value, if there is one.
        self.key: str | None = document.get("key")
        #: The expected value.
        self.expected: str | None = document.get("expected")
        #: The known name that is most similar to an unknown one.
        self.nearest: str | None = document.get("nearest")
        #: The position in the JSON text, counted from 1.
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

    def _content(self) -> Any:
        return self.document, self.status

    def __reduce__(self) -> Any:
        return type(self), self._content()


class NoResultFound(MockCloudError, LookupError):
    """`Database.one` found no record."""


class MultipleResultsFound(MockCloudError, LookupError):
    """`Database.one` found more than one record."""


class NullArgument(UsageError, TypeError):
    """A required pointer is NULL."""

    status = -1


class BadHandle(UsageError, ValueError):
    """The cloud handle is invalid or destroyed: the cloud is closed."""

    status = -2


class BadJSON(UsageError, ValueError):
    """The request is not a JSON object, or has a value that JSON cannot represent."""

    status = -3


class UnknownOperation(UsageError, LookupError, ValueError):
    """The operation does not exist."""

    status = -4


class BadMockRequest(UsageError, ValueError):
    """A `mock/…` request, a configuration or a context key is invalid."""

    status = -5


@dataclass(frozen=True)
class Difference:
    """A difference of a value from a pattern."""

    #: The path in the value, for example `operations[0].record`; empty for the value itself.
    path: str
    #: The part of the pattern at that path.
    expected: Any
    #: The actual value; None if it is null or missing (`is_missing`).
    actual: Any = None
    is_missing: bool = False
    #: The key of the value that is most similar to a missing key.
    nearest: str | None = None

    @staticmethod
    def from_wire(wire: Mapping[str, Any]) -> Difference:
        return Difference(
            wire["path"],
            wire["expected"],
            wire.get("actual"),
            "actual" not in wire,
            wire.get("nearest"),
        )

    def to_wire(self) -> dict[str, Any]:
        """Returns the difference in the form of `mock/match`."""
        wire = {"path": self.path, "expected": self.expected}
        if not self.is_missing:
            wire["actual"] = self.actual
        return wire if self.nearest is None else {**wire, "nearest": self.nearest}

    def __str__(self) -> str:
        actual = "nothing" if self.is_missing else repr(self.actual)
        text = f"{self.path or 'the value'}: expected {self.expected!r}, got {actual}"
        return text if self.nearest is None else f"{text}; did you mean {self.nearest!r}?"


class ScriptMismatch(UsageError, AssertionError):
    """A call does not match the script. It uses no entry of the script."""

    status = -6

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The differences of the request from the entry with which it was compared."""
        return tuple(map(Difference.from_wire, self.document.get("differences", ())))

    def __str__(self) -> str:
        differences = self.differences
        if len(differences) < 2:
            return self.message
        return "\n  ".join([f"{self.message}:", *map(str, differences)])


class LibraryFailure(UsageError, RuntimeError):
    """The library has a defect, which it reports instead of ending the process."""

    status = -7


class ClientEnded(BaseException):
    """The client of a device must end: no error of the service, and no mistake of the test.

    It is not an `Exception`, so that a client does not handle it.
    """

    status = -8


class Crash(ClientEnded):
    """A fault has ended the client, until `cloud.accounts.restart_device()`.

    A test catches it, and starts the client again from what it stored.
    """


class Livelock(ClientEnded):
    """A run of an exploration makes many times the calls of the run without faults."""


def client_ended(document: Mapping[str, Any]) -> ClientEnded:
    """Returns the exception for the status of a client that has ended."""
    kind = Crash if document.get("key") == "crash" else Livelock
    return kind(document.get("message", ""))


#: The classes of usage errors by status.
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


class FaultNeverActed(MockCloudError, AssertionError):
    """A fault that a test defined never acted. The message names the nearest call.

    With `optional=True`, a fault need not act.
    """
