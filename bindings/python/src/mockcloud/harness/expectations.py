"""Follows which faults must act while rules are added, removed, replaced and restored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Protocol
from weakref import WeakSet, WeakValueDictionary

from .._core.calls import CallFunction
from .._core.wire import Wire
from .duties import GONE, SETTING_ERRORS, SHOWN_FAULTS, Duty, Gone
from .past_acts import PastActs, resets_of
from .rule_numbers import Key, RuleNumbers
from .rule_reading import Owed, Rules

if TYPE_CHECKING:
    from .fault_texts import Descriptions
    from .loaded_rules import LoadedRules
    from .set_errors import ErrorChange, SetErrors

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
        self._past = PastActs(self.numbers)
        self._call = call
        #: None until they are needed, because few tests set errors or load rules.
        self.set_errors: SetErrors | None = None
        self._loaded: LoadedRules | None = None
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
        added: Collection[str] = (),
        numbers: Numbering | None = None,
        loses_calls: bool = False,
    ) -> Iterator[set[str]]:
        """Keeps the counts of rules that the block removes, and texts about the unused ones.

        It removes those in `only`, and no others. If it adds or replaces rules, `numbers` returns
        the numbers of those that it may have replaced, and the names of the new ones are added to
        the set; with `only`, they are among those in `added`. Calls that it removes from the
        journal are read before.
        """
        others: set[str] = set()
        only = None if only is None else frozenset(only)
        with self.lock:
            if self._is_changing or not self._has_duties:
                yield others
                if not self._is_changing:
                    self.set_errors = None
                return
            self._is_changing = True
            try:
                reports = self._all_reports() if only is None else self._reports_of(only)
                resets = self._resets(reports) if only is None else None
                owed = self._owed_by_all(reports, resets)
                acted = set(filter(self.numbers.can_return, self._past.acted(reports, resets)))
                before = self._rules.by_name(only if numbers else acted)
                texts = self._rules.descriptions() if owed else None
                if texts is not None and loses_calls:
                    texts.read()
                yield others
                after: Mapping[str, int | None] = {}
                if numbers:
                    present = self._rules.by_name(None if only is None else added)
                    after = numbers(before, present)
                others.update(
                    name for name, number in after.items() if number != self.numbers.number(name)
                )
                is_gone = _absence(self._rules.names() if only is None else after)
                self._note_ended(lambda name: is_gone(name) or name in others, owed, texts)
                ended = {name for name in acted if is_gone(name) or name in others}
                self.numbers.note({name: before[name] for name in ended & before.keys()})
                if only is None:
                    self._end(lambda name: is_gone(name) or name in others)
                    self.set_errors = None
                else:
                    gone = set(filter(is_gone, only)) | others
                    self._past.forget(gone)
                    self._end_these(gone)
                    if self.set_errors is not None:
                        self.set_errors.remove(gone)
                        self.set_errors.add(after.keys())
                self._past.removed(ended)
                self.numbers.have(after)
            finally:
                self._is_changing = False

    def change(self, operation: str, request: Wire) -> ErrorChange | None:
        """Returns which errors a call sets or removes; None if that is not known."""
        if operation not in SETTING_ERRORS or not self._has_duties:
            return None
        if self.set_errors is None:
            from .set_errors import SetErrors

            self.set_errors = SetErrors(self._call, self._rules.names())
        return self.set_errors.change(operation, request)

    def setting(self, change: ErrorChange | None) -> AbstractContextManager[set[str]]:
        """As `changing`, for operations that may replace rules by others of the same names.

        `change` says which errors these are, if that is known.
        """

        def numbers(
            before: Mapping[str, Wire], after: Mapping[str, Wire]
        ) -> Mapping[str, int | None]:
            if change is None:
                return {name: None for name, rule in after.items() if before.get(name) != rule}
            names = list(filter(change.sets, after))
            self._past.forget(names)  # their counts start anew, also if they are the same
            return {
                name: self.numbers.number(name) if before.get(name) == after[name] else None
                for name in names
            }

        if change is None:
            return self.changing(numbers=numbers)
        return self.changing(change.removed, added=change.added, numbers=numbers)

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

    def _resets(self, reports: Collection[Wire]) -> Mapping[str, int]:
        """Returns how often other rules let the counts of rules start anew, if that matters."""
        if not self._past.any_overdue(reports):
            return {}
        return resets_of(self._rules.by_name(), reports)

    def _reports_of(self, removed: Collection[str]) -> list[Wire]:
        return [each for each in self._rules.reports(removed) if each["id"] in removed]

    def _owed_by_all(
        self, reports: Collection[Wire], resets: Mapping[str, int] | None
    ) -> list[Owed]:
        """Keeps the counts of failures; returns the rules that should have acted and did not."""
        self._keep(reports)
        reports = [each for each in reports if not self._past.have(each, resets)]
        owed = [(duty, each) for duty in self._duties() for each in reports if duty.must_act(each)]
        for each in reports:
            failure = self._failure(each["id"])
            if failure is not None and failure._duty.must_act(each):
                owed.append((failure._duty, each))
        return self._owed(owed)

    def _owed(self, owed: Collection[tuple[Duty, Wire]]) -> list[Owed]:
        """Returns these rules, by duties and reports, with their contents."""
        return [
            *self._rules.owed([each for each in owed if GONE not in each[1]]),
            *(Owed(*each, each[1][GONE]) for each in owed if GONE in each[1]),
        ]

    def _names(self) -> set[str]:
        """Returns the names of all rules, and of those that a changed file may have removed."""
        return self._rules.names() | (self._loaded.names() if self._loaded else set())

    def _all_reports(self) -> list[Wire]:
        """Returns the reports of all rules, and of those that a changed file removed."""
        reports = self._rules.reports()
        return reports + (self._loaded.gone(reports) if self._loaded else [])

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
        if self._loaded:
            self._loaded.lost(is_gone)
        for duty in self._duties():
            duty.lost(is_gone, self.numbers.key)
        for failure in list(self.failures):
            self._end_failure(failure, list(filter(is_gone, failure.rules)))

    def _end_these(self, names: Collection[str]) -> None:
        """Records that these rules were removed, without the cost of looking at all."""
        if self._loaded:
            self._loaded.lost_these(names)
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

    def loaded(self, ids: Collection[str]) -> None:
        """Records the rules of a file, perhaps the same as before."""
        with self.lock:
            self._past.forget(ids)
            if self._has_duties:
                from .loaded_rules import LoadedRules

                self._loaded = LoadedRules(self._rules, self.numbers, ids)

    def reset(self, ids: Collection[str]) -> None:
        """Records rules whose counts have started anew: those with `mustFire` must act again."""
        with self.lock:
            if self._past.includes(ids):
                self._past.forget(
                    each["id"] for each in self._rules.reports(ids) if each["overdue"]
                )


def _absence(names: Collection[str]) -> Callable[[str], bool]:
    return lambda name: name not in names
