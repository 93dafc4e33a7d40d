"""Knows which faults of a test must act, and describes those that never did."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakMethod, WeakSet

from ._usage_errors import MockCloudError
from ._vocabulary import OperationName

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .faults import Failure
    from .journal_call import Call

_Wire = dict[str, Any]

#: The beginnings of the names of errors that `set_error` and `set_record_errors` set.
_SET = ("mock/error/set", "mock/recordErrors/set")

#: The calls that replace rules and their counters by others.
REPLACING = frozenset({"mock/restore", "mock/reset", "mock/state/load"})

#: The calls that begin and end the runs of an exploration.
EXPLORING = frozenset({"mock/explore/begin", "mock/explore/next", "mock/explore/end"})


class FaultNeverActed(MockCloudError, AssertionError):
    """A fault that a test defined never acted. The message says what came near.

    With `optional=True`, a fault need not act.
    """


class Ledger:
    """The faults of one cloud that must act before the test ends."""

    def __init__(
        self,
        call: Callable[[OperationName, Mapping[str, Any]], _Wire],
        aliases: Callable[[], Mapping[str, str]] | None = None,
    ) -> None:
        # Weak, so that a cloud that nothing refers to is closed at once.
        self._caller = WeakMethod(call)
        #: Returns the aliases of users by record name.
        self._aliases = None if aliases is None else WeakMethod(aliases)
        #: The failures whose counts are kept when their rules are removed.
        self.failures: WeakSet[Failure] = WeakSet()
        self._is_watching = False
        self._due: set[str] = set()
        self._exempt: set[str] = set()
        self._gone: dict[str, str] = {}
        #: The problems when the cloud was closed.
        self._last: list[str] | None = None

    # Obligations

    def watch(self) -> None:
        """Expects from now on that faults act. Those that exist already need not."""
        self._is_watching = True
        self._exempt = {each["id"] for each in self._report()}

    def added(self, ids: Iterable[str], *, optional: bool) -> None:
        """Records rules that were added."""
        if self._is_watching and not optional:
            self._due.update(ids)

    @contextmanager
    def changing(self, *, optional: bool = False) -> Iterator[None]:
        """Keeps the counts of rules that the block removes, and records errors that it sets."""
        if not self._is_watching and not self.failures:
            yield
            return
        before = {each["id"]: each for each in self._report()}
        rules = self._rules() if self._is_watching else {}
        for failure in self.failures:
            failure._keep({name: each["injections"] for name, each in before.items()})
        yield
        after = {each["id"] for each in self._report()}
        for failure in self.failures:
            failure._end_others(after)
        if not self._is_watching:
            return
        again = _reset_by_rules(before.values(), rules)
        for name, report in before.items():
            if name in after or name in again:
                continue
            if self._must_act(report, rules.get(name, {})):
                self._gone[name] = self.describe(report, rules.get(name, {}))
        if optional:
            fresh = {each for each in after - before.keys() if each.startswith(_SET)}
            self._exempt |= fresh or {each for each in after if each.startswith(_SET)}

    @contextmanager
    def replacing(self) -> Iterator[None]:
        """As `changing`; rules with other counters than before are not expected to act."""
        if not self._is_watching:
            with self.changing():
                yield
            return
        before = {each["id"]: _counts(each) for each in self._report()}
        with self.changing():
            yield
        kept = {each["id"] for each in self._report() if before.get(each["id"]) == _counts(each)}
        self._exempt |= {each["id"] for each in self._report()} - kept
        self._due &= kept

    def resetting(self) -> None:
        """Keeps in mind which rules have acted, before their counts start anew."""
        if self._is_watching:
            self._exempt |= {each["id"] for each in self._report() if each["injections"] > 0}

    def forget(self, ids: Iterable[str]) -> None:
        """Expects nothing more of these rules, which were judged already."""
        self._due.difference_update(ids)

    def forgive(self) -> None:
        """Expects nothing of the rules that exist now."""
        if self._is_watching:
            self._exempt |= {each["id"] for each in self._report()}
            self._due.clear()

    def unwatch(self) -> None:
        """Expects nothing more of any fault: the test has ended, and its faults were judged."""
        self._is_watching = False

    def closing(self) -> None:
        """Keeps the problems of a cloud that is closed before its test ends."""
        if self._is_watching and self._last is None:
            self._last = self.problems()

    def problems(self) -> list[str]:
        """Returns texts about the faults that should have acted and did not."""
        if self._last is not None:
            return self._last
        found = list(self._gone.values())
        rules = self._rules()
        reports = self._report()
        again = _reset_by_rules(reports, rules)
        for report in reports:
            name = report["id"]
            rule = rules.get(name, {})
            if report["overdue"] or (name not in again and self._must_act(report, rule)):
                found.append(self.describe(report, rule))
        return found

    def describe(self, report: _Wire, rule: _Wire) -> str:
        """Returns a text about a fault that never acted: what came near, and why it did not act."""
        aliases = None if self._aliases is None else self._aliases()
        return describe(self._call, report, rule, {} if aliases is None else aliases())

    def _must_act(self, report: _Wire, rule: _Wire) -> bool:
        name = report["id"]
        if report["injections"] > 0 or name in self._exempt:
            return False
        if rule.get("limit", {}).get("probability", 1) != 1:  # a dictionary if it changes
            return False
        return name in self._due or (self._is_watching and name.startswith(_SET))

    def _call(self, operation: OperationName, request: Mapping[str, Any]) -> _Wire:
        call = self._caller()
        assert call is not None, "the cloud of the ledger exists as long as the ledger is used"
        return call(operation, request)

    def _report(self) -> list[_Wire]:
        rules: list[_Wire] = self._call("mock/faults/report", {})["rules"]
        return rules

    def _rules(self) -> dict[str, _Wire]:
        return {each["id"]: each for each in self._call("mock/faults/list", {})["rules"]}


def _counts(report: _Wire) -> tuple[int, int]:
    return report["evaluations"], report["injections"]


def _reset_by_rules(reports: Iterable[_Wire], rules: Mapping[str, _Wire]) -> set[str]:
    """Returns the rules whose counts may have started anew, by the `next` of rules that acted."""
    acted = (rules.get(each["id"], {}) for each in reports if each["injections"] > 0)
    nexts = [rule["next"] for rule in acted if "next" in rule]
    return {name for each in nexts if each.get("reset") for name in each.get("arm", ())}


# Texts


def describe(
    call: Callable[[OperationName, Mapping[str, Any]], _Wire],
    report: _Wire,
    rule: _Wire,
    aliases: Mapping[str, str],
) -> str:
    """Returns the text of `Ledger.describe`."""
    parts = {key: rule[key] for key in ("when", "limit", "then") if key in rule}
    lines = [f"the fault {report['id']!r} never acted: {json.dumps(parts, ensure_ascii=False)}"]
    lines += [f"  {line}" for line in _reasons(call, report, rule, aliases)]
    return "\n".join(lines)


def _reasons(
    call: Callable[[OperationName, Mapping[str, Any]], _Wire],
    report: _Wire,
    rule: _Wire,
    aliases: Mapping[str, str],
) -> Iterator[str]:
    from ._call_report import counted_operations
    from .journal_call import Call

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


def _mismatch(reason: str, rule: _Wire, call: Call) -> str:
    """Returns the expected and the actual value of the key that prevented a rule."""
    expected: Any = rule
    for key in reason.split("."):
        expected = expected.get(key) if isinstance(expected, dict) else None
    actual = _actual(reason, call)
    text = reason if expected is None else f"{reason}: expected {json.dumps(expected)}"
    return text if actual is None else f"{text}, was {actual or 'none'}"


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
