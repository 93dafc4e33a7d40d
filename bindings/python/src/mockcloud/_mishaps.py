"""The operations of the harness that cause errors, and set accounts, networks and tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Literal

from ._context import UNSET, context, place, seconds
from ._names import listed, names
from ._requests import (
    Environment,
    RecordLike,
    RecordsLike,
    Scope,
    ServiceOperations,
    Wire,
    named,
    records_of,
)
from ._vocabulary import ErrorName
from .errors import CK_ERRORS, CKError
from .faults import Failure, Faults
from .limits import Limiting
from .zones import ZoneLike

AccountStatus = Literal[
    "available", "couldNotDetermine", "noAccount", "restricted", "temporarilyUnavailable"
]

NetworkState = Literal["online", "offline", "unreachable", "oneWay"]

#: An error to inject: its code, its name, a `CKError` subclass or instance, or a dictionary with
#: `code` and optionally `reason`, `retryAfter` and `userDidResetEncryptedData`.
ErrorLike = int | ErrorName | type[CKError] | CKError | Mapping[str, Any]


def _given(keys: Wire) -> Wire:
    return {key: value for key, value in keys.items() if value is not None}


def _counts(times: int | None, after: int | None) -> Wire:
    return _given({"times": times, "after": after})


def _record_place(record: RecordLike) -> Wire:
    """Returns the keys of a rule that select a record."""
    wire = named(record)
    zone = wire.get("zoneID")
    place: Wire = {"recordName": wire["recordName"]}
    if zone is not None:
        owner = zone.get("ownerRecordName")
        place["zone"] = _given({"name": zone["zoneName"], "owner": owner})
    return place


def error_form(error: ErrorLike) -> Any:
    """Returns an error in the form of requests."""
    if isinstance(error, type) and issubclass(error, CKError):
        error = error()
    if isinstance(error, CKError):
        if error.code not in CK_ERRORS:
            raise ValueError(f"{error!r} has no code of CloudKit: use a class such as ZoneBusy")
        given = {
            "code": error.code,
            "reason": error.reason or None,
            "retryAfter": error.retry_after,
            "userDidResetEncryptedData": error.user_did_reset_encrypted_data or None,
        }
        said = _given(given)
        return said if len(said) > 1 else error.code
    if isinstance(error, Mapping):
        return dict(error)
    if isinstance(error, bool) or not isinstance(error, int | str):
        raise TypeError(
            "an error is a CKError or its class such as ZoneBusy(retry_after=3), a code, a name, "
            f"or a dictionary, not {error!r}"
        )
    return error


def errors_of(errors: Iterable[ErrorLike]) -> list[Any]:
    """Returns a list of errors, or a single error, as a list in the form of requests."""
    return [error_form(error) for error in listed(errors, (str, Mapping), "errors")]


def _schedule(steps: Sequence[tuple[float | timedelta, NetworkState]]) -> Wire:
    """Returns the key `schedule` of a request, if there are steps."""
    if not steps:
        return {}
    return {"schedule": [{"after": seconds(after), "network": state} for after, state in steps]}


class Mishaps(Limiting):
    """The operations that cause errors."""

    @property
    def faults(self) -> Faults:
        """The rules of faults: when an error occurs, how often, and which (docs/FAULTS.md)."""
        return Faults(self.call)

    def fail(
        self,
        error: ErrorLike,
        *,
        operation: ServiceOperations | None = None,
        records: RecordsLike | None = None,
        user: str | None = None,
        device: str | None = None,
        database: Scope | None = None,
        container: str | None = None,
        environment: Environment | None = None,
        times: int | None = None,
        after: int | None = None,
    ) -> Failure:
        """Makes calls, or operations on these records, fail with this error until it is removed.

        with cloud.fail(ZoneBusy(retry_after=3), operation="records/modify", device="phone"):
            client.sync()

        A call fails if all arguments match it. The first `after` calls succeed, and the next
        `times` fail; with `records`, the operations on each record are counted separately. In names
        of records, users, devices and containers, `*` matches any characters. The error is a rule
        of `faults`, or one rule for each record. Unlike `set_error`, it does not replace errors
        that were set earlier.
        """
        when = {
            "op": None if operation is None else names(operation, "operation"),
            "user": user,
            "device": device,
            "db": database,
            "container": container,
            "environment": environment,
        }
        limit = {"skip": after, "injections": times}
        rule: Wire = {"when": _given(when), "then": {"error": error_form(error)}}
        if _given(limit):
            rule["limit"] = _given(limit)
        if records is None:
            return Failure(self.faults, self.faults.add(rule))
        places = [_record_place(each) for each in records_of(records, "records")]
        rules = [{**rule, "when": {**rule["when"], **place}} for place in places]
        return Failure(self.faults, self.faults.add(*rules) if rules else [])

    def set_error(
        self,
        error: ErrorLike | None,
        *,
        operation: ServiceOperations | None = None,
        times: int | None = None,
        after: int | None = None,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> None:
        """Makes operations fail with this error until it is set to None.

        The first `after` calls succeed, and the next `times` fail. Container, environment,
        database, user and device restrict the calls that fail. If several errors apply, the one
        with the most restrictions, including `operation`, acts.
        """
        where = place(container, environment, database, user, device)
        request: Wire = {**where, **_counts(times, after)}
        request["error"] = None if error is None else error_form(error)
        if operation is not None:
            request["operation"] = names(operation, "operation")
        self.call("mock/error/set", request)

    def set_record_errors(
        self,
        records: RecordsLike,
        error: ErrorLike | None = None,
        *,
        times: int | None = None,
        after: int | None = None,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> None:
        """Makes operations on these records fail; by default, the seed chooses an error for each.

        Container, environment, database, user and device restrict the calls that fail. The errors
        replace those of an earlier call with the same restrictions, and an empty list clears the
        errors that were set with them. For each record, the first `after` operations succeed, and
        the next `times` fail.
        """
        given = records_of(records, "records")
        places = [each if isinstance(each, str) else named(each) for each in given]
        where = place(container, environment, database, user, device)
        request: Wire = {**where, **_counts(times, after), "recordNames": places}
        if error is not None:
            request["error"] = error_form(error)
        self.call("mock/recordErrors/set", request)

    def set_account_status(
        self, status: AccountStatus, *, user: str | None = None, device: str | None = None
    ) -> None:
        """Sets the account status of a device, or of all devices of a user."""
        request = {"accountStatus": status, **context(user=user or UNSET, device=device)}
        self.call("mock/account/set", request)

    def network(
        self,
        state: NetworkState = "online",
        *,
        device: str | None = None,
        devices: Sequence[str] = (),
        bytes_per_second: int | None = None,
        schedule: Sequence[tuple[float | timedelta, NetworkState]] = (),
    ) -> None:
        """Sets the network state of a device, until it is set again.

        `schedule` contains later states, each with the seconds from now until it begins. With
        `devices`, names or patterns with `*`, it sets that of several.
        """
        request: Wire = {"network": state, **context(device=device)}
        if devices:
            request["devices"] = list(devices)
        if bytes_per_second is not None:
            request["bytesPerSecond"] = bytes_per_second
        self.call("mock/network/set", request | _schedule(schedule))

    def partition(
        self,
        name: str,
        devices: Sequence[str],
        state: NetworkState = "offline",
        *,
        schedule: Sequence[tuple[float | timedelta, NetworkState]] = (),
    ) -> list[str]:
        """Cuts devices off from the service, whatever their own networks, and returns their names.

        `devices` are names, or patterns with `*`. `heal_network(name)` ends the partition.
        """
        request: Wire = {"name": name, "devices": list(devices), "network": state}
        cut: list[str] = self.call("mock/network/partition", request | _schedule(schedule))[
            "devices"
        ]
        return cut

    def heal_network(self, *names: str) -> list[str]:
        """Ends the partitions with these names or patterns, by default all; returns their names."""
        healed: list[str] = self.call("mock/network/heal", {"names": list(names)})["names"]
        return healed

    def expire_tokens(
        self,
        zone: ZoneLike | None = None,
        *,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> None:
        """Expires the change tokens returned so far, for a zone or for a database with its zones.

        `user` or `device` selects the user of the database.
        """
        request = place(container, environment, database, user, device, zone)
        self.call("mock/tokens/expire", request)

    def purge_zone(
        self,
        zone: ZoneLike,
        *,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> None:
        """Deletes a zone as users do in Settings; calls then fail with `UserDeletedZone`."""
        self.call("mock/zones/purge", place(container, environment, database, user, device, zone))

    def reset_encrypted_data(
        self,
        zone: ZoneLike,
        *,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> bool:
        """Simulates that the user resets the encrypted data, for one zone.

        A zone with encrypted values is lost with all its records. Returns whether it is lost.
        """
        request = place(container, environment, database, user, device, zone)
        return bool(self.call("mock/zones/resetEncryptedData", request)["zones"])
