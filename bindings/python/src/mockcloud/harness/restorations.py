"""Follows which faults must act while the rules are replaced by those of an earlier time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from .._core.calls import CallFunction
from .._core.wire import Wire
from .duties import Duty, Kept
from .expectations import Expectations
from .past_acts import has_acted, resets_of
from .rule_numbers import Key

#: Makes a call and returns the status and the JSON.
LibraryCall = Callable[[], tuple[int, bytes]]


class Restorations(Expectations):
    """The duties of one cloud, whose rules are restored."""

    def __init__(self, call: CallFunction) -> None:
        super().__init__(call)
        #: What was expected when the exploration began.
        self._explored: list[tuple[Duty, Kept]] = []
        self._explored_file: dict[str, Wire] = {}
        #: Whether the exploration has ended, so that its calls do not change the cloud.
        self._is_over = False

    @property
    def _is_followed(self) -> bool:
        """Whether anything depends on the rules that are restored."""
        return self._has_duties or bool(self._failed)

    def _unfollowed(self, call: LibraryCall) -> tuple[int, bytes]:
        status, response = call()
        if status == 0:
            self.numbers.forget()
            self.set_errors = self._loaded = None
        return status, response

    def _acted_so_far(self, reports: Collection[Wire]) -> set[Key]:
        """Returns the rules that have acted."""
        return self.numbers.keys(self._past.acted(reports, self._resets(reports)))

    def _resume(self, names: Iterable[str]) -> None:
        """Records which failures have rules again, which the ends of their blocks then remove."""
        for name in names:
            failure = self._failure(name)
            if failure is not None:
                failure._resume(name)
                self.failures.add(failure)

    def replace(self, call: LibraryCall, time: Callable[[], int | None]) -> tuple[int, bytes]:
        """Makes a call that replaces the rules by earlier ones: those of a time, if it is known.

        Nothing is expected of rules that were not there before.
        """
        with self.lock:
            if not self._is_followed:
                return self._unfollowed(call)
            reports = self._all_reports()
            earlier, acted = {each["id"] for each in reports}, self._acted_so_far(reports)
            latest, status = self.numbers.latest, 0

            def restored(
                before: Mapping[str, Wire], after: Mapping[str, Wire]
            ) -> Mapping[str, int | None]:
                if status:
                    return {}
                return self._restored(time(), before, after, self._rules.reports())

            with self.changing(numbers=restored, loses_calls=True) as others:
                status, response = call()
            if status == 0:
                self._expect_restored(earlier - others, acted, latest)
            return status, response

    def _restored(
        self,
        time: int | None,
        before: Mapping[str, Wire],
        after: Mapping[str, Wire],
        reports: Collection[Wire],
    ) -> Mapping[str, int | None]:
        """Returns the numbers of the rules in `after`, whose reports these are."""
        acted = {each["id"] for each in reports if has_acted(each)}
        numbers = self.numbers.restored(time, before, after, acted)
        return self._loaded.stay(numbers) if self._loaded else numbers

    def _expect_restored(self, kept: set[str], acted: set[Key], latest: int) -> None:
        """Expects what was expected of restored rules.

        Those in `kept` were there before, and those with numbers up to `latest` at some time.
        """
        if self._loaded:
            self._loaded.replaced()
        reports, after = self._all_reports(), self._rules.by_name()
        keys = {self.numbers.key(name): name for name in after}
        self._resume(after.keys() - kept)
        for duty in self._all_duties():
            again = {
                keys[key]
                for key in duty.gone.keys() & keys.keys()
                if duty.gone[key].rule == after[keys[key]]
            }
            for name in again:
                del duty.gone[self.numbers.key(name)]
            duty.due |= again
            if duty.named is None:
                new = after.keys() - kept - again
                exempt = {keys[key] for key in duty.removed & keys.keys()} & new
                others = {
                    name for name in new if not duty.since < self.numbers.number(name) <= latest
                }
                duty.exempt |= exempt
                duty.exempt |= self._exempt(reports, others) if duty is self._test else others
        self._past.restored(reports, acted, resets_of(after, reports), self._awaited)

    def explore(self, call: LibraryCall) -> tuple[int, bytes]:
        """Makes a call that begins an exploration."""
        with self.lock:
            status, response = call()
            if status == 0:
                self._explored = [(duty, duty.kept()) for duty in self._all_duties()]
                self._explored_file = self._loaded.kept() if self._loaded else {}
                self.numbers.explore()
                self._is_over = False
            return status, response

    def explored(self) -> None:
        """Records that an exploration has ended."""
        self._explored, self.numbers.exploration, self._is_over = [], None, True

    def run(self, call: LibraryCall) -> tuple[int, bytes]:
        """Makes a call after which the cloud has the state of the beginning of an exploration.

        Rules that were added in a run are gone, and need not have acted: a fault of the exploration
        may have prevented it.
        """
        with self.lock:
            if self._is_over:
                return call()
            if not self._is_followed:
                return self._unfollowed(call)
            reports, before = self._all_reports(), self._rules.by_name()
            self._keep(reports)
            acted = self._acted_so_far(reports)
            status, response = call()
            if status == 0:
                self._begin_run(before, acted)
            return status, response

    def _begin_run(self, before: Mapping[str, Wire], acted: set[Key]) -> None:
        after = self._rules.by_name()
        numbers = self._restored(self.numbers.exploration, before, after, self._rules.reports())
        if self._loaded:  # a run may have removed those that are absent
            numbers = {**numbers, **self.numbers.explored(self._explored_file)}
        left = numbers.keys() | set(self._awaited)

        def is_gone(name: str) -> bool:
            number = self.numbers.number(name)
            return name not in left or numbers.get(name, number) != number

        ended = [name for name in before if is_gone(name) and self.numbers.key(name) in acted]
        self._end(is_gone)
        self._past.removed(ended)
        self.numbers.have(numbers, before.keys() - left)
        if self._loaded:
            self._loaded.restore(self._explored_file)
            self._loaded.replaced()
        reports, left = self._all_reports(), after.keys() | set(self._awaited)
        self._resume(after)
        for duty, kept in self._explored:
            # a run may have restored these; an act that is undone is an act
            for key in [each for each in kept.gone if each in acted or self._past.have_left(each)]:
                del kept.gone[key]
            duty.restore(kept)
            duty.lost(lambda name: name not in left, self.numbers.key)
            duty.removed.update(self.numbers.of_run)
            if duty.named is None:
                duty.exempt.update(filter(self.numbers.is_of_run, self._awaited))
        self.numbers.begin_run()
        self._past.restored(reports, acted, resets_of(after, reports), self._awaited)
        self.set_errors = None
