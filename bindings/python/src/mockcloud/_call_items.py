"""What a call of the service is about: its items, as its request and its answer name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ._requests import Wire

#: How many of a call's items a line shows.
SHOWN_ITEMS = 3

#: The lists that requests have in place of `operations`, and the lists that answers have.
_REQUESTED = ("records", "zones", "subscriptions", "tokens", "shortGUIDs", "lookupInfos")
_ANSWERED = ("records", "zones", "subscriptions", "tokens", "results", "users", "participants")

#: The keys that name an item, the more specific first, and what they say it is.
_NAMES = {
    "recordName": "record",
    "subscriptionID": "subscription",
    "zoneName": "zone",
    "value": "share",
    "userRecordName": "user",
    "emailAddress": "user",
    "phoneNumber": "user",
}


@dataclass(frozen=True)
class CallItem:
    """One item of a call: what was to be done with which record, zone or subscription."""

    #: `save`, `delete`, `create` and their like; None where the operation says it.
    action: str | None
    #: `record`, `zone`, `subscription`, `share` or `user`; None where neither request nor answer
    #: says.
    kind: str | None
    #: The name of the record, the zone or the subscription.
    name: str | None
    record_type: str | None = None
    zone: str | None = None
    #: The name of the error that the item failed with, such as `serverRecordChanged`.
    error: str | None = None

    def __str__(self) -> str:
        what = self.record_type or (None if self.kind == "record" else self.kind)
        words = [word for word in (self.action, what, self.name) if word]
        text = " ".join(words) or "an item"
        return f"{text} ({self.error})" if self.error else text


def items_of(request: Wire, answer: Wire) -> tuple[CallItem, ...]:
    """The items of a request, each with its result, in their order."""
    results = next((list(_dicts(answer.get(key))) for key in _ANSWERED if key in answer), [])
    asked = [*_requested(request)]
    return tuple(
        _item(action, subject, results[index] if index < len(results) else {})
        for index, (action, subject) in enumerate(asked)
    )


def found_records(answer: Wire) -> Iterator[Wire]:
    """The record dictionaries of an answer, those of its zones among them."""
    yield from _dicts(answer.get("records"))
    for zone in _dicts(answer.get("zones")):
        yield from _dicts(zone.get("records"))


def zone_name(wire: Any) -> str | None:
    """The name of the zone that a dictionary's `zoneID` names."""
    zone = wire.get("zoneID") if isinstance(wire, dict) else None
    name = zone.get("zoneName") if isinstance(zone, dict) else None
    return name if isinstance(name, str) else None


def shown(items: tuple[CallItem, ...]) -> str:
    """The first few of the items, those that failed before the others."""
    first = sorted(items, key=lambda item: item.error is None)[:SHOWN_ITEMS]
    texts = list(map(str, first))
    if len(items) > len(first):
        texts.append(f"{len(items) - len(first)} more")
    return ", ".join(texts)


def _requested(request: Wire) -> Iterator[tuple[str | None, Wire]]:
    """The items that a request names, which may be none of what it should be."""
    for operation in _dicts(request.get("operations")):
        action = operation.get("operationType")
        subject = next((each for each in operation.values() if isinstance(each, dict)), {})
        yield action if isinstance(action, str) else None, subject
    for key in _REQUESTED:
        for subject in _dicts(request.get(key)):
            yield None, subject


def _item(action: str | None, subject: Wire, result: Wire) -> CallItem:
    kind, name = _named(subject)
    if name is None:
        kind, name = _named(result)
    return CallItem(
        action=action,
        kind=kind,
        name=name,
        record_type=_text(subject, "recordType") or _text(result, "recordType"),
        zone=zone_name(subject) or zone_name(result),
        error=_text(result, "ckErrorName"),
    )


def _named(wire: Wire) -> tuple[str | None, str | None]:
    """What a dictionary describes, and the name that it gives it."""
    for key, kind in _NAMES.items():
        name = _text(wire, key)
        if name is not None:
            return kind, name
    name = zone_name(wire)
    return (None, None) if name is None else ("zone", name)


def _text(wire: Mapping[str, Any], key: str) -> str | None:
    value = wire.get(key)
    return value if isinstance(value, str) else None


def _dicts(value: Any) -> Iterator[Wire]:
    """The members of a list that are dictionaries; nothing for what is no list."""
    if isinstance(value, list):
        yield from (each for each in value if isinstance(each, dict))
