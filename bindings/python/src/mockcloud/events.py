"""Events of a cloud: pushes, changes of the account, blocks of operations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from ._context import time_of
from .subscriptions import Trigger
from .values import ZoneID

NotificationType = Literal["query", "zone", "database"]

_SCOPES = {1: "private", 2: "public", 3: "shared"}
_TRIGGERS: dict[int, Trigger] = {1: "create", 2: "update", 3: "delete"}


@dataclass(frozen=True)
class Event:
    """An event of any kind; `document` is it as the library wrote it."""

    kind: str
    time: datetime
    device: str | None
    document: Mapping[str, Any] = field(repr=False, compare=False, hash=False)

    @staticmethod
    def from_wire(wire: Mapping[str, Any]) -> Event:
        """The event that a document describes."""
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
    """The account on a device changed: its status, or whose it is."""

    status: str
    #: Record names; None: nobody was, or is, signed in.
    previous_user: str | None
    current_user: str | None


@dataclass(frozen=True)
class OperationBlock(Event):
    """A block that an operation called which reports by events."""

    #: The record name of the user whose operation it is; None: nobody was signed in.
    user: str | None
    operation_id: str
    #: Its name in the dialect.
    operation: str
    #: The block's name: `perRecordSave`, `result`, `completion`.
    block: str

    @property
    def item(self) -> Mapping[str, Any] | None:
        """What the block is about, as in an answer; None where it failed or is about nothing."""
        return self.document.get("item")

    @property
    def error(self) -> Mapping[str, Any] | None:
        """What the item, or the operation as a whole, failed with."""
        return self.document.get("error")

    @property
    def answer(self) -> Mapping[str, Any] | None:
        """The whole answer; of the block `result` only."""
        return self.document.get("answer")

    @property
    def progress(self) -> float | None:
        """How much of a record is transferred, from 0 to 1; of `perRecordProgress` only."""
        return self.document.get("progress")

    @property
    def status(self) -> int | None:
        """0 or the code of an error; of `result` and `completion` only."""
        return self.document.get("status")


@dataclass(frozen=True)
class Notification(Event):
    """A push. `payload` is the dictionary that the system hands to the app."""

    #: The record name of the user whose device it is.
    user: str
    payload: Mapping[str, Any] = field(hash=False)

    @property
    def notification_type(self) -> NotificationType:
        """What kind of subscription the push is of."""
        ck = self.payload["ck"]
        return "query" if "qry" in ck else "zone" if "fet" in ck else "database"

    @property
    def _details(self) -> Mapping[str, Any]:
        ck = self.payload["ck"]
        details: Mapping[str, Any] = ck.get("qry") or ck.get("fet") or ck.get("met")
        return details

    @property
    def subscription_id(self) -> str:
        name: str = self._details["sid"]
        return name

    @property
    def container_identifier(self) -> str | None:
        """None where a push had to be pruned of it."""
        name: str | None = self.payload["ck"].get("cid")
        return name

    @property
    def notification_id(self) -> str:
        name: str = self.payload["ck"]["nid"]
        return name

    @property
    def is_pruned(self) -> bool:
        """Whether the push was too large to say everything."""
        return bool(self.payload["ck"].get("p"))

    @property
    def database_scope(self) -> str:
        """`private`, `public` or `shared`."""
        return _SCOPES[self._details["dbs"]]

    @property
    def zone_id(self) -> ZoneID:
        """Where the change was."""
        return ZoneID(self._details["zid"], self._details["zoid"])

    @property
    def record_name(self) -> str | None:
        """The record that changed; of query subscriptions only."""
        return self._details.get("rid")

    @property
    def reason(self) -> Trigger | None:
        """What happened to the record; of query subscriptions only."""
        return _TRIGGERS.get(self._details.get("fo", 0))

    @property
    def record_fields(self) -> dict[str, Any]:
        """The fields that the subscription's `desired_keys` ask for, as the push carries them."""
        return dict(self._details.get("af", {}))

    @property
    def alert_body(self) -> str | None:
        """The text to show."""
        alert = self.payload["aps"].get("alert")
        text: str | None = alert.get("body") if isinstance(alert, dict) else alert
        return text
