"""One call of the service, as the journal has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from ._call_items import CallItem, found_records, items_of, shown, zone_name
from ._context import time_of
from ._requests import Wire
from .errors import CK_ERRORS, CKError, ck_error

_DELETIONS = ("delete", "forceDelete")

#: The zone of records that name none.
DEFAULT_ZONE = "_defaultZone"


@dataclass(frozen=True)
class FaultNote:
    """A fault that acted on a call."""

    #: The operation that set the rule, such as `mock/faults/add`.
    source: str
    #: The name of the rule; None where it has none.
    rule: str | None = None
    #: The record that it struck; None where it struck the call.
    record_name: str | None = None


@dataclass(frozen=True)
class Call:
    """One call of the service: its request, its answer, who made it and when."""

    #: Counts the calls of the service from 1.
    number: int
    time: datetime
    #: The user's alias, or the record name where no alias is known; None where nobody was signed
    #: in.
    caller: str | None
    #: The user's record name; None where nobody was signed in.
    user: str | None
    device: str | None
    operation: str
    request: Wire = field(repr=False)
    #: 0, or the code of the error that the call failed with as a whole.
    status: int
    answer: Wire = field(repr=False)
    faults: tuple[FaultNote, ...]
    #: A hash of what the cloud stored before the call and after it.
    state_before: str
    state_after: str

    @classmethod
    def from_wire(cls, wire: Wire, aliases: Mapping[str, str] | None = None) -> Call:
        """The call that an entry of `mock/journal` describes; `aliases` are by record name."""
        request = wire["request"] or {}
        user = wire["user"]
        return cls(
            number=wire["n"],
            time=time_of(wire["time"]),
            caller=None if user is None else (aliases or {}).get(user, user),
            user=user,
            device=wire["device"],
            operation=wire["operation"],
            request=request,
            status=wire["status"],
            answer=wire["response"],
            faults=tuple(
                FaultNote(each["source"], each.get("rule"), each.get("recordName"))
                for each in wire["faults"]
            ),
            state_before=wire["stateBefore"],
            state_after=wire["stateAfter"],
        )

    # How it ended

    @property
    def error(self) -> str | None:
        """The name of the error that the call failed with, such as `zoneBusy`; None for none."""
        name: str | None = self.answer.get("error", {}).get("ckErrorName")
        return name

    @property
    def error_class(self) -> type[CKError] | None:
        """The class of the error that the call failed with; None for none."""
        return CK_ERRORS.get(self.status, CKError) if self.error else None

    @property
    def exception(self) -> CKError | None:
        """The error that the call failed with, as the caller got it; None for none."""
        document = self.answer.get("error")
        return None if document is None else ck_error(document, self.answer)

    @property
    def item_errors(self) -> dict[str, str]:
        """The names of the errors of items, by the names of the items that failed."""
        return {item.name: item.error for item in self.items if item.name and item.error}

    @property
    def changed_state(self) -> bool:
        """Whether the cloud stored something else after the call than before it."""
        return self.state_before != self.state_after

    # What it was about

    @property
    def database(self) -> str | None:
        """The database that the request names; None for the default."""
        database: str | None = self.request.get("database")
        return database

    @property
    def zone(self) -> str | None:
        """The zone that the request names, or the only one that its items are in."""
        if len(self.zones) == 1:
            return self.zones[0]
        return zone_name(self.request)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The zone that the request names, and those of its items."""
        named = [zone_name(self.request), *(item.zone for item in self.items)]
        return tuple(dict.fromkeys(name for name in named if name is not None))

    @cached_property
    def items(self) -> tuple[CallItem, ...]:
        """The records, zones or subscriptions that the request names, each with its result."""
        return items_of(self.request, self.answer)

    @cached_property
    def records(self) -> tuple[str, ...]:
        """The names of the records in the request and in the answer."""
        asked = (item.name for item in self.items if item.kind == "record")
        found = (record.get("recordName") for record in found_records(self.answer))
        return tuple(dict.fromkeys(name for name in (*asked, *found) if name is not None))

    @cached_property
    def record_types(self) -> tuple[str, ...]:
        """The types of the records in the request and in the answer."""
        asked = (item.record_type for item in self.items)
        found = (record.get("recordType") for record in found_records(self.answer))
        named = (self._queried_type, *asked, *found)
        return tuple(dict.fromkeys(name for name in named if name is not None))

    @property
    def _queried_type(self) -> str | None:
        query = self.request.get("query")
        kind = query.get("recordType") if isinstance(query, dict) else None
        return kind if isinstance(kind, str) else None

    def fields_sent(self) -> dict[str, list[str]]:
        """The names of the fields that the call sent in saves, sorted, by record name.

        A field that the call cleared was sent too. A record without a name in the request has the
        one that the answer gives it, and none where the call failed as a whole.
        """
        sent: dict[str, set[str]] = {}
        results = self.answer.get("records", [])
        for index, operation in enumerate(self.request.get("operations", [])):
            record = operation.get("record") if isinstance(operation, dict) else None
            if not isinstance(record, dict) or operation.get("operationType") in _DELETIONS:
                continue
            result = results[index] if index < len(results) else {}
            name = record.get("recordName") or result.get("recordName") or ""
            sent.setdefault(name, set()).update(record.get("fields", {}))
        return {name: sorted(fields) for name, fields in sent.items()}

    # How it is shown

    @property
    def place(self) -> str:
        """Where it went: `Work`, `shared/Work`; empty for the private database's default zone."""
        database = None if self.database == "private" else self.database
        zone = None if self.zone == DEFAULT_ZONE else self.zone
        return "/".join(part for part in (database, zone) if part)

    @property
    def subject(self) -> str:
        """What it was about: `save Note n1`, the first few items of many, or the type queried."""
        if self._queried_type is not None:
            return self._queried_type
        # The place says it already where a zone is the only item.
        return "" if self.operation.startswith("changes/") else shown(self.items)

    @property
    def outcome(self) -> str:
        """How it ended: the error's name, how many records were found, or `ok`."""
        if self.error is not None:
            return self.error
        if self.status != 0:
            return f"status {self.status}"
        if self.operation.startswith(("changes/", "records/query", "records/changes")):
            count = sum(1 for _ in found_records(self.answer))
            return f"{count} record{'' if count == 1 else 's'}"
        return "ok"

    def __str__(self) -> str:
        who = "/".join(part for part in (self.caller or "nobody", self.device) if part)
        text = f"{self.number}. {self.operation} by {who}"
        text += f" in {self.place}" if self.place else ""
        text += f": {self.subject}" if self.subject else ""
        faults = "".join(f", fault {each.rule or each.source}" for each in self.faults)
        return f"{text} -> {self.outcome}{faults}"
