"""The cloud: one simulated iCloud, and its containers."""

from __future__ import annotations

import logging
import sys
import weakref
from collections import deque
from collections.abc import Iterator, Mapping
from ctypes import byref, c_char_p, c_void_p
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from . import _call_log, _json, _makers, _raw
from ._calls_base import Answer
from ._context import UNSET, Unset, context
from ._databases import Databases
from ._harness import Harness
from ._looking import Looking
from ._requests import Environment, Scope, Wire
from ._vocabulary import OperationName
from .configuration import Configuration, configuration_of
from .container import Container
from .database import Database
from .errors import BadHandle, error_for
from .events import Event, OperationBlock
from .in_flight import OperationInFlight, operation_id
from .user import User

if sys.version_info >= (3, 11):
    from typing import Unpack
elif TYPE_CHECKING:
    from typing_extensions import Unpack

_is_logged = _call_log.logger.isEnabledFor


class Cloud(Harness, Looking, Databases):
    """One simulated iCloud. Clouds share nothing.

    The configuration is keywords, a mapping or both: `Cloud(seed=7)`; `Configuration` describes
    the keys. Without any, the library reads the environment: `MOCKCLOUD_CONFIG`, `MOCKCLOUD_STATE`
    and what else `environ()` makes for a program under test. A cloud is closed by `close()`, at
    the end of its `with` or `async with` block, or when nothing refers to it any more. It may be
    used from any thread.
    """

    #: Ends the cloud; None until it is made.
    _finalizer: weakref.finalize[Any, Cloud] | None = None

    def __init__(
        self,
        config: Configuration | Mapping[str, Any] | None = None,
        /,
        **keys: Unpack[Configuration],
    ) -> None:
        library = _raw.library()
        configuration: Wire | None = None
        if config is not None or keys:
            configuration = configuration_of(config, keys)
        handle = c_void_p()
        error = c_void_p()
        status = library.mockcloud_create(
            None if configuration is None else _json.active.encode(configuration),
            byref(handle),
            byref(error),
        )
        text = library.take_string(error)
        if status != 0:
            raise error_for(status, _json.PLAIN.decode(text or b"{}"))
        self._adopt(library, handle)

    def _adopt(self, library: _raw.Library, handle: c_void_p) -> None:
        """Takes over the cloud of that handle: from here on it is closed with this object."""
        self._library = library
        self._handle = handle.value
        self._codec = _json.active
        # Events that were taken on the way to those of an operation.
        self._passed: deque[bytes] = deque()
        # The two functions of every call, so that a call need not look them up.
        self._run = library.run
        self._free = library.free
        self._finalizer = weakref.finalize(self, library.mockcloud_destroy, handle.value)
        _makers.note(self)

    # Life

    def close(self) -> None:
        """Ends the cloud. Closing it again does nothing; every other call raises `BadHandle`."""
        if self._finalizer is not None:
            self._finalizer()

    @property
    def closed(self) -> bool:
        return self._finalizer is None or not self._finalizer.alive

    def _closed_error(self) -> BadHandle:
        return BadHandle("the cloud is closed, by close() or at the end of its with block")

    def _check_open(self) -> None:
        if self.closed:
            raise self._closed_error()

    def __enter__(self) -> Cloud:
        self._check_open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Cloud:
        return self.__enter__()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._finalizer is None:
            return "<Cloud that was not made>"
        return f"<Cloud {self._handle or 0:#x}{' closed' if self.closed else ''}>"

    def __copy__(self) -> NoReturn:
        raise TypeError("a cloud cannot be copied or pickled: use fork()")

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__copy__()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        self.__copy__()

    def fork(self) -> Cloud:
        """Returns an independent copy of the whole world, which costs next to nothing."""
        self._check_open()
        handle = c_void_p()
        status = self._library.mockcloud_fork(self._handle, byref(handle))
        if status != 0:
            raise error_for(status, {"error": {"message": "the cloud cannot be forked"}})
        copy = Cloud.__new__(Cloud)
        copy._adopt(self._library, handle)
        copy._passed.extend(self._passed)
        return copy

    # Calls

    def call(
        self, operation: OperationName, request: Mapping[str, Any] | None = None, /, **keys: Any
    ) -> Wire:
        """Runs one operation and returns its answer, or raises its error.

        Keywords are keys of the request: `call("zones/list", deliver="events")`.
        """
        if keys:
            request = {**(request or {}), **keys}
        status, answer = self.exchange(operation, request)
        if status != 0:
            raise error_for(status, answer)
        return answer

    def exchange(
        self, operation: OperationName, request: Mapping[str, Any] | None = None
    ) -> tuple[int, Wire]:
        """Runs one operation and returns its status, 0 or the code of a CKError, and its answer.

        It is what a client calls that sends JSON of CloudKit Web Services. A mistake of the test,
        such as an unknown device, is no status of CloudKit's and raises `UsageError`.
        """
        codec = self._codec
        text = None if request is None else codec.encode(request)
        status, answer = self._answer(operation, text)
        if status == BadHandle.status:
            raise self._closed_error()
        decoded: Wire = codec.decode(answer)
        if _is_logged(logging.INFO):
            _call_log.write(operation, request or {}, status, decoded)
        if status < 0:
            raise error_for(status, decoded)
        return status, decoded

    def call_raw(self, operation: str, request: str | bytes | None = None) -> Answer:
        """Runs one operation with JSON text, and returns status and JSON, also of errors."""
        if isinstance(request, str):
            request = request.encode()
        if request is not None and b"\0" in request:
            # A C string would end there, and the library would see another request.
            raise ValueError("a request cannot hold a NUL character")
        answer = Answer(*self._answer(operation, request))
        if _is_logged(logging.INFO):
            _call_log.write_raw(operation, request, *answer)
        return answer

    def _answer(self, operation: str, request: bytes | None) -> tuple[int, bytes]:
        """The one way of all calls to the library: status and JSON as it wrote it."""
        if "\0" in operation:
            raise ValueError("the name of an operation cannot hold a NUL character")
        answer = c_char_p()
        try:
            status = self._run(self._handle, operation.encode(), request, byref(answer))
            return status, answer.value or b"{}"
        finally:
            self._free(answer)

    # Events

    def next_event(self) -> Event | None:
        """Takes the next event, or None when there is none."""
        text = self.next_event_raw()
        return None if text is None else self._event(text)

    def _event(self, text: bytes) -> Event:
        return Event.from_wire(self._codec.decode(text))

    def next_event_raw(self) -> bytes | None:
        """Takes the next event as the library wrote it."""
        self._check_open()
        return self._passed.popleft() if self._passed else self._next()

    def _next(self, view: int | None = None) -> bytes | None:
        event = c_void_p()
        status = self._library.mockcloud_next_event(view or self._handle, byref(event))
        text = self._library.take_string(event)
        if status != 0:
            raise error_for(status, self._codec.decode(text) if text else {})
        return text

    def events(self) -> Iterator[Event]:
        """Takes events until there is none left. Pushes become events when the clock runs."""
        while (event := self.next_event()) is not None:
            yield event

    def run(self, operation: str | Mapping[str, Any] | OperationInFlight) -> list[OperationBlock]:
        """Lets the clock run and takes the blocks of one operation, up to its completion.

        The operation's ID, or the answer that it came in, names it. Events of others that
        came before are kept for `events()`. The list is empty where the operation is not there or
        its blocks were taken.
        """
        name = operation_id(operation)
        self.advance_clock(0)
        blocks: list[OperationBlock] = []
        others: deque[bytes] = deque()
        while (text := self.next_event_raw()) is not None:
            event = self._event(text)
            if isinstance(event, OperationBlock) and event.operation_id == name:
                blocks.append(event)
                if event.block == "completion":
                    break
            else:
                others.append(text)
        self._passed = others + self._passed
        return blocks

    # Ways in

    def container(
        self, identifier: str | None = None, *, environment: Environment | None = None
    ) -> Container:
        """Returns a container; without an identifier, the configuration's default one."""
        return Container(self, context(container=identifier, environment=environment))

    def as_user(self, user: str, device: str | None = None) -> User:
        """Returns the cloud as that user sees it on that device, by default on the first one."""
        return User(self, user, device)

    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """Returns a database of the default container."""
        return self.container().database(scope, user=user, device=device)
