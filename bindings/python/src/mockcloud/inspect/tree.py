"""The contents of a cloud as a tree: users, databases, zones, record counts and shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .._core.wording import check_limit, counted, listed
from .branches import Branch, shortened
from .names import share_name
from .sizes import TREE_LIMIT


@dataclass(frozen=True)
class DeviceTree:
    """A device with the status of its account."""

    name: str
    account_status: str
    #: The simulated network of the device, or None.
    network: str | None

    def branch(self) -> Branch:
        """Returns the lines that `print` shows of the object."""
        network = f", network {self.network}" if self.network else ""
        return Branch(f"device {self.name}: {self.account_status}{network}")


@dataclass(frozen=True)
class UserTree:
    """A user and the user's devices."""

    alias: str
    record_name: str
    email: str | None
    phone: str | None
    roles: tuple[str, ...]
    devices: tuple[DeviceTree, ...]

    def branch(self, limit: int | None) -> Branch:
        """Returns the lines that `print` shows of the object."""
        parts = (f"user {self.alias}", self.email, self.phone, *self.roles)
        devices = [each.branch() for each in self.devices]
        return Branch(", ".join(filter(None, parts)), shortened(devices, limit, "device"))


@dataclass(frozen=True)
class ParticipantTree:
    """A participant of a share."""

    #: The alias, or the address if no user has it.
    who: str | None
    role: str
    permission: str
    acceptance_status: str

    def branch(self) -> Branch:
        """Returns the lines that `print` shows of the object."""
        return Branch(f"{self.who}: {self.role} {self.permission} {self.acceptance_status}")


@dataclass(frozen=True)
class ShareTree:
    """A share and its participants."""

    #: The record name of the share.
    name: str
    #: The name of the root record, or None for a share of the zone.
    root: str | None
    public_permission: str
    participants: tuple[ParticipantTree, ...]

    def branch(self, limit: int | None) -> Branch:
        """Returns the lines that `print` shows of the object."""
        text = share_name({"forRecord": {"recordName": self.root}} if self.root else {})
        public = "" if self.public_permission == "NONE" else f", public {self.public_permission}"
        people = [each.branch() for each in self.participants]
        return Branch(text + public, shortened(people, limit, "participant"))


@dataclass(frozen=True)
class ZoneTree:
    """A zone with the number of its records of each type."""

    name: str
    #: The owner of the zone if it is in a shared database, where it has no counts.
    owner: str | None = None
    records: Mapping[str, int] | None = None
    deletions: int = 0
    shares: tuple[ShareTree, ...] = ()
    #: The reason why the zone was lost, or None if it exists.
    lost: str | None = None

    def branch(self, limit: int | None) -> Branch:
        """Returns the lines that `print` shows of the object."""
        if self.lost is not None:
            return Branch(f"zone {self.name}: lost, {self.lost}", style="bad")
        if self.owner is not None:
            return Branch(f"zone {self.name} of {self.owner}")
        counts = (f"{number} {kind}" for kind, number in (self.records or {}).items())
        text = listed(counts, limit, "type") or "empty"
        if self.deletions:
            text += f", {counted(self.deletions, 'deletion')}"
        shares = [each.branch(limit) for each in self.shares]
        return Branch(f"zone {self.name}: {text}", shortened(shares, limit, "share"))


@dataclass(frozen=True)
class SubscriptionTree:
    """A subscription."""

    subscription_id: str
    kind: str
    record_type: str | None
    zone_name: str | None
    user: str

    def branch(self) -> Branch:
        """Returns the lines that `print` shows of the object."""
        about = " ".join(filter(None, (self.kind, self.record_type, self.zone_name)))
        return Branch(f"subscription {self.subscription_id} of {self.user}: {about}")


@dataclass(frozen=True)
class DatabaseTree:
    """A database with its zones and subscriptions."""

    scope: str
    #: The owner; None for the public database.
    user: str | None
    zones: tuple[ZoneTree, ...]
    subscriptions: tuple[SubscriptionTree, ...]
    #: The number of zones that were left out; 0 except in drawings of a cloud.
    omitted_zones: int = 0

    def branch(self, limit: int | None) -> Branch:
        """Returns the lines that `print` shows of the object."""
        owner = f" of {self.user}" if self.user else ""
        zones = [each.branch(limit) for each in self.zones]
        subscriptions = [each.branch() for each in self.subscriptions]
        branches = (
            *shortened(zones, limit, "zone", self.omitted_zones),
            *shortened(subscriptions, limit, "subscription"),
        )
        return Branch(f"{self.scope} database{owner}", branches, "head")


@dataclass(frozen=True)
class ContainerTree:
    """A container in one environment, with its record types and databases."""

    identifier: str
    environment: str
    record_types: tuple[str, ...]
    databases: tuple[DatabaseTree, ...]

    def branch(self, limit: int | None) -> Branch:
        """Returns the lines that `print` shows of the object."""
        types = listed(self.record_types, limit, "type") or "none"
        databases = [each.branch(limit) for each in self.databases]
        branches = (Branch(f"record types: {types}"), *shortened(databases, limit, "database"))
        return Branch(f"container {self.identifier}, {self.environment}", branches, "head")


@dataclass(frozen=True)
class CloudTree:
    """The contents of a cloud. `str` returns it as a drawing; notebooks and rich show it as well.

    The tree is complete. A drawing shows the first `limit` elements of each list and the number of
    the others.
    """

    clock: str
    seed: int
    users: tuple[UserTree, ...]
    containers: tuple[ContainerTree, ...]
    #: Descriptions of set errors, fault rules and waiting work.
    pending: tuple[str, ...]
    limit: int | None = TREE_LIMIT
    #: The number of users that were left out; 0 except in drawings of a cloud.
    omitted_users: int = 0

    def __post_init__(self) -> None:
        check_limit(self.limit)

    def all(self) -> CloudTree:
        """Returns the same tree with a complete drawing."""
        return replace(self, limit=None)

    def branch(self) -> Branch:
        """Returns the nested lines of the drawing."""
        users = [each.branch(self.limit) for each in self.users]
        containers = [each.branch(self.limit) for each in self.containers]
        pending = [Branch(each, style="note") for each in self.pending]
        branches = (
            *shortened(users, self.limit, "user", self.omitted_users),
            *shortened(containers, self.limit, "container"),
            *pending,
        )
        return Branch(f"cloud at {self.clock}, seed {self.seed}", branches, "head")

    def __str__(self) -> str:
        return "\n".join(self.branch().lines())

    def __rich__(self) -> Any:
        return self.branch().rich()

    def _repr_html_(self) -> str:
        return self.branch().html()
