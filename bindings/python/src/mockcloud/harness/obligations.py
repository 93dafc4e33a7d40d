"""Knows which faults of a cloud must act, and reads which of them did not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from threading import RLock
from typing import TYPE_CHECKING, Protocol
from weakref import WeakSet, WeakValueDictionary

from .._core.calls import CallFunction
from .._core.wire import Wire
from .duties import GONE, Duty
from .past_acts import PastActs, resets_of
from .rule_numbers import Key, RuleNumbers
from .rule_reading import Owed, Rules

if TYPE_CHECKING:
    from .loaded_rules import LoadedRules
    from .set_errors import SetErrors


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


class Obligations:
    """The duties of one cloud, and the rules of which they expect something."""

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

    def failed(self, failure: Counted) -> None:
        """Records rules whose counts are kept when they are removed."""
        with self.lock:
            self.failures.add(failure)
            for key in self.numbers.keys(failure.rules):
                self._failed[key] = failure

    def _failure(self, name: str) -> Counted | None:
        """Returns the failure that added the rule with a name."""
        return self._failed.get(self.numbers.key(name))

    # What is owed

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
        return self._rules.names().union(self._awaited)

    @property
    def _awaited(self) -> Collection[str]:
        """The names of the rules of a file that a call adds again after they were removed."""
        return self._loaded.names() if self._loaded else ()

    def _all_reports(self) -> list[Wire]:
        """Returns the reports of all rules, and of those that a changed file removed."""
        reports = self._rules.reports()
        if self._loaded is None:
            return reports
        self._loaded.notice(reports)
        return reports + self._loaded.absent({each["id"] for each in reports})

    def counts(self, names: Collection[str]) -> dict[str, int]:
        """Returns how often rules acted, of those of them that exist."""
        reports = self._rules.reports(names)
        return {each["id"]: each["injections"] for each in reports if each["id"] in names}

    def _keep(self, reports: Collection[Wire]) -> None:
        for each in reports:
            failure = self._failure(each["id"])
            if failure is not None:
                failure._keep(each["id"], each["injections"])
