"""The class `User`: a view of the cloud for a user on a device."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from ctypes import byref, c_void_p
from functools import partial
from typing import Any

import mockcloud

from ._context import context
from ._keywords import explained
from ._mishaps import AccountStatus
from ._requests import Environment, Wire
from ._views import are_same
from ._vocabulary import OperationName
from .container import Container
from .database import Database
from .errors import error_for
from .events import Event
from .identities import UserIdentity
from .sharing import ParticipantsLike, Share, ShareMetadata


@explained
class User:
    """A user of a cloud on one device: `cloud.as_user("bob", device="phone")`.

    The object has only the names. `as_user` checks that the user and the device exist.
    """

    __slots__ = ("_cloud", "device", "name")

    def __init__(self, cloud: mockcloud.Cloud, name: str, device: str | None) -> None:
        for given in (name, device or ""):
            if not isinstance(given, str):
                raise TypeError(f"users and devices are given as texts, not as {given!r}")
        self._cloud = cloud
        #: The alias or the record name.
        self.name = name
        #: The name of the device, or None for the user's first device.
        self.device = device

    def __repr__(self) -> str:
        return f"User({self.name!r}{'' if self.device is None else f', device={self.device!r}'})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, User):
            return NotImplemented
        if self._cloud is not other._cloud:
            return False
        contexts = (context(user=each.name, device=each.device) for each in (self, other))
        return are_same(self._cloud, *contexts)

    def __hash__(self) -> int:
        return hash((type(self), id(self._cloud)))

    def container(
        self, identifier: str | None = None, *, environment: Environment | None = None
    ) -> Container:
        """Returns a container whose calls are made by this user, by default the default one."""
        caller = context(user=self.name, device=self.device)
        place = context(container=identifier, environment=environment)
        return Container(self._cloud, {**caller, **place})

    @property
    def private(self) -> Database:
        """The user's private database in the default container."""
        return self.container().private

    @property
    def public(self) -> Database:
        """The public database of the default container, used by this user."""
        return self.container().public

    @property
    def shared(self) -> Database:
        """The user's shared database in the default container."""
        return self.container().shared

    def identity(self) -> UserIdentity:
        """Returns the identity of the user, whose account must be available."""
        return self.container().identity()

    def discover(self, people: ParticipantsLike | None = None) -> list[UserIdentity]:
        """Returns the users with these addresses, numbers or names, by default all other users."""
        return self.container().discover(people)

    def exchange(
        self, operation: OperationName | str, request: Mapping[str, Any] | None = None
    ) -> tuple[int, Wire]:
        """Runs any operation as this user on this device, as `Cloud.exchange` does."""
        caller = context(user=self.name, device=self.device)
        return self._cloud.exchange(operation, {**caller, **(request or {})})

    def accept(self, share: str | Share | ShareMetadata) -> ShareMetadata:
        """Accepts a share: the zone then appears in `shared`."""
        return self.container().accept(share)

    def account_status(self) -> AccountStatus:
        """Returns the status of the account on the device; `available` if the user is signed in."""
        return self.container().account_status()

    def sign_out(self) -> None:
        """Signs the user out on the device, or without a device on all devices of the user."""
        if self.device is None:
            self._cloud.set_account_status("noAccount", user=self.name)
        else:
            self._cloud.sign_out(device=self.device)

    def sign_in(self) -> None:
        """Signs the user in on the device, or without a device on all devices of the user."""
        if self.device is None:
            self._cloud.set_account_status("available", user=self.name)
        else:
            self._cloud.sign_in(self.name, device=self.device)

    def events(self) -> Iterator[Event]:
        """Takes the events of the device from the queue, in their order.

        Each event is taken when the iterator returns it. Events of other devices remain in the
        queue; `Cloud.events()` takes the events of all devices.
        """
        return events_of_device(
            self._cloud,
            context(user=self.name, device=self.device),
            self.device or partial(self._cloud._default_device, context(user=self.name)),
        )


def events_of_device(
    cloud: mockcloud.Cloud, caller: Mapping[str, Any], device: str | Callable[[], str | None]
) -> Iterator[Event]:
    """Takes the events of a caller's device from the queue.

    `device` is the name of the device, or a function that returns it.
    """
    cloud._check_open()
    yield from _passed_events(cloud, device)
    view = _view(cloud, caller)
    try:
        while (text := cloud._next(view)) is not None:
            yield cloud._event(text)
    finally:
        cloud._library.mockcloud_destroy(view)


def _passed_events(
    cloud: mockcloud.Cloud, device: str | Callable[[], str | None]
) -> Iterator[Event]:
    """Takes the events of the device that `Cloud.run` kept."""
    passed = cloud._passed.events
    if not passed:
        return
    name = device if isinstance(device, str) else device()
    seen: deque[bytes] = deque()
    try:
        while passed:
            event = cloud._event(passed[0])
            if event.device == name:
                passed.popleft()
                yield event
            else:
                seen.append(passed.popleft())
    finally:
        passed.extendleft(reversed(seen))


def _view(cloud: mockcloud.Cloud, caller: Mapping[str, Any]) -> int | None:
    """Returns a handle of a view that takes the events of the caller's device."""
    view, error = c_void_p(), c_void_p()
    text = json.dumps(caller).encode()
    status = cloud._library.mockcloud_view(cloud._handle, text, byref(view), byref(error))
    refusal = cloud._library.take_string(error)
    if status != 0:
        raise error_for(status, cloud._codec.decode(refusal) if refusal else {})
    return view.value
