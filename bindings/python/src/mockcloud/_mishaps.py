"""The operations of the harness that cause errors, and set accounts, networks and tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Literal, get_args

from . import _words
from ._context import UNSET, context, place, seconds
from ._ledger import Ledger
from ._names import listed, names
from ._requests import (
    ENVIRONMENTS,
    SCOPES,
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
from .record import Record
from .zones import ZoneLike

AccountStatus = Literal[
    "available", "couldNotDetermine", "noAccount", "restricted", "temporarilyUnavailable"
]

NetworkState = Literal["online", "offline", "unreachable", "oneWay"]

#: An error to inject: its code, its name, a `CKError` subclass or instance, or a dictionary with
#: `code` and optionally `reason`, `retryAfter` and `userDidResetEncryptedData`.
ErrorLike = int | ErrorName | type[CKError] | CKError | Mapping[str, Any]


_ERROR_NAMES: tuple[str, ...] = get_args(ErrorName)
_STATUSES: tuple[str, ...] = get_args(AccountStatus)
_NETWORKS: tuple[str, ...] = get_args(NetworkState)


def _given(keys: Wire) -> Wire:
    return {key: value for key, value in keys.items() if value is not None}


def _counts(times: int | None, after: int | None) -> Wire:
    if times is not None:
        _words.whole(times, "times", 1)
    if after is not None:
        _words.whole(after, "after", 0)
    return _given({"times": times, "after": after})


def _some(given: list[Any], what: str) -> list[Any]:
    """Returns a list that is not empty: a fault for nothing would never act."""
    if not given:
        raise ValueError(f"{what}: an empty list has no effect")
    return given


def _record_place(record: RecordLike) -> Wire:
    """Returns the keys of a rule that select a record."""
    wire = named(record)
    zone = wire.get("zoneID")
    place: Wire = {"recordName": wire["recordName"]}
    if zone is not None:
        owner = zone.get("ownerRecordName")
        place["zone"] = _given({"name": zone["zoneName"], "owner": owner})
    return place


#: The keys of an error's dictionary that arrive as the error was made.
_ARRIVING = (
    "reason",
    "retryAfter",
    "userDidResetEncryptedData",
    "recordName",
    "zoneID",
    "serverRecord",
    "clientRecord",
    "ancestorRecord",
    "partialErrors",
)


def error_form(error: ErrorLike) -> Any:
    """Returns an error in the form of requests."""
    if isinstance(error, type) and issubclass(error, CKError):
        error = error()
    if isinstance(error, CKError):
        if error.code not in CK_ERRORS:
            raise ValueError(f"{error!r} has no code of CloudKit: use a class such as ZoneBusy")
        given = {key: error.document[key] for key in _ARRIVING if key in error.document}
        return {"code": error.code, **given} if given else error.code
    if isinstance(error, Mapping):
        return dict(error)
    if isinstance(error, bool) or not isinstance(error, int | str):
        raise TypeError(
            "an error is a CKError or its class such as ZoneBusy(retry_after=3), a code, a name, "
            f"or a dictionary, not {error!r}"
        )
    if isinstance(error, str):
        return _words.word(error, _ERROR_NAMES, "error")
    if error not in CK_ERRORS:
        raise ValueError(f"error: {error} is no code of CloudKit; expected 1 to {max(CK_ERRORS)}")
    return error


def errors_of(errors: Iterable[ErrorLike]) -> list[Any]:
    """Returns a list of errors, or a single error, as a list in the form of requests."""
    return [error_form(error) for error in listed(errors, (str, Mapping), "errors")]


def _schedule(steps: Sequence[tuple[float | timedelta, NetworkState]]) -> Wire:
    """Returns the key `schedule` of a request, if there are steps."""
    if not steps:
        return {}
    return {
        "schedule": [
            {"after": seconds(after), "network": _words.word(state, _NETWORKS, "schedule")}
            for after, state in steps
        ]
    }


class Mishaps(Limiting):
    """The operations that cause errors."""

    #: The faults that must act before the test ends.
    _ledger: Ledger

    @property
    def faults(self) -> Faults:
        """The rules of faults: when an error occurs, how often, and which (docs/FAULTS.md)."""
        return Faults(self.call, self._ledger)

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
        optional: bool = False,
    ) -> Failure:
        """Makes calls, or operations on these records, fail with this error until it is removed.

        with cloud.fail(ZoneBusy(retry_after=3), operation="records/modify", device="phone"):
            client.sync()

        A call fails if all arguments match it. The first `after` calls succeed, and the next
        `times` fail; with `records`, the operations on each record are counted separately. In names
        of records, users, devices and containers, `*` matches any characters. The error is a rule
        of `faults`, or one rule for each record. Unlike `set_error`, it does not replace errors
        that were set earlier.

        At the end of the block, `FaultNeverActed` is raised if a rule never acted, unless it is
        `optional`.
        """
        if database is not None:
            _words.word(database, SCOPES, "database")
        if environment is not None:
            _words.word(environment, ENVIRONMENTS, "environment")
        when = {
            "op": None if operation is None else _words.operations(operation),
            "user": user,
            "device": device,
            "db": database,
            "container": container,
            "environment": environment,
        }
        counts = _counts(times, after)
        limit = {"skip": counts.get("after"), "injections": counts.get("times")}
        rule: Wire = {"when": _given(when), "then": {"error": error_form(error)}}
        if _given(limit):
            rule["limit"] = _given(limit)
        if records is None:
            return Failure(self.faults, self.faults.add(rule, optional=optional), optional)
        given = _some(records_of(records, "records"), "records")
        self._check_zones(given, container, environment, database, user)
        places = [_record_place(each) for each in given]
        rules = [{**rule, "when": {**rule["when"], **place}} for place in places]
        return Failure(self.faults, self.faults.add(*rules, optional=optional), optional)

    def _check_zones(
        self,
        records: Iterable[RecordLike],
        container: str | None,
        environment: Environment | None,
        database: Scope | None,
        user: str | None,
    ) -> None:
        """Refuses zones of records that do not exist; those of patterns are not known."""
        if any("*" in (name or "") for name in (container, user)) or database == "shared":
            return
        where = place(container, environment, database, user)
        zones = (each.zone_id for each in records if isinstance(each, Record))
        for zone in {each for each in zones if each is not None and "*" not in each.zone_name}:
            asked = {**where, "zoneID": zone.to_wire(), "resultsLimit": 1}
            if zone.owner_record_name:
                asked.pop("user", None)
            self.call("mock/records", asked)

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
        optional: bool = False,
    ) -> None:
        """Makes operations fail with this error until it is set to None.

        The first `after` calls succeed, and the next `times` fail. Container, environment,
        database, user and device restrict the calls that fail. If several errors apply, the one
        with the most restrictions, including `operation`, acts. A test that set an error through a
        fixture fails if the error never acted, unless it is `optional`.
        """
        where = place(container, environment, database, user, device)
        request: Wire = {**where, **_counts(times, after)}
        request["error"] = None if error is None else error_form(error)
        if operation is not None:
            request["operation"] = _words.operations(operation)
        with self._ledger.changing(optional=optional):
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
        optional: bool = False,
    ) -> None:
        """Makes operations on these records fail; by default, the seed chooses an error for each.

        Container, environment, database, user and device restrict the calls that fail. The errors
        replace those of an earlier call with the same restrictions, and an empty list clears the
        errors that were set with them. For each record, the first `after` operations succeed, and
        the next `times` fail. `optional` is that of `set_error`.
        """
        given = records_of(records, "records")
        if error is not None:
            _some(given, "records")
        self._check_zones(given, container, environment, database, user)
        places = [each if isinstance(each, str) else named(each) for each in given]
        where = place(container, environment, database, user, device)
        request: Wire = {**where, **_counts(times, after), "recordNames": places}
        if error is not None:
            request["error"] = error_form(error)
        with self._ledger.changing(optional=optional):
            self.call("mock/recordErrors/set", request)

    def set_account_status(
        self, status: AccountStatus, *, user: str | None = None, device: str | None = None
    ) -> None:
        """Sets the account status of a device, or of all devices of a user."""
        _words.word(status, _STATUSES, "status")
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
        _words.word(state, _NETWORKS, "state")
        request: Wire = {"network": state, **context(device=device)}
        if devices:
            request["devices"] = names(devices, "devices")
        if bytes_per_second is not None:
            request["bytesPerSecond"] = _words.whole(bytes_per_second, "bytes_per_second")
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
        _words.word(state, _NETWORKS, "state")
        request: Wire = {"name": name, "devices": names(devices, "devices"), "network": state}
        cut: list[str] = self.call("mock/network/partition", request | _schedule(schedule))[
            "devices"
        ]
        return cut

    def heal_network(self, *partitions: str) -> list[str]:
        """Ends the partitions with these names or patterns, by default all; returns their names."""
        healed: list[str] = self.call("mock/network/heal", {"names": list(partitions)})["names"]
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
