"""Follows which faults must act while rules are added, removed and replaced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple, Protocol
from weakref import WeakValueDictionary

from .._core.calls import CallFunction
from .._core.wire import Wire
from .duties import AWAITED, SETTING_ERRORS, SHOWN_FAULTS, Duty
from .rule_reading import Rules

if TYPE_CHECKING:
    from .fault_texts import Descriptions
    from .set_errors import ErrorChange, SetErrors


class Counted(Protocol):
    """Rules whose counts are kept when the rules are removed."""

    _duty: Duty

    def _keep(self, identity: int, count: int) -> None: ...


class Owed(NamedTuple):
    """A rule that should have acted and did not."""

    duty: Duty
    report: Wire
    rule: Wire

    @property
    def identity(self) -> int:
        identity: int = self.report["identity"]
        return identity


class Before(NamedTuple):
    """The rules before a change."""

    reports: list[Wire]
    owed: list[Owed]
    texts: Descriptions | None


class RuleChanges:
    """The duties of one cloud, whose rules change."""

    def __init__(self, call: CallFunction) -> None:
        self._rules = Rules(call)
        self._call = call
        #: The duty of the test.
        self._test: Duty | None = None
        #: The duties of the savepoints whose blocks are running, and of the block of the cloud.
        self._blocks: list[Duty] = []
        #: The failures whose rules exist, by the identities of these.
        self.failures: WeakValueDictionary[int, Counted] = WeakValueDictionary()
        #: Those of all rules, which may be restored.
        self._failed: WeakValueDictionary[int, Counted] = WeakValueDictionary()
        #: The rules that had acted when they were removed.
        self._removed: set[int] = set()
        #: The rules that had acted when they were restored, and the numbers of their counts then.
        self._restored: set[int] = set()
        self._restored_counts: set[int] = set()
        #: None until they are needed, because few tests set errors.
        self.set_errors: SetErrors | None = None
        self._is_changing = False
        #: Held while rules are added or removed, which may need several calls.
        self.lock = RLock()

    def _duties(self) -> list[Duty]:
        """Returns the duties of the test and of blocks."""
        return self._blocks if self._test is None else [self._test, *self._blocks]

    @property
    def _has_duties(self) -> bool:
        return self._test is not None or bool(self._blocks or self.failures)

    def _all_duties(self) -> list[Duty]:
        failures = {id(each): each for each in self._failed.values()}
        return [*self._duties(), *(each._duty for each in failures.values())]

    # What acted, and what is owed

    def _has_acted(self, report: Wire) -> bool:
        """Returns whether a rule acted, and its counts did not start anew if it must act again.

        An act that was undone is an act: the test has had its effect.
        """
        if report["acts"] or report["injections"] or report["counts"] in self._restored_counts:
            return True
        if report["overdue"] or report["id"].startswith(SETTING_ERRORS):
            return False
        is_restored = report["identity"] in self._restored
        return bool(report["allActs"] or report.get("actedBefore") or is_restored)

    def _acted(self, reports: Iterable[Wire]) -> set[int]:
        return {each["identity"] for each in reports if self._has_acted(each)}

    def _owed(self, duties: Collection[Duty], reports: Iterable[Wire]) -> list[Owed]:
        """Returns the rules that should have acted and did not: also by failures without duties."""
        found = []
        for each in reports:
            if self._has_acted(each):
                continue
            failure = None if duties else self._failed.get(each["identity"])
            own = [] if failure is None else [failure._duty]
            among = duties or [*self._duties(), *own]
            found += [(duty, each) for duty in among if duty.expects(each)]
        rules = self._rules.by_name({each["id"] for _, each in found if AWAITED not in each})
        return [
            Owed(duty, each, each.get(AWAITED) or rules.get(each["id"], {})) for duty, each in found
        ]

    def _keep(self, reports: Iterable[Wire]) -> None:
        for each in reports:
            failure = self._failed.get(each["identity"])
            if failure is not None:
                failure._keep(each["identity"], each["injections"])

    # Rules that are added

    def identities(self, names: Collection[str]) -> dict[int, str]:
        """Returns the names of those of these rules that exist, by their identities."""
        with self.lock:
            reports = self.counted(names)
            return {each["identity"]: each["id"] for each in reports}

    def counted(self, names: Collection[str]) -> list[Wire]:
        """Returns the reports of those of these rules that exist, and keeps their counts."""
        with self.lock:
            wanted = set(names)
            reports = [each for each in self._rules.reports(wanted) if each["id"] in wanted]
            self._keep(reports)
            return reports

    def added(self, names: Collection[str], *, optional: bool) -> None:
        """Expects of rules that were added that they act, unless they are optional."""
        if names and self._duties():
            rules = self.identities(names)
            for duty in self._duties():
                duty.added(rules, optional=optional)

    def failed(self, failure: Counted, rules: Iterable[int]) -> None:
        """Records rules whose counts are kept when they are removed."""
        with self.lock:
            for each in rules:
                self.failures[each] = self._failed[each] = failure

    # Rules that are removed

    @contextmanager
    def _following(self, *, restores: bool = False) -> Iterator[bool]:
        """Yields whether the changes of the block, which may restore rules, must be followed."""
        with self.lock:
            if self._is_changing:
                yield False
                return
            is_followed = self._has_duties or (restores and bool(self._failed))
            self._is_changing = is_followed
            try:
                yield is_followed
                if not is_followed:
                    self.set_errors = None
            finally:
                self._is_changing = False

    def _before(self, only: Collection[str] | None = None, *, loses_calls: bool = False) -> Before:
        reports = self._rules.reports() if only is None else self.counted(only)
        self._keep(reports)
        owed = self._owed((), reports)
        texts = self._rules.descriptions() if owed else None
        if texts is not None and loses_calls:
            texts.read()
        return Before(reports, owed, texts)

    def _after(self, before: Before, left: Collection[int]) -> None:
        """Keeps what is known of the rules that do not exist any more."""
        # A rule of a file that is loaded again has counts that start anew.
        self._removed.difference_update(left)
        for each in before.reports:
            identity = each["identity"]
            if identity in left:
                continue
            self.failures.pop(identity, None)
            if not self._has_acted(each):
                self._removed.discard(identity)
                continue
            self._removed.add(identity)
            self._forget_gone(identity)
        for one in before.owed:
            if before.texts is not None and one.identity not in left:
                in_full = len(one.duty.gone) < SHOWN_FAULTS
                text = before.texts.text(one.report, one.rule, in_full=in_full)
                one.duty.gone[one.identity] = text

    def _forget_gone(self, identity: int) -> None:
        """Records that a rule has acted that was removed before."""
        failure = self._failed.get(identity)
        for duty in [*self._duties(), *([] if failure is None else [failure._duty])]:
            duty.gone.pop(identity, None)

    @contextmanager
    def changing(self, only: Collection[str] | None = None) -> Iterator[None]:
        """Keeps what is known of the rules that the block removes: those in `only`, or any."""
        with self._following() as is_followed:
            if not is_followed:
                yield
                return
            before = self._before(only)
            yield
            self._after(before, () if only is not None else self._present(self._rules.reports()))
            if only is None:
                self.set_errors = None
            elif self.set_errors is not None:
                self.set_errors.remove(only)

    @staticmethod
    def _present(reports: Iterable[Wire]) -> set[int]:
        return {each["identity"] for each in reports}

    def change(self, operation: str, request: Wire) -> ErrorChange | None:
        """Returns which errors a call sets or removes; None if that is not known."""
        if operation not in SETTING_ERRORS or not self._has_duties:
            return None
        if self.set_errors is None:
            from .set_errors import SetErrors

            self.set_errors = SetErrors(self._call, {each["id"] for each in self._rules.reports()})
        return self.set_errors.change(operation, request)

    @contextmanager
    def setting(self, change: ErrorChange | None) -> Iterator[None]:
        """As `changing`, for operations that may replace rules by others of the same names.

        `change` says which errors these are, if that is known.
        """
        with self._following() as is_followed:
            if not is_followed:
                yield
                return
            names = None if change is None else change.removed
            before, contents = self._before(names), self._rules.by_name(names)
            yield
            after = self._rules.reports(None if change is None else change.added)
            if change is None:
                self.set_errors = None
            else:
                after = [each for each in after if change.sets(each["id"])]
                if self.set_errors is not None:
                    self.set_errors.remove(names or ())
                    self.set_errors.add([each["id"] for each in after])
            self._recognize_errors(before, contents, after)
            self._after(before, self._present(after))

    def _recognize_errors(
        self, before: Before, contents: Mapping[str, Wire], after: Iterable[Wire]
    ) -> None:
        """Finds the errors that equal ones have replaced: their counts have started anew."""
        former = {each["id"]: each["identity"] for each in before.reports}
        again = [each for each in after if former.get(each["id"], 0) not in (0, each["identity"])]
        now = self._rules.by_name([each["id"] for each in again])
        for each in again:
            if contents.get(each["id"]) == now.get(each["id"]):
                self._rules.same[each["identity"]] = each["identity"] = former[each["id"]]
