"""Who can be called: what a cloud offers to the objects that make calls to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from .attributes import Explaining
from .codec import Codec
from .vocabulary import OperationName
from .wire import Wire


class Response(NamedTuple):
    """The status of a call and its response, as the JSON that the library wrote."""

    status: int
    text: bytes


#: `Cloud.call`, for objects that need nothing else of a cloud.
CallFunction = Callable[[OperationName, Mapping[str, Any]], Wire]


class Caller(Protocol):
    """A cloud, for databases, for the parts of the harness and for readers of its state."""

    _codec: Codec

    @property
    def closed(self) -> bool:
        """Whether the cloud is closed."""

    def call(
        self,
        operation: OperationName | str,
        request: Mapping[str, Any] | None = None,
        /,
        **keys: Any,
    ) -> Wire:
        """Runs one operation and returns its response, or raises its error."""

    def exchange(
        self, operation: OperationName | str, request: Mapping[str, Any] | None = None
    ) -> tuple[int, Wire]:
        """Runs one operation and returns its status and its response."""

    def call_raw(self, operation: str, request: str | bytes | None = None) -> Response:
        """Runs one operation with a JSON text, which is passed on unchanged."""

    def _ask(self, operation: OperationName, request: Mapping[str, Any] | None = None) -> Wire:
        """Runs one operation that the test did not ask for: it is not logged."""

    def fork(self) -> Caller:
        """Returns an independent copy of the cloud."""

    def close(self) -> None:
        """Destroys the cloud."""


class Belonging(Explaining):
    """What belongs to one cloud. Two of a class are equal if they belong to the same cloud."""

    __slots__ = ()

    def _owner(self) -> object:
        """Returns the cloud, or what only calls to this cloud are equal to."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Belonging) or type(other) is not type(self):
            return NotImplemented
        return self._owner() == other._owner()

    def __hash__(self) -> int:
        return hash((type(self), self._owner()))


class Part(Belonging):
    """A part of a cloud, such as its clock: `cloud.clock`."""

    __slots__ = ("_cloud",)

    def __init__(self, cloud: Caller) -> None:
        self._cloud = cloud

    def _owner(self) -> object:
        return self._cloud
