"""Zones, records, references, feeds and shares, compared with a small model, at random.

After each call every record must equal the model's, with a new tag exactly if the model
requires one; every error must be the model's; every page of every feed must be the model's.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from mockcloud import CKError, Record, ZoneID
from zone_machine import NAMES, Reader
from zone_model import GUEST, OWNER, Item, Position
from zone_rules import OwnersRules, choices, guest_zones, names, numbers, zones


class Zones(OwnersRules):
    """Calls of the owner and of the guest."""

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
        assert code == (0 if permission == "READ_WRITE" else 10)
        if code == 0:
            model.store(Item(name, "changedKeys", values={"v": number}))
            parent = model.records[name].parent
            if parent is not None:
                model.retagged.add(parent)
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
            model.retagged.add(parent)
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
            self.cloud.state.expire_tokens(zone)
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
        told = [str(record.name) for record in page.records]
        gone = [deletion.name for deletion in page.deletions]
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
            self.check(reader.zone, record, model.records[str(record.name)])
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
