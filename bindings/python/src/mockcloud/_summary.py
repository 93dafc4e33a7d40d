"""Summarizes a state without its records, for trees and the command `state show`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .states import SHARE, Names


def summary(document: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the summary in the form that `state show --json` prints."""
    names = Names.of(document)
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
        "databases": [_database(each, names) for each in document["databases"]],
        "sharedDatabases": [
            _shared_database(each, names) for each in document.get("sharedDatabases", ())
        ],
        "shares": list(_shares(document, names)),
        "subscriptions": [_subscription(each, names) for each in document.get("subscriptions", ())],
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


def _owned(each: Mapping[str, Any], names: Names) -> dict[str, Any]:
    place = _place(each)
    return {**place, "user": names.person(each["user"])} if "user" in each else place


def _user(user: Mapping[str, Any]) -> dict[str, Any]:
    keys = ("alias", "userRecordName", "emailAddress", "phoneNumber", "roles", "devices")
    return {key: user[key] for key in keys if key in user}


def _database(database: Mapping[str, Any], names: Names) -> dict[str, Any]:
    zones = [
        {
            "zoneName": zone["zoneName"],
            "records": _counts(zone),
            "deletions": len(zone.get("deletions", ())),
        }
        for zone in database["zones"]
    ]
    lost = {each["zoneName"]: each["deletionReason"] for each in database.get("lostZones", ())}
    return {**_owned(database, names), "zones": zones, "lostZones": lost}


def _shared_database(database: Mapping[str, Any], names: Names) -> dict[str, Any]:
    zones = [
        {"zoneName": zone["zoneName"], "owner": names.person(zone["ownerRecordName"])}
        for each in database["changes"]["zones"]
        if "deletionReason" not in each
        for zone in [each["zoneID"]]
    ]
    return {**_owned(database, names), "zones": zones}


def _counts(zone: Mapping[str, Any]) -> dict[str, int]:
    """Returns the number of records of each type in a zone."""
    return dict(sorted(Counter(each["recordType"] for each in zone["records"]).items()))


def _shares(document: Mapping[str, Any], names: Names) -> Iterator[dict[str, Any]]:
    for database in document["databases"]:
        for zone in database["zones"]:
            for record in zone["records"]:
                if record["recordType"] != SHARE:
                    continue
                yield {
                    **_owned(database, names),
                    "zoneName": zone["zoneName"],
                    "recordName": record["recordName"],
                    "root": record.get("forRecord", {}).get("recordName"),
                    "publicPermission": record.get("publicPermission"),
                    "participants": [
                        _participant(each, names) for each in record.get("participants", ())
                    ],
                }


def _participant(each: Mapping[str, Any], names: Names) -> dict[str, Any]:
    keys = ("type", "permission", "acceptanceStatus")
    return {"who": names.participant(each), **{key: each[key] for key in keys if key in each}}


def _subscription(each: Mapping[str, Any], names: Names) -> dict[str, Any]:
    about: dict[str, Any] = {}
    if "zoneID" in each:
        about["zoneName"] = each["zoneID"]["zoneName"]
    if "query" in each:
        about["recordType"] = each["query"].get("recordType")
    elif "recordType" in each:
        about["recordType"] = each["recordType"]
    keys = ("subscriptionID", "subscriptionType")
    return {**_owned(each, names), **{key: each[key] for key in keys}, **about}
