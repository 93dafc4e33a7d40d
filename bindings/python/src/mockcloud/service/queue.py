"""The queue of a cloud's events."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from ctypes import byref, c_void_p
from typing import Any

from .. import service
from .._core.codec import Codec
from .._core.library import Library
from ..errors import error_for
from .passed import PassedEvents


class EventQueue:
    """Takes the events of one cloud from the library, and keeps those that `run` passed over."""

    __slots__ = ("_codec", "_handle", "_library", "passed")

    def __init__(self, library: Library, handle: int | None, codec: Codec) -> None:
        self._library = library
        self._handle = handle
        self._codec = codec
        #: Other events that `run` took while it collected the events of an operation.
        self.passed = PassedEvents()

    def take(self) -> bytes | None:
        """Takes the next event and returns its JSON, or None if there is none."""
        passed = self.passed.events
        return passed.popleft() if passed else self._next(self._handle)

    def event(self, text: bytes) -> service.Event:
        return service.Event.from_wire(self._codec.decode(text))

    def of_device(
        self, caller: Mapping[str, Any], device: str | Callable[[], str | None]
    ) -> Iterator[service.Event]:
        """Takes the events of a caller's device; `device` is its name, or a function for it."""
        yield from self._passed_of(device)
        view = self._view(caller)
        try:
            while (text := self._next(view)) is not None:
                yield self.event(text)
        finally:
            self._library.mockcloud_destroy(view)

    def _next(self, handle: int | None) -> bytes | None:
        event = c_void_p()
        status = self._library.mockcloud_next_event(handle, byref(event))
        text = self._library.take_string(event)
        if status != 0:
            raise error_for(status, self._codec.decode(text) if text else {})
        return text

    def _passed_of(self, device: str | Callable[[], str | None]) -> Iterator[service.Event]:
        """Takes the events of the device that `run` kept."""
        passed = self.passed.events
        if not passed:
            return
        name = device if isinstance(device, str) else device()
        seen: deque[bytes] = deque()
        try:
            while passed:
                event = self.event(passed[0])
                if event.device == name:
                    passed.popleft()
                    yield event
                else:
                    seen.append(passed.popleft())
        finally:
            passed.extendleft(reversed(seen))

    def _view(self, caller: Mapping[str, Any]) -> int | None:
        """Returns a handle of a view that takes the events of the caller's device."""
        view, error = c_void_p(), c_void_p()
        text = json.dumps(caller).encode()
        status = self._library.mockcloud_view(self._handle, text, byref(view), byref(error))
        refusal = self._library.take_string(error)
        if status != 0:
            raise error_for(status, self._codec.decode(refusal) if refusal else {})
        return view.value
