"""The parts of fault_model.py: rules with their counters, and the calls that they are asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mockcloud import OperationName

Json = dict[str, Any]
#: The phases of a call, in their order.
PHASES = ("before", "items", "commit", "after")
#: The effects that rules have here, with their phases.
EFFECTS: Mapping[str, Sequence[str]] = {
    "error": PHASES,
    "latency": ("before", "after"),
    "jump": ("before", "after"),
    "lostResponse": ("after",),
    "lostRequest": ("before",),
}
#: The errors of the effects without a code of their own.
LOSSES = {"lostRequest": "networkFailure", "lostResponse": "serverResponseLost"}


def is_match(pattern: str, text: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.DOTALL) is not None


def is_within(bounds: int | Mapping[str, int], number: int) -> bool:
    if isinstance(bounds, int):
        return number == bounds
    tests = {
        ">": number.__gt__,
        ">=": number.__ge__,
        "<": number.__lt__,
        "<=": number.__le__,
        "=": number.__eq__,
    }
    return all(tests[sign](bound) for sign, bound in bounds.items())


@dataclass(frozen=True)
class Item:
    name: str
    zone: str
    position: int
    action: str


@dataclass
class Call:
    """What rules can ask of a call."""

    op: OperationName
    device: str
    user: str
    alias: str
    items: list[Item]
    #: Its number among the calls of its device and operation.
    number: int = 0

    @property
    def zones(self) -> list[str]:
        return list(dict.fromkeys(item.zone for item in self.items))


@dataclass(frozen=True)
class Scope:
    """What a set error is about."""

    context: tuple[tuple[str, str], ...]
    op: str | None = None
    #: The name and the zone of a record, with the zone's owner.
    record: tuple[str, str | None, str] | None = None

    @property
    def keys(self) -> int:
        return len(self.context) + (self.op is not None)

    def is_about(self, call: Call, item: Item | None) -> bool:
        values = {"device": call.device, "user": call.user, "database": "private"}
        if self.op not in (None, call.op) or any(values[key] != it for key, it in self.context):
            return False
        if self.record is None or item is None:
            return self.record is None and item is None
        name, zone, owner = self.record
        return name == item.name and (zone is None or (zone, owner) == (item.zone, call.user))

    @property
    def text(self) -> str:
        """The name of the error."""
        order = ("database", "user", "device")
        words = ["mock/error/set" if self.record is None else "mock/recordErrors/set"]
        words += [f"operation={self.op}"] if self.op else []
        values = dict(self.context)
        words += [f"{key}={values[key]}" for key in order if key in values]
        if self.record is not None:
            name, zone, owner = self.record
            words += [f"recordName={name}"] + ([f"zone={zone}/{owner}"] if zone else [])
        return " ".join(words)


@dataclass
class Counters:
    reason: str | None = None
    evaluations: int = 0
    injections: int = 0
    skipped: int = 0
    ineffective: int = 0
    #: The matches of the window by key.
    matches: dict[Any, int] = field(default_factory=dict)
    #: The matches of the limit and the injections by key.
    counts: dict[Any, list[int]] = field(default_factory=dict)

    @property
    def report(self) -> tuple[int, int, int, int, str | None]:
        return self.evaluations, self.injections, self.skipped, self.ineffective, self.reason


@dataclass
class Rule:
    id: str
    json: Json
    armed_at: int
    #: What a set error is about, and the number of its request; None for a rule of the language.
    scope: Scope | None = None
    number: int = 0
    armed: bool = True
    counters: Counters = field(default_factory=Counters)

    @property
    def when(self) -> Json:
        return dict(self.json.get("when", {}))

    @property
    def effects(self) -> list[Json]:
        then = self.json["then"]
        return then if isinstance(then, list) else [then]

    @property
    def phase(self) -> str:
        if self.scope is not None:
            return "before" if self.scope.record is None else "items"
        when = self.when
        if "phase" in when:
            return str(when["phase"])
        if {"recordName", "action"} & when.keys() or "item" in when.get("call", {}):
            return "items"
        return next(
            phase
            for phase in PHASES
            if all(phase in EFFECTS[name] for each in self.effects for name in each)
        )

    @property
    def rank(self) -> tuple[int, int, bool]:
        """The order of set errors: the greatest acts first."""
        assert self.scope is not None
        record = self.scope.record
        return self.scope.keys, self.number, record is not None and record[1] is not None

    def arm(self, armed: bool, reset: bool, now: int) -> None:
        if reset:
            self.counters = Counters()
        self.armed, self.armed_at = armed, now


@dataclass(frozen=True)
class Point:
    """A point of a call at which rules are evaluated."""

    call: Call
    phase: str
    #: The states of the rules when the call began.
    states: dict[Any, str]
    item: Item | None = None

    def key(self, per: str) -> Any:
        """Returns for what something is counted or kept."""
        call, item = self.call, self.item
        if per == "zone":
            return (call.user, item.zone if item else next(iter(call.zones), None))
        keys = {"rule": "", "op": call.op, "device": call.device, "user": call.user}
        return (call.user, item and (item.zone, item.name)) if per == "record" else keys[per]
