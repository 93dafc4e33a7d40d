"""Tries a sync client with faults in four ways, and measures which way finds a bug.

Two devices of one user write, delete and sync in turn. Once all faults have ended and both devices
have synced, both stores and the server must have the same notes, and no change may be lost.

`python trials.py` prints a line for each bug of `planted_bugs.py` and each way: the client, the
bug, the way, the run that found the bug (0 if none did), the number of runs, and the seconds.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from local_store import LocalStore
from mockcloud import CKError, Cloud, Crash, Event
from mockcloud.errors import ClientEnded
from mockcloud.testing.exploration import INACTIVE, Case, explore
from planted_bugs import BUGS
from sync_client import SyncClient

ZONE = "Notes"
DEVICES = ("mac", "pad")
#: A field that only a third device writes, in the conflicts of an exploration.
OTHERS = "web"
#: The number of seeds of random faults.
SEEDS = int(os.environ.get("NOTES_SEEDS", "150"))
ClientType = type[SyncClient]


class Story:
    """A cloud and two devices, each with a client and its store."""

    def __init__(self, cloud: Cloud, client: ClientType) -> None:
        self.cloud = cloud
        self.kind = client
        self.stores = {device: LocalStore() for device in DEVICES}
        self.clients = {device: self.started(device) for device in DEVICES}
        #: The last value that each device wrote into its field of a note.
        self.last: dict[tuple[str, str], str | int] = {}
        self.made: set[str] = set()
        self.deleted: set[str] = set()

    def started(self, device: str) -> SyncClient:
        """Returns a client that continues with what the device has stored."""
        container = self.cloud.as_user("me", device).container()
        return self.kind(container, self.stores[device], self.cloud.clock.advance, ZONE)

    def write(self, device: str, name: str, value: str | int) -> None:
        """Writes into the device's own field, so that no write hides that of another device."""
        self.stores[device].edit(name, **{device: value})
        self.last[name, device] = value
        self.made.add(name)

    def change(self, device: str, name: str, value: str | int) -> None:
        """Writes into a note if the device has it."""
        if name in self.stores[device].notes():
            self.write(device, name, value)

    def delete(self, device: str, name: str) -> None:
        """Deletes a note if the device has it."""
        if name in self.stores[device].notes():
            self.stores[device].delete(name)
            self.deleted.add(name)

    def deliver(self, seconds: float) -> None:
        """Lets time pass, and has the devices handle their pushes and account changes."""
        self.cloud.clock.advance(seconds)
        for event in self.cloud.events():
            if event.device in self.clients:
                self.sync(event.device, event)

    def sync(self, device: str, event: Event | None = None) -> bool:
        """Syncs a device, or has it handle an event. Returns whether that succeeded.

        An app would show an error to the user, who tries again later.
        """
        client = self.clients[device]
        try:
            return client.sync() if event is None else client.handle(event)
        except CKError:
            return False
        except Crash:
            self.cloud.accounts.restart_device(device)
            self.clients[device] = self.started(device)
            return False

    def settle(self) -> list[str]:
        """Ends all faults and syncs: one device sends, the other one sends and reads, and so on.

        Returns the devices that could not sync.
        """
        self.cloud.faults.heal()
        return [device for device in (*DEVICES, DEVICES[0]) if not self.sync(device)]

    def problems(self, has_lost_zone: bool = False) -> Iterator[str]:
        """Yields the differences from the expected result.

        A client that was told that the zone is lost has sent old notes again, or removed its own.
        """
        for device in self.settle():
            yield f"{device} cannot sync although nothing fails"
        records = self.cloud.records(zone=ZONE)
        server = {str(record.name): dict(record) for record in records}
        for device, store in self.stores.items():
            if store.notes() != server:
                yield f"{device} has other notes than the server"
            if store.pending():
                yield f"{device} still wants to send"
        if not server.keys() <= self.made:
            yield "a note exists that nobody wrote"
        if has_lost_zone:
            return
        if not self.made - self.deleted <= server.keys():
            yield "a note is lost"
        # A device that received no response to the first save of a note may save it again after
        # another one has deleted it.
        for (name, device), value in self.last.items():
            if name in server.keys() - self.deleted and server[name].get(device) != value:
                yield f"the last value of {device} is lost"


def new_cloud(seed: int = 1) -> Cloud:
    # Pages and batches are short, so that few notes fill several of them.
    cloud = Cloud(seed=seed, limits={"pageSize": 2, "itemsPerRequest": 3})
    for device in DEVICES:
        cloud.accounts.add_device(device)
    return cloud


def play(story: Story) -> None:
    """Plays a fixed story.

    Without faults, no sync finds a conflict or sends more than a batch, and one reads two pages.
    """
    story.write("mac", "a1", "first")
    story.write("mac", "a2", "first")
    story.sync("mac")
    story.sync("pad")
    story.delete("mac", "a2")
    story.write("mac", "a3", "first")
    story.sync("mac")
    story.write("pad", "b1", "first")
    story.write("pad", "b2", "first")
    story.sync("pad")
    story.sync("mac")
    story.change("pad", "a1", "second")
    story.sync("pad")
    story.change("mac", "a3", "second")
    story.write("mac", "a4", "first")
    story.sync("mac")
    story.sync("pad")


def chaos(cloud: Cloud, client: ClientType, seed: int) -> Story:
    """Plays a random story with random faults."""
    source = random.Random(seed)
    story = Story(cloud, client)
    cloud.faults.profile("everything", intensity=source.choice([0.1, 0.3, 0.6]))
    for step in range(30):
        device = source.choice(DEVICES)
        notes = sorted(story.stores[device].notes())
        drawn = source.random()
        if drawn < 0.25 or not notes:
            story.write(device, f"{device}-{step}", step)
        elif drawn < 0.45:
            story.write(device, source.choice(notes), step)
        elif drawn < 0.55:
            story.delete(device, source.choice(notes))
        elif drawn < 0.95:
            story.sync(device)
        else:
            story.deliver(source.choice([1, 30, 300]))
    return story


# Four ways to find a bug


@dataclass(frozen=True)
class Result:
    """The result of a way to find a bug."""

    way: str
    #: The number of the run that found the bug, from 1; 0 if none did.
    found: int
    runs: int
    seconds: float


def is_crash(case: Case) -> bool:
    return case.effect.startswith("crash")


def loses_zone(case: Case | None) -> bool:
    return case is not None and case.effect.startswith(("userDeletedZone", "zoneNotFound"))


def case_problems(cloud: Cloud, story: Story, case: Case | None) -> list[str]:
    """Returns the differences of a run of an exploration from the expected result."""
    found = list(story.problems(loses_zone(case)))
    if case is not None and case.effect == "conflict":
        if not any(note.get(OTHERS) == "kept" for note in cloud.records(zone=ZONE)):
            found.append("what another device wrote is lost")
    return found


def explored(
    way: str,
    client: ClientType,
    is_tried: Callable[[Case], bool],
    has_failed: Callable[[Cloud, Story, Case | None], bool],
) -> Result:
    """Explores until a run fails. The first run, without a fault, must not fail."""
    begin = time.process_time()
    runs = found = 0
    exploration = explore(
        new_cloud,
        conflicts={"field": {OTHERS: "kept"}},
        items=True,
        lasting=True,
        crashes=True,
        allow=INACTIVE,
    )
    for run in exploration:
        with run as cloud:
            if run.case is not None and not is_tried(run.case):
                continue
            runs += run.case is not None
            story = Story(cloud, client)
            try:
                play(story)
                failed = has_failed(cloud, story, run.case)
            except ClientEnded:
                failed = way == "exploration"  # the run was ended: it makes too many calls
            assert not failed or run.case is not None, "the client fails without a fault"
        if failed:
            found = runs
            break
    return Result(way, found, runs, time.process_time() - begin)


def exploration(client: ClientType) -> Result:
    return explored(
        "exploration",
        client,
        lambda case: not is_crash(case),
        lambda *run: bool(case_problems(*run)),
    )


def crashes(client: ClientType) -> Result:
    return explored("crashes", client, is_crash, lambda *run: bool(case_problems(*run)))


def findings(client: ClientType) -> Result:
    """Explores, with crashes, and asks for the mistakes that the cloud noticed."""

    def noticed(cloud: Cloud, story: Story, case: Case | None) -> bool:
        story.settle()
        return bool(cloud.findings())

    return explored("findings", client, lambda case: True, noticed)


def random_faults(client: ClientType) -> Result:
    begin = time.process_time()
    runs = found = 0
    while runs < SEEDS and not found:
        runs += 1
        with new_cloud(runs) as cloud:
            if any(chaos(cloud, client, runs).problems()):
                found = runs
    return Result("chaos", found, runs, time.process_time() - begin)


WAYS = (exploration, crashes, random_faults, findings)

if __name__ == "__main__":
    for name, client in BUGS.items():
        for way in WAYS:
            each = way(client)
            figures = f"{each.found}\t{each.runs}\t{each.seconds:.2f}"
            print(f"Python\t{name}\t{each.way}\t{figures}", flush=True)
