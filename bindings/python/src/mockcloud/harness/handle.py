"""One cloud of the library: its lifetime, and the calls to it."""

from __future__ import annotations

import weakref
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager
from ctypes import byref, c_char_p, c_void_p
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from .._core import library, makers
from .._core.calls import Response
from .._core.effects import FOLLOWED, NOTED, PLAIN, name_in_c
from .._core.typing import Unpack
from .._core.vocabulary import OperationName
from .._core.wire import Wire
from ..errors import BadHandle, error_for
from ..inspect.unread import Unread
from ..service.queue import EventQueue
from .configuration import Configuration, configuration_of
from .duties import check, is_abandoned
from .endings import asking, end
from .ledger import Ledger
from .logged import is_logged, log
from .savepoints import Savepoint

_Self = TypeVar("_Self", bound="Handle")

if TYPE_CHECKING:
    _Finalizer = weakref.finalize[Any, "Handle"]
else:
    _Finalizer = weakref.finalize  # has no type parameters at run time


class Handle(ABC):
    """A cloud of the library, which this object destroys."""

    #: Destroys the cloud; None until the cloud is created.
    _finalizer: _Finalizer | None = None

    def __init__(
        self,
        config: Configuration | Mapping[str, Any] | None = None,
        /,
        **keys: Unpack[Configuration],
    ) -> None:
        from .._core import json  # imported here because it imports orjson

        loaded = library.library()
        configuration: Wire | None = None
        if config is not None or keys:
            configuration = configuration_of(config, keys)
        handle = c_void_p()
        error = c_void_p()
        status = loaded.mockcloud_create(
            None if configuration is None else json.active.encode(configuration),
            byref(handle),
            byref(error),
        )
        text = loaded.take_string(error)
        if status != 0:
            raise error_for(status, json.PLAIN.decode(text or b"{}"))
        self._adopt(loaded, handle)

    def _adopt(self, loaded: library.Library, handle: c_void_p) -> None:
        """Takes ownership of the handle's cloud, which is then closed with this object."""
        from .._core import json

        self._library = loaded
        self._handle = handle.value
        self._codec = json.active
        self._ledger = Ledger(asking(loaded, handle.value, self._codec))
        #: The snapshots of the journal that were not read yet.
        self._unread = Unread()
        self._savepoints: list[Savepoint] = []
        self._queue = EventQueue(loaded, handle.value, self._codec)
        # Stored because every call uses them, and attribute lookups take measurable time.
        self._run = loaded.run
        self._free = loaded.free
        self._finalizer = weakref.finalize(self, end, loaded, handle.value, self._ledger)
        makers.note(self)

    def _watch(self, unused: list[str]) -> None:
        """Adds texts about faults that never acted to `unused` when the cloud is closed."""
        self._ledger.watch(unused)

    def _unwatch(self) -> None:
        """Expects nothing more of any fault."""
        self._ledger.unwatch()

    def _excused(self) -> AbstractContextManager[None]:
        return self._ledger.excused()

    def _unused_faults(self) -> list[str]:
        """Returns texts about faults that never acted, if the test made the cloud itself."""
        return self._ledger.problems() if self._ledger.is_left_to_maker else []

    # Lifetime

    def close(self) -> None:
        """Destroys the cloud.

        Closing it again does nothing; every other method then raises `BadHandle`.
        """
        if self._finalizer is not None and not self.closed:
            with self._unread.losing():
                self._finalizer()

    @property
    def closed(self) -> bool:
        """Whether the cloud is closed."""
        return self._finalizer is None or not self._finalizer.alive

    def _closed_error(self) -> BadHandle:
        if self._finalizer is None:
            return BadHandle(
                "the cloud was not made; the __init__ of a subclass calls super().__init__()"
            )
        return BadHandle("the cloud is closed, by close() or at the end of its with block")

    def _check_open(self) -> None:
        if self.closed:
            raise self._closed_error()

    def __enter__(self: _Self) -> _Self:
        self._check_open()
        self._ledger.enter()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        __tracebackhide__ = True
        if is_abandoned(kind) and self._ledger.is_left_to_maker:
            self._ledger.unwatch()
        try:
            texts = self._ledger.leave()
        finally:
            self.close()
        check(texts, kind)

    async def __aenter__(self: _Self) -> _Self:
        return self.__enter__()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.__exit__(kind, error, trace)

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

    @abstractmethod
    def fork(self) -> Handle:
        """Returns an independent copy of the cloud. The cost does not depend on its size."""

    @abstractmethod
    def _copy(self) -> Handle:
        """Returns a copy that is only read: the faults of the cloud cannot act in it instead."""

    def _document(self) -> Wire:
        """Returns the state document, to be read only, as `_copy`."""
        return self._ask("mock/state/save", is_noted=True)

    def _forked(self) -> c_void_p:
        """Returns the handle of a copy of the cloud."""
        self._check_open()
        handle = c_void_p()
        status = self._library.mockcloud_fork(self._handle, byref(handle))
        if status != 0:
            raise error_for(status, {"error": {"message": "the cloud cannot be forked"}})
        return handle

    # Calls

    def call(
        self,
        operation: OperationName | str,
        request: Mapping[str, Any] | None = None,
        /,
        **keys: Any,
    ) -> Wire:
        """Runs one operation and returns its response, or raises its error.

        Keywords are added to the request: `call("zones/list", deliver="events")`. They replace keys
        of the dictionary.
        """
        if keys:
            request = {**(request or {}), **keys}
        status, response = self._exchange(operation, request)
        if is_logged():
            log(operation, request, status, response)
        if status != 0:
            raise error_for(status, response)
        return response

    def exchange(
        self, operation: OperationName | str, request: Mapping[str, Any] | None = None
    ) -> tuple[int, Wire]:
        """Runs one operation and returns its status and its response.

        The status is 0 or the code of a `CKError`. This method suits clients that send the JSON of
        CloudKit Web Services. An error in the test itself, such as an unknown device, has no status
        in CloudKit and raises `UsageError`.
        """
        status, response = self._exchange(operation, request)
        if is_logged():
            log(operation, request, status, response)
        if status < 0:
            raise error_for(status, response)
        return status, response

    def call_raw(self, operation: str, request: str | bytes | None = None) -> Response:
        """Runs one operation with a request as JSON text, and returns its status and JSON.

        It returns the status and JSON of errors as well, and does not raise them.
        """
        if isinstance(request, str):
            request = request.encode()
        if request is not None and b"\0" in request:
            # C strings end at a NUL, so the library would read a truncated request.
            raise ValueError("a request cannot hold a NUL character")
        response = Response(*self._call_library(operation, request))
        if is_logged():
            from ..inspect import call_log

            call_log.write_raw(operation, request, *response)
        return response

    def _ask(
        self,
        operation: OperationName,
        request: Mapping[str, Any] | None = None,
        is_noted: bool = False,
    ) -> Wire:
        """Runs one operation as `call` does, but the test did not ask for it: it is not logged."""
        status, response = self._exchange(operation, request, is_noted)
        if status != 0:
            raise error_for(status, response)
        return response

    def _exchange(
        self, operation: str, request: Mapping[str, Any] | None, is_noted: bool = False
    ) -> tuple[int, Wire]:
        """Runs one operation and returns its status and its response, also for wrong calls."""
        text = None if request is None else self._codec.encode(request)
        status, response = self._call_library(operation, text, is_noted)
        if status < 0 and status == BadHandle.status:
            raise self._closed_error()
        decoded: Wire = self._codec.decode(response)
        return status, decoded

    def _aliases(self) -> dict[str, str]:
        """Returns the aliases of the users by record name."""
        from .aliases import aliases_of

        return aliases_of(self._ask)

    def _call_library(
        self, operation: str, request: bytes | None, is_noted: bool = False
    ) -> tuple[int, bytes]:
        """Calls the library and returns the status and the JSON. All calls use this method."""
        name = PLAIN.get(operation) if isinstance(operation, str) else None
        is_followed = False
        if name is None:
            name = name_in_c(operation)
            if operation in NOTED and not is_noted and not self.closed:
                from .noted_calls import noted  # imported here because many tests make no such call

                return noted(self, operation, request)
            is_followed = operation in FOLLOWED
        response = c_char_p()
        try:
            status = self._run(self._handle, name, request, byref(response))
            if is_followed and status == 0:
                self._queue.passed.follow(operation, request, response.value)
            return status, response.value or b"{}"
        finally:
            self._free(response)
