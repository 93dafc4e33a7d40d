"""Events of a cloud: pushes, account changes and blocks of operations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from .._core.times import time_of
from ..records.values import ZoneID
from .subscriptions import Trigger

NotificationType = Literal["query", "zone", "database"]

_SCOPES = {1: "private", 2: "public", 3: "shared"}
_TRIGGERS: dict[int, Trigger] = {1: "create", 2: "update", 3: "delete"}


@dataclass(frozen=True)
class Event:
    """An event of any kind. `document` is the JSON object that the library returned."""

    kind: str
    time: datetime
    device: str | None
    document: Mapping[str, Any] = field(repr=False, compare=False, hash=False)

    @staticmethod
    def from_wire(wire: Mapping[str, Any]) -> Event:
        """Returns the event for a JSON object."""
        kind: str = wire["kind"]
        time = time_of(wire["time"])
        common = (kind, time, wire.get("device"), wire)
        if kind == "notification":
            return Notification(*common, user=wire["user"], payload=wire["payload"])
        if kind == "accountChange":
            return AccountChange(
                *common,
                status=wire["accountStatus"],
                previous_user=wire["previousUser"],
                current_user=wire["currentUser"],
            )
        if kind == "operation":
            return OperationBlock(
                *common,
                user=wire["user"],
                operation_id=wire["operationID"],
                operation=wire["operation"],
                block=wire["block"],
            )
        return Event(*common)


@dataclass(frozen=True)
class AccountChange(Event):
    """A change of the account on a device: of its status or its user."""

    status: str
    #: The record names of the users before and after; None if no user was, or is, signed in.
    previous_user: str | None
    current_user: str | None


@dataclass(frozen=True)
class OperationBlock(Event):
    """A block that was called by an operation that reports by events."""

    #: The record name of the operation's user; None if no user was signed in.
    user: str | None
    operation_id: str
    #: The name of the operation.
    operation: str
    #: The name of the block, such as `perRecordSave`, `result` or `completion`.
    block: str

    @property
    def item(self) -> Mapping[str, Any] | None:
        """The item of the block, as in a response; None if it failed or the block has no item."""
        return self.document.get("item")

    @property
    def error(self) -> Mapping[str, Any] | None:
        """The error of the item or of the whole operation, or None."""
        return self.document.get("error")

    @property
    def response(self) -> Mapping[str, Any] | None:
        """The complete response; only for the block `result`."""
        return self.document.get("answer")

    @property
    def progress(self) -> float | None:
        """The transferred part of a record, from 0 to 1; only for `perRecordProgress`."""
        return self.document.get("progress")

    @property
    def status(self) -> int | None:
        """0 or the code of an error; only for `result` and `completion`."""
        return self.document.get("status")


@dataclass(frozen=True)
class Notification(Event):
    """A push. `payload` is the dictionary that the system passes to the app."""

    #: The record name of the device's user.
    user: str
    payload: Mapping[str, Any] = field(hash=False)

    @property
    def notification_type(self) -> NotificationType:
        """The kind of the push's subscription."""
        ck = self.payload["ck"]
        return "query" if "qry" in ck else "zone" if "fet" in ck else "database"

    @property
    def _details(self) -> Mapping[str, Any]:
        ck = self.payload["ck"]
        details: Mapping[str, Any] = ck.get("qry") or ck.get("fet") or ck.get("met")
        return details

    @property
    def subscription_id(self) -> str:
        """The ID of the subscription that caused the push."""
        name: str = self._details["sid"]
        return name

    @property
    def container_identifier(self) -> str | None:
        """The identifier of the container; None if it was pruned from the push."""
        name: str | None = self.payload["ck"].get("cid")
        return name

    @property
    def notification_id(self) -> str | None:
        """The identifier of the notification; None if it was pruned from the push."""
        name: str | None = self.payload["ck"].get("nid")
        return name

    @property
    def is_pruned(self) -> bool:
        """Whether values were removed from the push because it was too large."""
        return bool(self.payload["ck"].get("p"))

    @property
    def database_scope(self) -> str:
        """`private`, `public` or `shared`."""
        return _SCOPES[self._details["dbs"]]

    @property
    def zone_id(self) -> ZoneID:
        """The zone of the change."""
        return ZoneID(self._details["zid"], self._details["zoid"])

    @property
    def record_name(self) -> str | None:
        """The name of the changed record; only for query subscriptions."""
        return self._details.get("rid")

    @property
    def reason(self) -> Trigger | None:
        """The kind of change to the record; only for query subscriptions."""
        return _TRIGGERS.get(self._details.get("fo", 0))

    @property
    def record_fields(self) -> dict[str, Any]:
        """The values of the fields in the subscription's `desired_keys`, as in the payload."""
        return dict(self._details.get("af", {}))

    @property
    def alert_body(self) -> str | None:
        """The text of the alert, or None."""
        alert = self.payload["aps"].get("alert")
        text: str | None = alert.get("body") if isinstance(alert, dict) else alert
        return text
