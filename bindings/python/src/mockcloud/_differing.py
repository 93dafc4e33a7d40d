"""Differences between two worlds, and how they are written for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, overload

from ._wording import check_limit, counted, listed, more, one_line, shown, shown_pair

Kind = Literal["added", "removed", "changed"]

#: How many differences a text shows, unless told otherwise.
LIMIT = 50

#: The parts of a document by its keys; users, databases and the like are things of their own.
PARTS: Mapping[str, str] = {
    "stateVersion": "configuration",
    "seed": "configuration",
    "identifiers": "configuration",
    "clock": "configuration",
    "defaults": "configuration",
    "containerMode": "configuration",
    "containers": "configuration",
    "limits": "configuration",
    "users": "users",
    "schemas": "schema",
    "subscriptions": "subscriptions",
    "errors": "faults",
    "pushes": "pending",
    "badges": "pending",
    "notifications": "pending",
    "uploads": "pending",
    "lastOperation": "pending",
    "operations": "pending",
    "turns": "pending",
}


class Group(NamedTuple):
    """What a word of `ignore` leaves out."""

    meaning: str
    #: Members, wherever they stand in a document, but for fields of records.
    members: frozenset[str] = frozenset()
    #: Keys of the document itself.
    parts: frozenset[str] = frozenset()


def _part(name: str, meaning: str) -> Group:
    return Group(meaning, parts=frozenset(key for key, part in PARTS.items() if part == name))


#: What `ignore` can name.
IGNORABLE: Mapping[str, Group] = {
    "tags": Group(
        "change tags, previous versions, positions of sync tokens, counters",
        frozenset(
            {
                "recordChangeTag", "previous", "sequence", "lastSequence", "incarnation",
                "lastIncarnation", "epoch", "epochs", "tokenGeneration", "generation", "position",
                "clientChangeTokens", "views", "lastView", "identifiers", "notifications",
                "lastOperation",
            }
        ),
    ),
    "times": Group(
        "the clock, times of creation and modification, times of scheduled events",
        frozenset(
            {
                "clock", "timestamp", "added", "time", "arrival", "since", "submitted", "armedAt",
                "expires", "seen",
            }
        ),
    ),
    "stamps": Group(
        "the user, time and device of a record's creation and modification",
        frozenset({"created", "modified"}),
    ),
    "history": Group(
        "deletions, deleted zones, the order of changes",
        frozenset({"deletions", "lostZones", "changes"}),
    ),
    "names": Group(
        "the seed and names generated from it: record names of users and shares, links",
        frozenset({"participantId", "shortGUID", "url"}),
        frozenset({"seed"}),
    ),
    "configuration": _part("configuration", "seed, clock, defaults, containers, limits"),
    "users": _part("users", "users and their devices"),
    "schema": _part("schema", "record types, roles and grants"),
    "subscriptions": _part("subscriptions", "subscriptions"),
    "faults": _part("faults", "rules of faults, set errors and networks"),
    "pending": _part("pending", "pushes, badges, uploads and operations that are not finished"),
}  # fmt: skip


@dataclass(frozen=True, repr=False)
class Change:
    """One thing that is only in one world, or not the same in both."""

    kind: Kind
    #: What it concerns: "record", "share", "zone", "database", "user", "subscription", "schema",
    #: "record type", "field" of one, or a part of the world: "configuration", "faults", "pending".
    subject: str
    #: What it is within, in words: the database, the zone, the record.
    place: tuple[str, ...]
    #: The keys on the way to it in the state document, and the names of elements of lists.
    path: tuple[str, ...]
    #: The JSON value in the first world; None where it was added.
    before: Any
    #: The JSON value in the second world; None where it was removed.
    after: Any

    @property
    def member(self) -> str:
        """What differs of the thing: "field title"; empty where it is the whole thing."""
        members = self.path[2 * len(self.place) :]
        if self.is_field:
            return f"field {members[1]}"
        return " / ".join(members)

    @property
    def is_field(self) -> bool:
        """Whether it is one field of a record."""
        members = self.path[2 * len(self.place) :]
        is_record = self.subject in ("record", "share")
        return is_record and len(members) == 2 and members[0] == "fields"

    def as_json(self) -> dict[str, Any]:
        """The difference as `mockcloud state diff --json` prints it."""
        wire: dict[str, Any] = {"path": list(self.path), "change": self.kind}
        if self.kind != "added":
            wire["before"] = self.before
        if self.kind != "removed":
            wire["after"] = self.after
        return wire

    def __str__(self) -> str:
        return self.text(len(self.place))

    def __repr__(self) -> str:
        return f"<Change {self}>"

    def text(self, places: int) -> str:
        """The difference on one line, with as many places from the innermost on."""
        sign = {"added": "+", "removed": "-", "changed": "~"}[self.kind]
        innermost = self.place[len(self.place) - places :]
        named = ", ".join(filter(None, (*innermost, self.member)))
        values = self._values()
        return one_line(f"{sign} {named}: {values}" if values else f"{sign} {named}")

    def _values(self) -> str:
        if self.kind == "changed":
            return " -> ".join(_pair(self.before, self.after, self.is_field))
        value = self.after if self.kind == "added" else self.before
        if not self.member:
            return _contents(self.subject, value)
        return shown(value.get("value")) if self.is_field else shown(value)


def _pair(before: Any, after: Any, is_field: bool) -> tuple[str, str]:
    """Two values; those of fields with their types where these differ."""
    if not is_field or (before.keys() | after.keys()) - {"value", "type"}:
        return shown_pair(before, after)
    first, second = shown_pair(before.get("value"), after.get("value"))
    types = before.get("type"), after.get("type")
    if types[0] != types[1]:
        return f"{first} ({types[0]})", f"{second} ({types[1]})"
    return first, second


def _contents(subject: str, thing: Mapping[str, Any]) -> str:
    """What is in a thing that was added or removed."""
    match subject:
        case "record":
            fields = thing.get("fields", {})
            return shown({name: each.get("value") for name, each in fields.items()})
        case "share":
            return counted(len(thing.get("participants", ())), "participant")
        case "zone":
            counts = Counter(each["recordType"] for each in thing["records"])
            kinds = (f"{counts[each]} {each}" for each in sorted(counts))
            return listed(kinds, 10, "type") or "empty"
        case "database":
            zones = thing.get("zones") or [each["zoneID"] for each in thing["changes"]["zones"]]
            return listed((f"zone {each['zoneName']}" for each in zones), 10, "zone")
        case "schema":
            return listed((each["name"] for each in thing["recordTypes"]), 10, "type")
        case "record type":
            fields = (f"{each['name']} {each['type']}" for each in thing["fields"])
            return listed(fields, 10, "field")
        case "field":
            return str(thing["type"])
        case "user":
            return ", ".join(thing[key] for key in ("emailAddress", "phoneNumber") if key in thing)
        case _:
            return str(thing.get("subscriptionType", ""))


class Line(NamedTuple):
    """A line of a list of differences; a heading has no change."""

    text: str
    change: Change | None


@dataclass(frozen=True, repr=False)
class Diff(Sequence[Change]):
    """The differences of two worlds. It is empty, and false, where they are the same."""

    changes: tuple[Change, ...]

    def __len__(self) -> int:
        return len(self.changes)

    @overload
    def __getitem__(self, index: int) -> Change: ...
    @overload
    def __getitem__(self, index: slice) -> Diff: ...
    def __getitem__(self, index: int | slice) -> Change | Diff:
        found = self.changes[index]
        return found if isinstance(found, Change) else Diff(found)

    def lines(self, limit: int | None = LIMIT) -> Iterator[Line]:
        """The differences, those of one zone under one heading, and how many there are."""
        check_limit(limit)
        if not self.changes:
            yield Line("no differences", None)
            return
        above: tuple[str, ...] = ()
        for change in self.changes[:limit]:
            if change.place[:-1] != above:
                above = change.place[:-1]
                if above:
                    yield Line(one_line(f"{', '.join(above)}:"), None)
            indent = "  " if above else ""
            yield Line(indent + change.text(min(1, len(change.place))), change)
        rest = 0 if limit is None else len(self.changes) - limit
        if rest > 0:
            yield Line(more(rest, "difference"), None)
        yield Line(counted(len(self.changes), "difference"), None)

    def text(self, limit: int | None = LIMIT) -> str:
        """The list with as many differences; None writes all."""
        return "\n".join(each.text for each in self.lines(limit))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Diff: {counted(len(self), 'difference')}>"


def check_ignored(given: Iterable[str]) -> frozenset[str]:
    """The words of `ignore`; raises `ValueError` for one that is not known."""
    words = frozenset(given)
    for name in sorted(words - IGNORABLE.keys()):
        raise ValueError(f"ignore: {name!r} is not known; known are {', '.join(IGNORABLE)}")
    return words
