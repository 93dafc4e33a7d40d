"""Random worlds in which a client reads changes.

There are other devices, faults, cancellations, clients that end, and states that are loaded.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from chance import Chance
from reading_client import ZONES, Client
from reading_faults import faults
from reading_habits import Habits
from reading_pages import Call, Reply

from mockcloud import Cloud
from mockcloud.inspect import Finding

DEVICE = "phone"
OTHER = "setup"


class Ended(Exception):
    """The client ended."""


@dataclass
class UnderWay:
    """An operation whose events the client takes."""

    place: int
    blocks: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None

    def reply(self, status: int) -> Reply:
        if self.result is None:  # cancelled
            return Reply(status, {"ckErrorCode": status}, self.blocks)
        response = self.result.get("answer") or self.result["error"]
        return Reply(self.result["status"], response, self.blocks)


class World:
    """A cloud with a client, which does nothing that `mock/report` should find without a bug."""

    def __init__(self, seed: int, bug: str | None = None) -> None:
        self.chance = Chance(seed)
        self.habits = Habits.any(self.chance, bug)
        self.client = Client(self.chance, self.habits)
        self.cloud = Cloud(
            seed=seed,
            users=[
                {"alias": "me", "devices": [OTHER, DEVICE]},
                {"alias": "eve", "devices": ["pad"]},
            ],
            limits={"pageSize": self.chance.one(1, 2, 3, 50 if bug is None else 3)},
        )
        #: The shares of calls that report by events, of events after which the client cancels, and
        #: of moments at which it ends.
        self.by_events: float = self.chance.one(0, 0.5, 1)
        self.cancels: float = self.chance.one(0, 0, 0.05)
        self.ends: float = self.chance.one(0, 0, 0.05)
        #: The share of moments of a pass at which another device saves.
        self.disturbs = 0.2
        if bug is not None:
            self.cancels = self.ends = 0
        self.log = [str(self.habits)]
        self.has_snapshot = False
        #: Whether a snapshot was restored: clients whose tokens are older need not notice it.
        self.has_gone_back = False
        self.is_finished = False
        self.count = 0
        for zone in ZONES:
            self.make_zone(zone)
        self.change(self.chance.randint(0, 14))

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.cloud.close()

    def note(self, *what: object) -> None:
        self.log.append(" ".join(map(str, what)))

    def ask(self, operation: str, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        status, text = self.cloud.call_raw(operation, json.dumps(request))
        assert status >= 0, (operation, request, text)
        return status, json.loads(text)

    # The client

    def read(self) -> bool:
        """Runs a pass of the client, and returns whether it has read everything."""
        self.note("pass", self.client.stored.database, self.client.stored.zones)
        steps = self.client.read()
        try:
            calls = next(steps)
            while True:
                calls = steps.send(self.replies(calls))
        except StopIteration as end:
            self.note("pass ends", end.value)
            return bool(end.value)
        except Ended:
            self.restart()
            return False

    def restart(self) -> None:
        self.note("restart")
        self.cloud.call("mock/devices/restart", {"device": DEVICE})
        while self.cloud.next_event_raw() is not None:
            pass

    def replies(self, calls: Sequence[Call]) -> list[Reply]:
        """Makes calls in some order, several of them at the same time if they report by events."""
        found: dict[int, Reply] = {}
        under_way: dict[str, UnderWay] = {}
        for place in self.chance.sample(range(len(calls)), len(calls)):
            call = calls[place]
            request = {**call.request, "device": DEVICE}
            if self.chance.maybe(self.by_events):
                _, response = self.ask(call.operation, {**request, "deliver": "events"})
                under_way[response["operationID"]] = UnderWay(place)
                self.note("submit", call, response["operationID"])
            else:
                status, response = self.ask(call.operation, request)
                found[place] = Reply(
                    status, response.get("error", response) if status else response
                )
                if status == 2:
                    found[place] = Reply(status, response)
                self.note("call", call, status, response)
            self.disturb()
        while under_way:
            if self.chance.maybe(self.ends):
                raise Ended
            self.cloud.call("mock/clock/advance", {"seconds": self.chance.one(0, 0.5, 1, 3)})
            self.disturb()
            self.take_events(self.chance.one(0, 1, 2, 99), under_way, found)
        if self.chance.maybe(self.ends):
            raise Ended
        return [found[place] for place in range(len(calls))]

    def take_events(
        self, count: int, under_way: dict[str, UnderWay], found: dict[int, Reply]
    ) -> None:
        for _ in range(count):
            text = self.cloud.next_event_raw()
            if text is None:
                return
            event = json.loads(text)
            name = event.get("operationID")
            if name not in under_way:
                continue
            self.note("event", text)
            operation = under_way[name]
            if event["block"] == "completion":
                found[operation.place] = under_way.pop(name).reply(event["status"])
                continue
            if event["block"] == "result":
                operation.result = event
            else:
                operation.blocks.append(event)
            if self.chance.maybe(self.cancels):
                self.note("cancel", name)
                self.cloud.call("operations/cancel", {"operationID": name})

    # What happens around it

    def make_zone(self, zone: str) -> None:
        item = {"operationType": "create", "zone": {"zoneID": {"zoneName": zone}}}
        self.cloud.call("zones/modify", {"device": OTHER, "operations": [item]})

    def change(self, count: int = 1) -> None:
        """Saves or deletes records from another device, which need not exist."""
        for _ in range(count):
            self.count += 1
            record = {
                "recordName": f"r{self.chance.randint(0, 6)}",
                "recordType": "Note",
                "fields": {"number": {"value": self.count}},
            }
            kind = self.chance.one("forceUpdate", "forceUpdate", "forceDelete")
            request = {
                "device": OTHER,
                "zoneID": {"zoneName": self.chance.one(*ZONES)},
                "operations": [{"operationType": kind, "record": record}],
            }
            self.ask("records/modify", request)

    def disturb(self) -> None:
        if self.chance.maybe(self.disturbs):
            self.change()

    def add_faults(self) -> None:
        for rule in faults(self.chance, DEVICE):
            self.note("fault", rule)
            self.cloud.call("mock/faults/add", {"rules": [rule]})

    def sign_in_again(self) -> None:
        user = self.chance.one("me", "me", "eve")
        for each in ("eve", "me") if user == "eve" else ("me",):
            self.note("sign in", each)
            self.cloud.call("mock/account/signOut", {"device": DEVICE})
            self.client.wipe()
            self.cloud.call("mock/account/signIn", {"device": DEVICE, "user": each})
            if each == "eve":
                self.read()
                self.pause()

    def expire(self) -> None:
        self.note("expire")
        self.cloud.call("mock/tokens/expire", {"database": "private"})

    def replace_zone(self) -> None:
        zone = self.chance.one(*ZONES)
        self.note("replace", zone)
        item = {"operationType": "delete", "zone": {"zoneID": {"zoneName": zone}}}
        self.cloud.call("zones/modify", {"device": OTHER, "operations": [item]})
        if self.chance.maybe(0.3):
            self.read()
            self.pause()
        self.make_zone(zone)
        self.change(3)

    def snapshot(self) -> None:
        self.note("snapshot")
        self.cloud.state.snapshot("s")
        self.has_snapshot = True

    def restore(self) -> None:
        if self.has_snapshot:
            self.note("restore")
            self.has_gone_back = True
            self.cloud.state.restore("s")

    def fork(self) -> None:
        self.note("fork")
        former, self.cloud = self.cloud, self.cloud.fork()
        former.close()
        self.has_snapshot = False

    def load(self) -> None:
        self.note("load")
        self.cloud.state.load(self.cloud.state.save())

    def pause(self) -> None:
        self.cloud.call("mock/clock/advance", {"seconds": self.chance.one(5, 30)})

    # All of it

    def run(self) -> list[Finding]:
        """Lets the client read while things happen, then without faults; returns the findings."""
        if self.habits.bug is None or self.chance.maybe(0.5):
            self.add_faults()
        happenings = [self.restart, self.sign_in_again, self.expire, self.replace_zone, self.fork]
        for _ in range(self.chance.randint(1, 8)):
            self.read()
            self.pause()
            self.change(self.chance.one(0, 0, 1, 3))
            if self.habits.bug is None and self.chance.maybe(0.4):
                self.chance.one(*happenings, self.snapshot, self.restore, self.load)()
        self.cloud.call("mock/faults/clear")
        self.cancels = self.ends = self.disturbs = 0
        for turn in range(6):
            self.pause()
            self.is_finished = self.read()
            if self.is_finished and turn > 0:
                break
        return [each for each in self.cloud.findings() if each.kind != "earlyRetry"]

    def missed(self) -> dict[str, Any]:
        """Returns the zones of which the client has not the records that the server has."""
        missed: dict[str, Any] = {}
        for zone in () if self.has_gone_back else ZONES:
            position = self.client.stored.zones.get(zone)
            here = {} if position is None else position.records
            there = self.records(zone)
            # What it has of a record that it passed over is not known.
            names = {name for name in {*there, *here} if (zone, name) not in self.client.lost}
            if any(there.get(name) != here.get(name) for name in names):
                missed[zone] = there, here
        return missed

    def records(self, zone: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        item: dict[str, Any] = {"zoneID": {"zoneName": zone}}
        while True:
            request = {"device": OTHER, "zones": [item]}
            page = self.cloud.call("changes/zone", request)["zones"][0]
            found |= {each["recordName"]: each.get("fields") for each in page["records"]}
            if not page["moreComing"]:
                return {name: fields for name, fields in found.items() if fields is not None}
            item["syncToken"] = page["syncToken"]
