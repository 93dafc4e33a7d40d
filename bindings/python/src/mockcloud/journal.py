"""What was called: the journal of a cloud, and what tests assert on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from os import PathLike, fspath
from typing import Any, overload

from ._context import time_of
from ._names import names
from ._requests import RecordLike, Wire, named
from ._vocabulary import OperationName
from .errors import CKError
from .findings import Finding, findings

_CallFunction = Callable[[OperationName, Mapping[str, Any]], Wire]

_DELETIONS = ("delete", "forceDelete")

#: A status: 0, the code of an error, or the error's class.
StatusLike = int | type[CKError]


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
class JournalCall:
    """One call of the service, as it came and as it was answered."""

    #: Counts the calls of the service from 1.
    number: int
    time: datetime
    #: The user's record name; None where nobody was signed in.
    user: str | None
    device: str | None
    operation: str
    request: Wire = field(repr=False)
    #: 0, or the code of the error that the call as a whole was answered with.
    status: int
    response: Wire = field(repr=False)
    faults: tuple[FaultNote, ...]
    #: A hash of what the cloud stored before the call and after it.
    state_before: str
    state_after: str

    @classmethod
    def from_wire(cls, wire: Wire) -> JournalCall:
        return cls(
            number=wire["n"],
            time=time_of(wire["time"]),
            user=wire["user"],
            device=wire["device"],
            operation=wire["operation"],
            request=wire["request"] or {},
            status=wire["status"],
            response=wire["response"],
            faults=tuple(
                FaultNote(each["source"], each.get("rule"), each.get("recordName"))
                for each in wire["faults"]
            ),
            state_before=wire["stateBefore"],
            state_after=wire["stateAfter"],
        )

    @property
    def error_name(self) -> str | None:
        """The name of the error that the call was answered with, such as `zoneBusy`."""
        name: str | None = self.response.get("error", {}).get("ckErrorName")
        return name

    @property
    def changed_state(self) -> bool:
        """Whether the cloud stored something else after the call than before it."""
        return self.state_before != self.state_after

    def fields_sent(self) -> dict[str, list[str]]:
        """The names of the fields that the call sent in saves, sorted, by record name.

        A field that the call cleared was sent too. A record without a name in the request has the
        one that the answer gives it, and none where the call failed as a whole.
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
        error = f" ({self.error_name})" if self.error_name else ""
        faults = "".join(f", fault {each.rule or each.source}" for each in self.faults)
        return (
            f"{self.number}. {self.operation} by {self.user}/{self.device}: "
            f"status {self.status}{error}{faults}"
        )


class JournalCalls(Sequence[JournalCall]):
    """Calls of a journal, oldest first. In a failing test each shows as a line."""

    def __init__(self, calls: Iterable[JournalCall], ask: _CallFunction) -> None:
        self._calls = tuple(calls)
        self._ask = ask

    def __len__(self) -> int:
        return len(self._calls)

    @overload
    def __getitem__(self, index: int) -> JournalCall: ...

    @overload
    def __getitem__(self, index: slice) -> JournalCalls: ...

    def __getitem__(self, index: int | slice) -> JournalCall | JournalCalls:
        if isinstance(index, slice):
            return JournalCalls(self._calls[index], self._ask)
        return self._calls[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, JournalCalls):
            return self._calls == other._calls
        return list(self._calls) == other if isinstance(other, list) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(call.number for call in self._calls))

    def __repr__(self) -> str:
        if not self._calls:
            return "<no calls>"
        return "\n".join(["<calls:", *(f"  {call}" for call in self._calls)]) + ">"

    def fields_sent(self) -> dict[str, list[str]]:
        """The names of the fields that all these calls sent in saves, sorted, by record name:
        `cloud.journal.calls("records/modify").fields_sent() == {"n1": ["title"]}`."""
        sent: dict[str, set[str]] = {}
        for call in self._calls:
            for name, fields in call.fields_sent().items():
                sent.setdefault(name, set()).update(fields)
        return {name: sorted(fields) for name, fields in sent.items()}

    def findings(self, kind: str | None = None) -> list[Finding]:
        """What `mock/report` finds in these calls that no client should do, of one kind or all."""
        numbers = {call.number for call in self._calls}
        return [
            each
            for each in findings(self._ask)
            if each.call in numbers and kind in (None, each.kind)
        ]

    def retried_early(self) -> JournalCalls:
        """Those that came before the wait was over that an error had announced."""
        numbers = {each.call for each in self.findings("earlyRetry")}
        return JournalCalls((call for call in self._calls if call.number in numbers), self._ask)

    def changing_state(self) -> JournalCalls:
        """Those that changed what the cloud stores."""
        return JournalCalls((call for call in self._calls if call.changed_state), self._ask)


class Journal:
    """The calls of the service that the limit `journalBytes` keeps: `cloud.journal`.

    Called, it lists them as the dialect has them: `cloud.journal(operation="records/modify")`.
    """

    def __init__(self, ask: _CallFunction) -> None:
        self._ask = ask

    def __call__(self, **filters: Any) -> list[Wire]:
        """The calls as dictionaries of `mock/journal`, whose keys are the keywords."""
        calls: list[Wire] = self._ask("mock/journal", filters)["calls"]
        return calls

    def calls(
        self,
        operation: str | Sequence[str] | None = None,
        *,
        user: str | None = None,
        device: str | None = None,
        status: StatusLike | Sequence[StatusLike] | None = None,
        record: RecordLike | None = None,
        faults: bool | None = None,
        since: int | None = None,
        last: int | None = None,
    ) -> JournalCalls:
        """The calls of these operations, users, devices and statuses, oldest first.

        `record`: those whose request names that record, or whose answer has it. `faults`: those on
        which a fault acted, or did not. `since`: those after that number. `last`: so many of the
        latest.
        """
        filters = {
            "operation": _listed(operation),
            "user": user,
            "device": device,
            "status": _statuses(status),
            "recordName": None if record is None else _name(record),
            "faults": faults,
            "since": since,
            "last": last,
        }
        wires = self(**{key: value for key, value in filters.items() if value is not None})
        return JournalCalls(map(JournalCall.from_wire, wires), self._ask)

    def since(self, number: int) -> JournalCalls:
        """The calls after that number."""
        return self.calls(since=number)

    def lines(self, **filters: Any) -> str:
        """The calls as JSON lines, one per line; the keywords are keys of `mock/journal`."""
        text: str = self._ask("mock/journal", {**filters, "format": "lines"})["lines"]
        return text

    def write(self, path: str | PathLike[str], **filters: Any) -> None:
        """Writes the calls to a file as JSON lines; the keywords are keys of `mock/journal`."""
        self._ask("mock/journal", {**filters, "path": fspath(path)})

    @property
    def dropped(self) -> int:
        """How many of the oldest calls the journal dropped, by the limit `journalBytes`."""
        dropped: int = self._ask("mock/journal", {"last": 0})["dropped"]
        return dropped

    def clear(self) -> None:
        """Forgets the calls so far; the numbers go on."""
        self._ask("mock/journal/clear", {})


def _listed(given: str | Sequence[str] | None) -> list[str] | None:
    return None if given is None else names(given, "operation")


def _statuses(status: StatusLike | Sequence[StatusLike] | None) -> list[int] | None:
    if status is None:
        return None
    given = status if isinstance(status, Sequence) else [status]
    return [each if isinstance(each, int) else each.code for each in given]


def _name(record: RecordLike) -> str:
    name: str = named(record)["recordName"]
    return name
