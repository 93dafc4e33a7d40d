"""A client that copies a zone, with planted bugs, for tests of faults by chance."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Literal

from mockcloud import Cloud

ZONE = {"zoneName": "Notes"}

#: `lost`: a failed save is taken for done.
#: `items`: saves that fail alone are dropped. `page`: the end of a short page is never stored.
Bug = Literal["lost", "items", "page"]
BUGS: tuple[Bug, ...] = ("lost", "items", "page")

#: The most attempts at one call; enough for everything that a profile does.
ATTEMPTS = 40
TOKEN_EXPIRED, PARTIAL, CONFLICT = 21, 2, 14


class Client:
    """Saves what was edited, and reads what others changed."""

    def __init__(self, cloud: Cloud, bug: Bug | None = None) -> None:
        self.cloud = cloud
        self.bug = bug
        self.token: str | None = None
        self.values: dict[str, int] = {}
        #: The edits that are not saved yet.
        self.edits: dict[str, int] = {}

    def edit(self, name: str, value: int) -> None:
        self.values[name] = self.edits[name] = value

    def sync(self) -> None:
        self._save()
        self._read()

    def _call(self, operation: str, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Makes a call again until it succeeds, at least in part, or its token has expired."""
        for _ in range(ATTEMPTS):
            status, answer = self.cloud.exchange(operation, request)
            if status in (0, PARTIAL, TOKEN_EXPIRED):
                return status, answer
            if self.bug == "lost" and status in (4, 34) and operation == "records/modify":
                return 0, {"records": []}
            self.cloud.exchange("account/status")
            self.cloud.advance(answer["error"].get("retryAfter") or 1)
        raise TimeoutError(operation)

    def _save(self) -> None:
        for _ in range(ATTEMPTS):
            if not self.edits:
                return
            edits = dict(list(self.edits.items())[:3])
            records = [
                {"recordName": name, "recordType": "Note", "fields": {"v": {"value": value}}}
                for name, value in edits.items()
            ]
            operations = [{"operationType": "forceUpdate", "record": each} for each in records]
            request = {"operations": operations, "zoneID": ZONE, "atomic": False}
            status, answer = self._call("records/modify", request)
            failed = {each["recordName"] for each in answer["records"] if "ckErrorCode" in each}
            if status == PARTIAL and self.bug != "items":
                self.cloud.advance(1)
            for name in edits:
                if name not in failed or self.bug == "items":
                    del self.edits[name]
        raise TimeoutError("records/modify")

    def _read(self) -> None:
        more = True
        for _ in range(ATTEMPTS):
            if not more:
                return
            zone: dict[str, Any] = {"zoneID": ZONE}
            if self.token is not None:
                zone["syncToken"] = self.token
            _, answer = self._call("changes/zone", {"zones": [zone]})
            page = answer.get("zones", [{}])[0]
            if "syncToken" not in page:
                # An expired token: everything is read anew.
                self.token, self.values = None, dict(self.edits)
                self.cloud.advance(1)
                continue
            for record in page["records"]:
                self._take(record)
            self.token = page["syncToken"]
            more = page["moreComing"]
            if self.bug == "page" and more:
                self.values.pop(page["records"][-1]["recordName"], None)

    def _take(self, record: dict[str, Any]) -> None:
        name = record["recordName"]
        if name in self.edits:
            return
        if record.get("deleted"):
            self.values.pop(name, None)
        else:
            self.values[name] = record["fields"]["v"]["value"]


def run(cloud: Cloud, seed: int, bug: Bug | None, rules: Iterable[Any] | None) -> bool:
    """Runs the client beside another device. Returns whether it lost something.

    Without rules, the profile `everything` acts.
    """
    chance = random.Random(seed)
    cloud.call(
        "zones/modify", {"operations": [{"operationType": "create", "zone": {"zoneID": ZONE}}]}
    )
    if rules is None:
        cloud.faults.profile("everything", intensity=0.4)
    else:
        cloud.faults.add(*rules)
    client = Client(cloud, bug)
    try:
        for value in range(12):
            if chance.random() < 0.7:
                for _ in range(chance.randint(1, 3)):
                    client.edit(f"n{chance.randint(0, 8)}", value)
            if chance.random() < 0.5:
                _write(cloud, f"n{chance.randint(0, 8)}", 100 + value)
            client.sync()
        cloud.faults.heal()
        client.sync()
    except TimeoutError:
        return True
    return client.values != _stored(cloud)


def _write(cloud: Cloud, name: str, value: int) -> None:
    """Saves a record as another device does, without faults."""
    record = {
        "recordName": name,
        "recordType": "Note",
        "fields": {"v": {"value": value}},
        "zoneID": ZONE,
    }
    cloud.call("mock/seed", {"records": [record]})


def _stored(cloud: Cloud) -> dict[str, int]:
    records = cloud.call("mock/records", {"zoneID": ZONE})["records"]
    return {record["recordName"]: record["fields"]["v"]["value"] for record in records}
