"""A plain model of which faults must act, written from docs/FAULTS.md and docs/python/pytest.md.

Each rule is an object, which snapshots and documents refer to: the model need not recognize one.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

#: What the error of an operation is named.
ERROR = "mock/error/set operation="


@dataclass(eq=False)
class Counts:
    """The counts of a rule until they start anew, which copies of the cloud share."""

    has_acted: bool = False
    #: Whether a document has them: a file that is read replaces these.
    is_of_document: bool = False


@dataclass(eq=False)
class Rule:
    """A rule, or an error that was set."""

    name: str
    operation: str
    content: Any
    is_exempt: bool = False
    #: Whether it must act again when its counts start anew.
    is_strict: bool = False
    #: Whether a call on which it acts fails, so that later rules do not act.
    takes: bool = False
    #: The rule whose counts start anew when it acts.
    resets: str | None = None
    is_of_file: bool = False
    has_acted: bool = False
    #: The counts with which the rule was restored after it had acted.
    restored: Counts | None = None
    #: Whether it had acted when it was removed.
    left: bool = False


#: The rules that exist, by name, with their counts, and whether these show an act.
World = dict[str, tuple[Rule, Counts, bool]]


@dataclass
class State:
    """What a snapshot stores."""

    world: World = field(default_factory=dict)
    #: The content of the file that was read.
    stamp: int | None = None


class Model:
    """The rules of a cloud, and those that must act."""

    def __init__(self) -> None:
        self.world: World = {}
        self.due: set[Rule] = set()
        self.snapshots: dict[str, State] = {}
        #: The contents of a watched file, each written once, and the one that was read last.
        self.files: list[tuple[str, ...]] = []
        self.stamp: int | None = None
        #: The rules that the file has brought, with the counts that they had then.
        self.brought: dict[str, tuple[Rule, Counts]] = {}
        #: Those that it may bring again: not those that were cleared.
        self.awaited: set[str] = set()
        self.is_fork = False
        #: The rules that a document has, by name, content and whether an act is shown.
        self._saved: dict[tuple[str, str, bool], Rule] = {}
        self._explored: tuple[State, set[Rule], set[Rule], dict[str, State]] | None = None

    # What is owed

    def is_counted(self, rule: Rule) -> bool:
        """Returns whether a rule acted since its counts started anew, also if that was undone."""
        present, counts, is_shown = self.world.get(rule.name, (None, None, False))
        if present is not rule or counts is None:
            known, counts = self.brought.get(rule.name, (None, None))
            is_awaited = known is rule and rule.name in self.awaited
            return rule.left or (is_awaited and counts is not None and counts.has_acted)
        return counts.has_acted or is_shown or rule.restored is counts

    def is_satisfied(self, rule: Rule) -> bool:
        return rule.is_exempt or (rule.has_acted and not rule.is_strict) or self.is_counted(rule)

    def unsatisfied(self, rules: Iterable[Rule] | None = None) -> list[Rule]:
        among = self.due if rules is None else self.due.intersection(rules)
        return [rule for rule in among if not self.is_satisfied(rule)]

    # Changes

    def put(self, world: World) -> None:
        if not self.is_fork:
            for name, (rule, _, _) in self.world.items():
                if name not in world or world[name][0] is not rule:
                    rule.left = self.is_counted(rule)
        self.world = world

    def add(self, rule: Rule, is_due: bool = True) -> None:
        self.put({**self.world, rule.name: (rule, Counts(), False)})
        if is_due:
            self.due.add(rule)

    def remove(self, *names: str) -> None:
        self.put({name: each for name, each in self.world.items() if name not in names})

    def clear(self) -> None:
        self.await_none()
        self.put({})

    def await_none(self) -> None:
        for name in self.awaited - self.world.keys():
            rule, _ = self.brought[name]
            rule.left = self.is_counted(rule)
        self.awaited.clear()

    def start_anew(self, name: str) -> None:
        if name in self.world:
            self.world[name] = (self.world[name][0], Counts(), False)

    def set_error(self, operation: str, error: str | None) -> Rule | None:
        """Returns the error if it is another than before."""
        name = ERROR + operation
        present = self.world.get(name, (None,))[0]
        if error is None:
            self.remove(name)
        elif present is not None and present.content == error:
            self.start_anew(name)
        else:
            rule = Rule(name, operation, error, is_strict=True, takes=True)
            self.add(rule)
            return rule
        return None

    # Files

    def write(self, names: Iterable[str]) -> None:
        self.files.append(tuple(names))

    def load(self) -> None:
        self._read(is_load=True)

    def read(self) -> None:
        """Reads the file before a call, if it is another than the cloud has read."""
        if self.files and self.stamp != len(self.files) - 1:
            self._read(is_load=False)

    def _read(self, *, is_load: bool) -> None:
        self.stamp = len(self.files) - 1
        world = {name: each for name, each in self.world.items() if not each[0].is_of_file}
        if is_load:
            self.await_none()
        self.awaited.update(self.files[-1])
        for name in self.files[-1]:
            if name in self.brought:
                rule, counts = self.brought[name]
                present = self.world.get(name)
                if present is not None and present[0] is rule and not present[1].is_of_document:
                    counts = present[1]
                if is_load:
                    counts = Counts()
            else:
                rule, counts = Rule(name, "zones/list", name, is_strict=True), Counts()
                rule.is_of_file = True
                self.due.add(rule)
            self.brought[name] = rule, counts
            world[name] = rule, counts, False
        self.put(world)

    # Calls

    def call(self, operation: str) -> None:
        self.read()
        rules = [rule for rule, _, _ in self.world.values() if rule.operation == operation]
        for rule in sorted(rules, key=lambda rule: not rule.name.startswith(ERROR)):
            _, counts, _ = self.world[rule.name]
            rule.has_acted = counts.has_acted = True
            self.world[rule.name] = (rule, counts, True)
            if rule.resets not in (None, rule.name):
                self.start_anew(str(rule.resets))
            if rule.takes:
                return

    def call_fork(self, operation: str) -> None:
        """Makes a call to a fork: acts there count."""
        fork = copy(self)
        fork.world, fork.brought, fork.awaited = dict(self.world), dict(self.brought), set()
        fork.due, fork.is_fork = set(), True
        fork.call(operation)

    # States

    def state(self) -> State:
        return State(dict(self.world), self.stamp)

    def saved(self) -> State | None:
        """Returns the state, unless a document cannot tell two rules of it from earlier ones."""
        keys = {
            (name, str(rule.content), is_shown): rule
            for name, (rule, _, is_shown) in self.world.items()
        }
        if any(self._saved.get(key, rule) is not rule for key, rule in keys.items()):
            return None
        self._saved |= keys
        return self.state()

    def restore(self, state: State, *, is_document: bool = False) -> None:
        world: World = {}
        for name, (rule, counts, is_shown) in state.world.items():
            counts = Counts(is_shown, True) if is_document else counts
            if self.is_counted(rule):
                rule.restored = counts
            world[name] = rule, counts, is_shown
        self.put(world)
        self.stamp = None if is_document else state.stamp

    def reset(self, keeps: bool) -> None:
        self.restore(self.state() if keeps else State())
        self.snapshots.clear()

    # Explorations

    def explore(self) -> None:
        left = {rule for rule in self.due if rule.left}
        self._explored = self.state(), set(self.due), left, dict(self.snapshots)

    def end_run(self) -> None:
        assert self._explored is not None
        state, due, left, snapshots = self._explored
        self.restore(state)
        for rule in left:  # what a run did with it does not matter
            rule.left = True
        self.due = set(due)
        self.snapshots = dict(snapshots)
