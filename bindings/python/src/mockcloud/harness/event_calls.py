"""The events of a cloud."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from .. import service
from .._core.wire import Wire
from .handle import Handle


class EventCalls(Handle):
    """Takes the events of one cloud from its queue."""

    def next_event(self) -> service.Event | None:
        """Takes the next event from the queue and returns it, or None if the queue is empty."""
        text = self.next_event_raw()
        return None if text is None else self._queue.event(text)

    def next_event_raw(self) -> bytes | None:
        """Takes the next event from the queue and returns its JSON, or None."""
        self._check_open()
        return self._queue.take()

    def events(self) -> Iterator[service.Event]:
        """Takes events from the queue until it is empty.

        Pushes become events when the clock advances.
        """
        while (event := self.next_event()) is not None:
            yield event

    def _events_of(self, caller: Wire, device: str | None) -> Iterator[service.Event]:
        self._check_open()
        named = device or (lambda: self._default_device(caller))
        yield from self._queue.of_device(caller, named)

    def _default_device(self, caller: Wire) -> str | None:
        """Returns the device of a caller's calls that name none; None if nobody is signed in."""
        device: str | None = self._ask("mock/users/list", caller)["caller"]["device"]
        return device or None

    def run(
        self, operation: str | Mapping[str, Any] | service.OperationInFlight
    ) -> list[service.OperationBlock]:
        """Lets time pass until an operation has ended, and takes its blocks.

        The operation is given as its ID, as the response that contains the ID, or as an
        `OperationInFlight`. Other events that precede its blocks are kept for `events()`. The list
        is empty if its blocks were already taken. If its client has ended, `Crash` is raised.
        """
        from ..service.operations import operation_id

        name = operation_id(operation)
        self.call("mock/clock/runUntilIdle", {"operationID": name})
        blocks: list[service.OperationBlock] = []
        others: deque[bytes] = deque()
        while (text := self.next_event_raw()) is not None:
            event = self._queue.event(text)
            if isinstance(event, service.OperationBlock) and event.operation_id == name:
                blocks.append(event)
                if event.block == "completion":
                    break
            else:
                others.append(text)
        passed = self._queue.passed
        passed.events = others + passed.events
        return blocks
