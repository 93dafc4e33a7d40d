"""The base class of the operations of the harness."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ._codec import Codec
from ._requests import Wire
from ._vocabulary import OperationName
from .events import Event


class Answer(NamedTuple):
    """The status of a call and its response, as the JSON that the library wrote."""

    status: int
    text: bytes


class Calls(ABC):
    """The methods with which the operations of the harness are built."""

    _codec: Codec

    @abstractmethod
    def call(
        self,
        operation: OperationName | str,
        request: Mapping[str, Any] | None = None,
        /,
        **keys: Any,
    ) -> Wire:
        """Runs one operation."""

    @abstractmethod
    def call_raw(self, operation: str, request: str | bytes | None = None) -> Answer:
        """Runs one operation with a JSON text, which is passed on unchanged."""

    @abstractmethod
    def _differing_parts(self, other: Calls) -> tuple[Wire, Wire]:
        """Returns the state documents of two clouds without the records that both have."""

    @abstractmethod
    def fork(self) -> Calls:
        """Returns an independent copy of the cloud."""

    @abstractmethod
    def close(self) -> None:
        """Destroys the cloud."""

    @abstractmethod
    def _own_events(self) -> Iterator[Event]:
        """Takes the queued events of the default device."""

    @abstractmethod
    def events(self) -> Iterator[Event]:
        """Takes the queued events."""
