"""Random sequences of calls; `sequence_runs.py` runs them.

A sequence is a list of steps, each an operation with its request. Requests refer to values of
earlier responses by marks, `$guid:owner/zone/name` and `$tag:owner/zone/name`, so that steps can be
removed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

USERS = ("me", "ann", "bob")
#: Zones by the alias of their owner.
ZONES = {"me": ("A", "B"), "ann": ("A",)}
NAMES = tuple(f"r{number}" for number in range(5))
SHARES = ("s0", "s1", "cloudkit.zoneshare")
ACTIONS = ("NONE", "DELETE_SELF", "DELETE_SELF", "VALIDATE")
KINDS = ("create", "update", "replace", "save", "save", "forceUpdate", "forceUpdate")
#: Of ann and bob: canonically equal, and different names.
EQUIVALENT = ("_\u00e9", "_e\u0301")
CONFIG = {
    "seed": 1,
    "users": [
        {"alias": "ann", "userRecordName": EQUIVALENT[0]},
        {"alias": "bob", "userRecordName": EQUIVALENT[1]},
    ],
}
#: A type of the public database that its creator alone reads, and one that others may change.
SCHEMA = """DEFINE SCHEMA
    RECORD TYPE Secret (n INT64 QUERYABLE, ref REFERENCE,
        GRANT READ, WRITE TO "_creator", GRANT CREATE TO "_icloud");
    RECORD TYPE Wall (n INT64, ref REFERENCE,
        GRANT READ TO "_world", GRANT CREATE, WRITE TO "_icloud");"""
KEPT = ("schema", "users", "faults", "limits", "clock")

#: Steps that are not calls: the cloud is replaced by its copy, or by a cloud with its document.
FORK, RELOAD = "fork", "reload"


@dataclass(frozen=True)
class Step:
    operation: str
    request: dict[str, Any]


class Generator:
    """Draws steps; the same seed and number result in the same sequence."""

    def __init__(self, seed: int, number: int) -> None:
        self.random = random.Random(f"{seed}/{number}")

    def steps(self) -> list[Step]:
        made = [
            Step("zones/modify", {"user": owner, "operations": [self.zone("create", name)]})
            for owner, names in ZONES.items()
            for name in names
        ]
        for owner, names in ZONES.items():
            for name in names:
                made += self.beginning(owner, name)
        if self.random.random() < 0.3:
            made += [self.subscription(user) for user in USERS]
        if self.random.random() < 0.5:
            made.insert(0, Step("mock/schema/load", {"schema": SCHEMA}))
            if self.random.random() < 0.06:
                made.append(self.subscriptions(100))
        for _ in range(self.random.randint(4, 16)):
            if self.random.random() < 0.1:
                made.append(Step("mock/snapshot", {"name": "x"}))
            made.append(self.step())
        return made

    def beginning(self, owner: str, zone: str) -> list[Step]:
        """Returns steps that usually save some records and often create and accept a share."""
        steps: list[Step] = []
        if self.random.random() < 0.85:
            records = []
            for name, parent in (("r0", None), ("r1", "r0"), ("r2", None), ("r3", "r2")):
                record: dict[str, Any] = {"recordName": name, "recordType": "Note"}
                if parent is not None and self.random.random() < 0.7:
                    record["parent"] = {"recordName": parent}
                records.append({"operationType": "create", "record": record})
            steps.append(self.batch(owner, zone, records))
        for share in self.random.choice(((), ("s0",), ("s0", "s1"), ("cloudkit.zoneshare",))):
            record = {"recordName": share}
            self.fill_share(record, owner, zone, is_new=True)
            steps.append(self.batch(owner, zone, [{"operationType": "create", "record": record}]))
            steps += [self.acceptance(owner, zone, share) for _ in range(2)]
        return steps

    @staticmethod
    def batch(owner: str, zone: str, operations: list[dict[str, Any]]) -> Step:
        request = {"user": owner, "zoneID": {"zoneName": zone}, "operations": operations}
        return Step("records/modify", {"database": "private", **request})

    def acceptance(self, owner: str, zone: str, share: str) -> Step:
        guid = f"$guid:{owner}/{zone}/{share}"
        user = self.random.choice([user for user in USERS if user != owner])
        return Step("records/accept", {"user": user, "shortGUIDs": [{"value": guid}]})

    def step(self) -> Step:
        drawn = self.random.random()
        if drawn < 0.60:
            return self.modify()
        if drawn < 0.68:
            return self.public()
        if drawn < 0.78:
            return self.acceptance(*self.place(), self.random.choice(SHARES))
        if drawn < 0.83:
            return self.departure(*self.place())
        if drawn < 0.87:
            owner, zone = self.place()
            kind = self.random.choice(("create", "create", "delete"))
            return Step("zones/modify", {"user": owner, "operations": [self.zone(kind, zone)]})
        return self.from_outside()

    def departure(self, owner: str, zone: str) -> Step:
        """Returns a step in which a participant leaves a share by deleting it."""
        record = {
            "recordName": self.random.choice(SHARES),
            "zoneID": {"zoneName": zone, "ownerRecordName": owner},
        }
        request = {
            "user": self.random.choice([user for user in USERS if user != owner]),
            "database": "shared",
            "operations": [{"operationType": "forceDelete", "record": record}],
        }
        return Step("records/modify", request)

    def from_outside(self) -> Step:
        """Returns an operation of the harness, or a step that is not a call."""
        owner, zone = self.place()
        steps = [
            Step("mock/restore", {"name": "x"}),
            Step("mock/restore", {"name": "x"}),
            Step("mock/restore", {"name": "x"}),
            Step(FORK, {}),
            Step(RELOAD, {}),
            Step("mock/zones/purge", {"user": owner, "zoneID": {"zoneName": zone}}),
            Step("mock/tokens/expire", {"user": owner}),
            Step("mock/clock/advance", {"seconds": 1}),
            Step("mock/recordErrors/set", {"recordNames": ["r1"], "error": "zoneBusy"}),
            Step("mock/recordErrors/set", {"recordNames": []}),
            Step(
                "mock/limits/set", {"limits": {"referencesPerTarget": self.random.choice((1, 2))}}
            ),
            Step("mock/limits/set", {"limits": {"storagePerUser": self.random.choice((40, None))}}),
            self.seed(owner, zone),
            self.seed(owner, zone),
            Step("mock/reset", {"keep": [kept for kept in KEPT if self.random.random() < 0.5]}),
        ]
        return self.random.choice(steps)

    def seed(self, owner: str, zone: str) -> Step:
        """Returns a seed of a hierarchy with its share, and sometimes of a tag."""
        zone_id = {"zoneName": zone}
        names = self.random.sample(NAMES[:4], 3)
        records: list[dict[str, Any]] = [
            {"recordName": name, "recordType": "Note", "zoneID": zone_id} for name in names
        ]
        for record in records[1:]:
            if self.random.random() < 0.7:
                record["parent"] = {"recordName": names[0]}
        if self.random.random() < 0.3:
            records[0]["recordChangeTag"] = str(self.random.randint(1, 9))
        if self.random.random() < 0.6:
            share: dict[str, Any] = {"recordName": self.random.choice(SHARES), "zoneID": zone_id}
            self.fill_share(share, owner, zone, is_new=True)
            if "forRecord" in share:
                share["forRecord"] = {"recordName": names[0]}
            records.append(share)
        return Step("mock/seed", {"user": owner, "database": "private", "records": records})

    def public(self) -> Step:
        """Returns changes of public records, of which some types have grants."""
        operations = []
        for name in self.random.sample(NAMES, self.random.choice((1, 1, 2))):
            record: dict[str, Any] = {"recordName": name}
            kind = self.random.choice((*KINDS, "forceDelete", "delete"))
            if kind in ("update", "replace", "delete"):
                record["recordChangeTag"] = f"$tag:?/_defaultZone/{name}"
            if not kind.lower().endswith("delete"):
                record["recordType"] = self.random.choice(("Secret", "Secret", "Wall", "Note"))
                fields: dict[str, Any] = {"n": {"value": self.random.randint(0, 9)}}
                if self.random.random() < 0.3:
                    fields["ref"] = {"value": self.reference()}
                record["fields"] = fields
            operations.append({"operationType": kind, "record": record})
        request = {"user": self.random.choice(USERS), "operations": operations}
        return Step("records/modify", {"database": "public", **request})

    def subscriptions(self, count: int) -> Step:
        """Returns query subscriptions, most of which are for a type of other databases."""
        operations = [
            {
                "operationType": "create",
                "subscription": {
                    "subscriptionID": f"q{number}",
                    "subscriptionType": "query",
                    "query": {"recordType": "Note" if number % 10 == 0 else "Wall"},
                    "firesOn": [self.random.choice(("create", "update", "delete"))],
                },
            }
            for number in range(count)
        ]
        request = {"user": self.random.choice(USERS), "operations": operations}
        return Step("subscriptions/modify", {"database": "private", **request})

    def subscription(self, user: str) -> Step:
        subscription = {
            "subscriptionID": "d",
            "subscriptionType": "database",
            "notificationInfo": {"shouldBadge": True},
        }
        operations = [{"operationType": "create", "subscription": subscription}]
        database = self.random.choice(("private", "shared"))
        request = {"user": user, "database": database, "operations": operations}
        return Step("subscriptions/modify", request)

    def place(self) -> tuple[str, str]:
        owner = self.random.choice(("me", "me", "ann"))
        return owner, self.random.choice(ZONES[owner])

    @staticmethod
    def zone(kind: str, name: str) -> dict[str, Any]:
        return {"operationType": kind, "zone": {"zoneID": {"zoneName": name}}}

    def modify(self) -> Step:
        owner, zone = self.place()
        is_owner = self.random.random() < 0.75
        others = [user for user in USERS if user != owner]
        request: dict[str, Any] = {
            "user": owner if is_owner else self.random.choice(others),
            "database": "private" if is_owner else "shared",
            "operations": [],
        }
        if self.random.random() < 0.4:
            request["atomic"] = False
        seen: set[tuple[str, str]] = set()
        for _ in range(self.random.choice((1, 1, 2, 2, 3, 4, 5))):
            here = self.random.choice(ZONES[owner]) if self.random.random() < 0.3 else zone
            operation = self.operation(owner, here)
            name = operation["record"]["recordName"]
            if (here, name) not in seen:
                seen.add((here, name))
                request["operations"].append(operation)
        return Step("records/modify", request)

    def operation(self, owner: str, zone: str) -> dict[str, Any]:
        is_share = self.random.random() < 0.25
        name = self.random.choice(SHARES if is_share else NAMES)
        record: dict[str, Any] = {
            "recordName": name,
            "zoneID": {"zoneName": zone, "ownerRecordName": owner},
        }
        if self.random.random() < 0.3:
            tags = ("stale", f"$tag:{owner}/{zone}/{name}", f"$tag:{owner}/{zone}/{name}")
            record["recordChangeTag"] = self.random.choice(tags)
        if self.random.random() < (0.15 if is_share else 0.25):
            kinds = ("delete", "forceDelete") if "recordChangeTag" in record else ("forceDelete",)
            kind = self.random.choice(kinds)
            return {"operationType": kind, "record": record}
        kind = self.random.choice(KINDS)
        if kind in ("update", "replace"):
            record["recordChangeTag"] = f"$tag:{owner}/{zone}/{name}"
        if is_share:
            self.fill_share(record, owner, zone, is_new=self.random.random() < 0.6)
        else:
            self.fill(record)
        operation = {"operationType": kind, "record": record}
        if kind == "save":
            policies = ("ifServerRecordUnchanged", "changedKeys", "allKeys")
            operation["savePolicy"] = self.random.choice(policies)
        return operation

    def fill(self, record: dict[str, Any]) -> None:
        if self.random.random() < 0.9:
            record["recordType"] = "Task" if record["recordName"] == "r4" else "Note"
        fields: dict[str, Any] = {}
        for name in ("n", "m"):
            if self.random.random() < 0.4:
                typed = self.random.random() < 0.97
                value = self.random.randint(0, 9)
                fields[name] = {"value": value if typed else "text"}
        if self.random.random() < 0.35:
            fields["ref"] = {"value": self.reference()}
        if self.random.random() < 0.1:
            fields["refs"] = {"value": [self.reference() for _ in range(2)]}
        if self.random.random() < 0.1:
            fields["ref"] = {"value": None}
        if fields:
            record["fields"] = fields
        if self.random.random() < 0.4:
            record["parent"] = {"recordName": self.random.choice(NAMES)}
        elif self.random.random() < 0.15:
            record["parent"] = None

    def reference(self) -> dict[str, Any]:
        return {
            "recordName": self.random.choice(NAMES),
            "action": self.random.choice(ACTIONS),
        }

    def fill_share(self, record: dict[str, Any], owner: str, zone: str, is_new: bool) -> None:
        record["recordType"] = "cloudkit.share"
        name = record["recordName"]
        if is_new and name != "cloudkit.zoneshare":
            usual = "r0" if name == "s0" else "r2"
            root = usual if self.random.random() < 0.8 else self.random.choice(NAMES)
            record["forRecord"] = {"recordName": root}
            if self.random.random() < 0.15:
                record["forRecord"]["recordChangeTag"] = f"$tag:{owner}/{zone}/{root}"
        if self.random.random() < 0.4:
            permissions = ("NONE", "READ_ONLY", "READ_WRITE")
            record["publicPermission"] = self.random.choice(permissions)
        if self.random.random() < 0.75:
            record["participants"] = [
                {
                    "userIdentity": {"userRecordName": user},
                    "permission": self.random.choice(("READ_ONLY", "READ_WRITE", "READ_WRITE")),
                }
                for user in USERS
                if user != owner and self.random.random() < 0.7
            ]
