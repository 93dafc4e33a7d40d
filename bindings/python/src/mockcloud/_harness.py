"""The operations of the harness on a cloud: users, schemas, snapshots, scripts, the clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from os import PathLike
from typing import Any, TypeVar, overload

from ._bulk import Bulk
from ._context import UNSET, context, place, seconds, text_of, time_of
from ._journalled import Journalled
from ._mishaps import Mishaps
from ._names import names
from ._requests import Environment, Scope, Wire, typed
from ._usage_errors import Difference
from ._words import schema_path, word
from .assets import Asset, Contents, contents
from .events import Event
from .identities import NameComponents
from .in_flight import InFlight
from .launch import Launching
from .record import Record
from .scripts import Scripts
from .zones import ZoneLike

_Kind = TypeVar("_Kind", bound=Record)


#: The parts of a cloud that `reset` can keep.
_KEPT = ("schema", "users", "faults", "limits", "clock")


class Harness(Bulk, Mishaps, Launching, Journalled, InFlight):
    """The `mock/…` operations."""

    def info(self) -> Wire:
        """Returns versions, operations with their keys, limits and error codes."""
        return self.call("mock/info")

    # Containers, schemas, users, accounts

    def create_container(
        self,
        identifier: str,
        *,
        schema: str | PathLike[str] | None = None,
        text: str | None = None,
        environment: Environment | None = None,
    ) -> None:
        """Creates a container. By default, calls also create the containers that they name.

        `schema` is the path of a `.ckdb` file, `text` the text of a schema.
        """
        if schema is not None:
            if text is not None:
                raise TypeError("create_container() takes schema= or text=, not both")
            from pathlib import Path

            text = Path(schema_path(schema, "create_container(text=...)")).read_text("utf-8")
        request = context(container=identifier, schema=text, environment=environment)
        self.call("mock/container/create", request)

    def load_schema(
        self,
        path: str | PathLike[str] | None = None,
        *,
        text: str | None = None,
        container: str | None = None,
        environment: Environment | None = None,
    ) -> list[str]:
        """Replaces the schema of an environment by that of a `.ckdb` file, or by a schema text.

        `cloud.load_schema("app.ckdb")`, or `cloud.load_schema(text="DEFINE SCHEMA ...")`. Returns
        the names of the schema's record types. For production it is a shortcut: the service only
        deploys there.
        """
        if (path is None) == (text is None):
            raise TypeError("load_schema() takes the path of a file, or text=")
        request = context(container=container, environment=environment, schema=text)
        if path is not None:
            request["path"] = schema_path(path, "load_schema(text=...)")
        types: list[str] = self.call("mock/schema/load", request)["recordTypes"]
        return types

    def schema(
        self, *, container: str | None = None, environment: Environment | None = None
    ) -> str:
        """Returns the schema of an environment as text, with the types that saves added."""
        request = context(container=container, environment=environment)
        text: str = self.call("mock/schema/get", request)["schema"]
        return text

    def deploy_schema(self, *, container: str | None = None) -> str:
        """Copies a container's development schema to production, and returns it as text."""
        text: str = self.call("mock/schema/deploy", context(container=container))["schema"]
        return text

    def add_user(
        self,
        alias: str,
        *,
        email: str | None = None,
        phone: str | None = None,
        record_name: str | None = None,
        name_components: NameComponents | None = None,
        devices: Sequence[str] | None = None,
        roles: Sequence[str] | None = None,
    ) -> str:
        """Adds a user and returns the record name. Requests may also use the alias."""
        request: Wire = context(
            alias=alias, emailAddress=email, phoneNumber=phone, userRecordName=record_name
        )
        if name_components is not None:
            request["nameComponents"] = name_components.to_wire()
        if devices is not None:
            request["devices"] = names(devices, "devices")
        if roles is not None:
            request["roles"] = names(roles, "roles")
        name: str = self.call("mock/users/add", request)["userRecordName"]
        return name

    def add_device(self, device: str, *, user: str | None = None) -> None:
        """Adds a device of a user."""
        self.call("mock/devices/add", {"device": device, **context(user=user or UNSET)})

    def restart_device(self, device: str | None = None) -> None:
        """Starts the client of a device again, after a fault has ended it.

        Its operations in flight and their events are gone. The default is the device of calls that
        name none.
        """
        self.call("mock/devices/restart", {} if device is None else {"device": device})

    def sign_in(self, user: str, *, device: str | None = None) -> str:
        """Signs a user in on a device; the account becomes available.

        The default is the device of calls that name none. Returns the user's record name.
        """
        request = context(user=user, device=device)
        name: str = self.call("mock/account/signIn", request)["userRecordName"]
        return name

    def sign_out(self, *, device: str | None = None) -> None:
        """Signs out a device, by default the device of calls that name none."""
        self.call("mock/account/signOut", context(device=device))

    def put_asset(self, url: str, file: Contents) -> Asset:
        """Uploads the bytes to a URL that `Database.upload_url` returned. A URL can be used once.

        Returns the asset to save.
        """
        answer = self.call("mock/assets/put", {"url": url, **contents(file)})
        return Asset.from_wire(answer["singleFile"])

    # Stored records

    @overload
    def records(
        self,
        record_type: type[_Kind],
        zone: ZoneLike | None = ...,
        *,
        all: bool = ...,
        container: str | None = ...,
        environment: Environment | None = ...,
        database: Scope | None = ...,
        user: str | None = ...,
        device: str | None = ...,
    ) -> list[_Kind]: ...
    @overload
    def records(
        self,
        record_type: str | None = ...,
        zone: ZoneLike | None = ...,
        *,
        all: bool = ...,
        container: str | None = ...,
        environment: Environment | None = ...,
        database: Scope | None = ...,
        user: str | None = ...,
        device: str | None = ...,
    ) -> list[Record]: ...
    def records(
        self,
        record_type: str | type[Any] | None = None,
        zone: ZoneLike | None = None,
        *,
        all: bool = False,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> list[Any]:
        """Returns the records that a database stores, sorted by zone and name.

        `record_type`, a name or a class of records, and `zone` restrict them. With `all`, it
        returns the records of every user and every database. The account status has no effect.
        """
        chosen, kind = typed(record_type)
        request = {**place(container, environment, database, user, device, zone), **chosen}
        if all:
            request["all"] = True
        return [kind.from_wire(wire) for wire in self.call("mock/records", request)["records"]]

    # Snapshots and the whole state

    def snapshot(self, name: str) -> None:
        """Stores a copy of the state under a name."""
        self.call("mock/snapshot", {"name": name})

    def restore(self, name: str) -> None:
        """Restores the snapshot of that name, which is kept."""
        self.call("mock/restore", {"name": name})

    def remove_snapshot(self, name: str) -> None:
        """Removes the snapshot of that name."""
        self.call("mock/snapshot/remove", {"name": name})

    def reset(self, *, keep: Sequence[str] = ()) -> None:
        """Restores the state that the configuration made, except for the parts in `keep`.

        These are `schema`, `users`, `faults`, `limits` and `clock`.
        """
        kept = [word(each, _KEPT, "keep") for each in names(keep, "keep")]
        self.call("mock/reset", {"keep": kept} if kept else None)

    def state_hash(self) -> str:
        """Returns a hash of the stored data, which is equal for clouds with the same data."""
        digits: str = self.call("mock/state/hash")["hash"]
        return digits

    def problems(self) -> list[str]:
        """Returns inconsistencies of the state: none, unless the library has a defect."""
        found = self.call("mock/state/check")["problems"]
        return [f"{each['where']}: {each['problem']}" for each in found]

    # Scripts

    @property
    def script(self) -> Scripts:
        """The cloud's script, which replaces its responses, and recordings of calls."""
        return Scripts(self.call)

    def match(
        self,
        pattern: Any,
        value: Any,
        *,
        captured: Mapping[str, Any] | None = None,
        exact: bool = False,
    ) -> tuple[Difference, ...]:
        """Returns the differences of a value from a pattern, none if it matches.

        `captured` has the values of the names in the pattern. With `exact`, objects must not have
        keys that the pattern does not name.
        """
        request: Wire = {"pattern": pattern, "value": value, "captured": dict(captured or {})}
        if exact:
            request["exact"] = True
        answer = self.call("mock/match", request)
        return tuple(map(Difference.from_wire, answer["differences"]))

    # Time

    @property
    def now(self) -> datetime:
        """The time of the cloud's clock, which does not advance between calls."""
        return time_of(self.call("mock/clock")["now"])

    def advance_clock(self, by: float | timedelta = 0) -> datetime:
        """Advances the clock by that many seconds, runs what is due, and returns the time."""
        return time_of(self.call("mock/clock/advance", {"seconds": seconds(by)})["now"])

    def advance(self, by: float | timedelta = 0) -> list[Event]:
        """Advances the clock by that many seconds, and takes the events of the default device.

        The events of other devices remain in their queues, from which `User.events` takes them, and
        `Cloud.events` those of all devices.
        """
        self.advance_clock(by)
        return list(self._own_events())

    def run_until_idle(self, limit: float | timedelta | None = None) -> datetime:
        """Advances the clock until nothing is due any more, or by at most `limit`."""
        request = None if limit is None else {"limitSeconds": seconds(limit)}
        return time_of(self.call("mock/clock/runUntilIdle", request)["now"])

    def set_clock(self, now: datetime) -> None:
        """Sets the time of the clock."""
        self.call("mock/clock/set", {"now": text_of(now)})
