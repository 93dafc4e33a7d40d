"""The class `User`: a view of the cloud for a user on a device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from .. import service
from .._core.calls import Caller
from .._core.context import context
from .._core.keywords import explained
from .._core.vocabulary import OperationName
from .._core.wire import AccountStatus, Environment, Wire
from .container import Container
from .database import Database
from .identities import UserIdentity
from .participants import ParticipantsLike
from .sharing import Share, ShareMetadata
from .views import View


class EventCaller(Caller, Protocol):
    """A cloud whose events can be taken."""

    def _events_of(self, caller: Wire, device: str | None) -> Iterator[service.Event]:
        """Takes the events of a caller's device, by default the device of calls without one."""


@explained
class User(View):
    """A user of a cloud on one device: `cloud.as_user("bob", device="phone")`.

    The object has only the names. `as_user` checks that the user and the device exist.
    """

    __slots__ = ()

    _cloud: EventCaller

    def __init__(self, cloud: EventCaller, name: str, device: str | None) -> None:
        for given in (name, device or ""):
            if not isinstance(given, str):
                raise TypeError(f"users and devices are given as strings, not as {given!r}")
        super().__init__(cloud, context(user=name, device=device))

    @property
    def name(self) -> str:
        """The alias or the record name."""
        name: str = self._context["user"]
        return name

    @property
    def device(self) -> str | None:
        """The name of the device, or None for the user's first device."""
        return self._context.get("device")

    def __repr__(self) -> str:
        return f"User({self.name!r}{'' if self.device is None else f', device={self.device!r}'})"

    def container(
        self, identifier: str | None = None, *, environment: Environment | None = None
    ) -> Container:
        """Returns a container whose calls are made by this user, by default the default one."""
        place = context(container=identifier, environment=environment)
        return Container(self._cloud, {**self._context, **place})

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
        return self._cloud.exchange(operation, {**self._context, **(request or {})})

    def accept(self, share: str | Share | ShareMetadata) -> ShareMetadata:
        """Accepts a share: the zone then appears in `shared`."""
        return self.container().accept(share)

    def account_status(self) -> AccountStatus:
        """Returns the status of the account on the device; `available` if the user is signed in."""
        return self.container().account_status()

    def sign_out(self) -> None:
        """Signs the user out on the device, or without a device on all devices of the user."""
        if self.device is None:
            status = {"accountStatus": "noAccount", "user": self.name}
            self._cloud.call("mock/account/set", status)
        else:
            self._cloud.call("mock/account/signOut", {"device": self.device})

    def sign_in(self) -> None:
        """Signs the user in on the device, or without a device on all devices of the user."""
        if self.device is None:
            self._cloud.call("mock/account/set", {"accountStatus": "available", "user": self.name})
        else:
            self._cloud.call("mock/account/signIn", self._context)

    def events(self) -> Iterator[service.Event]:
        """Takes the events of the device from the queue, in their order.

        Each event is taken when the iterator returns it. Events of other devices remain in the
        queue; `Cloud.events()` takes the events of all devices.
        """
        return self._cloud._events_of(self._context, self.device)
