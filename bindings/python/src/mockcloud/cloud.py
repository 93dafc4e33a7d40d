"""The class `Cloud`: one simulated iCloud."""

from __future__ import annotations

import sys
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from ctypes import byref, c_char_p, c_void_p
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from . import _makers, _raw
from ._calls_base import Answer, Calls
from ._context import UNSET, Unset, context
from ._databases import Databases
from ._harness import Harness
from ._keywords import explained
from ._ledger import EXPLORING, REPLACING, Ledger
from ._looking import Looking
from ._passed import FOLLOWED, PassedEvents
from ._requests import Environment, Scope, Wire
from ._savepoints import Savepoint, Savepoints
from ._typing import Unpack
from ._vocabulary import OperationName
from .accounts import Listing
from .configuration import Configuration, configuration_of
from .container import Container
from .database import Database
from .errors import BadHandle, error_for
from .events import Event, OperationBlock
from .in_flight import OperationInFlight, operation_id
from .journal import Unread
from .user import User, events_of_device

#: The calls after which the journal does not have the earlier calls any more, or not the same.
_LOSING = REPLACING | EXPLORING | {"mock/journal/clear"}

if TYPE_CHECKING:
    _Finalizer = weakref.finalize[Any, "Cloud"]
else:
    _Finalizer = weakref.finalize  # has no type parameters at run time

#: Whether calls are logged at a level; None until `logging` is imported, which takes some time.
_is_enabled: Callable[[int], bool] | None = None

#: `logging.INFO`.
_INFO = 20


def _is_logged() -> bool:
    """Returns whether calls are logged; nobody reads a log unless `logging` is imported."""
    global _is_enabled
    if _is_enabled is None:
        if "logging" not in sys.modules:
            return False
        from . import _call_log

        _is_enabled = _call_log.logger.isEnabledFor
    return _is_enabled(_INFO)


@explained
class Cloud(Harness, Listing, Savepoints, Looking, Databases):
    """One simulated iCloud, independent of all other clouds.

    The configuration is given as keywords, as a mapping or as both: `Cloud(seed=7)`. The keys are
    described in `Configuration`. Without a configuration, the library reads environment variables:
    `MOCKCLOUD_CONFIG` and those that `environ()` sets for a program under test. A cloud is closed
    by `close()`, at the end of its `with` or `async with` block, or when no reference to it
    remains. It may be used from any thread.
    """

    #: Destroys the cloud; None until the cloud is created.
    _finalizer: _Finalizer | None = None

    def __init__(
        self,
        config: Configuration | Mapping[str, Any] | None = None,
        /,
        **keys: Unpack[Configuration],
    ) -> None:
        from . import _json  # imported here because it imports orjson

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
        """Takes ownership of the handle's cloud, which is then closed with this object."""
        from . import _json

        self._library = library
        self._handle = handle.value
        self._codec = _json.active
        self._ledger = Ledger(self.call, self._aliases)
        #: The snapshots of the journal that were not read yet.
        self._unread: Unread = weakref.WeakValueDictionary()
        self._savepoints: list[Savepoint] = []
        # Other events that `run` took while it collected the events of an operation.
        self._passed = PassedEvents()
        # Stored because every call uses them, and attribute lookups take measurable time.
        self._run = library.run
        self._free = library.free
        self._finalizer = weakref.finalize(self, library.mockcloud_destroy, handle.value)
        _makers.note(self)

    # Lifetime

    def close(self) -> None:
        """Destroys the cloud.

        Closing it again does nothing; every other method then raises `BadHandle`.
        """
        if self._finalizer is None:
            return
        try:
            if not self.closed:
                self._ledger.closing()
        finally:
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
        """Returns an independent copy of the cloud. The cost does not depend on its size."""
        self._check_open()
        handle = c_void_p()
        status = self._library.mockcloud_fork(self._handle, byref(handle))
        if status != 0:
            raise error_for(status, {"error": {"message": "the cloud cannot be forked"}})
        copy = Cloud.__new__(Cloud)
        copy._adopt(self._library, handle)
        copy._passed = self._passed.copy()
        return copy

    # Calls

    def call(
        self,
        operation: OperationName | str,
        request: Mapping[str, Any] | None = None,
        /,
        **keys: Any,
    ) -> Wire:
        """Runs one operation and returns its response, or raises its error.

        Keywords are added to the request: `call("zones/list", deliver="events")`.
        """
        if keys:
            request = {**(request or {}), **keys}
        status, answer = self.exchange(operation, request)
        if status != 0:
            raise error_for(status, answer)
        return answer

    def exchange(
        self, operation: OperationName | str, request: Mapping[str, Any] | None = None
    ) -> tuple[int, Wire]:
        """Runs one operation and returns its status and its response.

        The status is 0 or the code of a `CKError`. This method suits clients that send the JSON of
        CloudKit Web Services. An error in the test itself, such as an unknown device, has no status
        in CloudKit and raises `UsageError`.
        """
        codec = self._codec
        text = None if request is None else codec.encode(request)
        status, answer = self._answer(operation, text)
        if status == BadHandle.status:
            raise self._closed_error()
        decoded: Wire = codec.decode(answer)
        if _is_logged():
            from . import _call_log

            _call_log.write(operation, request or {}, status, decoded)
        if status < 0:
            raise error_for(status, decoded)
        return status, decoded

    def call_raw(self, operation: str, request: str | bytes | None = None) -> Answer:
        """Runs one operation with a request as JSON text, and returns its status and JSON.

        It returns the status and JSON of errors as well, and does not raise them.
        """
        if isinstance(request, str):
            request = request.encode()
        if request is not None and b"\0" in request:
            # C strings end at a NUL, so the library would read a truncated request.
            raise ValueError("a request cannot hold a NUL character")
        answer = Answer(*self._answer(operation, request))
        if _is_logged():
            from . import _call_log

            _call_log.write_raw(operation, request, *answer)
        return answer

    def _ask(self, operation: OperationName, request: Mapping[str, Any] | None = None) -> Wire:
        """Runs one operation as `call` does, but the test did not ask for it: it is not logged."""
        text = None if request is None else self._codec.encode(request)
        status, answer = self._answer(operation, text)
        if status == BadHandle.status:
            raise self._closed_error()
        decoded: Wire = self._codec.decode(answer)
        if status != 0:
            raise error_for(status, decoded)
        return decoded

    def _differing_parts(self, other: Calls) -> tuple[Wire, Wire]:
        if not isinstance(other, Cloud):
            raise TypeError(f"a cloud is compared with another, not with {other!r}")
        for each in (self, other):
            each._check_open()
        result = c_void_p()
        status = self._library.mockcloud_diff(self._handle, other._handle, byref(result))
        parts: Wire = self._codec.decode(self._library.take_string(result) or b"{}")
        if status != 0:
            raise error_for(status, parts)
        return parts["before"], parts["after"]

    def _answer(self, operation: str, request: bytes | None) -> tuple[int, bytes]:
        """Calls the library and returns the status and the JSON. All calls use this method."""
        if not isinstance(operation, str):
            raise TypeError(f"an operation is given as its name, not as {operation!r}")
        if "\0" in operation:
            raise ValueError("the name of an operation cannot hold a NUL character")
        if operation in _LOSING and not self._is_losing:
            return self._lose(operation, request)
        answer = c_char_p()
        try:
            status = self._run(self._handle, operation.encode(), request, byref(answer))
            if operation in FOLLOWED and status == 0:
                self._passed.follow(operation, request, answer.value)
            return status, answer.value or b"{}"
        finally:
            self._free(answer)

    #: Whether a call that loses calls of the journal, or rules, is being made.
    _is_losing = False

    def _lose(self, operation: str, request: bytes | None) -> tuple[int, bytes]:
        """Makes a call that loses calls of the journal: snapshots of it are read first."""
        self._is_losing = True
        try:
            if not self.closed:
                for calls in list(self._unread.values()):
                    calls._settle()
                if operation in REPLACING:
                    with self._ledger.replacing():
                        return self._answer(operation, request)
            return self._answer(operation, request)
        finally:
            self._is_losing = False

    # Events

    def next_event(self) -> Event | None:
        """Takes the next event from the queue and returns it, or None if the queue is empty."""
        text = self.next_event_raw()
        return None if text is None else self._event(text)

    def _event(self, text: bytes) -> Event:
        return Event.from_wire(self._codec.decode(text))

    def next_event_raw(self) -> bytes | None:
        """Takes the next event from the queue and returns its JSON, or None."""
        self._check_open()
        passed = self._passed.events
        return passed.popleft() if passed else self._next()

    def _next(self, view: int | None = None) -> bytes | None:
        event = c_void_p()
        status = self._library.mockcloud_next_event(view or self._handle, byref(event))
        text = self._library.take_string(event)
        if status != 0:
            raise error_for(status, self._codec.decode(text) if text else {})
        return text

    def events(self) -> Iterator[Event]:
        """Takes events from the queue until it is empty.

        Pushes become events when the clock advances.
        """
        while (event := self.next_event()) is not None:
            yield event

    def _own_events(self) -> Iterator[Event]:
        self._check_open()
        device = self._default_device({})
        # A view of no device would take the events of all.
        return iter(()) if device is None else events_of_device(self, {"device": device}, device)

    def _default_device(self, caller: Wire) -> str | None:
        """Returns the device of a caller's calls that name none; None if nobody is signed in."""
        device: str | None = self._ask("mock/users/list", caller)["caller"]["device"]
        return device or None

    def run(self, operation: str | Mapping[str, Any] | OperationInFlight) -> list[OperationBlock]:
        """Lets time pass until an operation has ended, and takes its blocks.

        The operation is given as its ID, as the response that contains the ID, or as an
        `OperationInFlight`. Other events that precede its blocks are kept for `events()`. The list
        is empty if its blocks were already taken. If its client has ended, `Crash` is raised.
        """
        name = operation_id(operation)
        self.call("mock/clock/runUntilIdle", {"operationID": name})
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
        self._passed.events = others + self._passed.events
        return blocks

    # Containers, databases and users

    def container(
        self, identifier: str | None = None, *, environment: Environment | None = None
    ) -> Container:
        """Returns a container, by default the default container of the configuration."""
        return Container(self, context(container=identifier, environment=environment))

    def as_user(self, user: str, device: str | None = None) -> User:
        """Returns a view of the cloud for a user on a device, by default the user's first one.

        Raises `ValueError` if the cloud has no such user, or the user no such device.
        """
        view = User(self, user, device)
        # Any harness call with these context keys checks them.
        self._ask("operations/list", context(user=user, device=device))
        return view

    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """Returns a database of the default container."""
        return self.container().database(scope, user=user, device=device)
