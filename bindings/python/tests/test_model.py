"""Zones, records, references, feeds and shares against a small model of them, at random.

After each call every record must be what the model says, with a new tag exactly where the model
wants one; every error must be the model's; every page of every feed must be the model's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from mockcloud import CKError, Cloud, Database, Record, Reference, Share, ZoneID, errors
from zone_model import GUEST, OWNER, Item, Position, Rec, Who, ZoneModel, closure

ZONES = ("A", "B")
NAMES = tuple(f"r{number}" for number in range(6))

zones = st.sampled_from(ZONES)
#: Where the guest mostly looks.
guest_zones = st.sampled_from(("A", "A", "A", "B"))
names = st.sampled_from(NAMES)
numbers = st.integers(0, 9)
permissions = st.sampled_from(("READ_ONLY", "READ_WRITE"))
references = st.tuples(names, st.sampled_from(("NONE", "DELETE_SELF", "VALIDATE")))
items = st.builds(
    Item,
    name=names,
    kind=st.sampled_from(("save", "save", "changedKeys", "delete")),
    tag=st.sampled_from(("current", "current", "none", "stale")),
    values=st.dictionaries(st.sampled_from(("v", "w")), numbers, max_size=2),
    ref=st.none() | references,
    parent=st.none() | names,
)
batches = st.lists(items, min_size=1, max_size=3, unique_by=lambda item: item.name)


#: Chooses among what there is at the time.
choices = st.integers(0, 1000)


@dataclass
class Reader:
    """A token, and what the model knows of it."""

    token: str
    zone: str
    who: Who
    #: The lives of zone and view that the token belongs to.
    life: tuple[int, ...]
    at: Position


class Zones(RuleBasedStateMachine):
    """One owner, one guest, two zones."""

    @initialize(seed=st.integers(0, 2**32), shared=st.none() | permissions)
    def start(self, seed: int, shared: Any) -> None:
        self.cloud = Cloud(seed=seed)
        self.cloud.add_user(GUEST)
        self.me = self.cloud.container().user_record_name()
        self.models: dict[str, ZoneModel] = {}
        self.tags: dict[tuple[str, str], str] = {}
        self.old_tags: dict[tuple[str, str], set[str]] = {}
        self.lives: dict[str, int] = dict.fromkeys(ZONES, 0)
        self.view_lives: dict[str, int] = dict.fromkeys(ZONES, 0)
        self.expired: dict[str, int] = dict.fromkeys(ZONES, 0)
        self.readers: list[Reader] = []
        for zone in ZONES:
            self.create_zone(zone)
        # A hierarchy to begin with: r0 is above r1, r1 above r2.
        hierarchy = [
            Item(f"r{n}", "save", values={"v": n}, parent=f"r{n - 1}" if n else None)
            for n in range(3)
        ]
        self.send("A", hierarchy, True)
        if shared is not None:
            self.share("A", 0, shared, True)
            self.accept("A", 0)

    def teardown(self) -> None:
        if hasattr(self, "cloud"):
            self.cloud.close()

    # Zones

    @rule(zone=zones)
    def create_zone(self, zone: str) -> None:
        self.cloud.private.create_zone(zone)
        if zone not in self.models:
            self.models[zone] = ZoneModel()
            self.lives[zone] += 1
            self.old_tags = {key: tags for key, tags in self.old_tags.items() if key[0] != zone}

    @rule(zone=zones, choice=choices)
    def delete_zone(self, zone: str, choice: int) -> None:
        if choice % 20 != 19:
            return  # rarely, or nothing else would ever come far
        code = self.code(lambda: self.cloud.private.delete_zone(zone))
        assert code == (0 if zone in self.models else 26)
        if zone in self.models:
            del self.models[zone]
            self.tags = {key: tag for key, tag in self.tags.items() if key[0] != zone}

    # The owner's records

    @rule(zone=zones, batch=batches, atomic=st.booleans())
    def modify(self, zone: str, batch: list[Item], atomic: bool) -> None:
        self.send(zone, batch, atomic)

    @rule(zone=zones, batch=batches)
    def modify_more(self, zone: str, batch: list[Item]) -> None:
        self.send(zone, batch, False)

    @rule(
        zone=guest_zones,
        choice=choices,
        other=choices,
        action=st.sampled_from(("DELETE_SELF", "VALIDATE")),
    )
    def point(self, zone: str, choice: int, other: int, action: Any) -> None:
        """A record that is there comes to depend on another that is there."""
        there = self.there(zone)
        if there:
            ref = (there[other % len(there)], action)
            item = Item(there[choice % len(there)], "changedKeys", ref=ref)
            self.send(zone, [item], True)

    @rule(zone=guest_zones, mask=st.integers(1, 2 ** len(NAMES) - 1), atomic=st.booleans())
    def delete_several(self, zone: str, mask: int, atomic: bool) -> None:
        """Some of those that are there."""
        there = self.there(zone)
        chosen = [name for bit, name in enumerate(there) if mask >> bit & 1]
        if chosen:
            self.send(zone, [Item(name, "delete") for name in chosen], atomic)

    def there(self, zone: str) -> list[str]:
        records = self.models[zone].records if zone in self.models else {}
        return [name for name in NAMES if name in records]

    def send(self, zone: str, batch: list[Item], atomic: bool) -> None:
        batch = self.sensible(zone, batch)
        operations = [self.operation(zone, item) for item in batch]
        request = {"zoneID": {"zoneName": zone}, "operations": operations, "atomic": atomic}
        _, answer = self.cloud.exchange("records/modify", request)
        codes = [item.get("ckErrorCode", 0) for item in answer["records"]]
        model = self.models.get(zone)
        if model is None:
            assert codes == [26] * len(batch)
            return
        model.begin()
        assert codes == model.batch(batch, atomic)
        for item, result in zip(batch, answer["records"], strict=True):
            if result.get("ckErrorCode") == 14:
                conflict = result["serverRecord"]
                assert conflict["recordChangeTag"] == self.tags[zone, item.name]
        self.done(zone)

    @rule(zone=zones, name=names)
    def fetch(self, zone: str, name: str) -> None:
        self.look_up(OWNER, zone, name)

    # Sharing

    @rule(zone=zones, choice=choices, permission=permissions, invited=st.booleans())
    def share(self, zone: str, choice: int, permission: Any, invited: bool) -> None:
        model = self.models.get(zone)
        records = {} if model is None else model.records
        roots = [name for name, each in records.items() if not (each.parent or each.root)]
        if model is None or not roots:
            return
        name = sorted(roots)[choice % len(roots)]
        model.begin()
        share = Share(name, name=f"s-{name}", zone=zone)
        if invited:
            share.add(GUEST, permission)
        code = self.code(lambda: self.cloud.private.save(share))
        root = model.records[name]
        if root.share is not None:
            # The share's own name is taken, too; and that is seen first.
            assert code == 14
        else:
            assert code == 0
            root.share = f"s-{name}"
            guest = (permission, False) if invited else None
            model.records[root.share] = Rec(root=name, guest=guest)
            model.touched |= {name, root.share}
        self.done(zone)

    @rule(zone=zones, choice=choices, permission=st.none() | permissions)
    def invite(self, zone: str, choice: int, permission: Any) -> None:
        """Puts the guest on a share's list, changes his permission, or takes him off."""
        if (found := self.a_share(zone, choice)) is None:
            return
        model, name, share = found
        model.begin()
        share.participants = [each for each in share.participants if each.role == "OWNER"]
        if permission is not None:
            share.add(GUEST, permission)
        self.cloud.private.save(share)
        record = model.records[name]
        accepted = record.guest is not None and record.guest[1]
        record.guest = None if permission is None else (permission, accepted)
        model.touched.add(name)
        self.done(zone)

    @rule(zone=zones, choice=choices)
    def accept(self, zone: str, choice: int) -> None:
        if (found := self.a_share(zone, choice)) is None:
            return
        model, name, share = found
        model.begin()
        code = self.code(lambda: self.cloud.container().accept(share, user=GUEST))
        record = model.records[name]
        assert code == (10 if record.guest is None else 0)
        if record.guest is not None and not record.guest[1]:
            record.guest = (record.guest[0], True)
            model.touched.add(name)
        self.done(zone)

    @rule(zone=zones, choice=choices)
    def unshare(self, zone: str, choice: int) -> None:
        if choice % 3 != 2 or (found := self.a_share(zone, choice // 3)) is None:
            return
        model, name, _ = found
        model.begin()
        self.cloud.private.in_zone(zone).delete(name)
        model.remove(name)
        self.done(zone)

    @rule(zone=zones, choice=choices)
    def leave(self, zone: str, choice: int) -> None:
        if choice % 2 != 1 or (found := self.a_share(zone, choice // 2)) is None:
            return
        model, name, _ = found
        share = model.records[name]
        if share.guest is None or not share.guest[1]:
            return
        model.begin()
        self.shared(zone).delete(name)
        share.guest = None
        model.touched.add(name)
        self.done(zone)

    def a_share(self, zone: str, choice: int) -> tuple[ZoneModel, str, Share] | None:
        model = self.models.get(zone)
        if model is None:
            return None
        shares = sorted(name for name, each in model.records.items() if each.root is not None)
        if not shares:
            return None
        name = shares[choice % len(shares)]
        share = self.cloud.private.in_zone(zone).fetch(name)
        assert isinstance(share, Share)
        return model, name, share

    # The guest's records

    @rule(zone=guest_zones, name=names)
    def guest_fetches(self, zone: str, name: str) -> None:
        self.look_up(GUEST, zone, name)

    @rule(zone=guest_zones, name=names, number=numbers)
    def guest_edits(self, zone: str, name: str, number: int) -> None:
        record = Record("Note", {"v": number}, name=name)
        code = self.code(lambda: self.shared(zone).save(record, save_policy="changedKeys"))
        model = self.models.get(zone)
        if model is None or not model.guest_sees:
            assert code == 26
            return
        model.begin()
        assert code == (0 if model.permission(name) == "READ_WRITE" else 10)
        if code == 0:
            model.store(Item(name, "changedKeys", values={"v": number}))
            parent = model.records[name].parent
            if parent is not None:
                model.touched.add(parent)
        self.done(zone)

    @rule(zone=guest_zones, choice=choices, parent=names, number=numbers)
    def guest_adds(self, zone: str, choice: int, parent: str, number: int) -> None:
        model = self.models.get(zone)
        if model is None or not model.guest_sees:
            return
        possible = [name for name in NAMES if name > parent and not model.permission(name)]
        if not possible:
            return
        name = possible[choice % len(possible)]
        model.begin()
        record = Record("Note", {"v": number}, name=name, parent=parent)
        code = self.code(lambda: self.shared(zone).save(record))
        if name in model.records:
            assert code == 10
        elif parent not in model.records:
            assert code == 31
        else:
            assert code == (0 if model.permission(parent) == "READ_WRITE" else 10)
        if code == 0:
            model.store(Item(name, "save", values={"v": number}, parent=parent))
            model.touched.add(parent)
        self.done(zone)

    @rule(zone=guest_zones, name=names)
    def guest_deletes(self, zone: str, name: str) -> None:
        code = self.code(lambda: self.shared(zone).delete(name))
        model = self.models.get(zone)
        if model is None or not model.guest_sees:
            assert code == 26
            return
        model.begin()
        permission = model.permission(name)
        if permission is None:
            assert code == 0
        elif permission != "READ_WRITE" or model.records[name].share is not None:
            assert code == 10
        else:
            assert code == model.batch([Item(name, "delete")], True)[0]
        self.done(zone)

    # Feeds

    @rule(zone=zones, who=st.sampled_from((OWNER, GUEST)), limit=st.integers(1, 4))
    def begin_reading(self, zone: str, who: Any, limit: int) -> None:
        model = self.models.get(zone)
        silent = -1 if model is None else model.calls
        self.read(Reader("", zone, who, self.life(zone, who), Position(silent=silent)), limit)

    @precondition(lambda self: self.readers)
    @rule(choice=choices, limit=st.integers(1, 4))
    def go_on_reading(self, choice: int, limit: int) -> None:
        self.read(self.readers[choice % len(self.readers)], limit)

    @precondition(lambda self: self.readers)
    @rule(limit=st.integers(1, 4))
    def catch_up(self, limit: int) -> None:
        self.read(self.readers[-1], limit)

    @rule(zone=zones, choice=choices)
    def expire(self, zone: str, choice: int) -> None:
        if zone in self.models and choice % 10 == 9:
            self.cloud.expire_tokens(zone)
            self.expired[zone] += 1

    def read(self, reader: Reader, limit: int) -> None:
        database = self.cloud.private if reader.who == OWNER else self.shared(reader.zone)
        place = ZoneID(reader.zone, self.me)
        model = self.models.get(reader.zone)
        feed = None if model is None else model.feed if reader.who == OWNER else model.view
        try:
            page = database.zone_changes_page(place, reader.token or None, results_limit=limit)
        except CKError as error:
            if model is None or feed is None:
                assert error.code == 26
            else:
                assert error.code == 21
                assert reader.life != self.life(reader.zone, reader.who)
            return
        assert model is not None and feed is not None
        assert not reader.token or reader.life == self.life(reader.zone, reader.who)
        remaining = feed.remaining(reader.at)
        calls = sorted(call for call, _ in remaining.values())
        told = [str(record.record_name) for record in page.records]
        gone = [deletion.record_name for deletion in page.deletions]
        assert set(told) == {name for name in told if not remaining[name][1]}
        assert set(gone) == {name for name in gone if remaining[name][1]}
        assert len(set(told + gone)) == len(told + gone) == min(limit, len(remaining))
        # The order within one call is the server's; calls are in order.
        assert sorted(remaining[name][0] for name in told + gone) == calls[:limit]
        for part in (told, gone):
            part_calls = [remaining[name][0] for name in part]
            assert part_calls == sorted(part_calls)
        assert page.more_coming == (len(remaining) > limit)
        for record in page.records:
            self.check(reader.zone, record, model.records[str(record.record_name)])
        at = Position(reader.at.call, reader.at.names, reader.at.silent)
        if calls:
            at.call = calls[:limit][-1]
            new = frozenset(name for name in told + gone if remaining[name][0] == at.call)
            at.names = new | (reader.at.names if reader.at.call == at.call else frozenset())
        life = self.life(reader.zone, reader.who)
        self.readers.append(Reader(page.token, reader.zone, reader.who, life, at))

    # What rules are made of

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
        """The batch without what CloudKit does not define: parents in circles, new parents for
        records that exist, saves that point to what the same batch deletes or takes along."""
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
                "operationType": "delete",
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
        """Compares the whole zone with the model, and learns the new tags."""
        model = self.models[zone]
        had_view = model.view is not None
        model.end()
        if model.view is not None and not had_view:
            self.view_lives[zone] += 1
        found = {
            str(record.record_name): record
            for record in self.cloud.records(zoneID={"zoneName": zone})
        }
        assert found.keys() == model.records.keys()
        for key in [key for key in self.tags if key[0] == zone and key[1] not in found]:
            del self.tags[key]
        for name, record in found.items():
            tag, old = str(record.change_tag), self.tags.get((zone, name))
            if name in model.touched:
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
        assert (None if ref is None else (ref.record_name, ref.action)) == expected.ref
        assert record.parent == expected.parent
        assert record.share_name == expected.share
        assert record.change_tag == self.tags[zone, str(record.record_name)]
        if isinstance(record, Share):
            guests = [
                (each.permission, each.acceptance == "ACCEPTED")
                for each in record.participants
                if each.role != "OWNER"
            ]
            assert guests == ([] if expected.guest is None else [expected.guest])
            assert record.root == expected.root


Zones.TestCase.settings = settings(
    max_examples=500,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestZones = Zones.TestCase
