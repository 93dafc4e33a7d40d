"""Tests the sync client with every single fault at every call, and with random faults.

Two devices of one user write, delete and sync in turn. Once all faults have ended and both devices
have synced, both stores and the server must have the same notes, and no change may be lost. The
tests must also find bugs that were planted in other clients.
"""

from __future__ import annotations

import random

import pytest

from local_store import LocalStore, Note
from mockcloud import CKError, Cloud, ErrorName, Record
from mockcloud import errors as ck
from mockcloud.exploration import ExplorationFailed, explore
from sync_client import SyncClient

ZONE = "Notes"
#: A field that only a third device writes, in the conflicts of an exploration.
OTHERS = "web"
DEVICES = ("mac", "pad")
#: The findings that `mock/report` must not have. Discarding a token is correct if it expired.
MISBEHAVIOUR = {
    "earlyRetry",
    "blindRetry",
    "moreComingIgnored",
    "continuationMarkerIgnored",
    "oversizedRetry",
}
ClientType = type[SyncClient]


class Story:
    """A cloud and two devices, each with its own store."""

    def __init__(self, cloud: Cloud, client: ClientType) -> None:
        self.cloud = cloud
        self.clients = {
            device: client(cloud.database("private", device=device), LocalStore(), self.sleep, ZONE)
            for device in DEVICES
        }
        #: The last value that each device wrote into its field of a note.
        self.last: dict[tuple[str, str], str | int | None] = {}
        self.made: set[str] = set()
        self.deleted: set[str] = set()
        self.found_before = len(cloud.findings())

    def sleep(self, seconds: float) -> None:
        self.cloud.advance_clock(seconds)

    def write(self, device: str, name: str, value: str | int) -> None:
        """Writes into the device's own field, so that no write hides that of another device."""
        self.clients[device].store.edit(name, **{device: value})
        self.last[name, device] = value
        self.made.add(name)

    def change(self, device: str, name: str, value: str | int) -> None:
        """Writes into a note if the device has it."""
        if name in self.clients[device].store.notes():
            self.write(device, name, value)

    def delete(self, device: str, name: str) -> None:
        if name in self.clients[device].store.notes():
            self.clients[device].store.delete(name)
            self.deleted.add(name)

    def sync(self, device: str) -> None:
        """Syncs a device. An app would show an error to the user, who tries again later."""
        try:
            self.clients[device].sync()
        except CKError:
            pass

    def settle(self) -> None:
        """Ends all faults and syncs both devices twice."""
        self.cloud.faults.heal()
        for event in self.cloud.advance():
            if event.device in self.clients:
                self.clients[event.device].handle(event)
        for client in self.clients.values():
            client.signed_in = True
        for _ in range(2):
            for device, client in self.clients.items():
                assert client.sync(), f"{device} cannot sync although nothing fails"

    def check(self) -> None:
        records = self.cloud.records(zone=ZONE)
        server = {str(record.name): dict(record) for record in records}
        for device, client in self.clients.items():
            assert client.store.notes() == server, f"{device} holds something else than the server"
            assert client.store.pending() == [], f"{device} still wants to send"
        assert server.keys() <= self.made, "a note exists that no client made"
        assert self.made - self.deleted <= server.keys(), "a note is lost"
        for (name, device), value in self.last.items():
            if name in server:
                assert server[name].get(device) == value, f"the last word of {device} is lost"
        found = [
            finding
            for finding in self.cloud.findings()[self.found_before :]
            if finding.kind in MISBEHAVIOUR
        ]
        assert found == []


def new_cloud(seed: int = 1) -> Cloud:
    # Pages have two records, so that reading all notes again requires several pages.
    cloud = Cloud(seed=seed, limits={"pageSize": 2})
    for device in DEVICES:
        cloud.add_device(device)
    return cloud


def play(cloud: Cloud, client: ClientType) -> None:
    """Without faults, no sync finds a conflict or more than two changes. Reading all notes again,
    however, takes more pages than the remaining syncs.
    """
    story = Story(cloud, client)
    for number in range(1, 9, 2):
        story.write("mac", f"n{number}", "first")
        story.write("mac", f"n{number + 1}", "second")
        story.sync("mac")
        story.sync("pad")
    story.change("pad", "n1", 1)
    story.write("pad", "m1", 3)
    story.sync("pad")
    story.sync("mac")
    story.change("mac", "n1", "again")
    story.delete("mac", "n2")
    story.sync("mac")
    story.sync("pad")
    story.change("pad", "n1", 2)
    story.sync("pad")
    story.sync("mac")
    story.settle()
    story.check()


#: All errors of a call, except those for a deleted zone, after which the client correctly deletes
#: its data.
ERRORS: list[ErrorName] = [
    "internalError",
    "networkUnavailable",
    "networkFailure",
    "badContainer",
    "serviceUnavailable",
    "requestRateLimited",
    "missingEntitlement",
    "notAuthenticated",
    "permissionFailure",
    "invalidArguments",
    "serverRejectedRequest",
    "incompatibleVersion",
    "changeTokenExpired",
    "zoneBusy",
    "quotaExceeded",
    "limitExceeded",
    "managedAccountRestricted",
    "accountTemporarilyUnavailable",
]


def explored(client: ClientType, errors: list[ErrorName] = ERRORS) -> None:
    conflicts = {"field": {OTHERS: "kept"}}
    for run in explore(new_cloud, errors=errors, conflicts=conflicts, items=True):
        with run as cloud:
            play(cloud, client)
            if run.case is not None and run.case.effect == "conflict":
                kept = [note for note in cloud.records(zone=ZONE) if note.get(OTHERS) == "kept"]
                assert kept, "what another device wrote is lost"


def test_every_single_fault_at_every_call() -> None:
    explored(SyncClient)


# Random faults


def chaos(seed: int, client: ClientType = SyncClient) -> None:
    source = random.Random(seed)
    with new_cloud(seed) as cloud:
        story = Story(cloud, client)
        cloud.faults.profile("everything", intensity=source.choice([0.1, 0.3, 0.6]))
        for step in range(30):
            device = source.choice(DEVICES)
            notes = sorted(story.clients[device].store.notes())
            drawn = source.random()
            if drawn < 0.15 or not notes:
                story.write(device, f"{device}-{step}", step)
            elif drawn < 0.5:
                story.write(device, source.choice(notes), step)
            elif drawn < 0.55:
                story.delete(device, source.choice(notes))
            elif drawn < 0.95:
                story.sync(device)
            else:
                story.sleep(source.choice([1, 30, 300]))
        story.settle()
        story.check()


@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_a_thousand_seeds_of_everything(start: int) -> None:
    for seed in range(start, start + 100):
        chaos(seed)


# Planted bugs


class IgnoresMoreComing(SyncClient):
    """Reads only the first page of the changes."""

    def _pull(self) -> None:
        for page in self._unzoned.zone_changes(self._zone, self.store.token):
            for record in page.records:
                self.store.merge(record)
            self.store.remove(deletion.name for deletion in page.deletions)
            if page.errors:
                raise page.errors[0]
            self.store.token = page.token
            break
        self.store.sweep()


class RepeatsWhatWasLost(SyncClient):
    """Treats a lost response as a lost request, and saves new notes again with other names."""

    def _send(self, notes: list[Note]) -> None:
        try:
            super()._send(notes)
        except ck.ServerResponseLost:
            for note in notes:
                if note.tag is None and not note.deleted:
                    self.store.remove([note.name])
                    self.store.edit(f"{note.name}-again", **note.fields)
            raise


class OverwritesConflicts(SyncClient):
    """Sends its own, outdated values of all fields with the server's tag after a conflict."""

    def _refused(self, note: Note, error: CKError) -> CKError | None:
        result = super()._refused(note, error)
        if isinstance(error, ck.ServerRecordChanged) and isinstance(error.server_record, Record):
            fields = dict.fromkeys([*DEVICES, OTHERS])
            self.store.edit(note.name, **{**fields, **note.fields})
        return result


BUGS = [IgnoresMoreComing, RepeatsWhatWasLost, OverwritesConflicts]


@pytest.mark.parametrize("client", BUGS, ids=lambda client: str(client.__name__))
def test_exploration_catches(client: ClientType) -> None:
    with new_cloud() as cloud:
        play(cloud, client)  # without faults, the bug has no effect
    with pytest.raises(ExplorationFailed) as failed:
        explored(client)
    assert "again: cloud.faults.add(" in str(failed.value), "the message names the fault"


def test_conflicts_catch_who_overwrites() -> None:
    with pytest.raises(ExplorationFailed) as failed:
        explored(OverwritesConflicts, errors=[])
    messages = {
        outcome.message
        for outcome in failed.value.report.failures
        if outcome.case.effect == "conflict"
    }
    assert len(messages) == 1
    assert "what another device wrote is lost" in str(messages)


@pytest.mark.parametrize("client", BUGS, ids=lambda client: str(client.__name__))
def test_chaos_catches(client: ClientType) -> None:
    for seed in range(300):
        try:
            chaos(seed, client)
        except (AssertionError, CKError):
            return
    pytest.fail(f"no seed finds the bug of {client.__name__}")
