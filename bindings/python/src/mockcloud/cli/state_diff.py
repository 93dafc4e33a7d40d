"""What differs between two state documents, thing by thing: users, zones, records, fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..patterns import same

#: Lists whose elements have names: by the key of the list, the members that name an element.
#: An element is named by those that it has.
_NAMES: Mapping[str, tuple[str, ...]] = {
    "users": ("alias",),
    "devices": ("device",),
    "networks": ("device",),
    "schemas": ("container", "environment"),
    "recordTypes": ("name",),
    "fields": ("name",),
    "databases": ("container", "environment", "database", "user"),
    "sharedDatabases": ("container", "environment", "user"),
    "zones": ("zoneName", "zoneID"),
    "lostZones": ("zoneName",),
    "records": ("recordName",),
    "deletions": ("recordName",),
    "subscriptions": ("container", "environment", "database", "user", "subscriptionID"),
    "participants": ("participantId",),
    "operations": ("number", "operation"),
    "uploads": ("receipt",),
}

#: What `--ignore` can name, each with the members that it leaves out, wherever they stand.
IGNORABLE: Mapping[str, frozenset[str]] = {
    "tags": frozenset({"recordChangeTag"}),
    "times": frozenset(
        {"clock", "timestamp", "added", "time", "since", "submitted", "armedAt", "expires", "seen"}
    ),
    "history": frozenset(
        {
            "previous", "sequence", "lastSequence", "incarnation", "lastIncarnation", "epoch",
            "epochs", "tokenGeneration", "generation", "clientChangeTokens", "deletions",
            "changes", "lostZones", "identifiers", "notifications", "lastOperation",
        }
    ),
}  # fmt: skip

#: Members of a record whose own members are fields, with names that the app chose.
_FIELDS = "fields"


class Change(NamedTuple):
    """One thing that is only in one document, or not the same in both."""

    path: tuple[str, ...]
    #: "added", "removed" or "changed".
    kind: str
    before: Any
    after: Any

    def as_json(self) -> dict[str, Any]:
        wire: dict[str, Any] = {"path": list(self.path), "change": self.kind}
        if self.kind != "added":
            wire["before"] = self.before
        if self.kind != "removed":
            wire["after"] = self.after
        return wire


def compare(
    before: Mapping[str, Any], after: Mapping[str, Any], ignore: frozenset[str] = frozenset()
) -> Iterator[Change]:
    """The differences, in the order of the first document, then what only the second has."""
    ignored = frozenset().union(*(IGNORABLE[name] for name in ignore))
    people = {
        user["userRecordName"]: user["alias"]
        for document in (before, after)
        for user in document.get("users", ())
    }
    yield from _members(before, after, (), ignored, people)


def _members(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    path: tuple[str, ...],
    ignored: frozenset[str],
    people: Mapping[str, str],
    fields: bool = False,
) -> Iterator[Change]:
    """The differences of two objects; `fields` says that their keys are names of fields."""
    for key in (*before, *(key for key in after if key not in before)):
        if key in ignored and not fields:
            continue
        at = (*path, key)
        if key not in after:
            yield Change(at, "removed", before[key], None)
        elif key not in before:
            yield Change(at, "added", None, after[key])
        else:
            yield from _values(before[key], after[key], at, ignored, people, fields)


def _values(
    before: Any,
    after: Any,
    path: tuple[str, ...],
    ignored: frozenset[str],
    people: Mapping[str, str],
    field: bool,
) -> Iterator[Change]:
    key = path[-1]
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _members(before, after, path, ignored, people, key == _FIELDS and not field)
    elif not field and _are_objects(before) and _are_objects(after):
        left, right = (_by_name(each, _NAMES.get(key, ()), people) for each in (before, after))
        for name in (*left, *(name for name in right if name not in left)):
            at = (*path, name)
            if name not in right:
                yield Change(at, "removed", left[name], None)
            elif name not in left:
                yield Change(at, "added", None, right[name])
            else:
                yield from _members(left[name], right[name], at, ignored, people)
    elif not same(before, after):
        yield Change(path, "changed", before, after)


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _by_name(
    elements: list[dict[str, Any]], names: tuple[str, ...], people: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    """Elements of a list by what names them; those without a name, and further ones of a name,
    get a number."""
    found: dict[str, dict[str, Any]] = {}
    seen: dict[str, int] = {}
    for each in elements:
        parts = [_name(each[name], people) for name in names if name in each]
        name = " ".join(part for part in parts if part)
        seen[name] = seen.get(name, 0) + 1
        found[name if name and seen[name] == 1 else f"{name} #{seen[name]}".lstrip()] = each
    return found


def _name(value: Any, people: Mapping[str, str]) -> str:
    if isinstance(value, dict):
        owner = str(value.get("ownerRecordName", ""))
        return f"{value.get('zoneName', '')} of {people.get(owner, owner)}"
    return people.get(value, str(value))
