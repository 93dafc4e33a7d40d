"""Describes faults that never acted: the nearest call, and why the fault did not act."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from .._core.calls import CallFunction
from .._core.wire import Wire
from .._core.wording import counted
from ..inspect.call import Call
from ..inspect.call_report import counted_operations
from .aliases import aliases_of
from .duties import AWAITED, SHOWN_FAULTS

#: The number of the latest calls among which the nearest one is looked for.
_LOOKED_AT = 100

#: What prevented a rule, if it is no condition of a call.
_STATES = {
    "armed": "it was not armed",
    "ttl": "its ttl was over",
    "paused": "faults were paused",
}


class Descriptions:
    """The texts about the faults of a cloud, which share what was read of its calls."""

    def __init__(self, call: CallFunction) -> None:
        self._call = call
        self._texts: dict[str, str] = {}

    def read(self) -> tuple[list[Wire], dict[str, str]]:
        """Reads the calls now, because the journal may lose them before the first text."""
        return self._wires, self._aliases

    def text(self, report: Wire, rule: Wire, *, in_full: bool = True) -> str:
        """Returns the text about a fault: its rule, and for the first ones the nearest call."""
        name = report["id"]
        if name not in self._texts:
            parts = {key: rule[key] for key in ("when", "limit", "then") if key in rule}
            lines = [f"the fault {name!r} never acted: {json.dumps(parts, ensure_ascii=False)}"]
            if in_full and len(self._texts) < SHOWN_FAULTS:
                lines += [f"  {line}" for line in self._reasons(report, rule)]
            self._texts[name] = "\n".join(lines)
        return self._texts[name]

    @cached_property
    def _wires(self) -> list[Wire]:
        calls: list[Wire] = self._call("mock/journal", {})["calls"]
        return calls

    @cached_property
    def _aliases(self) -> dict[str, str]:
        return aliases_of(self._call)

    @cached_property
    def _prevented(self) -> dict[str, list[tuple[Wire, str]]]:
        """The calls on which each rule did not act, with what prevented it."""
        found: dict[str, list[tuple[Wire, str]]] = {}
        for wire in self._wires:
            # Of several items, the last one counts.
            reasons = {
                each["rule"]: each["reason"]
                for each in wire.get("notApplied", ())
                if "rule" in each and "reason" in each
            }
            for name, reason in reasons.items():
                found.setdefault(name, []).append((wire, reason))
        return found

    def _reasons(self, report: Wire, rule: Wire) -> Iterator[str]:
        if AWAITED in report:
            yield report["lastReason"]
            return
        times = report["evaluations"]
        if times == 0:
            yield from self._unreached(report, rule)
            return
        yield f"it was evaluated {counted(times, 'time')}"
        if report["skipped"]:
            yield f"its limit alone prevented it {counted(report['skipped'], 'time')}"
        if report.get("explanation"):
            yield f"it had no effect: {report['explanation']}"
        found = self._prevented.get(report["id"])
        if found:
            calls = [self._read(wire) for wire, _ in found[-_LOOKED_AT:]]
            nearest = _nearest(rule, calls)
            reason = next(reason for wire, reason in found if wire["n"] == nearest.number)
            yield f"nearest: {nearest}"
            yield from _mismatches(reason, rule, nearest)
        elif report["lastReason"]:
            reason = report["lastReason"]
            yield f"the last time, {_STATES.get(reason, f'{reason} prevented it')}"

    def _unreached(self, report: Wire, rule: Wire) -> Iterator[str]:
        """Yields lines about a rule that was never evaluated."""
        if rule.get("when", {}).get("phase") == "push":
            yield "no push reached it"
            return
        wanted = rule.get("when", {}).get("op")
        names = [wanted] if isinstance(wanted, str) else wanted or []
        yield f"no call of {' or '.join(names)} reached it" if names else "no call reached it"
        near = [each for each in self._wires if not names or each["operation"] in names]
        if near:
            nearest = _nearest(rule, [self._read(wire) for wire in near[-_LOOKED_AT:]])
            yield f"nearest: {nearest}"
            if report["lastReason"]:
                yield f"  {report['lastReason']}"
            yield from _mismatches(None, rule, nearest)
        elif self._wires:
            operations = [each["operation"] for each in self._wires]
            yield f"called instead: {counted_operations(operations)}"

    def _read(self, wire: Wire) -> Call:
        return Call.from_wire(wire, self._aliases)


def _nearest(rule: Wire, calls: list[Call]) -> Call:
    """Returns the call that matches most conditions; of several such calls, the latest one."""
    return min(reversed(calls), key=lambda call: len(_unmet(rule, call)))


def _unmet(rule: Wire, call: Call) -> list[str]:
    """Returns the conditions that a call is known not to match: patterns are not compared."""
    return [
        f"when.{key}"
        for key, wanted in rule.get("when", {}).items()
        if isinstance(wanted, str)
        and "*" not in wanted
        and (actual := _actual(f"when.{key}", call)) is not None
        and wanted not in actual
        and (key != "user" or wanted != (call.user or ""))  # a user has a record name, too
    ]


def _mismatches(reason: str | None, rule: Wire, call: Call) -> Iterator[str]:
    """Yields what prevented a rule on a call, and the other conditions that do not match."""
    reasons = [] if reason is None else [reason]
    for each in [*reasons, *(key for key in _unmet(rule, call) if key != reason)]:
        yield f"  {_STATES.get(each) or _mismatch(each, rule, call)}"


def _mismatch(reason: str, rule: Wire, call: Call) -> str:
    """Returns the expected and the actual value of the key that prevented a rule."""
    expected: Any = rule
    for key in reason.split("."):
        expected = expected.get(key) if isinstance(expected, dict) else None
    actual = _actual(reason, call)
    text = reason if expected is None else f"{reason}: expected {json.dumps(expected)}"
    return text if actual is None else f"{text}, got {', '.join(actual) or 'none'}"


def _actual(reason: str, call: Call) -> list[str] | None:
    """Returns what a call has for the key of a condition; None for other keys."""
    match reason:
        case "when.user":
            return [call.caller or "nobody"]
        case "when.device":
            return [call.device or ""]
        case "when.db" | "when.database":
            return [call.database or "private"]
        case "when.zone":
            return list(call.zones) or ["_defaultZone"]
        case "when.recordName":
            return list(call.records)
        case "when.recordType":
            return list(call.record_types)
    return None
