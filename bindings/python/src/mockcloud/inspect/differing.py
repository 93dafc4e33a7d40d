"""The differences of two states, and their text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, overload

from .._core.wording import check_limit, counted, listed, more, one_line, shown, shown_pair
from .._core.words import word

Kind = Literal["added", "removed", "changed"]

#: The number of differences that a text shows by default.
LIMIT = 50

#: The part of the state to which a key of the document belongs. Other keys are their own parts.
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


#: Members about the calls that were made, like a journal. They are no part of what is stored.
COUNTS = frozenset(
    {"callCounts", "expiredZones", "formerTokenReaders", "tokenReaders", "tokensIssued"}
)


class Group(NamedTuple):
    """The differences that a name in `ignore` excludes."""

    meaning: str
    #: Members anywhere in a document, except fields of records.
    members: frozenset[str] = frozenset()
    #: Top-level keys of the document.
    parts: frozenset[str] = frozenset()


def _part(name: str, meaning: str) -> Group:
    return Group(meaning, parts=frozenset(key for key, part in PARTS.items() if part == name))


#: The names that `ignore` takes.
IGNORABLE: Mapping[str, Group] = {
    "tags": Group(
        "change tags, previous versions, positions of sync tokens, counters",
        frozenset(
            {
                "recordChangeTag", "previous", "earlier", "retags", "sequence", "lastSequence",
                "incarnation", "lastIncarnation", "epoch", "epochs", "tokenGeneration",
                "generation", "position", "clientChangeTokens", "views", "lastView",
                "identifiers", "notifications", "lastOperation",
            }
        ),
    ),
    "times": Group(
        "the clock, times of creation and modification, times at which something becomes due",
        frozenset(
            {
                "clock", "timestamp", "added", "time", "arrival", "since", "submitted", "armedAt",
                "expires", "seen",
            }
        ),
    ),
    "stamps": Group(
        "the users, times and devices of creation and modification",
        frozenset({"created", "modified"}),
    ),
    "history": Group(
        "deletions, lost zones, the order of changes",
        frozenset({"deletions", "lostZones", "changes"}),
    ),
    "names": Group(
        "values that depend on the seed: the seed, record names of users and shares, links",
        frozenset({"participantId", "shortGUID", "url"}),
        frozenset({"seed"}),
    ),
    "configuration": _part("configuration", "seed, clock, defaults, containers, limits"),
    "users": _part("users", "users and their devices"),
    "schema": _part("schema", "record types, roles and grants"),
    "subscriptions": _part("subscriptions", "subscriptions"),
    "faults": _part("faults", "set errors, fault rules and networks"),
    "pending": _part("pending", "pending pushes, badges, uploads and operations"),
}  # fmt: skip


@dataclass(frozen=True, repr=False)
class Change:
    """One difference: an object or a value that is in only one state, or differs in both."""

    kind: Kind
    #: The kind of object: "record", "share", "zone", "database", "user", "subscription", "schema",
    #: "record type", "field" of a record type, or a part of the state: "configuration", "faults",
    #: "pending".
    subject: str
    #: The names of the object and of those that contain it: the database, the zone, the record.
    place: tuple[str, ...]
    #: The path in the state document: keys, and the names of list elements.
    path: tuple[str, ...]
    #: The JSON value in the first state; None if it was added.
    before: Any
    #: The JSON value in the second state; None if it was removed.
    after: Any

    @property
    def member(self) -> str:
        """The part of the object that differs, "field title"; empty for the whole object."""
        members = self.path[2 * len(self.place) :]
        if self.is_field:
            return f"field {members[1]}"
        return " / ".join(members)

    @property
    def is_field(self) -> bool:
        """Whether one field of a record differs."""
        members = self.path[2 * len(self.place) :]
        is_record = self.subject in ("record", "share")
        return is_record and len(members) == 2 and members[0] == "fields"

    def as_json(self) -> dict[str, Any]:
        """Returns the difference as `mockcloud state diff --json` prints it."""
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
        """Returns the difference on one line, with the last `places` names of `place`."""
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
    """Returns the texts of two values, with the types of fields if these differ."""
    if not is_field or (before.keys() | after.keys()) - {"value", "type"}:
        return shown_pair(before, after)
    first, second = shown_pair(before.get("value"), after.get("value"))
    types = before.get("type"), after.get("type")
    if types[0] != types[1]:
        return f"{first} ({types[0]})", f"{second} ({types[1]})"
    return first, second


def _contents(subject: str, thing: Mapping[str, Any]) -> str:
    """Returns a summary of the contents of an added or removed object."""
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
    """A line of a list of differences. A heading has no change."""

    text: str
    change: Change | None


@dataclass(frozen=True, repr=False)
class Diff(Sequence[Change]):
    """The differences of two states: a sequence, which is empty and false if they are equal."""

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
        """Yields the differences, with headings for databases and zones, and their number."""
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
        """Returns the list of the first `limit` differences, or of all if it is None."""
        return "\n".join(each.text for each in self.lines(limit))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Diff: {counted(len(self), 'difference')}>"


def check_ignored(given: Iterable[str]) -> frozenset[str]:
    """Returns the names in `ignore`; raises `ValueError` for an unknown one."""
    words = frozenset(given)
    for name in sorted(words):
        word(name, IGNORABLE, "ignore")
    return words
