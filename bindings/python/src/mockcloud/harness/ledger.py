"""Knows which faults of a test must act, and describes those that never did."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol
from weakref import WeakMethod, WeakSet

from .. import harness, inspect
from .._core.calls import CallFunction
from .._core.vocabulary import OperationName
from .._core.wire import Wire

#: The beginnings of the names of the errors of these operations.
_SET = ("mock/error/set", "mock/recordErrors/set")


class Counted(Protocol):
    """Rules whose counts are kept when the rules are removed."""

    def _keep(self, counts: Mapping[str, int]) -> None: ...

    def _end_others(self, left: Container[str]) -> None: ...


class Ledger:
    """The faults of one cloud that must act before the test ends."""

    def __init__(
        self,
        call: CallFunction,
        aliases: Callable[[], Mapping[str, str]] | None = None,
    ) -> None:
        # Weak, so that a cloud that nothing refers to is closed at once.
        self._caller = WeakMethod(call)
        #: Returns the aliases of users by record name.
        self._aliases = None if aliases is None else WeakMethod(aliases)
        #: The failures whose counts are kept when their rules are removed.
        self.failures: WeakSet[Counted] = WeakSet()
        self._is_watching = False
        self._due: set[str] = set()
        self._exempt: set[str] = set()
        self._gone: dict[str, str] = {}
        # What was found when the cloud was closed.
        self._last: list[str] | None = None
        self._last_findings: list[inspect.Finding] = []
        self._last_script: harness.ScriptStatus | None = None

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
    def changing(self) -> Iterator[None]:
        """Keeps the counts of rules that the block removes, and texts about the unused ones."""
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
            if self._must_act(report):
                self._gone[name] = self.describe(report, rules.get(name, {}))

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
            self._last_findings = self.findings()
            self._last_script = self.script()

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
            if report["overdue"] or (name not in again and self._must_act(report)):
                found.append(self.describe(report, rule))
        return found

    def findings(self) -> list[inspect.Finding]:
        """Returns the mistakes of clients, also of a cloud that is closed."""
        if self._last_script is not None:
            return self._last_findings
        from ..inspect.findings import findings

        return findings(self._call)

    def script(self) -> harness.ScriptStatus:
        """Returns the state of the script, also of a cloud that is closed."""
        return self._last_script or harness.Scripts(self._call).status()

    def describe(self, report: Wire, rule: Wire) -> str:
        """Returns a text about a fault that never acted: what came near, and why it did not act."""
        from .fault_texts import describe  # imported here because few faults never act

        aliases = None if self._aliases is None else self._aliases()
        return describe(self._call, report, rule, {} if aliases is None else aliases())

    def _must_act(self, report: Wire) -> bool:
        name = report["id"]
        if report["injections"] > 0 or name in self._exempt:
            return False
        if report.get("byChance"):
            return False
        return name in self._due or (self._is_watching and name.startswith(_SET))

    def _call(self, operation: OperationName, request: Mapping[str, Any]) -> Wire:
        call = self._caller()
        assert call is not None, "the cloud of the ledger exists as long as the ledger is used"
        return call(operation, request)

    def _report(self) -> list[Wire]:
        rules: list[Wire] = self._call("mock/faults/report", {})["rules"]
        return rules

    def _rules(self) -> dict[str, Wire]:
        return {each["id"]: each for each in self._call("mock/faults/list", {})["rules"]}


def _counts(report: Wire) -> tuple[int, int]:
    return report["evaluations"], report["injections"]


def _reset_by_rules(reports: Iterable[Wire], rules: Mapping[str, Wire]) -> set[str]:
    """Returns the rules whose counts may have started anew, by the `next` of rules that acted."""
    acted = (rules.get(each["id"], {}) for each in reports if each["injections"] > 0)
    nexts = [rule["next"] for rule in acted if "next" in rule]
    return {name for each in nexts if each.get("reset") for name in each.get("arm", ())}
