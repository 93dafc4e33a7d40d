"""Refuses filters of calls with names that nothing has and that are probably misspelt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .._core.words import misspelt
from .call import Call

#: The filters whose names are compared with those of calls and of the cloud: a name may be unknown
#: because no call has it yet. `mock/journal` refuses the names of users and devices that the cloud
#: does not have; the calls of a file have no cloud.
_OF_CALLS: Mapping[str, Callable[[Call], Iterable[str | None]]] = {
    "zone": lambda call: call.zones,
    "record_type": lambda call: call.record_types,
    "user": lambda call: (call.caller, call.user),
    "device": lambda call: (call.device,),
}

#: What the filters are names of, for messages.
_NOUNS = {"zone": "zone", "record_type": "type", "user": "user", "device": "device"}


def known_names(summary: Mapping[str, Any]) -> dict[str, set[str]]:
    """Returns the names that a cloud has, by the filters for them, from `mock/summary`."""
    zones: set[str] = set()
    for database in summary["databases"]:
        zones.update(each["zoneName"] for each in database["zones"])
        zones.update(database["lostZones"])
    types = (name for schema in summary["schemas"] for name in schema["recordTypes"])
    users: set[str] = set()
    devices: set[str] = set()
    for user in summary["users"]:
        users |= {user["alias"], user["userRecordName"]}
        devices |= {each["device"] for each in user["devices"]}
    return {"zone": zones, "record_type": set(types), "user": users, "device": devices}


def check_names(
    filters: Mapping[str, Any],
    known: Callable[[], Mapping[str, set[str]]],
    calls: Callable[[], Iterable[Call]],
) -> None:
    """Raises `ValueError` for a name that nothing has, if something has a name of nearly that form.

    `known` returns the names that the cloud has, and `calls` its calls.
    """
    given = {key: filters[key] for key in _OF_CALLS if filters.get(key) is not None}
    if not given:
        return
    names = {key: set(known().get(key, ())) for key in given}
    if all(name in names[key] for key, name in given.items()):
        return
    for call in calls():
        for key in given:
            names[key].update(each for each in _OF_CALLS[key](call) if each is not None)
    for key, name in given.items():
        near = None if name in names[key] else misspelt(name, names[key])
        if near is not None:
            noun = _NOUNS[key]
            raise ValueError(f"{key}: no {noun} is named {name!r}; did you mean {near!r}?")
