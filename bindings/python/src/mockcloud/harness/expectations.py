"""Follows which faults must act while rules are added, removed, replaced and restored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Protocol
from weakref import WeakSet

from .._core.calls import CallFunction
from .._core.wire import Wire
from .duties import SHOWN_FAULTS, Duty, Gone, Kept, resets
from .rule_reading import Owed, Rules


class Counted(Protocol):
    """Rules whose counts are kept when the rules are removed."""

    _duty: Duty

    def _keep(self, counts: Mapping[str, int]) -> None: ...

    def _end_those(self, is_gone: Callable[[str], bool]) -> None: ...

    def _left(self) -> list[str]: ...

    def _resume(self, names: Collection[str]) -> None: ...

    @property
    def _is_over(self) -> bool: ...


class Expectations:
    """The duties of one cloud."""

    def __init__(self, call: CallFunction) -> None:
        self._rules = Rules(call)
        #: The failures whose counts are kept when their rules are removed.
        self.failures: WeakSet[Counted] = WeakSet()
        #: The duty of the test.
        self._test: Duty | None = None
        #: Whether nothing is expected of the rules that the cloud has from its beginning.
        self._is_copy = False
        #: The duties of the savepoints whose blocks are running, and of the block of the cloud.
        self._blocks: list[Duty] = []
        #: The rules that acted before they were removed, which may be restored.
        self._ended: set[str] = set()
        #: What was expected when the exploration began.
        self._explored: list[tuple[Duty, Kept]] = []
        self._explored_failures: list[tuple[Counted, list[str]]] = []
        #: Held while rules are added or removed, which may need several calls.
        self.lock = RLock()
        self._is_changing = False

    def _duties(self) -> list[Duty]:
        """Returns the duties of the test and of blocks."""
        return self._blocks if self._test is None else [self._test, *self._blocks]

    def _all_duties(self) -> list[Duty]:
        return [*self._duties(), *(each._duty for each in self.failures)]

    def _exempt(self, reports: Collection[Wire], names: Collection[str]) -> set[str]:
        """Returns those of the rules, which the test did not add, of which it expects nothing."""
        overdue = {each["id"] for each in reports if each["overdue"] and not self._is_copy}
        return {name for name in names if name not in overdue}

    # Changes of the rules

    def added(self, ids: Collection[str], *, optional: bool) -> None:
        """Records rules that were added."""
        self._ended.difference_update(ids)
        for duty in self._duties():
            duty.added(ids, optional=optional)

    def failed(self, failure: Counted) -> None:
        """Records rules whose counts are kept when they are removed."""
        with self.lock:
            self.failures.add(failure)

    @contextmanager
    def changing(
        self,
        only: Collection[str] | None = None,
        *,
        replaces: bool = False,
        loses_calls: bool = False,
    ) -> Iterator[set[str]]:
        """Keeps the counts of rules that the block removes, and texts about the unused ones.

        It removes those in `only`, and no others. If it replaces rules by others of the same name,
        their names are added to the set. Calls that it removes from the journal are read before.
        """
        replaced: set[str] = set()
        with self.lock:
            if self._is_changing or not self._all_duties():
                yield replaced
                return
            self._is_changing = True
            try:
                reports = self._rules.reports() if only is None else self._reports_of(only)
                owed = self._owed_by_all(reports)
                before = self._rules.by_name() if replaces else {}
                texts = self._rules.descriptions() if owed else None
                if texts is not None and loses_calls:
                    texts.read()
                yield replaced
                is_gone = self._absence() if only is None else only.__contains__
                if replaces:
                    after = self._rules.by_name()
                    replaced.update(
                        name for name in before.keys() & after.keys() if before[name] != after[name]
                    )
                for each in owed:
                    if texts is not None and (is_gone(each.name) or each.name in replaced):
                        in_full = len(each.duty.gone) < SHOWN_FAULTS
                        text = texts.text(each.report, each.rule, in_full=in_full)
                        each.duty.gone[each.name] = Gone(text, each.rule)
                acted = _acted(reports).union(*(each.acted for each in self._duties()))
                self._ended.update(filter(is_gone, acted))
                self._end(is_gone, replaced)
            finally:
                self._is_changing = False

    def _absence(self) -> Callable[[str], bool]:
        """Returns whether the cloud has no rule of a name."""
        names = self._rules.names()
        return lambda name: name not in names

    def _reports_of(self, removed: Collection[str]) -> list[Wire]:
        """Returns the reports of rules that are removed, and of those that depend on them."""
        reports = self._rules.reports(removed)
        acted = _acted(reports).intersection(removed)
        if any(resets(each) for each in self._rules.by_name(acted).values()):
            # It may have started the counts of others anew.
            return self._rules.reports()
        return [each for each in reports if each["id"] in removed]

    def _owed_by_all(self, reports: Collection[Wire]) -> list[Owed]:
        """Keeps the counts of failures; returns the rules that should have acted and did not."""
        self._keep(reports)
        owed = [(duty, each) for duty in self._duties() for each in reports if duty.must_act(each)]
        by_name = {each["id"]: each for each in reports}
        for failure in self.failures:
            duty = failure._duty
            for name in sorted(duty.due):
                if name in by_name and duty.must_act(by_name[name]):
                    owed.append((duty, by_name[name]))
        return list(self._rules.owed(owed))

    def counts(self, names: Collection[str]) -> dict[str, int]:
        """Returns how often rules acted, of those of them that exist."""
        return _counts(self._rules.reports(names))

    def _keep(self, reports: Collection[Wire]) -> None:
        counts = _counts(reports)
        for failure in self.failures:
            failure._keep(counts)

    def _end(self, is_gone: Callable[[str], bool], replaced: Collection[str] = ()) -> None:
        """Records that rules were removed."""
        for duty in self._duties():
            duty.lost(is_gone)
            duty.replaced(replaced)
        for failure in list(self.failures):
            failure._end_those(lambda name: is_gone(name) or name in replaced)
            if failure._is_over:  # the tests of a module may have many of them
                self.failures.discard(failure)

    @contextmanager
    def replacing(self) -> Iterator[None]:
        """As `changing`; nothing is expected of rules that were not there before."""
        with self.lock:
            if not self._all_duties():
                yield
                return
            earlier = self._rules.reports()
            acted = _acted(earlier)
            with self.changing(replaces=True, loses_calls=True) as replaced:
                yield
            reports, after = self._rules.reports(), self._rules.by_name()
            kept = {each["id"] for each in earlier} - replaced
            for duty in self._all_duties():
                again = {
                    name
                    for name, each in duty.gone.items()
                    if name in after and each.rule == after[name]
                }
                for name in again:
                    del duty.gone[name]
                new = after.keys() - kept - again
                duty.due |= again
                duty.exempt |= self._exempt(reports, new) if duty is self._test else new
                duty.exempt |= duty.removed & new
                duty.acted |= (acted & kept | self._ended) & after.keys()

    def acted(self) -> set[str]:
        """Returns the rules that have acted, if anything is expected of rules; keeps counts."""
        with self.lock:
            if not self._all_duties():
                return set()
            reports = self._rules.reports()
            self._keep(reports)
            return _acted(reports)

    def reset(self, ids: Collection[str], acted: set[str]) -> None:
        """Records rules whose counts have started anew: those with `mustFire` must act again.

        Those in `acted` had acted before, and need not act again otherwise.
        """
        with self.lock:
            duties = self._all_duties()
            if duties:
                overdue = {each["id"] for each in self._rules.reports() if each["overdue"]}
                for duty in duties:
                    duty.restarted(ids, acted, overdue)

    def lasting_failures(self) -> list[tuple[Counted, list[str]]]:
        """Returns the failures, with those of their rules that exist."""
        return [(each, each._left()) for each in self.failures]

    def resume(self, failures: Iterable[tuple[Counted, list[str]]]) -> None:
        """Records that rules of failures may exist again, whose blocks then end them."""
        for failure, names in failures:
            failure._resume(names)
            self.failures.add(failure)

    def explored(self, acted: set[str], *, begins: bool) -> None:
        """Records that an exploration begins, or that its cloud has the state of then again.

        Rules that were added in a run are gone, and need not have acted: a fault of the exploration
        may have prevented it. Those in `acted` acted in the run.
        """
        with self.lock:
            if begins:
                self._explored = [(duty, duty.kept()) for duty in self._all_duties()]
                self._explored_failures = self.lasting_failures()
                return
            self.resume(self._explored_failures)
            left = self._rules.names() if self._all_duties() else set()
            for duty, kept in self._explored:
                duty.restore(kept)
                duty.acted |= (acted | self._ended) & left
            self._end(lambda name: name not in left)


def _counts(reports: Collection[Wire]) -> dict[str, int]:
    return {each["id"]: each["injections"] for each in reports}


def _acted(reports: Collection[Wire]) -> set[str]:
    return {each["id"] for each in reports if each["injections"] > 0}
