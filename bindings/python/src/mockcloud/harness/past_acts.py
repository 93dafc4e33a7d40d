"""The rules of faults that acted, although their counts do not show it any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from .._core.wire import Wire
from .rule_numbers import Key, RuleNumbers


class _Mark(NamedTuple):
    """What is known of the counts of a rule that was restored: whether they start anew later."""

    acted_before: bool
    #: How often the rules acted that let its counts start anew.
    resets: int


class PastActs:
    """The rules of one cloud that acted before they were removed or restored.

    An act that was undone is an act: the test has had its effect. It counts until the counts of the
    rule start anew.
    """

    def __init__(self, numbers: RuleNumbers) -> None:
        self._numbers = numbers
        #: None for rules that were removed.
        self._marks: dict[Key, _Mark | None] = {}

    def have(self, report: Wire, resets: Mapping[str, int] | None = None) -> bool:
        """Returns whether a rule acted, and its counts did not start anew since then.

        `resets` says how often other rules let the counts of rules start anew, if that was read.
        """
        name = report["id"]
        mark = self._marks.get(self._numbers.key(name))
        if mark is None:
            return False
        if resets is not None and resets.get(name, 0) > mark.resets:
            return not report["overdue"]
        return not report["overdue"] or bool(report.get("actedBefore")) == mark.acted_before

    def acted(self, reports: Iterable[Wire], resets: Mapping[str, int] | None = None) -> set[str]:
        """Returns those of the rules that have acted."""
        return {each["id"] for each in reports if has_acted(each) or self.have(each, resets)}

    def any_overdue(self, reports: Iterable[Wire]) -> bool:
        """Returns whether resets by other rules decide about any of these rules."""
        return bool(self._marks) and any(each["overdue"] and self.have(each) for each in reports)

    def includes(self, names: Iterable[str]) -> bool:
        return any(self._numbers.key(name) in self._marks for name in names)

    def have_left(self, key: Key) -> bool:
        """Returns whether a rule had acted when it was removed, and was not restored since then."""
        return self._marks.get(key, _NEVER) is None

    def removed(self, names: Collection[str]) -> None:
        """Records that rules that have acted were removed; they may be restored."""
        self._marks.update((self._numbers.key(name), None) for name in names)

    def forget(self, names: Iterable[str]) -> None:
        """Records that the counts of rules have started anew."""
        for name in names:
            self._marks.pop(self._numbers.key(name), None)

    def restored(
        self,
        reports: Iterable[Wire],
        acted: Collection[Key],
        resets: Mapping[str, int],
        again: Collection[str],
    ) -> None:
        """Records that these are the counts now, of which those in `acted` had acted before.

        The counts of rules in `again`, those of a file, may be 0 with the next call.
        """
        for each in reports:
            name = each["id"]
            key = self._numbers.key(name)
            was_removed = self._marks.pop(key, _NEVER) is None
            if name in again if has_acted(each) else was_removed or key in acted:
                self._marks[key] = _Mark(bool(each.get("actedBefore")), resets.get(name, 0))


_NEVER = _Mark(False, 0)


def has_acted(report: Wire) -> bool:
    """Returns whether a rule has acted, by its report."""
    return report["injections"] > 0 or bool(report.get("actedBefore") and not report["overdue"])


def resets_of(rules: Mapping[str, Wire], reports: Iterable[Wire]) -> Counter[str]:
    """Returns how often other rules let the counts of each rule start anew, by their reports."""
    resets: Counter[str] = Counter()
    for each in reports:
        step = rules.get(each["id"], {}).get("next", {})
        if step.get("reset"):
            for name in step.get("arm", ()):
                if not arms_itself(rules.get(name, {})):
                    resets[name] += each["injections"]
    return resets


def arms_itself(rule: Wire) -> bool:
    """Returns whether a rule lets its own counts start anew: it is enough that it acted once."""
    step = rule.get("next", {})
    return bool(step.get("reset")) and rule["id"] in step.get("arm", ())
