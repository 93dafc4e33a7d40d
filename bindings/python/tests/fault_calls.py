"""A cloud, and calls of every operation of the service, on which a rule of faults can act."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from mockcloud import Cloud

Request = dict[str, Any]

USERS: list[Any] = [
    {"alias": "ann", "userRecordName": "_ann", "emailAddress": "ann@example.com"},
]
DEFAULT = "_defaultZone"
#: The zones by their owner. Each has the records r0, r1 and r2, of which r0 is shared.
ZONES = {"me": ("Home", "Work", "Play"), "ann": ("Ann", "Art", "Air")}
NAMES = ("r0", "r1", "r2")
CALLERS: tuple[Request, ...] = ({}, {"user": "ann"}, {"device": "out"})
FILE = "aGVsbG8="


def record(name: str) -> Request:
    return {"recordName": name, "recordType": "Note", "fields": {"n": {"value": 1}}}


def world() -> Cloud:
    """Returns a cloud whose users have records, files, shares, subscriptions and tokens."""
    cloud = Cloud(seed=1, users=USERS)
    cloud.call("mock/devices/add", {"device": "out"})
    cloud.call("mock/account/signOut", {"device": "out"})
    for user, zones in ZONES.items():
        create = [{"operationType": "create", "zone": {"zoneID": {"zoneName": z}}} for z in zones]
        cloud.call("zones/modify", {"user": user, "operations": create})
        for zone in (*zones, DEFAULT):
            fill(cloud, {"user": user, "database": "private", "zoneID": {"zoneName": zone}})
    fill(cloud, {"database": "public", "zoneID": {"zoneName": DEFAULT}})
    for user, other in (("me", "ann"), ("ann", "me")):
        for zone in ZONES[user]:
            share(cloud, user, other, zone)
        for database, kind in (
            ("private", "database"),
            ("shared", "database"),
            ("public", "query"),
        ):
            subscribe(cloud, {"user": user, "database": database}, kind)
        for database in ("private", "shared"):
            cloud.call("changes/database", {"user": user, "database": database})
    return cloud


def fill(cloud: Cloud, request: Request) -> None:
    files = [{"recordName": n, "recordType": "Note", "fieldName": "f", "data": FILE} for n in NAMES]
    # The first file remains outside of records.
    uploads = cloud.call("assets/upload", {**request, "assets": [files[0], *files]})["assets"][1:]
    operations = []
    for name, upload in zip(NAMES, uploads, strict=True):
        saved = record(name)
        saved["fields"]["f"] = {"value": upload}
        if name != "r0" and request["zoneID"]["zoneName"] != DEFAULT:
            saved["parent"] = {"recordName": "r0"}
        operations.append({"operationType": "create", "record": saved})
    cloud.call("records/modify", {**request, "operations": operations})


def share(cloud: Cloud, user: str, other: str, zone: str) -> None:
    name = record_name(cloud, other)
    made = {
        "recordName": "share",
        "recordType": "cloudkit.share",
        "forRecord": {"recordName": "r0"},
        "participants": [{"userIdentity": {"userRecordName": name}, "permission": "READ_WRITE"}],
    }
    request = {"user": user, "database": "private", "zoneID": {"zoneName": zone}}
    operations = [{"operationType": "create", "record": made}]
    answer = cloud.call("records/modify", {**request, "operations": operations})
    link = {"value": answer["records"][0]["shortGUID"]}
    cloud.call("records/accept", {"user": other, "shortGUIDs": [link]})


def record_name(cloud: Cloud, user: str) -> str:
    name: str = cloud.call("account/userRecordID", {"user": user})["userRecordName"]
    return name


def subscribe(cloud: Cloud, request: Request, kind: str) -> None:
    made: Request = {"subscriptionID": "s0", "subscriptionType": kind}
    if kind == "query":
        made["query"] = {"recordType": "Note"}
    operations = [{"operationType": "create", "subscription": made}]
    cloud.call("subscriptions/modify", {**request, "operations": operations})


def calls(cloud: Cloud) -> dict[str, list[Request]]:
    """Returns requests for each operation, those that most rules act on first."""
    found: dict[str, list[Request]] = defaultdict(list)
    for caller in CALLERS:
        for place in places(cloud, caller):
            for operation, request in [*single(place), *paged(cloud, place)]:
                found[operation].append({**caller, **request})
            for count in (2, 1, 3, 0):
                for operation, request in listed(cloud, caller, place, count):
                    found[operation].append({**caller, **request})
    return dict(found)


def places(cloud: Cloud, caller: Request) -> Iterator[Request]:
    """The databases with one of their zones."""
    own, other = ("ann", "me") if caller.get("user") == "ann" else ("me", "ann")
    owner = {"ownerRecordName": record_name(cloud, other)}
    for zone in (*ZONES[own], DEFAULT):
        yield {"database": "private", "zoneID": {"zoneName": zone}}
    yield {"database": "public", "zoneID": {"zoneName": DEFAULT}}
    for zone in ZONES[other]:
        yield {"database": "shared", "zoneID": {"zoneName": zone, **owner}}


def single(place: Request) -> Iterator[tuple[str, Request]]:
    """Calls without lists of items."""
    yield "records/changes", place
    base = {"database": place["database"]}
    for operation in ("changes/database", "zones/changes", "zones/list", "subscriptions/list"):
        yield operation, base
    for operation in ("account/status", "account/userRecordID"):
        yield operation, base
    for operation in ("users/current", "users/caller", "users/lookup/contacts"):
        yield operation, base
    yield "tokens/create", {**base, "apnsEnvironment": "development"}
    yield "tokens/register", {**base, "apnsEnvironment": "development", "apnsToken": "00"}


def paged(cloud: Cloud, place: Request) -> Iterator[tuple[str, Request]]:
    request = {**place, "query": {"recordType": "Note"}}
    yield "records/query", request
    limited = {**request, "resultsLimit": 1}
    answer = cloud.exchange("records/query", limited)[1]
    if "continuationMarker" in answer:
        yield "records/query", {**limited, "continuationMarker": answer["continuationMarker"]}


def listed(
    cloud: Cloud, caller: Request, place: Request, count: int
) -> Iterator[tuple[str, Request]]:
    """Calls with a number of items."""
    base, zone = {"database": place["database"]}, place["zoneID"]
    names = NAMES[:count]
    yield "records/lookup", {**place, "records": [{"recordName": name} for name in names]}
    yield from modifications(place, names)
    others = [{"zoneID": {"zoneName": name}} for name in ("Work", "Air")]
    zones = [{"zoneID": zone}, *others][:count]
    yield "zones/lookup", {**base, "zones": zones}
    yield "changes/zone", {**base, "zones": zones}
    for kind in ("create", "delete"):
        changes = [{"operationType": kind, "zone": each} for each in zones]
        yield "zones/modify", {**base, "operations": changes}
        ids: list[Request] = [{"subscriptionID": f"s{number}"} for number in range(count)]
        if kind == "create":
            query = {"subscriptionType": "query", "query": {"recordType": "Note"}}
            ids = [{**each, **query} for each in ids]
        changes = [{"operationType": kind, "subscription": each} for each in ids]
        yield "subscriptions/modify", {**base, "operations": changes}
    ids = [{"subscriptionID": f"s{number}"} for number in range(count)]
    yield "subscriptions/lookup", {**base, "subscriptions": ids}
    files = [{"recordName": name, "fieldName": "f"} for name in names]
    data = {"recordType": "Note", "data": FILE}
    yield "assets/upload", {**place, "assets": [{**each, **data} for each in files]}
    yield "assets/download", {**place, "assets": files}
    yield "assets/rereference", {**place, "assets": files}
    yield from people(cloud, base, count)


def modifications(place: Request, names: tuple[str, ...]) -> Iterator[tuple[str, Request]]:
    cleared = {"fields": {"n": {"value": None}}}
    saves = [{"operationType": "forceUpdate", "record": record(name)} for name in names]
    clears = [{"operationType": "forceUpdate", "record": record(name) | cleared} for name in names]
    removals = [{"operationType": "forceDelete", "record": {"recordName": n}} for n in names]
    choices: tuple[Request, ...] = (
        {},
        {"atomic": False},
        {"savePolicy": "allKeys"},
        {"savePolicy": "changedKeys"},
        {"savePolicy": "changedKeys", "atomic": False},
    )
    for operations in (saves, [*removals[:1], *saves[1:]], removals[::-1], clears):
        for choice in choices:
            yield "records/modify", {**place, **choice, "operations": operations}


def people(cloud: Cloud, base: Request, count: int) -> Iterator[tuple[str, Request]]:
    infos = [
        {"userRecordName": "_ann"},
        {"emailAddress": "ann@example.com"},
        {"userRecordName": "me"},
    ]
    yield "shares/participants", {**base, "lookupInfos": infos[:count]}
    yield "users/discover", {**base, "lookupInfos": infos[:count]}
    named = [{"userRecordName": name} for name in ("_ann", "me", "nobody")]
    yield "users/lookup/id", {**base, "users": named[:count]}
    mails = [{"emailAddress": f"{name}@example.com"} for name in ("ann", "bob", "eve")]
    yield "users/lookup/email", {**base, "users": mails[:count]}
    links = [{"value": each["shortGUID"]} for each in shares(cloud)][:count]
    yield "records/resolve", {**base, "shortGUIDs": links}
    yield "records/accept", {**base, "shortGUIDs": links}


def shares(cloud: Cloud) -> list[Request]:
    found = []
    for zone in ZONES["ann"]:
        request = {
            "user": "ann",
            "zoneID": {"zoneName": zone},
            "records": [{"recordName": "share"}],
        }
        found += cloud.call("records/lookup", {"database": "private", **request})["records"]
    return found
