"""Follows which faults must act while rules are added, removed, replaced and restored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Protocol
from weakref import WeakSet, WeakValueDictionary

from .._core.calls import CallFunction
from .._core.wire import Wire
from .duties import SHOWN_FAULTS, Duty, Gone
from .rule_numbers import Key, RuleNumbers
from .rule_reading import Owed, Rules

if TYPE_CHECKING:
    from .fault_texts import Descriptions

#: Returns the numbers of rules, by name; None for a new one. It takes the rules before and after.
Numbering = Callable[[Mapping[str, Wire], Mapping[str, Wire]], Mapping[str, int | None]]


class Counted(Protocol):
    """Rules whose counts are kept when the rules are removed."""

    _duty: Duty

    def _keep(self, name: str, count: int) -> None: ...

    def _end_those(self, names: Collection[str]) -> None: ...

    def _resume(self, name: str) -> None: ...

    @property
    def rules(self) -> Collection[str]: ...

    @property
    def _is_over(self) -> bool: ...


class Expectations:
    """The duties of one cloud."""

    def __init__(self, call: CallFunction) -> None:
        self._rules = Rules(call)
        self.numbers = RuleNumbers()
        #: The failures whose counts are kept when their rules are removed.
        self.failures: WeakSet[Counted] = WeakSet()
        #: All that exist, also those whose rules were removed, which may be restored.
        self._failed: WeakValueDictionary[Key, Counted] = WeakValueDictionary()
        #: The duty of the test.
        self._test: Duty | None = None
        #: Whether nothing is expected of the rules that the cloud has from its beginning.
        self._is_copy = False
        #: The duties of the savepoints whose blocks are running, and of the block of the cloud.
        self._blocks: list[Duty] = []
        #: The rules that acted before they were removed, which may be restored.
        self._ended: set[Key] = set()
        #: Held while rules are added or removed, which may need several calls.
        self.lock = RLock()
        self._is_changing = False

    def _duties(self) -> list[Duty]:
        """Returns the duties of the test and of blocks."""
        return self._blocks if self._test is None else [self._test, *self._blocks]

    @property
    def _has_duties(self) -> bool:
        return self._test is not None or bool(self._blocks or self.failures)

    def _all_duties(self) -> list[Duty]:
        return [*self._duties(), *(each._duty for each in self.failures)]

    def _exempt(self, reports: Collection[Wire], names: Collection[str]) -> set[str]:
        """Returns those of the rules, which the test did not add, of which it expects nothing."""
        overdue = {each["id"] for each in reports if each["overdue"] and not self._is_copy}
        return {name for name in names if name not in overdue}

    # Changes of the rules

    def added(self, ids: Collection[str], *, optional: bool) -> None:
        """Expects of rules that were added that they act, unless they are optional."""
        for duty in self._duties():
            duty.added(ids, optional=optional)

    def renewed(self, ids: Collection[str]) -> None:
        """Records rules that were added, whose names earlier ones may have had."""
        self._end_these(ids)
        self.numbers.added(ids)

    def failed(self, failure: Counted) -> None:
        """Records rules whose counts are kept when they are removed."""
        with self.lock:
            self.failures.add(failure)
            for key in self.numbers.keys(failure.rules):
                self._failed[key] = failure

    def _failure(self, name: str) -> Counted | None:
        """Returns the failure that added the rule with a name."""
        return self._failed.get(self.numbers.key(name))

    @contextmanager
    def changing(
        self,
        only: Collection[str] | None = None,
        *,
        numbers: Numbering | None = None,
        loses_calls: bool = False,
    ) -> Iterator[set[str]]:
        """Keeps the counts of rules that the block removes, and texts about the unused ones.

        It removes those in `only`, and no others. If it adds or replaces rules, `numbers` returns
        the numbers of those that it may have replaced, and the names of the new ones are added to
        the set. Calls that it removes from the journal are read before.
        """
        others: set[str] = set()
        only = None if only is None else frozenset(only)
        with self.lock:
            if self._is_changing or not self._has_duties:
                yield others
                return
            self._is_changing = True
            try:
                reports = self._rules.reports() if only is None else self._reports_of(only)
                owed = self._owed_by_all(reports)
                acted = acted_of(reports)
                for duty in self._duties():
                    acted |= duty.acted if only is None else duty.acted & only
                acted = set(filter(self.numbers.can_return, acted))
                before = self._rules.by_name(None if numbers else acted)
                texts = self._rules.descriptions() if owed else None
                if texts is not None and loses_calls:
                    texts.read()
                yield others
                is_gone = self._absence() if only is None else only.__contains__
                after = numbers(before, self._rules.by_name()) if numbers else {}
                others.update(
                    name for name, number in after.items() if number != self.numbers.number(name)
                )
                self._note_ended(lambda name: is_gone(name) or name in others, owed, texts)
                ended = {name for name in acted if is_gone(name) or name in others}
                self._ended |= self.numbers.keys(ended)
                self.numbers.note({name: before[name] for name in ended & before.keys()})
                if only is None:
                    self._end(lambda name: is_gone(name) or name in others)
                else:
                    self._end_these(only)
                self.numbers.have(after)
            finally:
                self._is_changing = False

    def setting(self) -> AbstractContextManager[set[str]]:
        """As `changing`, for operations that may replace rules by others of the same names."""
        return self.changing(
            numbers=lambda before, after: {
                name: None for name, rule in after.items() if before.get(name) != rule
            }
        )

    def _note_ended(
        self, is_ended: Callable[[str], bool], owed: Iterable[Owed], texts: Descriptions | None
    ) -> None:
        """Keeps texts about those rules that were removed before they acted."""
        for each in owed:
            if texts is not None and is_ended(each.name):
                in_full = len(each.duty.gone) < SHOWN_FAULTS
                text = texts.text(each.report, each.rule, in_full=in_full)
                each.duty.gone[self.numbers.key(each.name)] = Gone(text, each.rule)
                self.numbers.note({each.name: each.rule})

    def _absence(self) -> Callable[[str], bool]:
        """Returns whether the cloud has no rule of a name."""
        names = self._rules.names()
        return lambda name: name not in names

    def _reports_of(self, removed: Collection[str]) -> list[Wire]:
        return [each for each in self._rules.reports(removed) if each["id"] in removed]

    def _owed_by_all(self, reports: Collection[Wire]) -> list[Owed]:
        """Keeps the counts of failures; returns the rules that should have acted and did not."""
        self._keep(reports)
        owed = [(duty, each) for duty in self._duties() for each in reports if duty.must_act(each)]
        for each in reports:
            failure = self._failure(each["id"])
            if failure is not None and failure._duty.must_act(each):
                owed.append((failure._duty, each))
        return self._rules.owed(owed)

    def counts(self, names: Collection[str]) -> dict[str, int]:
        """Returns how often rules acted, of those of them that exist."""
        reports = self._rules.reports(names)
        return {each["id"]: each["injections"] for each in reports if each["id"] in names}

    def _keep(self, reports: Collection[Wire]) -> None:
        for each in reports:
            failure = self._failure(each["id"])
            if failure is not None:
                failure._keep(each["id"], each["injections"])

    def _end(self, is_gone: Callable[[str], bool]) -> None:
        """Records that rules were removed, or that others have their names."""
        for duty in self._duties():
            duty.lost(is_gone, self.numbers.key)
        for failure in list(self.failures):
            self._end_failure(failure, list(filter(is_gone, failure.rules)))

    def _end_these(self, names: Collection[str]) -> None:
        """Records that these rules were removed, without the cost of looking at all."""
        for duty in self._duties():
            duty.lost_these(names, self.numbers.key)
        for name in names:
            failure = self._failure(name)
            if failure is not None:
                self._end_failure(failure, [name])

    def _end_failure(self, failure: Counted, names: Collection[str]) -> None:
        failure._end_those(names)
        failure._duty.lost_these(names, self.numbers.key)
        if failure._is_over:  # the tests of a module may have many of them
            self.failures.discard(failure)

    def reset(self, ids: Collection[str]) -> None:
        """Records rules whose counts have started anew: those with `mustFire` must act again."""
        with self.lock:
            failures = filter(None, map(self._failure, ids))
            duties = [*self._duties(), *(each._duty for each in failures)]
            duties = [duty for duty in duties if not duty.acted.isdisjoint(ids)]
            if duties:
                again = {each["id"] for each in self._rules.reports(ids) if each["overdue"]}
                for duty in duties:
                    duty.acted -= again.intersection(ids)


def acted_of(reports: Collection[Wire]) -> set[str]:
    """Returns the rules that have acted, by their reports."""
    return {
        each["id"]
        for each in reports
        if each["injections"] > 0 or (each.get("actedBefore") and not each["overdue"])
    }
