"""The users of a cloud, their devices and accounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .._core.calls import Part
from .._core.context import UNSET, context
from .._core.keywords import explained_part
from .._core.names import names, some_names
from .._core.wire import STATUSES, AccountStatus, Wire
from .._core.words import word
from ..service.identities import NameComponents, names_of


@dataclass(frozen=True)
class Device:
    """A device with its account status and its simulated network."""

    name: str
    #: The alias of the user who is signed in on it.
    user: str
    account_status: str
    #: The network that was set, as it is now; None if none was set.
    network: str | None = None


@dataclass(frozen=True)
class UserAccount:
    """A user of a cloud. `cloud.as_user(account.alias)` is a view for the user."""

    alias: str
    record_name: str
    email: str | None = None
    phone: str | None = None
    name_components: NameComponents | None = None
    roles: tuple[str, ...] = ()
    devices: tuple[Device, ...] = ()

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UserAccount:
        """Returns the object for a dictionary of a response."""
        alias = wire["alias"]
        devices = (
            Device(each["device"], alias, each["accountStatus"], each.get("network"))
            for each in wire["devices"]
        )
        return cls(
            alias,
            wire["userRecordName"],
            wire.get("emailAddress"),
            wire.get("phoneNumber"),
            names_of(wire),
            tuple(wire.get("roles", ())),
            tuple(devices),
        )


@explained_part("accounts")
class Accounts(Part):
    """The users of one cloud, their devices and accounts: `cloud.accounts`."""

    __slots__ = ()

    def users(self) -> list[UserAccount]:
        """Returns the users, in the order in which they were added."""
        return [
            UserAccount.from_wire(each) for each in self._cloud.call("mock/users/list")["users"]
        ]

    def devices(self, *, user: str | None = None) -> list[Device]:
        """Returns the devices of all users, or those of one, in the order of their addition.

        The user is given by the alias or the record name.
        """
        found = self._cloud.call("mock/users/list", context(user=UNSET if user is None else user))
        return [
            device
            for each in map(UserAccount.from_wire, found["users"])
            if user in (None, each.alias, each.record_name)
            for device in each.devices
        ]

    def add_user(
        self,
        alias: str,
        *,
        email: str | None = None,
        phone: str | None = None,
        record_name: str | None = None,
        name_components: NameComponents | None = None,
        devices: Sequence[str] | None = None,
        roles: Sequence[str] | None = None,
    ) -> str:
        """Adds a user and returns the record name. Requests may also use the alias."""
        request: Wire = context(
            alias=alias, emailAddress=email, phoneNumber=phone, userRecordName=record_name
        )
        if name_components is not None:
            if not isinstance(name_components, NameComponents):
                raise TypeError(
                    f"name_components is NameComponents(given_name=...), not {name_components!r}"
                )
            request["nameComponents"] = name_components.to_wire()
        if devices is not None:
            remedy = "leave it out for one device of the name ALIAS-1"
            request["devices"] = some_names(devices, "devices", remedy)
        if roles is not None:
            request["roles"] = names(roles, "roles")
        name: str = self._cloud.call("mock/users/add", request)["userRecordName"]
        return name

    def add_device(self, device: str, *, user: str | None = None) -> None:
        """Adds a device of a user."""
        self._cloud.call(
            "mock/devices/add", {"device": device, **context(user=UNSET if user is None else user)}
        )

    def restart_device(self, device: str | None = None) -> None:
        """Starts the client of a device again, after a fault has ended it.

        Its operations in flight and their events are gone, and `findings` compares the client only
        with later responses. The default is the device of calls that name none. An empty name means
        callers who are not signed in.
        """
        self._cloud.call("mock/devices/restart", {} if device is None else {"device": device})

    def sign_in(self, user: str, *, device: str | None = None) -> str:
        """Signs a user in on a device; the account becomes available.

        The default is the device of calls that name none. Returns the user's record name.
        """
        request = context(user=user, device=device)
        name: str = self._cloud.call("mock/account/signIn", request)["userRecordName"]
        return name

    def sign_out(self, *, device: str | None = None) -> None:
        """Signs out a device, by default the device of calls that name none."""
        self._cloud.call("mock/account/signOut", context(device=device))

    def set_status(
        self, status: AccountStatus, *, user: str | None = None, device: str | None = None
    ) -> None:
        """Sets the account status of a device, or of all devices of a user."""
        word(status, STATUSES, "status")
        request = {
            "accountStatus": status,
            **context(user=UNSET if user is None else user, device=device),
        }
        self._cloud.call("mock/account/set", request)
