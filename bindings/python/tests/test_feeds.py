"""Devices that read change feeds while the cloud changes have the stored records in the end.

Each reader stores only data that it reads from the feeds: in pages of any size, forwards and in
reverse, with tokens that expire, from zones that are deleted, purged, reset and created again, and
across saved and loaded states.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from mockcloud import Cloud

EXPIRED, ZONE_NOT_FOUND, USER_DELETED_ZONE = 21, 26, 28
ZONES = ["a", "b", "c"]


class World:
    """A cloud and the changes that a test makes in it."""

    def __init__(self, cloud: Cloud, random: Random) -> None:
        self.cloud = cloud
        self.random = random

    def ask(self, operation: str, **request: Any) -> tuple[int, Any]:
        status, answer = self.cloud.call_raw(operation, json.dumps(request).encode())
        return status, json.loads(answer)

    def change(self, step: int) -> None:
        zone = {"zoneName": self.random.choice(ZONES)}
        name = f"r{self.random.randrange(12)}"
        match self.random.choices(range(8), [8, 3, 2, 2, 3, 45, 15, 3])[0]:
            case 0:
                self.ask(
                    "zones/modify",
                    operations=[{"operationType": "create", "zone": {"zoneID": zone}}],
                )
            case 1:
                self.ask(
                    "zones/modify",
                    operations=[{"operationType": "delete", "zone": {"zoneID": zone}}],
                )
            case 2:
                self.ask("mock/zones/purge", zoneID=zone)
            case 3:
                self.ask("mock/zones/resetEncryptedData", zoneID=zone)
            case 4:
                whole = self.random.random() < 0.3
                self.ask("mock/tokens/expire", zoneID=None if whole else zone)
            case 5:
                secret = self.random.random() < 0.1
                fields = {
                    "n": {"value": step, "type": "INT64"},
                    "s": {"value": "x", "type": "STRING", "isEncrypted": True} if secret else None,
                }
                record = {
                    "recordName": name,
                    "recordType": "Note",
                    "fields": {key: field for key, field in fields.items() if field},
                }
                save = {"operationType": "save", "savePolicy": "allKeys", "record": record}
                self.ask("records/modify", zoneID=zone, operations=[save])
            case 6:
                delete = {"operationType": "forceDelete", "record": {"recordName": name}}
                self.ask("records/modify", zoneID=zone, operations=[delete])
            case _:
                state = self.ask("mock/state/save")[1]
                assert self.ask("mock/state/load", state=state)[0] == 0
                assert self.ask("mock/state/save")[1] == state

    def truth(self) -> dict[str, dict[str, str]]:
        zones = self.ask("zones/list")[1]["zones"]
        names = {zone["zoneID"]["zoneName"] for zone in zones} - {"_defaultZone"}
        truth: dict[str, dict[str, str]] = {name: {} for name in names}
        for record in self.ask("mock/records")[1]["records"]:
            truth[record["zoneID"]["zoneName"]][record["recordName"]] = record["recordChangeTag"]
        return truth


class Reader:
    """A device with the data that it has read so far: the tag of each record of each zone."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.token: str | None = None
        self.tokens: dict[str, str] = {}
        self.known: dict[str, dict[str, str]] = {}
        self.expired = 0

    def catch_up(self) -> None:
        while self.read_database():
            pass
        for name in list(self.known):
            while self.read_zone(name):
                pass

    def glance(self) -> None:
        """Reads one page; the cloud may change before the next page is read."""
        name = self.world.random.choice([None, *self.known])
        if name is None:
            self.read_database()
        else:
            self.read_zone(name, may_be_gone=True)

    def read_database(self) -> bool:
        status, answer = self.world.ask(
            "changes/database", syncToken=self.token, resultsLimit=self.world.random.randint(1, 3)
        )
        if status == EXPIRED:
            self.expired += 1
            self.token = None
            self.known = {}
            self.tokens = {}
            return True
        assert status == 0, answer
        for zone in answer["zones"]:
            name = zone["zoneID"]["zoneName"]
            if zone["deleted"]:
                self.known.pop(name, None)
                self.tokens.pop(name, None)
            else:
                self.known.setdefault(name, {})
        self.token = answer["syncToken"]
        more: bool = answer["moreComing"]
        return more

    def read_zone(self, name: str, may_be_gone: bool = False) -> bool:
        reverse = self.world.random.random() < 0.3
        zone = {
            "zoneID": {"zoneName": name},
            "syncToken": self.tokens.get(name),
            "resultsLimit": self.world.random.randint(1, 4),
            "reverse": reverse,
        }
        answer = self.world.ask("changes/zone", zones=[zone])[1]["zones"][0]
        if answer.get("ckErrorCode") == EXPIRED:
            self.expired += 1
            self.tokens.pop(name, None)
            self.known[name] = {}
            return True
        if may_be_gone and answer.get("ckErrorCode") in (ZONE_NOT_FOUND, USER_DELETED_ZONE):
            return False
        assert "ckErrorCode" not in answer, answer
        for record in answer["records"]:
            if record["deleted"]:
                self.known[name].pop(record["recordName"], None)
            else:
                self.known[name][record["recordName"]] = record["recordChangeTag"]
        self.tokens[name] = answer["syncToken"]
        # Changes made during a reading in reverse are read after the end of that reading.
        return reverse or bool(answer["moreComing"])


@pytest.mark.parametrize("seed", range(30))
def test_readers_know_what_is_there(seed: int) -> None:
    random = Random(seed)
    with Cloud({"limits": {"pageSize": 7}}) as cloud:
        world = World(cloud, random)
        readers = [Reader(world) for _ in range(3)]
        for step in range(200):
            world.change(step)
            random.choice(readers).glance()
            if random.random() < 0.05:
                random.choice(readers).catch_up()
        for reader in readers:
            reader.catch_up()
            assert reader.known == world.truth()


def test_the_walks_meet_expired_tokens() -> None:
    """Without expired tokens, the test above would not test them."""
    random = Random(1)
    with Cloud() as cloud:
        world = World(cloud, random)
        reader = Reader(world)
        for step in range(600):
            world.change(step)
            reader.catch_up()
        assert reader.expired > 5
        assert reader.known == world.truth()


def test_a_token_that_a_restore_gave_up_has_expired_elsewhere_too() -> None:
    def save(cloud: Cloud, name: str) -> None:
        record = {"recordName": name, "recordType": "Note", "fields": {}}
        operation = {"operationType": "create", "record": record}
        cloud.call("records/modify", zoneID={"zoneName": "z"}, operations=[operation])

    def changes(cloud: Cloud, token: str | None = None) -> dict[str, Any]:
        zone = {"zoneID": {"zoneName": "z"}, "syncToken": token}
        answer = cloud.call_raw("changes/zone", json.dumps({"zones": [zone]}).encode())[1]
        found: dict[str, Any] = json.loads(answer)["zones"][0]
        return found

    with Cloud() as first:
        zone = {"operationType": "create", "zone": {"zoneID": {"zoneName": "z"}}}
        first.call("zones/modify", operations=[zone])
        kept = changes(first)["syncToken"]
        tokens = []
        # The second world that is given up has an epoch of its own.
        for _ in range(2):
            first.call("mock/snapshot", name="s")
            save(first, "given-up")
            tokens.append(changes(first)["syncToken"])
            first.call("mock/restore", name="s")
        state = first.state.save()
    with Cloud(state=state) as second:
        assert second.state.save() == state
        save(second, "later")
        for token in tokens:
            assert changes(second, token)["ckErrorCode"] == 21
        names = [record["recordName"] for record in changes(second, kept)["records"]]
        assert names == ["later"]
