"""The class `Call`: one call of the service in the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from .._core.times import time_of
from .._core.wire import Wire
from .exchange import Exchange, caller

_DELETIONS = ("delete", "forceDelete")


@dataclass(frozen=True)
class FaultNote:
    """A fault that acted on a call."""

    #: The operation that added the fault, such as `mock/faults/add`.
    source: str
    #: The name of the rule, or None if it has no name.
    rule: str | None = None
    #: The record that failed, or None if the fault affected the whole call.
    record_name: str | None = None


@dataclass(frozen=True)
class Call(Exchange):
    """One call of the service: its request, response, caller and time."""

    #: The number of the call, counted from 1.
    number: int
    time: datetime
    #: The alias of the user, or the record name if no alias is known; None if no user was signed
    #: in.
    caller: str | None
    #: The record name of the user; None if no user was signed in.
    user: str | None
    device: str | None
    faults: tuple[FaultNote, ...]
    #: Hashes of the state of the cloud before and after the call.
    state_before: str
    state_after: str
    #: The keys besides `deliver` and `dependsOn` with which an operation that reports by events was
    #: run, without those that have their default; None for other calls.
    delivery: Mapping[str, object] | None = None

    @classmethod
    def from_wire(cls, wire: Wire, aliases: Mapping[str, str] | None = None) -> Call:
        """Returns the call for an entry of `mock/journal`; `aliases` are by record name."""
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
            response=wire["response"],
            faults=tuple(
                FaultNote(each["source"], each.get("rule"), each.get("recordName"))
                for each in wire["faults"]
            ),
            state_before=wire["stateBefore"],
            state_after=wire["stateAfter"],
            delivery=wire.get("delivery"),
        )

    @property
    def changed_state(self) -> bool:
        """Whether the call changed the state of the cloud."""
        return self.state_before != self.state_after

    def fields_sent(self) -> dict[str, list[str]]:
        """Returns the sorted names of the fields that the call sent in saves, by record name.

        Fields that the call cleared are included. A record without a name in the request has the
        name from the response, or an empty name if the call failed as a whole.
        """
        sent: dict[str, set[str]] = {}
        results = self.response.get("records", [])
        for index, operation in enumerate(self.request.get("operations", [])):
            record = operation.get("record") if isinstance(operation, dict) else None
            if not isinstance(record, dict) or operation.get("operationType") in _DELETIONS:
                continue
            result = results[index] if index < len(results) else {}
            name = record.get("recordName") or result.get("recordName") or ""
            sent.setdefault(name, set()).update(record.get("fields", {}))
        return {name: sorted(fields) for name, fields in sent.items()}

    def __str__(self) -> str:
        faults = "".join(f", fault {each.rule or each.source}" for each in self.faults)
        line = self._line(caller(self.caller or "nobody", self.device))
        return f"{self.number}. {line}{faults}"
