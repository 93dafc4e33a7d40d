"""The basis of the rules of test_model.py: a cloud and its model side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine, invariant

from mockcloud import CKError, Cloud, Database, Record, Reference, Share, ZoneID, errors
from zone_model import GUEST, OWNER, Item, Position, Rec, Who, ZoneModel, closure

ZONES = ("A", "B")
NAMES = tuple(f"r{number}" for number in range(6))


@dataclass
class Reader:
    """A token, and its position in the model."""

    token: str
    zone: str
    who: Who
    #: The incarnations of zone and view that the token belongs to.
    life: tuple[int, ...]
    at: Position


class ZoneMachine(RuleBasedStateMachine):
    """One owner, one guest, two zones; compares the outcome of each call with the model's."""

    def begin(self, seed: int) -> None:
        self.cloud = Cloud(seed=seed)
        # The model does not know who created a deleted record.
        self.cloud.limits.set(first_reading="live")
        self.cloud.accounts.add_user(GUEST)
        self.me = self.cloud.container().user_record_name()
        self.models: dict[str, ZoneModel] = {}
        self.tags: dict[tuple[str, str], str] = {}
        self.old_tags: dict[tuple[str, str], set[str]] = {}
        self.lives: dict[str, int] = dict.fromkeys(ZONES, 0)
        self.view_lives: dict[str, int] = dict.fromkeys(ZONES, 0)
        self.expired: dict[str, int] = dict.fromkeys(ZONES, 0)
        self.readers: list[Reader] = []

    def teardown(self) -> None:
        if hasattr(self, "cloud"):
            self.cloud.close()

    @invariant()
    def nothing_contradicts_itself(self) -> None:
        if hasattr(self, "cloud"):
            assert self.cloud.state.problems() == []

    def life(self, zone: str, who: Who) -> tuple[int, ...]:
        if who == OWNER:
            return self.lives[zone], self.expired[zone]
        return self.lives[zone], self.view_lives[zone]

    def shared(self, zone: str) -> Database:
        return self.cloud.database("shared", user=GUEST).in_zone(ZoneID(zone, self.me))

    @staticmethod
    def code(call: Any) -> int:
        try:
            call()
        except errors.PartialFailure as error:
            return error.partial_errors[0].code
        except CKError as error:
            return error.code
        return 0

    def sensible(self, zone: str, batch: list[Item]) -> list[Item]:
        """Returns the batch without cases that CloudKit does not define: cycles of parents, new
        parents of existing records, saves that refer to records that the same batch deletes, and
        deletions with a stale tag of records that go with another one.
        """
        model = self.models.get(zone)
        records = {} if model is None else model.records
        deleted = {item.name for item in batch if item.kind == "delete"}
        deleted |= closure(deleted, records)
        kept: list[Item] = []
        for item in batch:
            parent, ref = item.parent, item.ref
            existing = records.get(item.name)
            if existing is not None or (parent is not None and parent >= item.name):
                parent = None
            if parent in deleted:
                parent = None
            old = existing.ref if existing is not None else None
            if ref is not None and ref[0] in deleted:
                ref = None
            if item.kind != "delete" and ref is None and old is not None and old[0] in deleted:
                continue
            tag = item.tag
            if tag == "current" and existing is None:
                tag = "none"
            others = {other.name for other in batch if other.kind == "delete"} - {item.name}
            if item.kind == "delete" and item.name in closure(others, records):
                tag = "none"
            kept.append(Item(item.name, item.kind, tag, item.values, ref, parent))
        return kept or [Item(batch[0].name, "changedKeys")]

    def operation(self, zone: str, item: Item) -> dict[str, Any]:
        record = Record("Note", item.values, name=item.name, parent=item.parent)
        if item.ref is not None:
            record["ref"] = Reference(*item.ref)
        wire = record.to_wire()
        tag = {"none": None, "stale": "of-nobody", "current": self.tags.get((zone, item.name))}
        if tag[item.tag] is not None:
            wire["recordChangeTag"] = tag[item.tag]
        if item.kind == "delete":
            chosen = ("recordName", "recordChangeTag")
            return {
                "operationType": "delete" if "recordChangeTag" in wire else "forceDelete",
                "record": {key: value for key, value in wire.items() if key in chosen},
            }
        operation: dict[str, Any] = {"operationType": "save", "record": wire}
        if item.kind == "changedKeys":
            operation["savePolicy"] = "changedKeys"
        return operation

    def look_up(self, who: Who, zone: str, name: str) -> None:
        database = self.cloud.private.in_zone(zone) if who == OWNER else self.shared(zone)
        model = self.models.get(zone)
        try:
            record = database.fetch(name)
        except CKError as error:
            if model is None or (who == GUEST and not model.guest_sees):
                assert error.code == 26
            else:
                assert error.code == 11
                assert name not in (model.records if who == OWNER else model.visible())
            return
        assert model is not None
        assert name in (model.records if who == OWNER else model.visible())
        self.check(zone, record, model.records[name])

    def done(self, zone: str) -> None:
        """Compares the whole zone with the model, and stores the new tags."""
        model = self.models[zone]
        had_view = model.view is not None
        model.end()
        if model.view is not None and not had_view:
            self.view_lives[zone] += 1
        found = {str(record.name): record for record in self.cloud.records(zone=zone)}
        assert found.keys() == model.records.keys()
        for key in [key for key in self.tags if key[0] == zone and key[1] not in found]:
            del self.tags[key]
        for name, record in found.items():
            tag, old = str(record.change_tag), self.tags.get((zone, name))
            if name in model.touched | model.retagged:
                seen = self.old_tags.setdefault((zone, name), set())
                assert tag not in seen, f"{name} must have a tag that it never had"
                seen.add(tag)
                self.tags[zone, name] = tag
            else:
                assert tag == old, f"nothing happened to {name}"
            self.check(zone, record, model.records[name])

    def check(self, zone: str, record: Record, expected: Rec) -> None:
        values = dict(record)
        ref = values.pop("ref", None)
        assert values == expected.values
        assert (None if ref is None else (ref.name, ref.action)) == expected.ref
        assert record.parent == expected.parent
        assert record.share_name == expected.share
        assert record.change_tag == self.tags[zone, str(record.name)]
        if isinstance(record, Share):
            guests = [
                (each.permission, each.acceptance == "ACCEPTED")
                for each in record.participants
                if each.role != "OWNER" and each.acceptance != "REMOVED"
            ]
            assert guests == ([] if expected.guest is None else [expected.guest])
            assert record.root == expected.root
