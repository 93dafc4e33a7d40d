"""Builds the rules of `Cloud.fail` from its arguments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._core import words
from .._core.calls import CallFunction
from .._core.wire import ENVIRONMENTS, SCOPES, ServiceOperations, Wire
from ..records.record import Record
from ..service.requests import RecordLike, RecordsLike, named, records_of


def _given(keys: Wire) -> Wire:
    return {key: value for key, value in keys.items() if value is not None}


def operations_of(given: ServiceOperations | None) -> list[str] | None:
    return None if given is None else words.operations(given)


def condition(**when: Any) -> Wire:
    """Returns the keys of `when` that were given."""
    for key, known, what in (
        ("db", SCOPES, "database"),
        ("environment", ENVIRONMENTS, "environment"),
    ):
        if when[key] is not None:
            words.word(when[key], known, what)
    return _given(when)


def limit(times: int | None, after: int | None) -> Wire:
    """Returns the key `limit` of a rule, if a limit is given."""
    if times is not None:
        words.whole(times, "times", 1)
    if after is not None:
        words.whole(after, "after", 0)
    given = _given({"skip": after, "injections": times})
    return {"limit": given} if given else {}


def some_records(records: RecordsLike) -> list[RecordLike]:
    """Returns a list that is not empty: a fault for nothing would never act."""
    given = records_of(records, "records")
    if not given:
        raise ValueError("records: an empty list has no effect")
    return given


def record_place(record: RecordLike) -> Wire:
    """Returns the keys of a rule that select a record."""
    wire = named(record)
    zone = wire.get("zoneID")
    place: Wire = {"recordName": wire["recordName"]}
    if zone is not None:
        owner = zone.get("ownerRecordName")
        place["zone"] = _given({"name": zone["zoneName"], "owner": owner})
    return place


def check_zones(call: CallFunction, records: Iterable[RecordLike], where: Wire) -> None:
    """Refuses zones of records that do not exist; those of patterns are not known.

    `where` are the context keys of the database.
    """
    has_pattern = any("*" in (where.get(key) or "") for key in ("container", "user"))
    if has_pattern or where.get("database") == "shared":
        return
    zones = (each.zone_id for each in records if isinstance(each, Record))
    checked = {
        (each.zone_name, each.owner_record_name): each
        for each in zones
        if each is not None and "*" not in each.zone_name
    }
    for zone in checked.values():
        asked = {**where, "zoneID": zone.to_wire(), "resultsLimit": 1}
        if zone.owner_record_name:
            asked.pop("user", None)
        call("mock/records", asked)
