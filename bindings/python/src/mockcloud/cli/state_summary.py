"""What is in a saved world, in few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .output import Output, counted

_SHARE = "cloudkit.share"


def summary(document: Mapping[str, Any]) -> dict[str, Any]:
    """What `state show` tells, as `--json` prints it."""
    people = {user["userRecordName"]: user["alias"] for user in document["users"]}
    errors = document.get("errors", {})
    return {
        "stateVersion": document["stateVersion"],
        "seed": document["seed"],
        "clock": document["clock"],
        "defaults": document["defaults"],
        "users": [_user(each) for each in document["users"]],
        "schemas": [
            {**_place(each), "recordTypes": [kind["name"] for kind in each["recordTypes"]]}
            for each in document["schemas"]
        ],
        "databases": [_database(each, people) for each in document["databases"]],
        "shares": list(_shares(document, people)),
        "subscriptions": [
            _subscription(each, people) for each in document.get("subscriptions", ())
        ],
        "errors": {
            "operations": len(errors.get("operations", ())),
            "records": sum(len(each["rules"]) for each in errors.get("records", ())),
        },
        "faults": [
            rule["rule"].get("id", "") for rule in errors.get("faults", {}).get("rules", ())
        ],
        "networks": {each["device"]: each["network"] for each in errors.get("networks", ())},
        "pushes": len(document.get("pushes", ())),
        "uploads": len(document.get("uploads", ())),
        "operations": len(document.get("operations", ())),
    }


def _place(each: Mapping[str, Any]) -> dict[str, Any]:
    keys = ("container", "environment", "database")
    return {key: each[key] for key in keys if key in each}


def _owned(each: Mapping[str, Any], people: Mapping[str, str]) -> dict[str, Any]:
    place = _place(each)
    return {**place, "user": people.get(each["user"], each["user"])} if "user" in each else place


def _user(user: Mapping[str, Any]) -> dict[str, Any]:
    keys = ("alias", "userRecordName", "emailAddress", "phoneNumber", "roles", "devices")
    return {key: user[key] for key in keys if key in user}


def _database(database: Mapping[str, Any], people: Mapping[str, str]) -> dict[str, Any]:
    zones = [
        {
            "zoneName": zone["zoneName"],
            "records": _counts(zone),
            "deletions": len(zone.get("deletions", ())),
        }
        for zone in database["zones"]
    ]
    lost = {each["zoneName"]: each["deletionReason"] for each in database.get("lostZones", ())}
    return {**_owned(database, people), "zones": zones, "lostZones": lost}


def _counts(zone: Mapping[str, Any]) -> dict[str, int]:
    """How many records a zone has of each type."""
    return dict(sorted(Counter(each["recordType"] for each in zone["records"]).items()))


def _shares(document: Mapping[str, Any], people: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for database in document["databases"]:
        for zone in database["zones"]:
            for record in zone["records"]:
                if record["recordType"] != _SHARE:
                    continue
                yield {
                    **_owned(database, people),
                    "zoneName": zone["zoneName"],
                    "recordName": record["recordName"],
                    "root": record.get("forRecord", {}).get("recordName"),
                    "publicPermission": record.get("publicPermission"),
                    "participants": [
                        _participant(each, people) for each in record.get("participants", ())
                    ],
                }


def _participant(each: Mapping[str, Any], people: Mapping[str, str]) -> dict[str, Any]:
    identity = each.get("userIdentity", {})
    name = identity.get("userRecordName")
    info = identity.get("lookupInfo", {})
    called = people.get(name, name) or info.get("emailAddress") or info.get("phoneNumber")
    keys = ("type", "permission", "acceptanceStatus")
    return {"who": called, **{key: each[key] for key in keys if key in each}}


def _subscription(each: Mapping[str, Any], people: Mapping[str, str]) -> dict[str, Any]:
    about: dict[str, Any] = {}
    if "zoneID" in each:
        about["zoneName"] = each["zoneID"]["zoneName"]
    if "query" in each:
        about["recordType"] = each["query"].get("recordType")
    elif "recordType" in each:
        about["recordType"] = each["recordType"]
    keys = ("subscriptionID", "subscriptionType")
    return {**_owned(each, people), **{key: each[key] for key in keys}, **about}


def show(found: Mapping[str, Any], output: Output) -> None:
    """The summary for people."""
    output.line(f"clock {found['clock']}, seed {found['seed']}", "head")
    for user in found["users"]:
        also = (user.get("emailAddress"), user.get("phoneNumber"), *user.get("roles", ()))
        output.line(f"user {user['alias']}  {' '.join(each for each in also if each)}".rstrip())
        for device in user["devices"]:
            network = found["networks"].get(device["device"])
            state = ", ".join(filter(None, (device["accountStatus"], network)))
            output.line(f"  device {device['device']}: {state}")
    for schema in found["schemas"]:
        types = ", ".join(schema["recordTypes"]) or "no record types"
        output.line(f"schema {schema['container']} {schema['environment']}: {types}")
    for database in found["databases"]:
        _show_database(database, output)
    for share in found["shares"]:
        root = share["root"] or "the zone"
        output.line(f"share of {root} in {share['zoneName']} of {_whose(share)}", "head")
        for each in share["participants"]:
            words = [each.get(key, "") for key in ("type", "permission", "acceptanceStatus")]
            output.line(f"  {each['who']}: {' '.join(words)}")
    for each in found["subscriptions"]:
        about = " ".join(filter(None, (each.get("recordType"), each.get("zoneName"))))
        kind = each["subscriptionType"]
        output.line(f"subscription {each['subscriptionID']}: {kind} {about}, {_whose(each)}")
    _show_waiting(found, output)


def _whose(place: Mapping[str, Any]) -> str:
    owner = f" of {place['user']}" if "user" in place else ""
    database = f"{place.get('database', 'private')}{owner}"
    return f"{place['container']} {place['environment']} {database}"


def _show_database(database: Mapping[str, Any], output: Output) -> None:
    output.line(_whose(database), "head")
    for zone in database["zones"]:
        counts = [f"{number} {name}" for name, number in zone["records"].items()]
        deleted = zone["deletions"]
        if deleted:
            counts.append(counted(deleted, "deletion"))
        output.line(f"  zone {zone['zoneName']}: {', '.join(counts) or 'empty'}")
    for name, reason in database["lostZones"].items():
        output.line(f"  zone {name}: lost, {reason}")


def _show_waiting(found: Mapping[str, Any], output: Output) -> None:
    errors = found["errors"]
    if errors["operations"] or errors["records"]:
        text = f"{errors['operations']} for operations, {errors['records']} for records"
        output.line(f"set errors: {text}", "note")
    if found["faults"]:
        output.line(f"fault rules: {', '.join(found['faults'])}", "note")
    for key, noun in (("pushes", "push"), ("uploads", "upload"), ("operations", "operation")):
        if found[key]:
            noun = "pushes" if key == "pushes" and found[key] > 1 else noun
            text = f"1 {noun}" if found[key] == 1 else f"{found[key]} {key}"
            output.line(f"waiting: {text}")
