"""An independent model of shared hierarchies and of what their participants see."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from mockcloud import Cloud, UserConfiguration

PEOPLE = ("bob", "carol")
USERS: list[UserConfiguration] = [
    {"alias": "me", "userRecordName": "_me", "devices": ["device-1"]},
    {"alias": "bob", "userRecordName": "_bob"},
    {"alias": "carol", "userRecordName": "_carol"},
]
ZONE = {"zoneName": "home", "ownerRecordName": "_me"}
ABSENT = 26


@dataclass
class Share:
    """A share in the model: the invited user, the permission, and whether it was accepted."""

    root: str
    guid: str
    invited: dict[str, str]
    accepted: set[str] = field(default_factory=set)

    def permission(self, user: str) -> str:
        return self.invited[user] if user in self.accepted else "NONE"


@dataclass
class Copy:
    """The records on a participant's device, which were read only from the feeds."""

    records: dict[str, str] | None = None
    database_token: str = ""
    zone_token: str = ""


class World:
    """A cloud and its model. Each step compares the cloud's responses with the model."""

    def __init__(self, cloud: Cloud, seed: int) -> None:
        self.cloud = cloud
        self.random = Random(seed)
        self.parents: dict[str, str | None] = {}
        self.shares: dict[str, Share] = {}
        self.copies = {user: Copy() for user in PEOPLE}
        self.made = 0
        create = {"operationType": "create", "zone": {"zoneID": ZONE}}
        cloud.call("zones/modify", {"operations": [create]})

    # The model

    def above(self, name: str) -> list[str]:
        chain = []
        current: str | None = name
        while current is not None:
            chain.append(current)
            current = self.parents[current]
        return chain

    def share_of(self, name: str) -> tuple[str, Share] | None:
        for each in self.above(name):
            for share_name, share in self.shares.items():
                if share.root == each:
                    return share_name, share
        return None

    def permission(self, user: str, name: str) -> str:
        found = self.share_of(name)
        return "NONE" if found is None else found[1].permission(user)

    def visible(self, user: str) -> set[str] | None:
        """Returns None if the zone does not exist for the user."""
        shares = {name for name, share in self.shares.items() if share.permission(user) != "NONE"}
        if not shares:
            return None
        return shares | {name for name in self.parents if self.permission(user, name) != "NONE"}

    def can_share(self, name: str) -> bool:
        roots = {share.root for share in self.shares.values()}
        if roots & set(self.above(name)):
            return False
        return not any(name in self.above(root) for root in roots)

    # Calls

    def modify(self, user: str, kind: str, record: dict[str, Any]) -> dict[str, Any]:
        request = {
            "user": user,
            "database": "private" if user == "me" else "shared",
            "zoneID": ZONE,
            "operations": [{"operationType": kind, "record": record}],
        }
        answer = self.cloud.exchange("records/modify", request)[1]["records"]
        result: dict[str, Any] = answer[0]
        return result

    def expect(self, result: dict[str, Any], code: int | None) -> bool:
        assert result.get("ckErrorCode") == code, result
        return code is None

    def name(self, kind: str) -> str:
        self.made += 1
        return f"{kind}{self.made}"

    def any_record(self) -> str | None:
        return self.random.choice(sorted(self.parents)) if self.parents else None

    # Steps

    def save(self) -> None:
        user = self.random.choice(["me", "me", *PEOPLE])
        parent = self.any_record() if self.random.random() < 0.8 else None
        name = self.name("r")
        record: dict[str, Any] = {"recordName": name, "recordType": "Item"}
        if parent is not None:
            record["parent"] = {"recordName": parent}
        code = None
        if user != "me":
            if self.visible(user) is None:
                code = ABSENT
            elif parent is None or self.permission(user, parent) != "READ_WRITE":
                code = 10
        if self.expect(self.modify(user, "forceUpdate", record), code):
            self.parents[name] = parent

    def edit(self) -> None:
        user = self.random.choice(["me", *PEOPLE])
        name = self.any_record()
        if name is None:
            return
        record = {"recordName": name, "fields": {"n": {"value": self.made}}}
        code = None
        if user != "me":
            if self.visible(user) is None:
                code = ABSENT
            elif self.permission(user, name) != "READ_WRITE":
                code = 10
        self.expect(self.modify(user, "forceUpdate", record), code)

    def move(self) -> None:
        name, parent = self.any_record(), self.any_record()
        if name is None or parent is None:
            return
        target = None if self.random.random() < 0.3 or name in self.above(parent) else parent
        above = None if target is None else {"recordName": target}
        record = {"recordName": name, "parent": above}
        if self.expect(self.modify("me", "forceUpdate", record), None):
            self.parents[name] = target

    def delete(self) -> None:
        user = self.random.choice(["me", *PEOPLE])
        name = self.any_record()
        if name is None:
            return
        has_children = name in self.parents.values()
        code = None
        removes = True
        if user != "me":
            roots = {share.root for share in self.shares.values()}
            permission = self.permission(user, name)
            if self.visible(user) is None:
                code = ABSENT
            elif permission == "NONE":
                removes = False
            elif permission != "READ_WRITE" or name in roots:
                code = 10
        if code is None and removes and has_children:
            code = 31
        if self.expect(self.modify(user, "forceDelete", {"recordName": name}), code) and removes:
            del self.parents[name]
            self.shares = {key: each for key, each in self.shares.items() if each.root != name}

    def participants(self, invited: dict[str, str]) -> list[dict[str, Any]]:
        return [
            {"userIdentity": {"userRecordName": user}, "permission": permission}
            for user, permission in sorted(invited.items())
        ]

    def invitations(self) -> dict[str, str]:
        chosen = self.random.sample(PEOPLE, self.random.randint(0, len(PEOPLE)))
        return {user: self.random.choice(["READ_ONLY", "READ_WRITE", "NONE"]) for user in chosen}

    def share(self) -> None:
        root = self.any_record()
        if root is None:
            return
        invited = self.invitations()
        name = self.name("s")
        record = {
            "recordName": name,
            "recordType": "cloudkit.share",
            "forRecord": {"recordName": root},
            "participants": self.participants(invited),
        }
        result = self.modify("me", "save", record)
        if self.expect(result, None if self.can_share(root) else 30):
            self.shares[name] = Share(root, result["shortGUID"], invited)

    def invite(self) -> None:
        if not self.shares:
            return
        name = self.random.choice(sorted(self.shares))
        share = self.shares[name]
        invited = self.invitations()
        record = {"recordName": name, "participants": self.participants(invited)}
        if self.expect(self.modify("me", "forceUpdate", record), None):
            share.invited = invited
            share.accepted &= invited.keys()

    def accept(self) -> None:
        if not self.shares:
            return
        user = self.random.choice(PEOPLE)
        share = self.shares[self.random.choice(sorted(self.shares))]
        request = {"user": user, "shortGUIDs": [{"value": share.guid}]}
        result = self.cloud.exchange("records/accept", request)[1]["results"][0]
        if self.expect(result, None if user in share.invited else 11):
            share.accepted.add(user)

    def unshare(self) -> None:
        if not self.shares:
            return
        name = self.random.choice(sorted(self.shares))
        share = self.shares[name]
        user = self.random.choice(["me", *PEOPLE])
        code = ABSENT if user != "me" and self.visible(user) is None else None
        if not self.expect(self.modify(user, "forceDelete", {"recordName": name}), code):
            return
        if user == "me":
            del self.shares[name]
        elif share.permission(user) != "NONE":
            share.accepted.discard(user)
            del share.invited[user]

    def leave(self) -> None:
        """Deletes the zone in a participant's shared database: it leaves what was accepted."""
        user = self.random.choice(PEOPLE)
        code = ABSENT if self.visible(user) is None else None
        request = {
            "user": user,
            "database": "shared",
            "operations": [{"operationType": "delete", "zone": {"zoneID": ZONE}}],
        }
        result = self.cloud.exchange("zones/modify", request)[1]["zones"][0]
        if self.expect(result, code):
            for share in self.shares.values():
                if user in share.accepted:
                    share.accepted.discard(user)
                    del share.invited[user]

    def reload(self) -> None:
        """Saves and loads the cloud as a state document, which must not lose anything."""
        state = self.cloud.call("mock/state/save")
        self.cloud.call("mock/state/load", {"state": state})
        assert self.cloud.call("mock/state/save") == state

    # Checks

    def check(self) -> None:
        stored = self.cloud.call("mock/records", {"zoneID": ZONE})["records"]
        tags = {each["recordName"]: each["recordChangeTag"] for each in stored}
        contents = {each["recordName"]: content(each) for each in stored}
        assert tags.keys() == self.parents.keys() | self.shares.keys()
        for user, copy in self.copies.items():
            visible = self.visible(user)
            expected = None if visible is None else {name: contents[name] for name in visible}
            self.follow(user, copy)
            assert copy.records == expected, user
            self.check_lookups(user, visible, tags)

    def check_lookups(self, user: str, visible: set[str] | None, tags: dict[str, str]) -> None:
        names = sorted(tags)
        request = {
            "user": user,
            "database": "shared",
            "zoneID": ZONE,
            "records": [{"recordName": name} for name in names],
        }
        results = self.cloud.exchange("records/lookup", request)[1]["records"]
        for name, result in zip(names, results, strict=True):
            if visible is None or name not in visible:
                assert result["ckErrorCode"] == (ABSENT if visible is None else 11)
            else:
                assert result["recordChangeTag"] == tags[name]

    def follow(self, user: str, copy: Copy) -> None:
        context = {"user": user, "database": "shared"}
        changes = self.cloud.call("changes/database", {**context, "syncToken": copy.database_token})
        copy.database_token = changes["syncToken"]
        for zone in changes["zones"]:
            if zone.get("deleted"):
                copy.records = None
                copy.zone_token = ""
            elif copy.records is None:
                copy.records = {}
        while copy.records is not None:
            request = {"zoneID": ZONE, "syncToken": copy.zone_token, "resultsLimit": 3}
            answer = self.cloud.exchange("changes/zone", {**context, "zones": [request]})[1][
                "zones"
            ][0]
            if answer.get("ckErrorCode") == 21:
                # The zone was deleted in between, and this is a new one.
                copy.records = {}
                copy.zone_token = ""
                continue
            for record in answer["records"]:
                if record["deleted"]:
                    copy.records.pop(record["recordName"], None)
                else:
                    copy.records[record["recordName"]] = content(record)
            copy.zone_token = answer["syncToken"]
            if not answer["moreComing"]:
                break


def content(record: dict[str, Any]) -> str:
    """Returns what the feed returns of a record to everybody: without its tag, which the save of a
    child changes, and without the participants who have not accepted yet."""
    known = [
        each for each in record.get("participants", []) if each["acceptanceStatus"] != "INVITED"
    ]
    parts = (record.get(key) for key in ("fields", "parent", "modified"))
    return json.dumps([*parts, known])
