"""Distinguishes the rules of faults that had the same name one after another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping
from operator import itemgetter

from .._core.wire import Wire

#: A rule: its name and its number.
Key = tuple[str, int]


class RuleNumbers:
    """Numbers of the rules of one cloud.

    Names are used again: a snapshot may have another rule of a name than the cloud. Each rule that
    is added has a new number. A rule that a snapshot restores has the number that it had then. The
    core does not number rules, because the runs of an exploration have the same responses.
    """

    def __init__(self) -> None:
        #: The number of changes so far.
        self._time = 0
        #: The number of the rules of which no addition is known.
        self._first = 0
        #: By name: times, and the numbers of the rules that had the name from then on.
        self._numbers: dict[str, list[tuple[int, int]]] = {}
        #: The times of the snapshots, in this order.
        self._snapshots: dict[str, int] = {}
        #: The time when the exploration began; None if it is not known.
        self.exploration: int | None = None
        self._explored: dict[str, int] = {}
        #: The last time whose rules may be restored.
        self._kept = 0
        #: The contents of rules that documents may bring back, by name and number.
        self._contents: dict[str, dict[int, Wire]] = {}

    def number(self, name: str) -> int:
        """Returns the number of the rule that has a name, or had it last."""
        changes = self._numbers.get(name)
        return changes[-1][1] if changes else self._first

    def key(self, name: str) -> Key:
        return name, self.number(name)

    def keys(self, names: Collection[str]) -> set[Key]:
        return {self.key(name) for name in names}

    def added(self, names: Collection[str]) -> None:
        """Gives new numbers to rules."""
        self._time += 1
        for name in names:
            self._set(name, self._time)

    def _set(self, name: str, number: int) -> None:
        changes = self._numbers.setdefault(name, [])
        latest = max(next(reversed(self._snapshots.values()), 0), self.exploration or 0)
        while changes and changes[-1][0] > latest:  # nothing restores the rules of that time
            changes.pop()
        changes.append((self._time, number))

    @property
    def latest(self) -> int:
        """The latest number that a rule may have."""
        return self._time

    # What may be restored

    @property
    def now(self) -> int:
        """The present time, whose rules may be restored."""
        self._kept = self._time
        return self._time

    @property
    def beginning(self) -> int | None:
        """The time when the cloud was made; None if not all changes since then are known."""
        return None if self._first else 0

    def keep(self, snapshot: str) -> None:
        """Records that a snapshot was stored."""
        self.drop(snapshot)
        self._snapshots[snapshot] = self.now

    def time(self, snapshot: str) -> int | None:
        """Returns the time of a snapshot, if it is known."""
        return self._snapshots.get(snapshot)

    def drop(self, snapshot: str) -> None:
        """Records that a snapshot was removed."""
        self._snapshots.pop(snapshot, None)

    def explore(self) -> None:
        """Records that an exploration begins, each run of which restores the rules."""
        self.exploration, self._explored = self.now, dict(self._snapshots)

    def begin_run(self) -> None:
        """Records that the snapshots are those of the beginning of the exploration."""
        self._snapshots = dict(self._explored)

    def drop_all(self) -> None:
        """Records that all snapshots were removed."""
        self._snapshots.clear()

    def forget(self) -> None:
        """Records that all rules may be others now."""
        self._time += 1
        self._first = self._kept = self._time
        self.exploration = None
        self._numbers.clear()
        self._snapshots.clear()
        self._explored.clear()

    def can_return(self, name: str) -> bool:
        """Returns whether a snapshot or a document may have the rule of that name."""
        return self.number(name) <= self._kept

    def note(self, rules: Mapping[str, Wire]) -> None:
        """Keeps the contents of rules, by name: a document may bring them back."""
        for name, rule in rules.items():
            self._contents.setdefault(name, {})[self.number(name)] = rule

    def save(self, rules: Mapping[str, Wire]) -> None:
        """Records that a document was saved, which may bring back these rules, the present ones."""
        self._kept = self._time
        self.note(rules)

    # Restored rules

    def have(self, numbers: Mapping[str, int | None]) -> None:
        """Records the numbers of the rules, which are others now; None is for a new one."""
        self._time += 1
        for name, number in numbers.items():
            if number is None or number != self.number(name):
                self._set(name, self._time if number is None else number)

    def restored(
        self, time: int | None, before: Mapping[str, Wire], after: Mapping[str, Wire]
    ) -> dict[str, int | None]:
        """Returns the numbers of the rules in `after`, which are those of an earlier time.

        `before` are the rules before they were restored. If the time is not known, the rules are
        recognized by their contents.
        """
        numbers: dict[str, int | None] = {}
        for name, rule in after.items():
            present = self.number(name) if name in before else None
            number = None if time is None else self._at(name, time)
            if number is not None and number == present and before[name] != rule:
                number = None  # a change that was not followed
            if number is None:
                number = present if before.get(name) == rule else self._like(name, rule)
            numbers[name] = number
        return numbers

    def _at(self, name: str, time: int) -> int:
        changes = self._numbers.get(name, [])
        place = bisect_right(changes, time, key=itemgetter(0))
        return changes[place - 1][1] if place else self._first

    def _like(self, name: str, rule: Wire) -> int | None:
        """Returns the number of the last rule with that name and content."""
        known = self._contents.get(name, {})
        return max((number for number, each in known.items() if each == rule), default=None)
