"""Tests the sync client on three devices of one user with random edits, failures and offline times.

Each seed defines one history. At its end, all failures stop and each device syncs twice. All three
stores and the server must then have the same notes, and no edit may be lost unless the note or the
zone was deleted.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from local_store import LocalStore
from mockcloud import CKError, Cloud, Record, ServiceOperation, errors
from sync_client import SyncClient

DEVICES = ("mac", "pad", "phone")
ZONE = "Notes"
KEYS = ("title", "body", "rank")
OPERATIONS: list[ServiceOperation] = [
    "records/modify",
    "changes/zone",
    "zones/modify",
    "subscriptions/modify",
]
TRANSIENT: list[dict[str, str | float]] = [
    {"code": "networkFailure"},
    {"code": "networkUnavailable"},
    {"code": "requestRateLimited", "retryAfter": 4},
    {"code": "serverResponseLost"},
    {"code": "serviceUnavailable", "retryAfter": 1.5},
    {"code": "zoneBusy", "retryAfter": 30},
]


class History:
    """A cloud and three devices with random actions."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.cloud = Cloud(seed=seed)
        self.cloud.limits.set(
            items_per_request=self.random.choice([1, 2, 5, 400]),
            page_size=self.random.choice([1, 2, 5, 200]),
        )
        for device in DEVICES:
            self.cloud.accounts.add_device(device)
        self.clients = {device: self.client(device) for device in DEVICES}
        self.busy: set[str] = set()
        self.made = 0
        self.deleted: set[str] = set()
        self.written: dict[tuple[str, str], set[object]] = defaultdict(set)
        self.last: dict[tuple[str, str], object] = {}
        self.writers: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.zone_was_lost = False

    def client(self, device: str) -> SyncClient:
        container = self.cloud.as_user("me", device).container()
        return SyncClient(container, LocalStore(), self.sleep, ZONE)

    # Actions of devices

    def edit(self, device: str, name: str) -> None:
        fields: dict[str, str | int | None] = {}
        for key in self.random.sample(KEYS, self.random.randint(1, len(KEYS))):
            fields[key] = self.random.choice([self.random.randint(0, 10**6), None])
        if "title" in fields:
            fields["title"] = f"{device} {self.random.randint(0, 10**6)}"
        self.clients[device].store.edit(name, **fields)
        for key, value in fields.items():
            self.written[name, key].add(value)
            self.last[name, key] = value
            self.writers[name, key].add(device)

    def create(self, device: str) -> None:
        self.made += 1
        self.edit(device, f"note-{self.made:03}")

    def change(self, device: str) -> None:
        names = sorted(self.clients[device].store.notes())
        if names:
            self.edit(device, self.random.choice(names))

    def delete(self, device: str) -> None:
        names = sorted(self.clients[device].store.notes())
        if names:
            name = self.random.choice(names)
            self.clients[device].store.delete(name)
            self.deleted.add(name)

    def sync(self, device: str) -> None:
        if device not in self.busy:
            self.busy.add(device)
            self.clients[device].sync()
            self.busy.remove(device)

    def deliver(self) -> None:
        """Delivers pushes to the devices that are not busy. Other devices miss them."""
        self.cloud.clock.advance()
        for event in self.cloud.events():
            device = event.device
            if device in self.clients and device not in self.busy:
                self.busy.add(device)
                self.clients[device].handle(event)
                self.busy.remove(device)

    # Failures

    def break_down(self) -> None:
        self.cloud.fail(
            self.random.choice(TRANSIENT),
            operation=self.random.sample(OPERATIONS, self.random.randint(1, 4)),
            optional=True,  # whether a random fault meets a call is a matter of chance
        )

    def break_records(self) -> None:
        names = [f"note-{self.random.randint(1, self.made + 1):03}" for _ in range(2)]
        self.cloud.fail(self.random.choice(TRANSIENT), records=set(names), optional=True)

    def heal(self) -> None:
        self.cloud.faults.clear()

    def sleep(self, seconds: float) -> None:
        """Advances the clock while a device waits. Failures may end, and other devices may act."""
        self.cloud.clock.advance(seconds)
        if self.random.random() < 0.5:
            self.heal()
        if self.random.random() < 0.3:
            self.act()

    def expire(self) -> None:
        try:
            self.cloud.state.expire_tokens()
            self.cloud.state.expire_tokens(ZONE)
        except errors.BadMockRequest:
            pass  # the zone does not exist at the moment

    def lose_zone(self) -> None:
        self.zone_was_lost = True
        try:
            if self.random.random() < 0.5:
                self.cloud.state.purge_zone(ZONE)
            else:
                self.cloud.private.delete_zone(ZONE)
        except (CKError, errors.BadMockRequest):
            pass  # the zone does not exist at the moment, or a simulated error prevents it

    def sign_out(self, device: str) -> None:
        self.cloud.accounts.set_status(
            self.random.choice(["noAccount", "temporarilyUnavailable"]), device=device
        )

    def sign_in(self, device: str) -> None:
        self.cloud.accounts.set_status("available", device=device)

    # Course of a history

    def act(self) -> None:
        device = self.random.choice(DEVICES)
        weights: list[tuple[float, Callable[[], None]]] = [
            (12, lambda: self.create(device)),
            (16, lambda: self.change(device)),
            (5, lambda: self.delete(device)),
            (16, lambda: self.sync(device)),
            (5, self.deliver),
            (3, self.break_down),
            (3, self.break_records),
            (3, self.heal),
            (2, self.expire),
            (1, lambda: self.sign_out(device)),
            (2, lambda: self.sign_in(device)),
            (0.4, self.lose_zone),
        ]
        (chosen,) = self.random.choices(weights, [weight for weight, _ in weights])
        chosen[1]()

    def settle(self) -> None:
        """Ends all failures, signs in all devices and syncs each of them twice."""
        self.heal()
        for device in DEVICES:
            self.sign_in(device)
        self.deliver()
        for _ in range(2):
            for device in DEVICES:
                assert self.clients[device].sync()

    def server(self) -> dict[str, dict[str, object]]:
        records = self.cloud.records(zone=ZONE)
        return {str(record.name): dict(record) for record in records}


def run(seed: int, steps: int = 60) -> History:
    history = History(seed)
    for _ in range(steps):
        history.act()
    history.settle()
    return history


@pytest.mark.parametrize("seed", range(200))
def test_three_devices_end_equal(seed: int) -> None:
    history = run(seed)
    with history.cloud as cloud:
        server = history.server()
        for device, client in history.clients.items():
            assert client.store.notes() == server, device
            assert client.store.pending() == []
        # Each stored value must have been written into that field by a device.
        for name, fields in server.items():
            for key, value in fields.items():
                assert value in history.written[name, key]
        if not history.zone_was_lost:
            made = {f"note-{number:03}" for number in range(1, history.made + 1)}
            assert server.keys() == made - history.deleted
            for (name, key), value in history.last.items():
                if name in server and len(history.writers[name, key]) == 1:
                    assert server[name].get(key) == value, "the only writer's last word"
        # Devices without changes must not send anything.
        cloud.journal.clear()
        for client in history.clients.values():
            assert client.sync()
        assert cloud.calls("records/modify") == []


def test_the_same_seed_is_the_same_history() -> None:
    journals = []
    for _ in range(2):
        with run(7).cloud as cloud:
            journals.append(cloud.call_raw("mock/journal"))
    assert journals[0] == journals[1]


def codes(answer: object) -> Iterator[int]:
    """Yields all error codes in a response."""
    if isinstance(answer, dict):
        if "ckErrorCode" in answer:
            yield answer["ckErrorCode"]
        for value in answer.values():
            yield from codes(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from codes(value)


def test_everything_happens() -> None:
    """The histories contain the errors that they are meant to test."""
    met: Counter[int] = Counter()
    pages = 0
    for seed in range(30):
        with run(seed).cloud as cloud:
            for call in cloud.calls:
                met.update(set(codes(call.response)))
                zones = call.response.get("zones", [])
                pages += any(zone.get("moreComing") for zone in zones)
    expected = [
        *(errors.ServerRecordChanged, errors.UnknownItem, errors.BatchRequestFailed),
        *(errors.LimitExceeded, errors.ChangeTokenExpired, errors.ZoneNotFound),
        *(errors.UserDeletedZone, errors.NotAuthenticated, errors.AccountTemporarilyUnavailable),
        *(errors.ZoneBusy, errors.RequestRateLimited, errors.NetworkFailure),
    ]
    assert [each.name for each in expected if met[each.code] < 3] == []
    assert pages > 30


def test_a_push_brings_the_other_device_in_step(mockcloud: Cloud) -> None:
    for device in DEVICES[:2]:
        mockcloud.accounts.add_device(device)
    mac, pad = (
        SyncClient(
            mockcloud.as_user("me", device).container(),
            LocalStore(),
            mockcloud.clock.advance,
            ZONE,
        )
        for device in DEVICES[:2]
    )
    assert pad.sync()
    mac.store.edit("a", title="Buy glue")
    assert mac.sync()
    mockcloud.clock.advance()
    for event in mockcloud.events():
        assert event.device != "mac"
        if event.device == "pad":
            pad.handle(event)
    assert pad.store.notes() == {"a": {"title": "Buy glue"}}


def test_only_changed_fields_are_sent(mockcloud: Cloud) -> None:
    client = SyncClient(mockcloud.container(), LocalStore(), mockcloud.clock.advance, ZONE)
    client.store.edit("a", title="Buy glue", rank=1)
    assert client.sync()
    mockcloud.journal.clear()
    client.store.edit("a", rank=2)
    assert client.sync()
    assert mockcloud.calls("records/modify").fields_sent() == {"a": ["rank"]}


def test_waiting_is_what_the_server_asks_for(mockcloud: Cloud) -> None:
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        mockcloud.faults.clear()

    client = SyncClient(mockcloud.container(), LocalStore(), sleep, ZONE)
    mockcloud.fail({"code": "requestRateLimited", "retryAfter": 17})
    assert client.sync()
    assert waited == [17]


def test_a_reset_keychain(mockcloud: Cloud) -> None:
    client = SyncClient(mockcloud.container(), LocalStore(), mockcloud.clock.advance, ZONE)
    client.store.edit("a", title="Buy glue")
    assert client.sync()
    mockcloud.private.save(Record("Secret", name="s", zone=ZONE, encrypted={"x": "y"}))
    assert mockcloud.state.reset_encrypted_data(ZONE)
    assert client.sync()
    assert [record.name for record in mockcloud.records(zone=ZONE)] == ["a"]


def test_a_store_outlives_the_program(mockcloud: Cloud, tmp_path: Path) -> None:
    path = str(tmp_path / "notes.sqlite")
    for title in ("one", "two"):
        client = SyncClient(mockcloud.container(), LocalStore(path), mockcloud.clock.advance, ZONE)
        client.store.edit("a", title=title)
        assert client.sync()
    assert LocalStore(path).notes() == {"a": {"title": "two"}}
    # The second program continued with the token of the first.
    tokens = [call.request["zones"][0].get("syncToken") for call in mockcloud.calls("changes/zone")]
    assert tokens[0] is None and tokens[1] is not None
