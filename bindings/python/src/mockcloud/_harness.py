"""What a test does to a cloud from outside: its inhabitants, its faults, its clock, its memory."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from enum import Enum
from os import PathLike, fspath
from typing import Any, Final, Literal

from ._requests import RecordLike, Wire, named
from .errors import CKError
from .events import Event
from .faults import Faults
from .findings import Finding
from .launch import Launching
from .record import Record
from .zones import ZoneLike, zone_id


class Unset(Enum):
    """Tells "not given" from None, which means "nobody is signed in"."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET

AccountStatus = Literal[
    "available", "couldNotDetermine", "noAccount", "restricted", "temporarilyUnavailable"
]

NetworkState = Literal["online", "offline", "unreachable", "oneWay"]

#: An error to inject: its code, its name, a `CKError` subclass or instance, or a dictionary with
#: `code` and, if wanted, `reason`, `retryAfter`, `userDidResetEncryptedData`.
ErrorLike = int | str | type[CKError] | CKError | Mapping[str, Any]


def context(*, user: str | Unset | None = UNSET, **keys: str | None) -> Wire:
    """The context keys that were given."""
    given: Wire = {key: value for key, value in keys.items() if value is not None}
    if not isinstance(user, Unset):
        given["user"] = user
    return given


def _counts(times: int | None, after: int | None) -> Wire:
    given = {"times": times, "after": after}
    return {key: value for key, value in given.items() if value is not None}


def error_form(error: ErrorLike) -> Any:
    """An error as a request has it."""
    if isinstance(error, type):
        return error.code
    if isinstance(error, CKError):
        given = {
            "code": error.code,
            "reason": error.reason or None,
            "retryAfter": error.retry_after,
            "userDidResetEncryptedData": error.user_did_reset_encrypted_data or None,
        }
        return {key: value for key, value in given.items() if value is not None}
    return dict(error) if isinstance(error, Mapping) else error


def _seconds(duration: float | timedelta) -> float:
    return duration.total_seconds() if isinstance(duration, timedelta) else duration


def _time_of(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _text_of(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone: its instant would depend on the machine")
    moment = moment.astimezone(timezone.utc).replace(tzinfo=None)
    return moment.isoformat(timespec="milliseconds") + "Z"


class Harness(Launching):
    """The `mock/…` operations."""

    @abstractmethod
    def events(self) -> Iterator[Event]:
        """Takes the events that are there."""

    def info(self) -> Wire:
        """Versions, operations with their keys, limits and error codes."""
        return self.call("mock/info")

    # Inhabitants

    def create_container(
        self, identifier: str, *, schema: str | None = None, environment: str | None = None
    ) -> None:
        """Makes a container. Calls make the ones they name, unless the configuration forbids."""
        request = context(container=identifier, schema=schema, environment=environment)
        self.call("mock/container/create", request)

    def load_schema(
        self,
        schema: str | PathLike[str],
        *,
        container: str | None = None,
        environment: str | None = None,
    ) -> list[str]:
        """Gives an environment the schema of a text, or of the `.ckdb` file that a `Path` names.

        Returns the names of the record types that the environment has then.
        """
        if isinstance(schema, str) and schema.endswith(".ckdb"):
            raise TypeError(f"a text is the schema itself; a file is named by Path({schema!r})")
        request = context(container=container, environment=environment)
        key = "schema" if isinstance(schema, str) else "path"
        request[key] = fspath(schema)
        types: list[str] = self.call("mock/schema/load", request)["recordTypes"]
        return types

    def schema(self, *, container: str | None = None, environment: str | None = None) -> str:
        """An environment's schema as text, as it was loaded or as it grew."""
        request = context(container=container, environment=environment)
        text: str = self.call("mock/schema/get", request)["schema"]
        return text

    def deploy_schema(self, *, container: str | None = None) -> str:
        """Brings a container's development schema to production, and returns it as text."""
        text: str = self.call("mock/schema/deploy", context(container=container))["schema"]
        return text

    def add_user(
        self,
        alias: str,
        *,
        email: str | None = None,
        phone: str | None = None,
        record_name: str | None = None,
        devices: Sequence[str] | None = None,
        roles: Sequence[str] | None = None,
    ) -> str:
        """Makes a user and returns the record name; requests take the alias too."""
        request: Wire = context(
            alias=alias, emailAddress=email, phoneNumber=phone, userRecordName=record_name
        )
        if devices is not None:
            request["devices"] = list(devices)
        if roles is not None:
            request["roles"] = list(roles)
        name: str = self.call("mock/users/add", request)["userRecordName"]
        return name

    def add_device(self, device: str, *, user: str | None = None) -> None:
        """Gives a user one more device."""
        self.call("mock/devices/add", {"device": device, **context(user=user or UNSET)})

    # Contents, past all rules

    def seed(
        self,
        records: Iterable[Record | Mapping[str, Any]] = (),
        *,
        zones: Iterable[ZoneLike] = (),
        container: str | None = None,
        environment: str | None = None,
        database: str | None = None,
        user: str | None = None,
        **more: Any,
    ) -> Wire:
        """Stores records and zones as given, all or nothing, and returns how many."""
        request = context(container=container, environment=environment, database=database)
        request.update(context(user=user or UNSET))
        wires = [each.to_wire() if isinstance(each, Record) else each for each in records]
        if wires:
            request["records"] = wires
        made = [{"zoneID": zone_id(zone).to_wire()} for zone in zones]
        if made:
            request["zones"] = made
        return self.call("mock/seed", {**request, **more})

    def records(self, **filters: Any) -> list[Record]:
        """Everything stored; `recordType=`, `zoneID=`, `database=`, `user=`, `all=True`."""
        answer = self.call("mock/records", filters)
        return [Record.from_wire(wire) for wire in answer["records"]]

    # Memory

    def snapshot(self, name: str) -> None:
        """Remembers the world under a name."""
        self.call("mock/snapshot", {"name": name})

    def restore(self, name: str) -> None:
        """Brings back the world of that name, as often as wanted."""
        self.call("mock/restore", {"name": name})

    def reset(self, *, keep: Sequence[str] = ()) -> None:
        """Back to a fresh cloud, but for what is kept: schema, users, faults, limits, clock."""
        self.call("mock/reset", {"keep": list(keep)} if keep else None)

    def save_state(
        self,
        path: str | PathLike[str] | None = None,
        *,
        assets: Literal["inline", "files"] = "inline",
    ) -> Wire:
        """The whole world as one document; with a path, it is written there.

        With `assets="files"` the bytes of stored files are in a folder beside it, `PATH.assets`.
        """
        if path is None:
            return self.call("mock/state/save", {"assets": assets})
        return self.call("mock/state/save", {"path": fspath(path), "assets": assets})

    def load_state(self, state: Mapping[str, Any] | str | PathLike[str]) -> None:
        """Replaces the world by a saved one, given as the document or as the path of its file."""
        key = "state" if isinstance(state, Mapping) else "path"
        value = state if isinstance(state, Mapping) else fspath(state)
        self.call("mock/state/load", {key: value})

    def problems(self) -> list[str]:
        """What in the world contradicts itself: nothing, unless the library has a defect."""
        found = self.call("mock/state/check")["problems"]
        return [f"{each['where']}: {each['problem']}" for each in found]

    # Things that go wrong

    @property
    def faults(self) -> Faults:
        """Rules that say when something goes wrong, how often, and what (docs/FAULTS.md)."""
        return Faults(self.call)

    def set_error(
        self,
        error: ErrorLike | None,
        *,
        operation: str | Sequence[str] | None = None,
        times: int | None = None,
        after: int | None = None,
        **where: str,
    ) -> None:
        """Every such operation fails with this error, until it is set to None.

        The first `after` calls succeed, the next `times` fail. `container=`, `environment=`,
        `database=`, `user=`, `device=` restrict whose calls fail; of several errors that apply,
        the one with the most of these acts.
        """
        request: Wire = {**where, **_counts(times, after)}
        request["error"] = None if error is None else error_form(error)
        if operation is not None:
            request["operation"] = operation if isinstance(operation, str) else list(operation)
        self.call("mock/error/set", request)

    def set_record_errors(
        self,
        records: Iterable[RecordLike],
        error: ErrorLike | None = None,
        *,
        times: int | None = None,
        after: int | None = None,
        **where: str,
    ) -> None:
        """Every access to these records fails; without an error, the seed draws one per record.

        Replaces what an earlier call with the same `where` set; an empty list clears. The first
        `after` accesses to each record succeed, the next `times` fail. `container=`,
        `environment=`, `database=`, `user=`, `device=` restrict whose calls fail.
        """
        names = [each if isinstance(each, str) else named(each) for each in records]
        request: Wire = {**where, **_counts(times, after), "recordNames": names}
        if error is not None:
            request["error"] = error_form(error)
        self.call("mock/recordErrors/set", request)

    def set_account_status(
        self, status: AccountStatus, *, user: str | None = None, device: str | None = None
    ) -> None:
        """The status of the account on a device, or on all devices of a user."""
        request = {"accountStatus": status, **context(user=user or UNSET, device=device)}
        self.call("mock/account/set", request)

    def network(
        self,
        state: NetworkState = "online",
        *,
        device: str | None = None,
        bytes_per_second: int | None = None,
        schedule: Sequence[tuple[float | timedelta, NetworkState]] = (),
    ) -> None:
        """What connects a device with the service, until it is set again.

        `schedule` holds later states, each with the seconds from now until it begins.
        """
        request: Wire = {"network": state, **context(device=device)}
        if bytes_per_second is not None:
            request["bytesPerSecond"] = bytes_per_second
        if schedule:
            request["schedule"] = [
                {"after": _seconds(after), "network": later} for after, later in schedule
            ]
        self.call("mock/network/set", request)

    def expire_tokens(self, zone: ZoneLike | None = None, **where: str) -> None:
        """Expires the change tokens given out so far, for a zone or for a database with its zones.

        `container=`, `environment=`, `database=`, `user=` say where.
        """
        zones = {} if zone is None else {"zoneID": zone_id(zone).to_wire()}
        self.call("mock/tokens/expire", {**where, **zones})

    def purge_zone(self, zone: ZoneLike, **where: str) -> None:
        """What a user does who deletes an app's data in the settings: then `UserDeletedZone`."""
        self.call("mock/zones/purge", {**where, "zoneID": zone_id(zone).to_wire()})

    def reset_encrypted_data(self, zone: ZoneLike, **where: str) -> bool:
        """What a lost keychain does to a zone; returns whether it held encrypted values, and so
        is lost."""
        request = {**where, "zoneID": zone_id(zone).to_wire()}
        return bool(self.call("mock/zones/resetEncryptedData", request)["zones"])

    def set_limits(self, **limits: int | bool | None) -> Wire:
        """Changes the service's limits by their names; None is the default."""
        answer: Wire = self.call("mock/limits/set", {"limits": limits})["limits"]
        return answer

    # Time

    @property
    def now(self) -> datetime:
        """The time in the cloud. It stands still between calls."""
        return _time_of(self.call("mock/clock")["now"])

    def advance_clock(self, by: float | timedelta) -> datetime:
        """Lets that many seconds pass, with all that falls due, and returns the new time."""
        return _time_of(self.call("mock/clock/advance", {"seconds": _seconds(by)})["now"])

    def advance(self, by: float | timedelta = 0) -> list[Event]:
        """Lets that many seconds pass and takes all events, those that fell due among them."""
        self.advance_clock(by)
        return list(self.events())

    def run_until_idle(self, limit: float | timedelta | None = None) -> datetime:
        """Lets time pass until nothing is due any more, or the limit is reached."""
        request = None if limit is None else {"limitSeconds": _seconds(limit)}
        return _time_of(self.call("mock/clock/runUntilIdle", request)["now"])

    def set_clock(self, now: datetime) -> None:
        """Sets the time."""
        self.call("mock/clock/set", {"now": _text_of(now)})

    # What happened

    def journal(self, **filters: Any) -> list[Wire]:
        """The calls of the service that the limit `journalBytes` keeps, oldest first.

        `since=`, `operation=`, `user=`, `device=` choose among them.
        """
        calls: list[Wire] = self.call("mock/journal", filters)["calls"]
        return calls

    @property
    def dropped_calls(self) -> int:
        """How many of the oldest calls the journal dropped, by the limit `journalBytes`."""
        # No call has a number that large, so that none is rendered.
        dropped: int = self.call("mock/journal", {"since": 2**63 - 1})["dropped"]
        return dropped

    def findings(self) -> list[Finding]:
        """What clients did that no client should do, in the order of the calls."""
        return [
            Finding(kind=each["kind"], call=each["call"], message=each["message"])
            for each in self.call("mock/report")["findings"]
        ]

    def clear_journal(self) -> None:
        """Forgets the calls so far."""
        self.call("mock/journal/clear")
