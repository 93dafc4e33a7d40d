"""The cloud: one simulated iCloud, and its containers."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from ctypes import byref, c_void_p
from types import TracebackType
from typing import Any, NamedTuple

from . import _json, _raw
from ._context import UNSET, Unset, context
from ._harness import Harness
from ._requests import Wire
from .database import Database, Scope
from .errors import BadJSON, error_for
from .events import Event, OperationBlock
from .sharing import (
    Participant,
    ParticipantLike,
    Share,
    ShareMetadata,
    link,
    participants_of,
    share_items,
)


class Answer(NamedTuple):
    """What the library answered: its status, and its JSON exactly as it wrote it."""

    status: int
    text: bytes


class Cloud(Harness):
    """One simulated iCloud. Clouds share nothing.

    The configuration is a mapping, keywords or both: `Cloud(seed=7)`. Without any, the library
    reads the environment: `MOCKCLOUD_CONFIG`, `MOCKCLOUD_STATE` and what else `environ()` makes
    for a program under test. A cloud is closed by `close()`, at the end of its `with` block, or
    when nothing refers to it any more. It may be used from any thread.
    """

    def __init__(self, config: Mapping[str, Any] | None = None, /, **keys: Any) -> None:
        library = _raw.library()
        configuration = {**(config or {}), **keys} if config is not None or keys else None
        handle = c_void_p()
        error = c_void_p()
        status = library.mockcloud_create(
            None if configuration is None else _encode(_json.active, configuration),
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
        self._run = library.mockcloud_call
        self._take = library.take_string
        self._finalizer = weakref.finalize(self, library.mockcloud_destroy, handle.value)

    # Life

    def close(self) -> None:
        """Ends the cloud. Closing it again does nothing; every other call raises `BadHandle`."""
        self._finalizer()

    @property
    def closed(self) -> bool:
        return not self._finalizer.alive

    def __enter__(self) -> Cloud:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Cloud {self._handle or 0:#x}{' closed' if self.closed else ''}>"

    def fork(self) -> Cloud:
        """An independent copy of the whole world, at no cost worth measuring."""
        handle = c_void_p()
        status = self._library.mockcloud_fork(self._handle, byref(handle))
        if status != 0:
            raise error_for(
                status, {"error": {"message": "the cloud cannot be forked: is it open?"}}
            )
        copy = Cloud.__new__(Cloud)
        copy._adopt(self._library, handle)
        copy._passed.extend(self._passed)
        return copy

    # Calls

    def call(
        self, operation: str, request: Mapping[str, Any] | None = None, /, **keys: Any
    ) -> Wire:
        """Runs one operation and returns its answer; raises the error that it answers with.

        Keywords are keys of the request: `call("zones/list", deliver="events")`.
        """
        if keys:
            request = {**(request or {}), **keys}
        status, answer = self.exchange(operation, request)
        if status != 0:
            raise error_for(status, answer)
        return answer

    def exchange(
        self, operation: str, request: Mapping[str, Any] | None = None
    ) -> tuple[int, Wire]:
        """Runs one operation and returns status and answer, whatever the status."""
        codec = self._codec
        text = None if request is None else _encode(codec, request)
        status, answer = self._answer(operation, text)
        return status, codec.decode(answer)

    def call_raw(self, operation: str, request: str | bytes | None = None) -> Answer:
        """Runs one operation with JSON text as it is; raises nothing that the library answers."""
        if isinstance(request, str):
            request = request.encode()
        if request is not None and b"\0" in request:
            # A C string would end there, and the library would see another request.
            raise ValueError("a request cannot hold a NUL character")
        return Answer(*self._answer(operation, request))

    def _answer(self, operation: str, request: bytes | None) -> tuple[int, bytes]:
        if "\0" in operation:
            raise ValueError("the name of an operation cannot hold a NUL character")
        answer = c_void_p()
        status = self._run(self._handle, operation.encode(), request, byref(answer))
        return status, self._take(answer) or b"{}"

    # Events

    def next_event(self) -> Event | None:
        """Takes the next event, or None when there is none."""
        text = self.next_event_raw()
        return None if text is None else self._event(text)

    def _event(self, text: bytes) -> Event:
        return Event.from_wire(self._codec.decode(text))

    def next_event_raw(self) -> bytes | None:
        """Takes the next event as the library wrote it."""
        return self._passed.popleft() if self._passed else self._next()

    def _next(self) -> bytes | None:
        event = c_void_p()
        status = self._library.mockcloud_next_event(self._handle, byref(event))
        text = self._take(event)
        if status != 0:
            raise error_for(status, self._codec.decode(text) if text else {})
        return text

    def events(self) -> Iterator[Event]:
        """Takes events until there is none left. Pushes become events when the clock runs."""
        while (event := self.next_event()) is not None:
            yield event

    def run(self, operation_id: str | Mapping[str, Any]) -> list[OperationBlock]:
        """Lets the clock run and takes the blocks of one operation, up to its completion.

        The operation's ID, or the answer that it came in, names it. Events of others that
        came before are kept for `events()`. The list is empty where the operation is not there or
        its blocks were taken.
        """
        if not isinstance(operation_id, str):
            operation_id = operation_id["operationID"]
        self.advance_clock(0)
        blocks: list[OperationBlock] = []
        others: deque[bytes] = deque()
        while (text := self.next_event_raw()) is not None:
            event = self._event(text)
            if isinstance(event, OperationBlock) and event.operation_id == operation_id:
                blocks.append(event)
                if event.block == "completion":
                    break
            else:
                others.append(text)
        self._passed = others + self._passed
        return blocks

    # Ways in

    def container(
        self, identifier: str | None = None, *, environment: str | None = None
    ) -> Container:
        """A container; without an identifier, the configuration's default one."""
        return Container(self, context(container=identifier, environment=environment))

    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """A database of the default container."""
        return self.container().database(scope, user=user, device=device)

    @property
    def private(self) -> Database:
        """The default user's private database in the default container."""
        return self.database("private")

    @property
    def public(self) -> Database:
        """The public database of the default container, as the default user sees it."""
        return self.database("public")

    @property
    def shared(self) -> Database:
        """What others shared with the default user in the default container."""
        return self.database("shared")


class Container:
    """A container: the databases of one app."""

    __slots__ = ("_cloud", "_context")

    def __init__(self, cloud: Cloud, context: Wire) -> None:
        self._cloud = cloud
        self._context = context

    def __repr__(self) -> str:
        return f"Container({self._context.get('container', 'default')!r})"

    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """A database as that user sees it on that device; `user=None`: nobody is signed in."""
        caller = context(user=user, device=device)
        return Database(self._cloud, {**self._context, "database": scope, **caller})

    @property
    def private(self) -> Database:
        """The default user's private database."""
        return self.database("private")

    @property
    def public(self) -> Database:
        """The public database, as the default user sees it."""
        return self.database("public")

    @property
    def shared(self) -> Database:
        """What others shared with the default user."""
        return self.database("shared")

    def account_status(self, *, user: str | Unset | None = UNSET, device: str | None = None) -> str:
        """The iCloud account's status, `available` for one; needs no account itself."""
        answer = self._call("account/status", user, device)
        status: str = answer["accountStatus"]
        return status

    def user_record_name(
        self, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> str:
        """The record name of the user, who must be signed in."""
        answer = self._call("account/userRecordID", user, device)
        name: str = answer["userRecordName"]
        return name

    # Shares of other users

    def resolve(
        self,
        share: str | Share | ShareMetadata,
        *,
        root_record: bool = False,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> ShareMetadata:
        """What a link leads to; `root_record`: with the record at the top, if one may see it."""
        wanted: Wire = {"value": link(share)}
        if root_record:
            wanted["shouldFetchRootRecord"] = True
        items = self._items("records/resolve", {"shortGUIDs": [wanted]}, "results", user, device)
        return ShareMetadata.from_wire(items[0])

    def accept(
        self,
        share: str | Share | ShareMetadata,
        *,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> ShareMetadata:
        """Makes the user a participant: the zone appears in the user's shared database."""
        wanted = [{"value": link(share)}]
        items = self._items("records/accept", {"shortGUIDs": wanted}, "results", user, device)
        return ShareMetadata.from_wire(items[0])

    def participants(
        self,
        people: Iterable[ParticipantLike],
        *,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> list[Participant]:
        """The users of these addresses or names, as participants to put into a share."""
        infos = [each.lookup_info for each in participants_of(people, "people")]
        request = {"lookupInfos": infos}
        items = self._items("shares/participants", request, "participants", user, device)
        return [Participant.from_wire(each) for each in items]

    def _items(
        self,
        operation: str,
        request: Wire,
        items: str,
        user: str | Unset | None,
        device: str | None,
    ) -> list[Any]:
        whole = {**self._context, **context(user=user, device=device), **request}
        return share_items(self._cloud.exchange(operation, whole), items)

    def _call(self, operation: str, user: str | Unset | None, device: str | None) -> Wire:
        return self._cloud.call(operation, {**self._context, **context(user=user, device=device)})


def _encode(codec: _json.Codec, value: Any) -> bytes:
    try:
        return codec.encode(value)
    except _json.EncodingError as error:
        raise BadJSON(str(error)) from error
