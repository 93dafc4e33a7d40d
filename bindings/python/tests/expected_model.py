"""A plain model of which faults must act, written from docs/FAULTS.md and docs/python/pytest.md.

Each rule is an object, which snapshots and documents refer to: the model need not recognize one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

#: What the error of an operation is named.
ERROR = "mock/error/set operation="


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
    has_acted: bool = False
    #: Whether it acted since its counts started anew, also if that was undone.
    is_counted: bool = False
    #: Whether its counts showed an act when it was removed.
    left: bool = False
    #: The content of the file that the cloud has read when it added the rule.
    stamp: int | None = None
    #: Whether nothing has looked at the rules since a changed file brought the rule.
    is_unnoticed: bool = False
    #: Whether the file has changed since the rule acted: it may be expected to act again.
    is_doubtful: bool = False


#: The rules that exist, by name, and whether their counts show an act.
World = dict[str, tuple[Rule, bool]]


@dataclass
class State:
    """What a snapshot stores."""

    world: World = field(default_factory=dict)
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
        #: The rules of the file that must act, until their removal is noticed.
        self.awaited: dict[str, Rule] = {}
        #: The rules that a document has, by name, content and whether an act is shown.
        self._saved: dict[tuple[str, str, bool], Rule] = {}
        self._explored: tuple[State, set[Rule], dict[str, State]] | None = None
        self._explored_file: dict[str, Rule] = {}

    # What is owed

    def is_satisfied(self, rule: Rule) -> bool:
        if rule.is_exempt or (rule.has_acted and not rule.is_strict):
            return True
        present, is_shown = self.world.get(rule.name, (None, False))
        return rule.is_counted or (is_shown if present is rule else rule.left)

    def unsatisfied(self, rules: Iterable[Rule] | None = None) -> list[Rule]:
        among = self.due if rules is None else self.due.intersection(rules)
        return [rule for rule in among if not self.is_satisfied(rule)]

    @property
    def doubtful(self) -> set[str]:
        """The names of the rules of which nothing is said."""
        return {rule.name for rule in self.due if rule.is_doubtful}

    def look(self) -> None:
        """Notices the rules that a changed file brought."""
        for rule in self.awaited.values():
            rule.is_unnoticed = False

    # Changes

    def put(self, world: World) -> None:
        for name, (rule, is_shown) in self.world.items():
            if name not in world or world[name][0] is not rule:
                rule.left = is_shown
        self.world = world

    def add(self, rule: Rule, is_due: bool = True) -> None:
        self.put({**self.world, rule.name: (rule, False)})
        if is_due:
            self.due.add(rule)

    def remove(self, *names: str) -> None:
        self.put({name: each for name, each in self.world.items() if name not in names})

    def clear(self) -> None:
        self.look()
        self.put({})
        self.awaited.clear()

    def start_anew(self, name: str) -> None:
        if name in self.world:
            rule, _ = self.world[name]
            rule.is_counted = False
            self.world[name] = (rule, False)

    def set_error(self, operation: str, error: str | None) -> Rule | None:
        """Returns the error if it is another than before."""
        name = ERROR + operation
        present = self.world.get(name)
        if error is None:
            self.remove(name)
        elif present is not None and present[0].content == error:
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
        self.look()
        present = {name: rule for name, (rule, _) in self.world.items() if rule.stamp is not None}
        self.remove(*present)
        self.awaited.clear()
        for name in self.files[-1]:
            rule = present.get(name) or self._of_file(name)
            rule.is_counted = rule.left = rule.is_doubtful = rule.is_unnoticed = False
            self._put_of_file(rule)
        self.stamp = len(self.files) - 1

    @staticmethod
    def _of_file(name: str) -> Rule:
        return Rule(name, "zones/list", name, is_strict=True, is_unnoticed=True)

    def _put_of_file(self, rule: Rule) -> None:
        rule.stamp = len(self.files) - 1
        self.add(rule)
        self.awaited[rule.name] = rule

    def read(self) -> None:
        """Reads the file before a call, if it is another than the cloud has read."""
        if not self.files or self.stamp == len(self.files) - 1:
            return
        self.stamp = len(self.files) - 1
        self.remove(*(name for name, (rule, _) in self.world.items() if rule.stamp is not None))
        for name, rule in list(self.awaited.items()):
            if rule.is_unnoticed and name not in self.files[-1]:
                self.due.discard(self.awaited.pop(name))
        for name in self.files[-1]:
            rule = self.awaited.get(name) or self._of_file(name)
            if rule.left or rule.is_counted:
                rule.is_doubtful |= rule.stamp != self.stamp
                rule.is_counted = True
            self._put_of_file(rule)

    # Calls

    def call(self, operation: str) -> None:
        self.read()
        rules = [rule for rule, _ in self.world.values() if rule.operation == operation]
        for rule in sorted(rules, key=lambda rule: not rule.name.startswith(ERROR)):
            rule.has_acted = rule.is_counted = True
            rule.is_doubtful = False
            self.world[rule.name] = (rule, True)
            if rule.resets not in (None, rule.name):
                self.start_anew(str(rule.resets))
            if rule.takes:
                return

    # States

    def state(self) -> State:
        return State(dict(self.world), self.stamp)

    def saved(self) -> State | None:
        """Returns the state, unless a document cannot tell two rules of it from earlier ones."""
        keys = {
            (name, str(rule.content), is_shown): rule
            for name, (rule, is_shown) in self.world.items()
        }
        if any(self._saved.get(key, rule) is not rule for key, rule in keys.items()):
            return None
        self._saved |= keys
        return self.state()

    def restore(self, state: State, *, is_document: bool = False) -> None:
        self.look()
        world = {}
        for name, (rule, is_shown) in state.world.items():
            if rule.stamp is not None:
                rule = self.awaited.setdefault(name, rule)
            rule.is_counted |= is_shown
            world[name] = (rule, is_shown)
        self.put(world)
        self.stamp = None if is_document else state.stamp

    def reset(self, keeps: bool) -> None:
        self.restore(self.state() if keeps else State())
        self.snapshots.clear()

    # Explorations

    def explore(self) -> None:
        self.look()
        self._explored = self.state(), set(self.due), dict(self.snapshots)
        self._explored_file = dict(self.awaited)

    def end_run(self) -> None:
        assert self._explored is not None
        state, due, snapshots = self._explored
        self.awaited |= self._explored_file
        self.restore(state)
        self.due = due | set(self.awaited.values())
        self.snapshots = dict(snapshots)
