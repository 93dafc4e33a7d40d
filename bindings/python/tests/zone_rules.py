"""The rules of test_model.py for the owner of the zones, and for shares."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from mockcloud import Share
from zone_machine import NAMES, ZONES, ZoneMachine
from zone_model import GUEST, OWNER, Item, Rec, ZoneModel

zones = st.sampled_from(ZONES)
#: The zones that the guest reads, mostly A.
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


#: Numbers that choose among the existing records.
choices = st.integers(0, 1000)


class OwnersRules(ZoneMachine):
    """The owner's calls, and the guest's joining and leaving."""

    @initialize(seed=st.integers(0, 2**32), shared=st.none() | permissions)
    def start(self, seed: int, shared: Any) -> None:
        self.begin(seed)
        for zone in ZONES:
            self.create_zone(zone)
        # The initial hierarchy: r0 is the parent of r1, and r1 the parent of r2.
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
            return  # rarely, since it would otherwise prevent long sequences
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
        """Makes an existing record depend on another."""
        there = self.there(zone)
        if there:
            ref = (there[other % len(there)], action)
            item = Item(there[choice % len(there)], "changedKeys", ref=ref)
            self.send(zone, [item], True)

    @rule(zone=guest_zones, mask=st.integers(1, 2 ** len(NAMES) - 1), atomic=st.booleans())
    def delete_several(self, zone: str, mask: int, atomic: bool) -> None:
        """Deletes several existing records."""
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
            # The name of the share exists as well, which is checked first.
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
        """Adds the guest to a share, changes the guest's permission, or removes the guest."""
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
        assert code == (11 if record.guest is None else 0)
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
