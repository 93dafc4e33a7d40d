"""Compares two state documents object by object: users, zones, records, fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .comparison_names import NAMES, AllNames, label, name_of
from .differing import COUNTS, IGNORABLE, PARTS, Change, Kind
from .json_values import same
from .names import SHARE

#: The subjects of differences, by the keys of the lists that contain them.
_SUBJECTS: Mapping[tuple[str, ...], str] = {
    ("users",): "user",
    ("schemas",): "schema",
    ("schemas", "recordTypes"): "record type",
    ("schemas", "recordTypes", "fields"): "field",
    ("databases",): "database",
    ("databases", "zones"): "zone",
    ("databases", "zones", "records"): "record",
    ("sharedDatabases",): "database",
    ("subscriptions",): "subscription",
}

#: The member of a record that contains its fields, whose names the app chose.
_FIELDS = "fields"

#: Members with a name that depends on the seed: of a user, who is identified by an alias, or of a
#: share, which is identified by its record. Such a name is compared only in the object of the user
#: or the share itself.
_DRAWN = frozenset({"userRecordName", "ownerRecordName", "user", "recordName"})

#: The zone that every database has.
_DEFAULT_ZONE = "_defaultZone"

_Document = Mapping[str, Any]
_Elements = dict[tuple[str, ...], dict[str, Any]]


def compare(
    before: _Document, after: _Document, ignore: Iterable[str] = frozenset()
) -> Iterator[Change]:
    """Yields the differences in the order of the first document, then additions in the second."""
    before, after = _without_identities(before), _without_identities(after)
    yield from _Comparison(before, after, frozenset(ignore)).members(before, after, _Spot())


def _without_identities(document: _Document) -> _Document:
    """Returns a document without the library's own numbers of fault rules, which have names."""
    errors = document.get("errors")
    if not errors or "rules" not in errors.get("faults", {}):
        return document
    rules = [
        {key: value for key, value in each.items() if key != "identity"}
        for each in errors["faults"]["rules"]
    ]
    return {**document, "errors": {**errors, "faults": {**errors["faults"], "rules": rules}}}


class _Spot:
    """A position in both documents: its path, and the objects that contain it."""

    __slots__ = ("is_field", "path", "subject", "things")

    def __init__(
        self,
        path: tuple[str, ...] = (),
        things: tuple[str, ...] = (),
        subject: str | None = None,
        is_field: bool = False,
    ) -> None:
        self.path = path
        self.things = things
        self.subject = subject
        #: Whether the members at this position are fields.
        self.is_field = is_field

    @property
    def is_own_name(self) -> bool:
        """Whether this is the name of a user or a share in the object of that user or share."""
        own = {"user": "userRecordName", "share": "recordName"}.get(self.subject or "")
        return self.path[-1] == own and len(self.path) == 2 * len(self.things) + 1

    def member(self, key: str) -> _Spot:
        subject = self.subject if self.path else PARTS.get(key, key)
        return _Spot((*self.path, key), self.things, subject)


class _Comparison:
    """The comparison of two documents."""

    def __init__(self, before: _Document, after: _Document, ignore: frozenset[str]) -> None:
        self._names = AllNames.of(before), AllNames.of(after)
        self._ignored = COUNTS.union(*(IGNORABLE[each].members for each in ignore))
        self._parts = frozenset().union(*(IGNORABLE[each].parts for each in ignore))
        self._tags_are_ignored = "tags" in ignore
        self._names_are_ignored = "names" in ignore

    def members(self, before: _Document, after: _Document, spot: _Spot) -> Iterator[Change]:
        """Yields the differences of two objects."""
        for key in (*before, *(key for key in after if key not in before)):
            at = spot.member(key)
            if spot.is_field or not self._is_ignored(at):
                yield from self._member(before, after, key, at, spot.is_field)

    def _is_ignored(self, spot: _Spot) -> bool:
        key = spot.path[-1]
        return (
            key in self._ignored
            or (len(spot.path) == 1 and key in self._parts)
            or (self._names_are_ignored and spot.is_own_name)
        )

    def _member(
        self, before: _Document, after: _Document, key: str, spot: _Spot, is_field: bool
    ) -> Iterator[Change]:
        lists = before.get(key, []), after.get(key, [])
        if key in before and key in after:
            if not is_field:
                yield from self._values(before[key], after[key], spot)
            elif not same(before[key], after[key]):
                yield _change(spot, "changed", before[key], after[key])
        elif key in NAMES and not is_field and all(map(_are_objects, lists)):
            # A document omits some lists if they are empty.
            yield from self._lists(*lists, spot)
        elif key in before:
            yield _change(spot, "removed", before[key], None)
        else:
            yield _change(spot, "added", None, after[key])

    def _values(self, before: Any, after: Any, spot: _Spot) -> Iterator[Change]:
        if isinstance(before, dict) and isinstance(after, dict):
            spot.is_field = spot.path[-1] == _FIELDS
            yield from self.members(before, after, spot)
        elif _are_objects(before) and _are_objects(after):
            yield from self._lists(before, after, spot)
        elif not same(before, after) and not self._is_same_name(before, after, spot):
            yield _change(spot, "changed", before, after)

    def _is_same_name(self, before: Any, after: Any, spot: _Spot) -> bool:
        """Returns whether both are generated names of the same user or share."""
        if spot.path[-1] not in _DRAWN or spot.is_own_name:
            return False
        left, right = (
            names.drawn(name, spot.path) if isinstance(name, str) else None
            for names, name in zip(self._names, (before, after), strict=True)
        )
        return left is not None and left == right

    def _lists(
        self, before: list[dict[str, Any]], after: list[dict[str, Any]], spot: _Spot
    ) -> Iterator[Change]:
        """Yields the differences of two lists of objects, which are matched by name."""
        left, right = (
            self._by_name(each, spot.path, names)
            for each, names in zip((before, after), self._names, strict=True)
        )
        for name in (*left, *(name for name in right if name not in left)):
            if name not in right:
                at = self._element(left[name], name, spot, self._names[0])
                for inner, thing in self._contents(at, left[name], self._names[0]):
                    yield _change(inner, "removed", thing, None)
            elif name not in left:
                at = self._element(right[name], name, spot, self._names[1])
                for inner, thing in self._contents(at, right[name], self._names[1]):
                    yield _change(inner, "added", None, thing)
            elif not _are_identical(left[name], right[name]):
                at = self._element(right[name], name, spot, self._names[1])
                yield from self.members(left[name], right[name], at)

    def _contents(
        self, spot: _Spot, element: dict[str, Any], names: AllNames
    ) -> list[tuple[_Spot, dict[str, Any]]]:
        """Returns the objects to report for an element that only one list contains.

        This is the element itself, unless it is a database. A database and its default zone are
        created with the first record, so their contents are reported instead.
        """
        found: list[tuple[_Spot, dict[str, Any]]] = []
        zones = element.get("zones", ()) if spot.subject == "database" else ()
        for at, zone in self._elements(zones, spot.member("zones"), names):
            if zone["zoneName"] == _DEFAULT_ZONE:
                found += self._elements(zone["records"], at.member("records"), names)
            else:
                found.append((at, zone))
        return found or [(spot, element)]

    def _elements(
        self, elements: Any, spot: _Spot, names: AllNames
    ) -> Iterator[tuple[_Spot, dict[str, Any]]]:
        for name, each in self._by_name(elements, spot.path, names).items():
            yield self._element(each, name, spot, names), each

    def _element(
        self, element: dict[str, Any], name: tuple[str, ...], spot: _Spot, names: AllNames
    ) -> _Spot:
        path = (*spot.path, " ".join(name))
        keys = path[::2]
        if len(path) != 2 * (len(spot.things) + 1) or keys not in _SUBJECTS:
            return _Spot(path, spot.things, spot.subject)
        subject = _SUBJECTS[keys]
        if element.get("recordType") == SHARE:
            subject = "share"
        return _Spot(path, (*spot.things, label(subject, element, names)), subject)

    def _by_name(
        self, elements: list[dict[str, Any]], path: tuple[str, ...], names: AllNames
    ) -> _Elements:
        """Returns the elements of a list by name.

        Elements without a name, and further elements of the same name, get a number.
        """
        if self._tags_are_ignored and path[::2] == ("databases", "changes"):
            # Existing zones are also in the list of zones.
            elements = [each for each in elements if "deletionReason" in each]
        found: _Elements = {}
        seen: dict[tuple[str, ...], int] = {}
        for each in elements:
            name = name_of(each, path, names)
            seen[name] = number = seen.get(name, 0) + 1
            found[name if name and number == 1 else (*name, f"#{number}")] = each
        return found


def _change(spot: _Spot, kind: Kind, before: Any, after: Any) -> Change:
    return Change(kind, spot.subject or "", spot.things, spot.path, before, after)


def _are_identical(before: Any, after: Any) -> bool:
    """Returns whether two elements need no comparison. This is fast, and false for 1 and 1.0."""
    return before == after and repr(before) == repr(after)


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)
