"""The names of the objects of a state document, by which two documents are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..service.sharing import ZONE_WIDE
from .names import SHARE, Names, share_name

#: The lists whose elements are matched by name: the key of the list, and the members that name an
#: element. An element without any of them is named by its number.
NAMES: Mapping[str, tuple[str, ...]] = {
    "users": ("alias",),
    "devices": ("device",),
    "discoverability": ("container",),
    "networks": ("device",),
    "partitions": ("name",),
    "badges": ("device",),
    "schemas": ("container", "environment"),
    "recordTypes": ("name",),
    "fields": ("name",),
    "databases": ("container", "environment", "database", "user"),
    "sharedDatabases": ("container", "environment", "user"),
    "zones": ("zoneName", "zoneID"),
    "lostZones": ("zoneName",),
    "records": ("recordName",),
    "deletions": ("recordName",),
    "views": ("user",),
    "changes": ("recordName",),
    "subscriptions": ("container", "environment", "database", "user", "subscriptionID"),
    "operations": ("number", "operation"),
    "uploads": ("receipt",),
    "pushes": (),
    "turns": (),
}


@dataclass(frozen=True)
class AllNames(Names):
    """The names of users and databases, and those of shares by the zones that contain them."""

    #: The names of shares by record name, by the path of their zone; those of all zones by ().
    shares: Mapping[tuple[str, ...], Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> AllNames:
        """Returns the names of a document."""
        known = Names.of(document)
        shares: dict[tuple[str, ...], dict[str, str]] = {(): {}}
        names = cls(known.people, known.container, known.environment, shares)
        for database in document.get("databases", ()):
            place = "databases", " ".join(name_of(database, ("databases",), names))
            for zone in database["zones"]:
                path = *place, "zones", " ".join(name_of(zone, (*place, "zones"), names))
                found = {
                    record["recordName"]: share_name(record)
                    for record in zone["records"]
                    if record["recordType"] == SHARE
                }
                shares[()].update(found)
                shares[path] = found
        return names

    def drawn(self, name: str, path: tuple[str, ...]) -> str | None:
        """Returns the name of the user or the share with this record name at a path, or None.

        Shares of several zones may have the same record name.
        """
        if name == ZONE_WIDE:
            return share_name({})
        place = path[:4] if path[:4] in self.shares else ()
        return self.people.get(name) or self.shares[place].get(name)


def name_of(element: Mapping[str, Any], path: tuple[str, ...], names: AllNames) -> tuple[str, ...]:
    """Returns the name of an element of the list at that path."""
    key = path[-1]
    if key == "participants":
        person = names.participant(element)
        return (person,) if person else ()
    if key == "records" and element.get("recordType") == SHARE:
        return (SHARE, share_name(element))
    members = [(each, element[each]) for each in NAMES.get(key, ()) if each in element]
    return tuple(filter(None, (_text(*each, path, names) for each in members)))


def _text(key: str, value: Any, path: tuple[str, ...], names: AllNames) -> str:
    if isinstance(value, dict):
        owner = str(value.get("ownerRecordName", ""))
        return f"{value.get('zoneName', '')} of {names.person(owner)}"
    name = str(value)
    return (names.drawn(name, path) if key == "recordName" else None) or names.person(name)


def label(subject: str, element: dict[str, Any], names: Names) -> str:
    """Returns the text that names an object."""
    match subject:
        case "user":
            return f"user {element['alias']}"
        case "schema":
            return f"schema of {element['environment']}{names.elsewhere(element)}"
        case "record type":
            return f"record type {element['name']}"
        case "database":
            return names.database(element)
        case "field":
            return f"field {element['name']}"
        case "zone":
            return f"zone {element['zoneName']}"
        case "share":
            return share_name(element)
        case "record":
            return f"record {element['recordName']} ({element['recordType']})"
        case _:
            return f"subscription {element['subscriptionID']} in {names.database(element)}"
