"""Zones, records, references, feeds and shares against a small model of them, at random.

After each call every record must be what the model says, with a new tag exactly where the model
wants one; every error must be the model's; every page of every feed must be the model's.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from mockcloud import CKError, Record, Share, ZoneID
from zone_machine import NAMES, ZONES, Reader, ZoneMachine
from zone_model import GUEST, OWNER, Item, Position, Rec, ZoneModel

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


class Zones(ZoneMachine):
    """What owner and guest do."""

    @initialize(seed=st.integers(0, 2**32), shared=st.none() | permissions)
    def start(self, seed: int, shared: Any) -> None:
        self.begin(seed)
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
        permission = model.permission(name)
        hidden = permission is None and name in model.records
        assert code == (0 if permission == "READ_WRITE" else 11 if hidden else 10)
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
            assert code == 11
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


Zones.TestCase.settings = settings(
    max_examples=500,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestZones = Zones.TestCase
