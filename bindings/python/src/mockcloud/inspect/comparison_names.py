"""The names of the objects of a state document, by which two documents are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

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


def all_names(document: Mapping[str, Any]) -> Names:
    """Returns the names of a document, with the names of shares added to those of users."""
    names = Names.of(document)
    shares = {
        record["recordName"]: share_name(record)
        for database in document.get("databases", ())
        for zone in database["zones"]
        for record in zone["records"]
        if record["recordType"] == SHARE
    }
    return replace(names, people={**shares, **names.people})


def name_of(element: dict[str, Any], path: tuple[str, ...], names: Names) -> tuple[str, ...]:
    """Returns the name of an element of the list at that path."""
    key = path[-1]
    if key == "participants":
        person = names.participant(element)
        return (person,) if person else ()
    if key == "records" and element.get("recordType") == SHARE:
        return (SHARE, share_name(element))
    members = (element[each] for each in NAMES.get(key, ()) if each in element)
    return tuple(filter(None, (_text(each, names) for each in members)))


def _text(value: Any, names: Names) -> str:
    if isinstance(value, dict):
        owner = str(value.get("ownerRecordName", ""))
        return f"{value.get('zoneName', '')} of {names.person(owner)}"
    return names.person(str(value))


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
