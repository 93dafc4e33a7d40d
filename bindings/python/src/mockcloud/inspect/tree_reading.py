"""Builds trees from summaries of states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .._core.calls import Caller
from .._core.wording import check_limit, counted
from .sizes import TREE_LIMIT
from .tree import (
    CloudTree,
    ContainerTree,
    DatabaseTree,
    DeviceTree,
    ParticipantTree,
    ShareTree,
    SubscriptionTree,
    UserTree,
    ZoneTree,
)

_Found = Mapping[str, Any]


def read_tree(cloud: Caller, limit: int | None = TREE_LIMIT) -> CloudTree:
    """Returns the tree of a cloud, whose drawing shows `limit` elements of each list."""
    check_limit(limit)
    return tree_of(cloud.call("mock/summary"), limit)


def read_drawn(cloud: Caller) -> CloudTree:
    """Returns the parts of the tree that the drawing of a cloud shows."""
    return tree_of(cloud.call("mock/summary", {"limit": TREE_LIMIT}))


def tree_of(found: _Found, limit: int | None = TREE_LIMIT) -> CloudTree:
    """Returns the tree of a summary."""
    return CloudTree(
        found["clock"],
        found["seed"],
        tuple(map(_user, found["users"])),
        _containers(found),
        tuple(_pending(found)),
        limit,
        found.get("omittedUsers", 0),
    )


def _user(user: _Found) -> UserTree:
    devices = (
        DeviceTree(each["device"], each["accountStatus"], each.get("network"))
        for each in user["devices"]
    )
    return UserTree(
        user["alias"],
        user["userRecordName"],
        user.get("emailAddress"),
        user.get("phoneNumber"),
        tuple(user.get("roles", ())),
        tuple(devices),
    )


#: The key of a database in its container: its scope, and its user if it has one.
_DatabaseKey = tuple[str, "str | None"]


class _Container:
    """A container in one environment, while its parts are collected."""

    def __init__(self) -> None:
        self.types: tuple[str, ...] = ()
        self.zones: dict[_DatabaseKey, list[ZoneTree]] = {}
        self.omitted_zones: dict[_DatabaseKey, int] = {}
        self.subscriptions: dict[_DatabaseKey, list[SubscriptionTree]] = {}

    def add(self, scope: str, user: str | None, zones: list[ZoneTree], found: _Found) -> None:
        self.zones[scope, user] = zones
        omitted = found.get("omittedZones", 0) + found.get("omittedLostZones", 0)
        self.omitted_zones[scope, user] = omitted

    def tree(self, identifier: str, environment: str) -> ContainerTree:
        keys = dict.fromkeys((*self.zones, *self.subscriptions))
        databases = (
            DatabaseTree(
                *key,
                tuple(self.zones.get(key, ())),
                tuple(self.subscriptions.get(key, ())),
                self.omitted_zones.get(key, 0),
            )
            for key in keys
        )
        return ContainerTree(identifier, environment, self.types, tuple(databases))


def _containers(found: _Found) -> tuple[ContainerTree, ...]:
    """Returns the containers with their contents, in the order of the summary."""
    containers: dict[tuple[str, str], _Container] = {}

    def container(each: _Found) -> _Container:
        return containers.setdefault((each["container"], each["environment"]), _Container())

    for schema in found["schemas"]:
        container(schema).types = tuple(schema["recordTypes"])
    shares: dict[tuple[Any, ...], list[ShareTree]] = {}
    for share in found["shares"]:
        shares.setdefault((*_place(share), share["zoneName"]), []).append(_share(share))
    for database in found["databases"]:
        zones = [
            ZoneTree(
                each["zoneName"],
                None,
                each["records"],
                each["deletions"],
                tuple(shares.get((*_place(database), each["zoneName"]), ())),
            )
            for each in database["zones"]
        ]
        zones += [ZoneTree(name, lost=reason) for name, reason in database["lostZones"].items()]
        container(database).add(database["database"], database.get("user"), zones, database)
    for database in found["sharedDatabases"]:
        zones = [ZoneTree(each["zoneName"], each["owner"]) for each in database["zones"]]
        container(database).add("shared", database["user"], zones, database)
    for each in found["subscriptions"]:
        key = (each["database"], each.get("user") if each["database"] != "public" else None)
        container(each).subscriptions.setdefault(key, []).append(_subscription(each))
    return tuple(each.tree(*key) for key, each in containers.items())


def _place(each: _Found) -> tuple[str | None, ...]:
    return each["container"], each["environment"], each.get("user")


def _share(share: _Found) -> ShareTree:
    participants = (
        ParticipantTree(each["who"], each["type"], each["permission"], each["acceptanceStatus"])
        for each in share["participants"]
    )
    return ShareTree(
        share["recordName"], share["root"], share["publicPermission"], tuple(participants)
    )


def _subscription(each: _Found) -> SubscriptionTree:
    return SubscriptionTree(
        each["subscriptionID"],
        each["subscriptionType"],
        each.get("recordType"),
        each.get("zoneName"),
        each["user"],
    )


def _pending(found: _Found) -> Iterator[str]:
    """Yields texts about set errors, fault rules, pushes, uploads and operations."""
    errors = found["errors"]
    if errors["operations"] or errors["records"]:
        yield f"set errors: {errors['operations']} for operations, {errors['records']} for records"
    if found["faults"]:
        yield f"fault rules: {', '.join(found['faults'])}"
    for key, noun in (("pushes", "push"), ("uploads", "upload"), ("operations", "operation")):
        if found[key]:
            yield f"waiting: {counted(found[key], noun)}"
