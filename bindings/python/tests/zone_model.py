"""A shared zone by CloudKit's rules: the model of `test_model.py`.

It is based on docs/FIDELITY.md, not on the library. It uses only dictionaries without indexes, and
reads all records for each result. The server chooses the tags; the model determines which records
must get a new one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Who = Literal["me", "bob"]
OWNER: Who = "me"
GUEST: Who = "bob"
Action = Literal["NONE", "DELETE_SELF", "VALIDATE"]


@dataclass
class Rec:
    """A record, or a share if `root` is set to the name of the shared record."""

    values: dict[str, Any] = field(default_factory=dict)
    #: The target of the reference field, and its action.
    ref: tuple[str, Action] | None = None
    parent: str | None = None
    share: str | None = None
    root: str | None = None
    #: The guest's participation in a share: permission, and whether it was accepted.
    guest: tuple[str, bool] | None = None


@dataclass
class Item:
    """One operation of a batch."""

    name: str
    kind: Literal["save", "changedKeys", "delete"]
    tag: Literal["current", "stale", "none"] = "none"
    values: dict[str, Any] = field(default_factory=dict)
    ref: tuple[str, Action] | None = None
    parent: str | None = None


@dataclass
class Position:
    """The position of a reader in a feed: all calls before `call`, and these names of that one."""

    call: int = -1
    names: frozenset[str] = frozenset()
    #: Deletions up to this call are not reported: the reading began later without a token.
    silent: int = -1


class Feed:
    """The latest call that changed each name, and whether it deleted the record."""

    def __init__(self) -> None:
        self.log: dict[str, tuple[int, bool]] = {}

    def remaining(self, at: Position) -> dict[str, tuple[int, bool]]:
        return {
            name: (call, deleted)
            for name, (call, deleted) in self.log.items()
            if (call > at.call or (call == at.call and name not in at.names))
            and not (deleted and call <= at.silent)
        }


class ZoneModel:
    """A zone of the owner, parts of which the guest may see."""

    def __init__(self) -> None:
        self.records: dict[str, Rec] = {}
        self.feed = Feed()
        self.view: Feed | None = None
        #: The records that must have a new tag after the latest call.
        self.touched: set[str] = set()
        #: The parents of saved records: they have new tags, and feeds do not return them.
        self.retagged: set[str] = set()
        self.calls = 0

    # Visibility

    def share_above(self, name: str) -> Rec | None:
        """Returns the share of a record; only records without parents are shared here."""
        record = self.records[name]
        if record.root is not None:
            return record
        while record.share is None:
            if record.parent is None:
                return None
            record = self.records[record.parent]
        return self.records[record.share]

    def permission(self, name: str) -> str | None:
        """Returns the guest's permission for a record, or None if the guest does not see it."""
        share = self.share_above(name) if name in self.records else None
        if share is None or share.guest is None or not share.guest[1]:
            return None
        return share.guest[0]

    def visible(self) -> set[str]:
        return {name for name in self.records if self.permission(name) is not None}

    @property
    def guest_sees(self) -> bool:
        return any(record.guest is not None and record.guest[1] for record in self.records.values())

    # Changes

    def begin(self) -> None:
        self.calls += 1
        self.touched = set()
        self.retagged = set()
        self._before = set(self.records)
        self._visible = self.visible()

    def end(self) -> None:
        """Adds the changes of the call to both feeds."""
        for name in self.touched & set(self.records):
            self.feed.log[name] = (self.calls, False)
        for name in self._before - set(self.records):
            self.feed.log[name] = (self.calls, True)
        visible = self.visible()
        if not self.guest_sees:
            self.view = None
            return
        if self.view is None:
            self.view = Feed()
            self._visible = set()
        for name in visible:
            if name in self.touched or name not in self._visible:
                self.view.log[name] = (self.calls, False)
        for name in self._visible - visible:
            self.view.log[name] = (self.calls, True)

    # Batches

    def batch(self, items: list[Item], atomic: bool) -> list[int]:
        """Applies a batch of the owner; returns one error code for each item, 0 for none."""
        codes = [self._alone(item) for item in items]
        self._together(items, codes)
        if atomic and any(codes):
            return [code or 22 for code in codes]
        good = [item for item, code in zip(items, codes, strict=True) if not code]
        # Saves precede deletions, because the state after the request is decisive.
        for item in good:
            if item.kind != "delete":
                self.store(item)
        for item in good:
            if item.kind == "delete":
                self.remove(item.name)
        saved = {item.name for item in good if item.kind != "delete"}
        for name in saved & set(self.records):
            parent = self.records[name].parent
            if parent is not None:
                self.retagged.add(parent)
        return codes

    def _alone(self, item: Item) -> int:
        """Returns the error code of an item according to its tag and save policy."""
        exists = item.name in self.records
        if item.kind == "changedKeys":
            return 0
        if item.kind == "delete":
            return 14 if exists and item.tag == "stale" else 0
        if exists:
            return 0 if item.tag == "current" else 14
        return 0 if item.tag == "none" else 11

    def after(self, items: list[Item], codes: list[int]) -> dict[str, Rec]:
        """Returns the zone with the valid saves and without any deletion."""
        records = dict(self.records)
        for item, code in zip(items, codes, strict=True):
            if not code and item.kind != "delete":
                records[item.name] = self._merged(item)
        return records

    def _together(self, items: list[Item], codes: list[int]) -> None:
        """Sets the error codes for references, until no failure causes another one."""
        # The items that failed because another one did.
        dependents: list[int] = []
        rounds = 0
        while True:
            before = list(codes)
            records = self.after(items, codes)
            for index, item in enumerate(items):
                if not codes[index] and item.kind != "delete":
                    record = records[item.name]
                    if any(target not in records for target in holds(record)):
                        codes[index] = 31
                        dependents += [index] if rounds else []
            records = self.after(items, codes)
            deletions = {
                item.name
                for item, code in zip(items, codes, strict=True)
                if item.kind == "delete" and not code and item.name in records
            }
            gone = closure(deletions, records)
            for index, item in enumerate(items):
                if item.name in deletions and item.kind == "delete":
                    mine = closure({item.name}, records)
                    if any(
                        target in mine
                        for name, record in records.items()
                        if name not in gone
                        for target in holds(record)
                    ):
                        codes[index] = 31
            if codes == before:
                break
            rounds += 1
        refused = {
            item.name
            for item, code in zip(items, codes, strict=True)
            if code == 31 and item.kind != "delete"
        }
        for index in dependents:
            if self._merged(items[index]).parent in refused - set(self.records):
                codes[index] = 1

    def _merged(self, item: Item) -> Rec:
        old = self.records.get(item.name, Rec())
        return Rec(
            values={**old.values, **item.values},
            ref=item.ref or old.ref,
            parent=item.parent or old.parent,
            share=old.share,
            root=old.root,
            guest=old.guest,
        )

    def store(self, item: Item) -> None:
        self.records[item.name] = self._merged(item)
        self.touched.add(item.name)

    def remove(self, name: str) -> None:
        """Deletes a record, the records that it owns, and the shares of deleted records."""
        for gone in closure({name}, self.records):
            record = self.records.pop(gone)
            if record.share is not None:
                del self.records[record.share]
            if record.root is not None and record.root in self.records:
                self.records[record.root].share = None
                self.touched.add(record.root)


def holds(record: Rec) -> set[str]:
    """Returns the records that must exist because a record refers to them."""
    targets = {record.parent} if record.parent is not None else set()
    if record.ref is not None and record.ref[1] == "VALIDATE":
        targets.add(record.ref[0])
    return targets


def closure(names: set[str], records: dict[str, Rec]) -> set[str]:
    """Returns the records that are deleted with these."""
    gone = names & set(records)
    while True:
        more = {
            name
            for name, record in records.items()
            if record.ref is not None and record.ref[1] == "DELETE_SELF" and record.ref[0] in gone
        }
        if more <= gone:
            return gone
        gone |= more
