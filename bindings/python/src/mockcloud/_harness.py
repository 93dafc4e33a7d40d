"""What a test does to a cloud from outside: its inhabitants, its clock, its memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from os import PathLike, fspath
from typing import Any

from ._bulk import Bulk
from ._context import UNSET, context, place, seconds, text_of, time_of
from ._journalled import Journalled
from ._mishaps import Mishaps
from ._names import names
from ._requests import Environment, Scope, Wire
from ._usage_errors import Difference
from .assets import Asset, Contents, contents
from .events import Event
from .identities import NameComponents
from .in_flight import InFlight
from .launch import Launching
from .record import Record
from .scripts import Scripts
from .zones import ZoneLike


class Harness(Bulk, Mishaps, Launching, Journalled, InFlight):
    """The `mock/…` operations."""

    def info(self) -> Wire:
        """Returns versions, operations with their keys, limits and error codes."""
        return self.call("mock/info")

    # Inhabitants

    def create_container(
        self, identifier: str, *, schema: str | None = None, environment: Environment | None = None
    ) -> None:
        """Makes a container. Calls make those they name, unless the configuration forbids it."""
        request = context(container=identifier, schema=schema, environment=environment)
        self.call("mock/container/create", request)

    def load_schema(
        self,
        schema: str | PathLike[str],
        *,
        container: str | None = None,
        environment: Environment | None = None,
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

    def schema(
        self, *, container: str | None = None, environment: Environment | None = None
    ) -> str:
        """Returns an environment's schema as text, as it was loaded or as it grew."""
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
        name_components: NameComponents | None = None,
        devices: Sequence[str] | None = None,
        roles: Sequence[str] | None = None,
    ) -> str:
        """Makes a user and returns the record name; requests take the alias too."""
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
        """Gives a user one more device."""
        self.call("mock/devices/add", {"device": device, **context(user=user or UNSET)})

    def sign_in(self, user: str, *, device: str | None = None) -> str:
        """Makes a device that user's, with an account that is available.

        Without a device it is the one of calls that name none. Returns the user's record name.
        """
        request = context(user=user, device=device)
        name: str = self.call("mock/account/signIn", request)["userRecordName"]
        return name

    def sign_out(self, *, device: str | None = None) -> None:
        """Leaves a device, or the one of calls that name none, without an account."""
        self.call("mock/account/signOut", context(device=device))

    def put_asset(self, url: str, file: Contents) -> Asset:
        """Brings the bytes to a place that `Database.upload_url` returned, once.

        Returns the asset to save.
        """
        answer = self.call("mock/assets/put", {"url": url, **contents(file)})
        return Asset.from_wire(answer["singleFile"])

    # Contents, past all rules

    def records(
        self,
        record_type: str | None = None,
        zone: ZoneLike | None = None,
        *,
        all: bool = False,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> list[Record]:
        """Returns every record that a database stores, sorted by zone and name.

        Of one type, or in one zone, where they are given. `all`: of every user and every database.
        The status of the account does not matter.
        """
        request = place(container, environment, database, user, device, zone)
        request.update(context(recordType=record_type))
        if all:
            request["all"] = True
        return [Record.from_wire(wire) for wire in self.call("mock/records", request)["records"]]

    # Memory

    def snapshot(self, name: str) -> None:
        """Remembers the world under a name."""
        self.call("mock/snapshot", {"name": name})

    def restore(self, name: str) -> None:
        """Brings back the world of that name, as often as wanted."""
        self.call("mock/restore", {"name": name})

    def remove_snapshot(self, name: str) -> None:
        """Forgets the world of that name."""
        self.call("mock/snapshot/remove", {"name": name})

    def reset(self, *, keep: Sequence[str] = ()) -> None:
        """Makes the cloud new again, but for what is kept: schema, users, faults, limits, clock."""
        self.call("mock/reset", {"keep": names(keep, "keep")} if keep else None)

    def state_hash(self) -> str:
        """Returns a hash of what the databases store: equal in clouds that store the same."""
        digits: str = self.call("mock/state/hash")["hash"]
        return digits

    def problems(self) -> list[str]:
        """Returns contradictions in the world: none, unless the library has a defect."""
        found = self.call("mock/state/check")["problems"]
        return [f"{each['where']}: {each['problem']}" for each in found]

    # Scripts

    @property
    def script(self) -> Scripts:
        """Scripts, which replace the cloud's responses, and recordings of calls."""
        return Scripts(self.call)

    def match(
        self,
        pattern: Any,
        value: Any,
        *,
        captured: Mapping[str, Any] | None = None,
        exact: bool = False,
    ) -> tuple[Difference, ...]:
        """Returns where a value differs from a pattern; nothing where it matches.

        `captured` is what the names of the pattern stand for. With `exact`, objects may have no
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
        """The time in the cloud. It stands still between calls."""
        return time_of(self.call("mock/clock")["now"])

    def advance_clock(self, by: float | timedelta) -> datetime:
        """Lets that many seconds pass, with all that falls due, and returns the new time."""
        return time_of(self.call("mock/clock/advance", {"seconds": seconds(by)})["now"])

    def advance(self, by: float | timedelta = 0) -> list[Event]:
        """Lets that many seconds pass and takes all events, those that fell due among them."""
        self.advance_clock(by)
        return list(self.events())

    def run_until_idle(self, limit: float | timedelta | None = None) -> datetime:
        """Lets time pass until nothing is due any more, or the limit is reached."""
        request = None if limit is None else {"limitSeconds": seconds(limit)}
        return time_of(self.call("mock/clock/runUntilIdle", request)["now"])

    def set_clock(self, now: datetime) -> None:
        """Sets the time."""
        self.call("mock/clock/set", {"now": text_of(now)})
