"""What the operations of the harness are made with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from . import _json
from ._requests import Wire
from ._vocabulary import OperationName
from .events import Event


class Answer(NamedTuple):
    """What the library returned: its status, and its JSON exactly as it wrote it."""

    status: int
    text: bytes


class Calls(ABC):
    """What the operations of the harness are made with."""

    _codec: _json.Codec

    @abstractmethod
    def call(
        self, operation: OperationName, request: Mapping[str, Any] | None = None, /, **keys: Any
    ) -> Wire:
        """Runs one operation."""

    @abstractmethod
    def call_raw(self, operation: str, request: str | bytes | None = None) -> Answer:
        """Runs one operation with JSON text as it is."""

    @abstractmethod
    def fork(self) -> Calls:
        """An independent copy of the whole world."""

    @abstractmethod
    def close(self) -> None:
        """Ends the cloud."""

    @abstractmethod
    def events(self) -> Iterator[Event]:
        """Takes the events that are there."""
