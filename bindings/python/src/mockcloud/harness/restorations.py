"""Follows which faults must act while the rules are replaced by those of an earlier time."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping

from .._core.calls import CallFunction
from .._core.wire import Wire
from .duties import AWAITED, Duty, Kept
from .rule_changes import Before, RuleChanges

#: Makes a call and returns the status and the JSON.
LibraryCall = Callable[[], tuple[int, bytes]]


class Restorations(RuleChanges):
    """The duties of one cloud, whose rules are restored."""

    def __init__(self, call: CallFunction) -> None:
        super().__init__(call)
        #: The rules that documents have: by content, and whether their counts show an act.
        self._saved: dict[tuple[str, bool], int] = {}
        #: What was expected and known when the exploration began, and the last rule then.
        self._explored: list[tuple[Duty, Kept]] = []
        self._explored_removed: set[int] = set()
        self._explored_last = 0
        #: Whether the runs of an exploration are made.
        self.is_exploring = False
        #: Whether the exploration has ended, so that its calls do not change the cloud.
        self._is_over = False

    def saved(self) -> None:
        """Records that a document is saved, which has the present rules."""
        rules = self._rules.by_name()
        for each in self._rules.reports():
            if each["id"] in rules:
                key = _content(rules[each["id"]]), _shows_act(each)
                self._saved[key] = each["identity"]

    def replace(self, call: LibraryCall, *, is_document: bool) -> tuple[int, bytes]:
        """Makes a call that replaces the rules by those of an earlier state, or of a document."""
        with self._following(restores=True) as is_followed:
            if not is_followed:
                return call()
            before = self._before(loses_calls=True)
            contents = self._rules.by_name() if is_document else {}
            status, response = call()
            if status == 0:
                after = self._rules.reports()
                if is_document:
                    self._recognize(before.reports, contents, after)
                self._resume(before, after)
            return status, response

    def _recognize(
        self, before: Iterable[Wire], contents: Mapping[str, Wire], after: Iterable[Wire]
    ) -> None:
        """Finds the rules for which those of a document stand: with their names and contents.

        Nothing is expected of others, except that the test expects those with `mustFire` to act.
        """
        former = {_content(contents[each["id"]]): each for each in before if each["id"] in contents}
        rules = self._rules.by_name()
        for each in after:
            if AWAITED in each:
                continue
            key, shows_act = _content(rules[each["id"]]), _shows_act(each)
            identity = self._saved.get((key, shows_act))
            if identity is None and key in former:
                # One that has acted only in the document was removed since, and another one added.
                same = former[key]
                identity = same["identity"] if not shows_act or self._has_acted(same) else None
            if identity is not None:
                self._rules.same[each["identity"]] = identity
                each["identity"] = identity
                continue
            for duty in self._duties():
                if not (duty.expects_earlier and each["overdue"]):
                    duty.exempt.add(each["identity"])

    def _resume(self, before: Before, after: Collection[Wire]) -> None:
        """Records that the rules are those of an earlier time now."""
        acted = self._acted(before.reports) | self._removed
        self._after(before, self._present(after))
        for each in after:
            identity = each["identity"]
            failure = self._failed.get(identity)
            if failure is not None:
                self.failures[identity] = failure
            if identity in acted and not self._has_acted(each):
                self._restored.add(identity)
                if AWAITED not in each:
                    self._restored_counts.add(each["counts"])
            if self._has_acted(each):
                self._forget_gone(identity)  # a file that is read may remove it
        self.set_errors = None

    # Explorations

    def explore(self, call: LibraryCall) -> tuple[int, bytes]:
        """Makes a call that begins an exploration."""
        with self.lock:
            status, response = call()
            if status == 0:
                # A run may clear the rules, and the library does not await these any more then.
                awaited = [each for each in self._rules.reports() if AWAITED in each]
                owed = self._owed((), awaited)
                self._after(Before(awaited, owed, self._rules.descriptions()), ())
                self._explored = [(duty, duty.kept()) for duty in self._all_duties()]
                self._explored_removed = set(self._removed)
                self._explored_last = self._rules.now()
                self._is_over, self.is_exploring = False, True
            return status, response

    def run(self, call: LibraryCall) -> tuple[int, bytes]:
        """Makes a call after which the cloud has the state of the beginning of an exploration.

        Rules that were added in a run are gone, and need not have acted: a fault of the exploration
        may have prevented it.
        """
        with self.lock:
            if self._is_over or not (self._has_duties or self._failed):
                return call()
            reports = self._rules.reports()
            self._keep(reports)
            status, response = call()
            if status == 0:
                self._removed |= self._explored_removed
                acted = self._acted(reports) | self._removed
                new = self._present(reports).union(self._saved.values())
                exempt = {each for each in new if each > self._explored_last}
                for duty, kept in self._explored:
                    for each in acted.intersection(kept.gone):  # a run may have restored these
                        del kept.gone[each]
                    duty.restore(kept, () if duty.named is not None else exempt)
                self._resume(Before(reports, [], None), self._rules.reports())
            return status, response

    def explored(self) -> None:
        """Records that an exploration has ended."""
        self._explored, self._is_over, self.is_exploring = [], True, False


def _shows_act(report: Wire) -> bool:
    """Returns whether a document shows that a rule has acted."""
    return report["injections"] > 0 or bool(report.get("actedBefore") and not report["overdue"])


def _content(rule: Wire) -> str:
    """Returns the name and the content of a rule as a text."""
    return json.dumps(rule, sort_keys=True)
