"""Distinguishes the rules of faults that had the same name one after another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from operator import itemgetter

from .._core.wire import Wire

#: A rule: its name and its number.
Key = tuple[str, int]


class RuleNumbers:
    """Numbers of the rules of one cloud.

    Names are used again: a snapshot may have another rule of a name than the cloud. Each rule that
    is added has a new number, and so has a name whose rule was removed: what is recorded of it then
    is not recorded of that rule. A rule that a snapshot restores has the number that it had then.
    The core does not number rules, because the runs of an exploration have the same responses.
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
        #: The contents of rules that documents may bring back, by name: with their numbers, and
        #: whether their counts showed an act when a document was saved, if one was.
        self._contents: dict[str, dict[tuple[int, bool | None], Wire]] = {}
        #: Those of the present run of an exploration.
        self._of_run: set[Key] = set()
        #: The names whose rules were removed.
        self._ended: set[str] = set()

    def number(self, name: str) -> int:
        """Returns the number of the rule that has a name; another if it was removed."""
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
        self._ended.difference_update(names)

    def _set(self, name: str, number: int) -> None:
        changes = self._numbers.setdefault(name, [])
        latest = max(next(reversed(self._snapshots.values()), 0), self.exploration or 0)
        while changes and changes[-1][0] > latest:  # nothing restores the rules of that time
            changes.pop()
        changes.append((self._time, number))

    def know(self, names: Collection[str]) -> None:
        """Records that there are rules with these names."""
        for name in names:
            self._numbers.setdefault(name, [(0, self._first)])

    def is_unknown(self, name: str) -> bool:
        """Returns whether a rule of that name was added by a call that is not known."""
        return name in self._ended or name not in self._numbers

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
        self._of_run.clear()

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
        self._ended.clear()
        self._of_run.clear()

    def can_return(self, name: str) -> bool:
        """Returns whether a snapshot or a document may have the rule of that name."""
        return self.number(name) <= self._kept

    def note(self, rules: Mapping[str, Wire], acted: Collection[str] | None = None) -> None:
        """Keeps the contents of rules, by name: a document may bring them back.

        If one was saved now, the counts of those in `acted` show an act.
        """
        for name, rule in rules.items():
            number, has_acted = self.number(name), None if acted is None else name in acted
            self._contents.setdefault(name, {})[number, has_acted] = rule
            if self.is_of_run(name):
                self._of_run.add((name, number))

    def save(self, rules: Mapping[str, Wire], acted: Collection[str]) -> None:
        """Records that a document was saved, which may bring back these rules, the present ones."""
        self._kept = self._time
        self.note(rules, acted)

    def is_of_run(self, name: str) -> bool:
        """Returns whether a rule was added in the present run of an exploration, or an earlier."""
        return self.exploration is not None and self.number(name) > self.exploration

    @property
    def of_run(self) -> Collection[Key]:
        """The rules of the present run of an exploration that a document may bring back."""
        return self._of_run

    # Restored rules

    def have(self, numbers: Mapping[str, int | None], ended: Collection[str]) -> None:
        """Records the numbers of the rules, which are others now; None is for a new one.

        Those in `ended` were removed.
        """
        self._time += 1
        for name in ended:
            self._set(name, self._time)
        for name, number in numbers.items():
            if number is None or number != self.number(name):
                self._set(name, self._time if number is None else number)
        self._ended.update(ended)
        self._ended.difference_update(numbers)

    def restored(
        self,
        time: int | None,
        before: Mapping[str, Wire],
        after: Mapping[str, Wire],
        acted: Collection[str],
    ) -> dict[str, int | None]:
        """Returns the numbers of the rules in `after`, which are those of an earlier time.

        `before` are the rules before they were restored. If the time is not known, the rules are
        recognized by their contents and counts: those of the ones in `acted` show an act.
        """
        numbers: dict[str, int | None] = {}
        for name, rule in after.items():
            present = self.number(name) if name in before else None
            number = None if time is None else self._at(name, time)
            if number is not None and number == present and before[name] != rule:
                number = None  # a change that was not followed
            if number is None:
                is_same = before.get(name) == rule
                number = self._like(name, rule, name in acted, present if is_same else None)
            numbers[name] = number
        return numbers

    def explored(self, names: Iterable[str]) -> dict[str, int]:
        """Returns the numbers of rules when the exploration began."""
        time = self.exploration
        return {} if time is None else {name: self._at(name, time) for name in names}

    def _at(self, name: str, time: int) -> int:
        changes = self._numbers.get(name, [])
        place = bisect_right(changes, time, key=itemgetter(0))
        return changes[place - 1][1] if place else self._first

    def _like(self, name: str, rule: Wire, acted: bool, present: int | None) -> int | None:
        """Returns the number of a rule with that name and content.

        It is one that a document had with an act, or without one, if there is such a rule; else the
        present one, if that is the same; else the last one.
        """
        known = self._contents.get(name, {})
        found = [
            (had_acted == acted, number == present, number)
            for (number, had_acted), each in known.items()
            if each == rule
        ]
        if present is not None:
            found.append((False, True, present))
        return max(found)[2] if found else None
