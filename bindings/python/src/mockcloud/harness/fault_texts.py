"""Describes faults that never acted: the nearest call, and why the fault did not act."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .._core.calls import CallFunction
from .._core.wire import Wire
from ..inspect.call import Call
from ..inspect.call_report import counted_operations


def describe(
    call: CallFunction,
    report: Wire,
    rule: Wire,
    aliases: Mapping[str, str],
) -> str:
    """Returns the text of `Ledger.describe`."""
    parts = {key: rule[key] for key in ("when", "limit", "then") if key in rule}
    lines = [f"the fault {report['id']!r} never acted: {json.dumps(parts, ensure_ascii=False)}"]
    lines += [f"  {line}" for line in _reasons(call, report, rule, aliases)]
    return "\n".join(lines)


def _reasons(
    call: CallFunction,
    report: Wire,
    rule: Wire,
    aliases: Mapping[str, str],
) -> Iterator[str]:
    wires = call("mock/journal", {})["calls"]
    if report["evaluations"] == 0:
        wanted = rule.get("when", {}).get("op")
        names = [wanted] if isinstance(wanted, str) else wanted or []
        yield f"no call of {' or '.join(names)} reached it" if names else "no call reached it"
        near = [each for each in wires if not names or each["operation"] in names]
        if near:
            nearest = Call.from_wire(near[-1], aliases)
            yield f"nearest: {nearest}"
            for key, wanted in rule.get("when", {}).items():
                actual = _actual(f"when.{key}", nearest)
                if isinstance(wanted, str) and "*" not in wanted and actual not in (None, wanted):
                    yield f"  {_mismatch(f'when.{key}', rule, nearest)}"
        elif wires:
            yield f"called instead: {counted_operations([each['operation'] for each in wires])}"
        return
    times = report["evaluations"]
    yield f"it was evaluated {times} time{'' if times == 1 else 's'}"
    if report["skipped"]:
        yield f"its limit alone prevented it {report['skipped']} times"
    if report.get("explanation"):
        yield f"it had no effect: {report['explanation']}"
    for wire in reversed(wires):
        reasons = [
            each["reason"]
            for each in wire.get("notApplied", ())
            if each.get("rule") == report["id"] and "reason" in each
        ]
        if reasons:
            nearest = Call.from_wire(wire, aliases)
            yield f"nearest: {nearest}"
            yield f"  {_mismatch(reasons[-1], rule, nearest)}"
            return
    if report["lastReason"]:
        yield f"the last time, {report['lastReason']} prevented it"


def _mismatch(reason: str, rule: Wire, call: Call) -> str:
    """Returns the expected and the actual value of the key that prevented a rule."""
    expected: Any = rule
    for key in reason.split("."):
        expected = expected.get(key) if isinstance(expected, dict) else None
    actual = _actual(reason, call)
    text = reason if expected is None else f"{reason}: expected {json.dumps(expected)}"
    return text if actual is None else f"{text}, got {actual or 'none'}"


def _actual(reason: str, call: Call) -> str | None:
    """Returns what a call has for the key of a condition; None for other keys."""
    match reason:
        case "when.user":
            return call.caller or "nobody"
        case "when.device":
            return call.device or ""
        case "when.db" | "when.database":
            return call.database or "private"
        case "when.zone":
            return ", ".join(call.zones) or "_defaultZone"
        case "when.recordName":
            return ", ".join(call.records)
        case "when.recordType":
            return ", ".join(call.record_types)
    return None
