"""What the operations of the harness are made with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from ._requests import Wire
from ._vocabulary import OperationName
from .events import Event


class Calls(ABC):
    """What the operations of the harness are made with."""

    @abstractmethod
    def call(
        self, operation: OperationName, request: Mapping[str, Any] | None = None, /, **keys: Any
    ) -> Wire:
        """Runs one operation."""

    @abstractmethod
    def events(self) -> Iterator[Event]:
        """Takes the events that are there."""
