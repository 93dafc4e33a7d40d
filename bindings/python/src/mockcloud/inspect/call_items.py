"""The items of a call of the service, read from its request and its response."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .._core.wire import Wire

#: The number of a call's items that a line shows.
SHOWN_ITEMS = 3

#: The lists of items in requests without `operations`, and the lists of items in responses.
_REQUESTED = ("records", "zones", "subscriptions", "tokens", "shortGUIDs", "lookupInfos")
_RESULTS = ("records", "zones", "subscriptions", "tokens", "results", "users", "participants")

#: The keys that name an item, the more specific ones first, and the kind of the item.
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
    """One item of a call: an action on a record, a zone, a subscription, a share or a user."""

    #: The operation type, such as `save`, `delete` or `create`; None for operations without one.
    action: str | None
    #: `record`, `zone`, `subscription`, `share` or `user`; None if neither the request nor the
    #: response names the item.
    kind: str | None
    #: The name of the item.
    name: str | None
    record_type: str | None = None
    zone: str | None = None
    #: The name of the item's error, such as `serverRecordChanged`.
    error: str | None = None

    def __str__(self) -> str:
        what = self.record_type or (None if self.kind == "record" else self.kind)
        words = [word for word in (self.action, what, self.name) if word]
        text = " ".join(words) or "an item"
        return f"{text} ({self.error})" if self.error else text


def items_of(request: Wire, response: Wire) -> tuple[CallItem, ...]:
    """Returns the items of a request in their order, each with its result."""
    results = next((list(_dicts(response.get(key))) for key in _RESULTS if key in response), [])
    asked = [*_requested(request)]
    return tuple(
        _item(action, subject, results[index] if index < len(results) else {})
        for index, (action, subject) in enumerate(asked)
    )


def found_records(response: Wire) -> Iterator[Wire]:
    """Yields the record dictionaries of a response, including those of its zones."""
    yield from _dicts(response.get("records"))
    for zone in _dicts(response.get("zones")):
        yield from _dicts(zone.get("records"))


def zone_name(wire: Any) -> str | None:
    """Returns the zone name in a dictionary's `zoneID`, or None."""
    zone = wire.get("zoneID") if isinstance(wire, dict) else None
    name = zone.get("zoneName") if isinstance(zone, dict) else None
    return name if isinstance(name, str) else None


def shown(items: tuple[CallItem, ...]) -> str:
    """Returns a few items as text, in request order. Failed items are preferred to others."""
    preferred = sorted(range(len(items)), key=lambda place: (items[place].error is None, place))
    chosen = sorted(preferred[:SHOWN_ITEMS])
    texts = [str(items[place]) for place in chosen]
    if len(items) > len(chosen):
        texts.append(f"{len(items) - len(chosen)} more")
    return ", ".join(texts)


def _requested(request: Wire) -> Iterator[tuple[str | None, Wire]]:
    """Yields the actions and the subjects of a request, which may be malformed."""
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
        found, named = _named(result)
        if kind in (None, found):
            kind, name = found, named
    return CallItem(
        action=action,
        kind=kind,
        name=name,
        record_type=_text(subject, "recordType") or _text(result, "recordType"),
        zone=zone_name(subject) or zone_name(result),
        error=_text(result, "ckErrorName"),
    )


def _named(wire: Wire) -> tuple[str | None, str | None]:
    """Returns the kind and the name of the item that a dictionary describes."""
    for key, kind in _NAMES.items():
        name = _text(wire, key)
        if name is not None:
            return kind, name
    if "recordType" in wire:
        return "record", None  # the server names it; its zone's name is not its own
    name = zone_name(wire)
    return (None, None) if name is None else ("zone", name)


def _text(wire: Mapping[str, Any], key: str) -> str | None:
    value = wire.get(key)
    return value if isinstance(value, str) else None


def _dicts(value: Any) -> Iterator[Wire]:
    """Yields the dictionaries in a list; nothing if the value is not a list."""
    if isinstance(value, list):
        yield from (each for each in value if isinstance(each, dict))
