"""The users of a cloud and their devices, as lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._calls_base import Calls
from ._context import UNSET, context
from .identities import NameComponents, names_of


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


class Listing(Calls):
    """The lists of users and devices."""

    def users(self) -> list[UserAccount]:
        """Returns the users, in the order in which they were added."""
        return [UserAccount.from_wire(each) for each in self.call("mock/users/list")["users"]]

    def devices(self, *, user: str | None = None) -> list[Device]:
        """Returns the devices of all users, or those of one, in the order of their addition.

        The user is given by the alias or the record name.
        """
        found = self.call("mock/users/list", context(user=UNSET if user is None else user))
        return [
            device
            for each in map(UserAccount.from_wire, found["users"])
            if user in (None, each.alias, each.record_name)
            for device in each.devices
        ]
