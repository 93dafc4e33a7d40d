"""Events that `Cloud.run` took from the queue while it collected those of an operation."""

from __future__ import annotations

import json
from collections import deque

#: The key of the events at the beginning of an exploration, which no snapshot has as its name.
_EXPLORATION = None


class PassedEvents:
    """The events that `run` took. They are stored and restored as those in the queue are."""

    __slots__ = ("_stored", "events")

    def __init__(self) -> None:
        self.events: deque[bytes] = deque()
        #: The events at the time of each snapshot, by its name.
        self._stored: dict[str | None, tuple[bytes, ...]] = {}

    def copy(self) -> PassedEvents:
        copied = PassedEvents()
        copied.events.extend(self.events)
        copied._stored.update(self._stored)
        return copied

    def follow(self, operation: str, request: bytes | None, response: bytes | None) -> None:
        """Follows a call that succeeded."""
        if operation == "mock/snapshot":
            self._stored[_name_in(request)] = tuple(self.events)
        elif operation == "mock/restore":
            self.events = deque(self._stored.get(_name_in(request), ()))
        elif operation == "mock/explore/begin":
            self._stored[_EXPLORATION] = tuple(self.events)
        elif operation == "mock/explore/next":
            self.events = deque(self._stored.get(_EXPLORATION, ()))
            if json.loads(response or b"{}").get("done"):
                self._stored.pop(_EXPLORATION, None)
        elif operation == "mock/explore/end":
            # An exploration that has ended already is left as it is.
            if _EXPLORATION in self._stored:
                self.events = deque(self._stored.pop(_EXPLORATION))
        else:
            self.events = deque()


def _name_in(request: bytes | None) -> str:
    name: str = json.loads(request or b"{}")["name"]
    return name
