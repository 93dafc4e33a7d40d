"""Knows which faults of a test must act, and describes those that never did."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import RLock
from typing import NamedTuple, Protocol
from weakref import WeakSet

from .. import harness, inspect
from .._core.calls import CallFunction
from .._core.usage_errors import BadHandle
from .._core.wire import Wire
from .duties import Duty, MustFire, reset_by_rules, resets_itself


class Counted(Protocol):
    """Rules whose counts are kept when the rules are removed."""

    _duty: Duty

    def _keep(self, counts: Mapping[str, int]) -> None: ...

    def _end_others(self, left: Container[str]) -> None: ...

    @property
    def _is_over(self) -> bool: ...


class _Owed(NamedTuple):
    """A rule that should have acted and did not, the text about it, and its content."""

    duty: Duty
    name: str
    text: str
    rule: Wire


class Ledger:
    """The faults of one cloud that must act before a test or a block ends.

    `call` makes calls to the cloud, but does not refer to the `Cloud`: what nothing refers to is
    closed at once, and judged then.
    """

    def __init__(self, call: CallFunction) -> None:
        self._call = call
        #: The failures whose counts are kept when their rules are removed.
        self.failures: WeakSet[Counted] = WeakSet()
        #: The duty of the test, and where the texts go if the cloud is closed before it ends.
        self._test: Duty | None = None
        self._unused: list[str] | None = None
        #: The duties of the savepoints whose blocks are running, and of the block of the cloud.
        self._blocks: list[Duty] = []
        #: Whether the block of the cloud is running, and its duty if a rule was added in it.
        self._is_entered = False
        self._block: MustFire | None = None
        # Held while rules are removed, which may need several calls.
        self._lock = RLock()
        self._is_changing = False
        # What was found when the cloud was closed.
        self._last: list[str] | None = None
        self._last_findings: list[inspect.Finding] = []
        self._last_script: harness.ScriptStatus | None = None

    # Duties

    def watch(self, unused: list[str] | None = None) -> None:
        """Expects from now on that faults act. Those that exist already need not.

        When the cloud is closed, texts about those that did not act are added to `unused`.
        Otherwise the owner of the cloud calls `problems`.
        """
        self._test = Duty(exempt=(each["id"] for each in self._report()))
        self._unused = unused

    def unwatch(self) -> None:
        """Expects nothing more of any fault: the test has ended, and its faults were judged."""
        self._test = None

    @property
    def is_left_to_maker(self) -> bool:
        """Whether the test made the cloud itself, by `Cloud()` or `fork()`."""
        return self._test is not None and self._unused is not None

    def begin(self) -> Duty:
        """Returns the duty of a block that begins: faults that are set in it must act in it."""
        duty = Duty(exempt=(each["id"] for each in self._report()))
        self._blocks.append(duty)
        return duty

    def enter(self) -> None:
        """Begins the block of the cloud: rules with `mustFire` that are added in it must act."""
        self._is_entered = True

    def adding(self) -> None:
        """Begins the duty of the block of the cloud, unless the test is judged instead."""
        if self._is_entered and self._block is None and self._test is None:
            self._block = MustFire(exempt=(each["id"] for each in self._report()))
            self._blocks.append(self._block)

    def leave(self) -> list[str]:
        """Ends the block of the cloud; returns texts about the rules that never acted in it."""
        block, self._block, self._is_entered = self._block, None, False
        return [] if block is None else self.judged(block)

    def drop(self, duty: Duty) -> None:
        """Ends the duty of a block that is not judged."""
        if duty in self._blocks:
            self._blocks.remove(duty)

    def judged(self, duty: Duty) -> list[str]:
        """Ends the duty of a block; returns texts about the faults that never acted in it."""
        found: dict[str, str | None] = dict.fromkeys(duty.due)
        found.update(duty.gone)
        unused = [*duty.gone.values()]
        with suppress(BadHandle):  # the cloud was closed in the block
            for name, text in self._unacted(duty):
                found[name] = text
                unused.append(text)
        self.drop(duty)
        for each in self._duties():
            each.forget(found)
        # If the cloud is closed, the texts were kept for the test, too.
        for kept in (self._last, self._unused):
            if kept:
                kept[:] = [text for text in kept if text not in unused]
        return unused

    def _duties(self) -> list[Duty]:
        """Returns the duties of the test and of blocks."""
        return self._blocks if self._test is None else [self._test, *self._blocks]

    def _all_duties(self) -> list[Duty]:
        return [*self._duties(), *(each._duty for each in self.failures)]

    # Changes of the rules

    def added(self, ids: Collection[str], *, optional: bool) -> None:
        """Records rules that were added."""
        for duty in self._duties():
            duty.added(set(ids), optional=optional)

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Keeps the counts of rules that the block removes, and texts about the unused ones."""
        with self._lock:
            if self._is_changing or not self._all_duties():
                yield
                return
            self._is_changing = True
            try:
                gone = self._gone(self._report())
                yield
                self._end(gone, {each["id"] for each in self._report()})
            finally:
                self._is_changing = False

    def _gone(self, reports: Collection[Wire]) -> list[_Owed]:
        """Keeps the counts of failures; returns the rules that should have acted and did not."""
        counts = {each["id"]: each["injections"] for each in reports}
        for failure in self.failures:
            failure._keep(counts)
        owed = [(duty, each) for duty in self._duties() for each in self._owed(duty, reports)]
        owed += self._owed_to_failures({each["id"]: each for each in reports})
        return list(self._described(owed, reports))

    def _described(
        self, owed: Collection[tuple[Duty, Wire]], reports: Collection[Wire]
    ) -> Iterator[_Owed]:
        """Yields the rules that should have acted, with texts."""
        if not owed:
            return
        rules = self._rules()
        again = reset_by_rules(reports, rules, self._call)
        texts: dict[str, str] = {}
        for duty, report in owed:
            name = report["id"]
            rule = rules.get(name, {})
            if name in again and (not report["overdue"] or resets_itself(name, rule)):
                duty.exempt.add(name)  # also after the rule that reset it is removed
                continue
            if name not in texts:
                texts[name] = self.describe(report, rule)
            yield _Owed(duty, name, texts[name], rule)

    def _owed(self, duty: Duty, reports: Collection[Wire]) -> list[Wire]:
        """Returns the rules that should have acted in a test or a block and did not."""
        # In a test, the rules of its configuration too. A cloud that is a copy of another does not
        # have its obligations.
        if duty in self._blocks or self.is_left_to_maker:
            return [each for each in reports if duty.must_act(each)]
        return [each for each in reports if duty.is_overdue(each) or duty.must_act(each)]

    def _owed_to_failures(self, reports: Mapping[str, Wire]) -> Iterator[tuple[Duty, Wire]]:
        """Yields the rules of failures that should have acted and did not."""
        for failure in self.failures:
            duty = failure._duty
            for name in sorted(duty.due):
                if name in reports and duty.must_act(reports[name]):
                    yield duty, reports[name]

    def _end(self, gone: Collection[_Owed], left: set[str]) -> None:
        """Records that rules were removed, except those in `left`."""
        # A rule may have been replaced by another of the same name.
        rules = self._rules() if any(each.name in left for each in gone) else {}
        left = left - {each.name for each in gone if each.rule != rules.get(each.name)}
        for each in gone:
            if each.name not in left:
                each.duty.gone[each.name] = each.text
        for duty in self._duties():
            # Later rules may have the same names.
            duty.due &= left
            duty.exempt &= left
            duty.acted &= left
        for failure in list(self.failures):
            failure._end_others(left)
            if failure._is_over:  # the tests of a module may have many of them
                self.failures.discard(failure)

    @contextmanager
    def replacing(self) -> Iterator[None]:
        """As `changing`; rules with other counters than before are not expected to act."""
        if not self._all_duties():
            yield
            return
        before = {each["id"]: _counts(each) for each in self._report()}
        with self.changing():
            yield
        after = {each["id"]: _counts(each) for each in self._report()}
        changed = {name for name, counts in after.items() if before.get(name) != counts}
        acted = {name for name in changed if before.get(name, (0, 0))[1] > 0}
        for duty in self._all_duties():
            again = {name for name in after if duty.gone.pop(name, None) is not None}
            duty.acted |= acted - again
            duty.exempt |= changed - again
            duty.due = (duty.due - changed) | again

    def acted(self) -> set[str]:
        """Returns the rules that have acted, if anything is expected of rules."""
        if not self._all_duties():
            return set()
        return {each["id"] for each in self._report() if each["injections"] > 0}

    def reset(self, ids: Collection[str], acted: set[str]) -> None:
        """Records rules whose counts have started anew: those with `mustFire` must act again.

        Those in `acted` had acted before, and need not act again otherwise.
        """
        for duty in self._all_duties():
            duty.exempt |= acted.intersection(ids)
            duty.acted.difference_update(ids)

    def copied(self) -> None:
        """Expects nothing of the present rules, unless the cloud is that of a fixture.

        A copy of the cloud has them too, and they may act there alone.
        """
        duties: list[Duty] = [] if self._block is None else [self._block]
        if self._test is not None and self.is_left_to_maker:
            duties.append(self._test)
            self._test.due.clear()
        if duties:
            present = {each["id"] for each in self._report()}
            for duty in duties:
                duty.exempt |= present

    def closing(self) -> None:
        """Keeps what is known of a cloud that is closed before its test or a block ends."""
        if self._last is not None:
            return
        if self._test is not None:
            self._last = self.problems()
            if self._unused is None:
                self._last_findings = self.findings()
                self._last_script = self.script()
            else:
                self._unused += self._last
        if self._blocks or self.failures:
            self._end(self._gone(self._report()), set())

    # What is found

    def problems(self) -> list[str]:
        """Returns texts about the faults that should have acted and did not."""
        if self._last is not None:
            return self._last
        duty = Duty() if self._test is None else self._test
        return [*duty.gone.values(), *dict(self._unacted(duty)).values()]

    def _unacted(self, duty: Duty) -> Iterator[tuple[str, str]]:
        """Yields the names of the rules that should have acted and did not, with texts."""
        reports = self._report()
        owed = [(duty, each) for each in self._owed(duty, reports)]
        for each in self._described(owed, reports):
            yield each.name, each.text

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
        """Returns a text about a fault that never acted: the nearest call, and the reason."""
        from .fault_texts import describe  # imported here because few faults never act

        return describe(self._call, report, rule, aliases_of(self._call))

    def _report(self) -> list[Wire]:
        rules: list[Wire] = self._call("mock/faults/report", {})["rules"]
        return rules

    def _rules(self) -> dict[str, Wire]:
        return {each["id"]: each for each in self._call("mock/faults/list", {})["rules"]}


def _counts(report: Wire) -> tuple[int, int]:
    return report["evaluations"], report["injections"]


def aliases_of(call: CallFunction) -> dict[str, str]:
    """Returns the aliases of the users of a cloud by record name."""
    users = call("mock/users/list", {})["users"]
    return {each["userRecordName"]: each["alias"] for each in users}
