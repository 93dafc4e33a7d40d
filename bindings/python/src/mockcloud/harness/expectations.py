"""Follows which faults must act while rules are added, removed, replaced and restored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from .._core.wire import Wire
from .duties import SETTING_ERRORS, SHOWN_FAULTS, Gone
from .obligations import Counted, Obligations
from .past_acts import arms_itself
from .rule_reading import Owed

if TYPE_CHECKING:
    from .fault_texts import Descriptions
    from .set_errors import ErrorChange

#: Returns the numbers of rules, by name; None for a new one. It takes the rules before and after.
Numbering = Callable[[Mapping[str, Wire], Mapping[str, Wire]], Mapping[str, int | None]]


class Expectations(Obligations):
    """The duties of one cloud, whose rules change."""

    _is_changing = False

    def added(self, ids: Collection[str], *, optional: bool) -> None:
        """Expects of rules that were added that they act, unless they are optional."""
        for duty in self._duties():
            duty.added(ids, optional=optional)

    def renewed(self, ids: Collection[str]) -> None:
        """Records rules that were added, whose names earlier ones may have had."""
        if self._loaded:
            gone = self._loaded.absent(set(self._awaited).difference(ids))
            if gone:  # a changed file has removed them
                owed = self._owed_by_all(gone, None)
                self._note_ended(lambda _: True, owed, self._rules.descriptions())
        self._end_these(ids)
        self.numbers.added(ids)

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
        journal are read before; the rules of a watched file are then added again by the next call.
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
                left: Collection[str] = after
                if only is None:
                    left = self._rules.names().union(self._awaited if loses_calls else ())
                is_gone = _absence(left)
                self._note_ended(lambda name: is_gone(name) or name in others, owed, texts)
                ended = {name for name in acted if is_gone(name) or name in others}
                self.numbers.note({name: before[name] for name in ended & before.keys()})
                if only is None:
                    gone = {each["id"] for each in reports if is_gone(each["id"])}
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
                self.numbers.have(after, gone.difference(after))
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
            earlier, self._loaded = self._loaded, None
            if self._has_duties and self._rules.are_watched():
                from .loaded_rules import LoadedRules

                self._loaded = LoadedRules(self._rules, self.numbers, ids, earlier)

    def reset(self, ids: Collection[str]) -> None:
        """Records rules whose counts have started anew: those with `mustFire` must act again."""
        with self.lock:
            if self._past.includes(ids):
                rules = self._rules.by_name(ids)
                self._past.forget(
                    each["id"]
                    for each in self._rules.reports(ids)
                    if each["overdue"] and not arms_itself(rules[each["id"]])
                )


def _absence(names: Collection[str]) -> Callable[[str], bool]:
    return lambda name: name not in names
