"""Builds the rules of `Cloud.fail` from its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from .._core import words
from .._core.calls import CallFunction
from .._core.keywords import check_keywords
from .._core.wire import ENVIRONMENTS, SCOPES, Environment, Scope, ServiceOperations, Wire
from ..errors import CKError
from ..errors.forms import error_form
from ..records.place import place
from ..records.record import Record
from ..service.requests import RecordLike, RecordsLike, named, records_of


class FailedCalls(TypedDict, total=False):
    """The calls that `Cloud.fail` makes fail: those that match all of the keys.

    In names of records, users, devices and containers, `*` matches any characters.
    """

    operation: ServiceOperations | None
    #: The records on which operations fail. `times` and `after` count for each record separately.
    records: RecordsLike | None
    user: str | None
    device: str | None
    database: Scope | None
    container: str | None
    environment: Environment | None
    #: How many calls fail.
    times: int | None
    #: How many calls succeed before.
    after: int | None
    #: Whether no call need fail.
    optional: bool


def check_calls(calls: FailedCalls) -> None:
    """Raises `TypeError` for a keyword that `fail` does not have."""
    check_keywords("fail", calls, FailedCalls.__annotations__)


def _given(keys: Wire) -> Wire:
    return {key: value for key, value in keys.items() if value is not None}


def condition(calls: FailedCalls) -> Wire:
    """Returns the conditions `when` of a rule that every record's rule has."""
    operation, database = calls.get("operation"), calls.get("database")
    environment = calls.get("environment")
    if database is not None:
        words.word(database, SCOPES, "database")
    if environment is not None:
        words.word(environment, ENVIRONMENTS, "environment")
    return _given(
        {
            "op": None if operation is None else words.operations(operation),
            "user": calls.get("user"),
            "device": calls.get("device"),
            "db": database,
            "container": calls.get("container"),
            "environment": environment,
        }
    )


def rule_form(rule: Mapping[str, Any]) -> Wire:
    """Returns a rule in the form of requests: its errors may be exceptions or their classes."""
    then = rule.get("then")
    if isinstance(then, Mapping):
        return {**rule, "then": _effect_form(then)}
    if isinstance(then, list | tuple):
        return {**rule, "then": [_effect_form(each) for each in then]}
    return dict(rule)


def _effect_form(effect: Any) -> Any:
    if not isinstance(effect, Mapping):
        return effect
    error = effect.get("error")
    return {**effect, "error": error_form(error)} if isinstance(error, CKError | type) else effect


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


def where(calls: FailedCalls) -> Wire:
    """Returns the context keys of the database whose calls fail."""
    return place(
        calls.get("container"),
        calls.get("environment"),
        calls.get("database"),
        calls.get("user"),
    )


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
