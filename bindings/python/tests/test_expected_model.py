"""Which faults must act, compared with a plain model at random."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from chance import Chance
from expected_model import Model, Rule, State
from watched import owed, watched

from mockcloud import Cloud, FaultNeverActed
from mockcloud.errors import BadMockRequest
from mockcloud.harness.faults import Failure
from mockcloud.harness.savepoints import Savepoint

#: The number of random tests of each kind.
TESTS = 120

OPERATIONS = ["zones/list", "account/status", "users/caller"]


class Side:
    """A cloud and its model side by side."""

    def __init__(self, cloud: Cloud, chance: Chance, file: Path) -> None:
        self.cloud, self.chance, self.file = cloud, chance, file
        self.model = Model()
        self.log: list[str] = []
        self.documents: list[tuple[Any, State]] = []
        self.is_exploring = False
        #: The savepoints whose blocks are running, with the rules that were added in them.
        self.blocks: list[tuple[Savepoint, set[Rule], State]] = []
        self.failures: list[tuple[Failure, Rule, int]] = []
        self.count = 0

    def note(self, *what: object) -> None:
        self.log.append(" ".join(map(str, what)))

    # Rules

    def added(self, rule: Rule | None) -> None:
        if rule is not None:
            for _, rules, _ in self.blocks:
                rules.add(rule)

    def add(self) -> None:
        name, operation = self.chance.one(*"ABC"), self.chance.one(*OPERATIONS)
        if self.chance.maybe(0.3):
            operation = OPERATIONS["ABC".index(name)]  # often the same as an earlier rule
        if name in self.model.world:
            return
        rule: dict[str, Any] = {"id": name, "when": {"op": operation}, "then": {"latency": 1}}
        must = self.chance.one(True, True, False, None, None, None)
        if must is not None:
            rule["mustFire"] = must
        resets = self.chance.one(
            None, None, None, None, name, *sorted(self.model.world.keys() & set("ABC"))
        )
        if resets:
            rule["next"] = {"arm": [resets], "reset": True}
        is_optional = self.chance.maybe(0.15)
        self.note("add", rule, "optional" if is_optional else "")
        self.cloud.faults.add(rule, optional=is_optional)
        is_exempt = is_optional or must is False
        own = Rule(name, operation, rule, is_exempt, must is True and resets != name, resets=resets)
        self.model.add(own)
        self.added(own)

    def remove(self) -> None:
        if self.model.world:
            name = self.chance.one(*self.model.world)
            if not self.model.world[name][0].is_of_file:
                self.note("remove", name)
                self.cloud.faults.remove(name)
                self.model.remove(name)

    def clear(self) -> None:
        how = self.chance.one("clear", "heal")
        self.note(how)
        getattr(self.cloud.faults, how)()
        self.model.clear()

    def arm(self) -> None:
        name = self.chance.one(*"ABC")
        if name in self.model.world:
            self.note("arm", name)
            self.cloud.faults.arm(name, reset=True)
            self.model.start_anew(name)

    def set_error(self) -> None:
        operation = self.chance.one(*OPERATIONS[:2])
        error = self.chance.one("internalError", "networkFailure", None)
        self.note("error", operation, error)
        self.cloud.call("mock/error/set", {"operation": operation, "error": error})
        self.added(self.model.set_error(operation, error))

    # Calls

    def call(self) -> None:
        operation = self.chance.one(*OPERATIONS)
        self.note("call", operation)
        self.cloud.exchange(operation)
        self.model.call(operation)

    def fork(self) -> None:
        self.note("fork")
        with self.cloud.fork() as fork:
            fork.exchange("zones/list")
            fork.faults.clear()
        self.model.call_fork("zones/list")

    # States

    def snapshot(self) -> None:
        name = self.chance.one("x", "y")
        self.note("snapshot", name)
        self.cloud.state.snapshot(name)
        self.model.snapshots[name] = self.model.state()

    def restore(self) -> None:
        if self.model.snapshots:
            name = self.chance.one(*self.model.snapshots)
            self.note("restore", name)
            self.cloud.state.restore(name)
            self.model.restore(self.model.snapshots[name])

    def save(self) -> None:
        state = self.model.saved()
        if state is not None:
            self.note("save", len(self.documents))
            self.documents.append((self.cloud.state.save(), state))

    def load_state(self) -> None:
        if self.documents:
            number = self.chance.randrange(len(self.documents))
            document, state = self.documents[number]
            self.note("load", number)
            self.cloud.state.load(document)
            self.model.restore(state, is_document=True)

    def reset(self) -> None:
        if not self.is_exploring and not self.blocks:
            keeps = self.chance.maybe(0.5)
            self.note("reset", "keeping the rules" if keeps else "")
            self.cloud.state.reset(keep=["faults"] if keeps else [])
            self.model.reset(keeps)

    def explore(self) -> None:
        if not self.is_exploring:
            self.note("explore")
            self.cloud.call("mock/explore/begin", {"errors": ["internalError"]})
            self.model.explore()
        else:
            self.note("end of the exploration")
            if self.chance.maybe(0.3):
                with suppress(BadMockRequest):  # the first run made no calls
                    self.cloud.call("mock/explore/next")
            self.cloud.call("mock/explore/end")
            self.model.end_run()
        self.is_exploring = not self.is_exploring

    # Files

    def write(self) -> None:
        if self.is_exploring and not self.model.files:
            return
        names = self.chance.sample("FG", self.chance.randrange(3))
        self.note("write", *names)
        rules = [
            {"id": name, "when": {"op": "zones/list"}, "then": {"latency": 2}, "mustFire": True}
            for name in names
        ]
        self.file.write_text(json.dumps(rules))
        self.count += 1
        os.utime(self.file, (self.count, self.count))
        if self.model.files:
            self.model.write(names)
        else:
            self.load_file(names)

    def load_file(self, names: list[str] | None = None) -> None:
        if names is not None or (self.model.files and not self.is_exploring):
            self.note("load file")
            if names is not None:
                self.model.write(names)
            self.cloud.faults.load(self.file)
            self.model.load()

    # Blocks

    def begin(self) -> None:
        if len(self.blocks) < 2 and not self.is_exploring:
            self.note("savepoint")
            savepoint = self.cloud.savepoint()
            savepoint.__enter__()
            self.blocks.append((savepoint, set(), self.model.state()))

    def end(self) -> None:
        if self.blocks and not (self.failures and self.failures[-1][2] == len(self.blocks)):
            self.note("end of the savepoint")
            savepoint, rules, state = self.blocks.pop()
            self.raises(lambda: savepoint.__exit__(None, None, None), rules)
            self.model.restore(state)

    def fail(self) -> None:
        if len(self.failures) < 2 and not self.is_exploring:
            operation = self.chance.one(*OPERATIONS)
            failure = self.cloud.fail("internalError", operation=operation)
            self.note("fail", operation, failure.rules)
            rule = Rule(failure.rules[0], operation, operation, takes=True)
            self.model.add(rule)
            self.added(rule)
            self.failures.append((failure.__enter__(), rule, len(self.blocks)))

    def end_fail(self) -> None:
        if self.failures and self.failures[-1][2] == len(self.blocks) and not self.is_exploring:
            failure, rule, _ = self.failures.pop()
            self.note("end of", *failure.rules)
            self.raises(lambda: failure.__exit__(None), {rule})
            if self.model.world.get(rule.name, (None,))[0] is rule:
                self.model.remove(rule.name)

    def raises(self, end: Callable[[], object], rules: set[Rule]) -> None:
        owed = self.model.unsatisfied(rules)
        found = []
        try:
            end()
        except FaultNeverActed as error:
            found = [text for text in str(error).splitlines() if text.startswith("the fault")]
        names = sorted(text.split("'")[1] for text in found)
        assert names == sorted(rule.name for rule in owed), "\n".join(self.log)
        self.model.due.difference_update(owed)

    # All

    def step(self, *others: Callable[[], None]) -> None:
        usual = [self.add] * 3 + [self.call] * 6 + [self.set_error] * 4 + [self.arm, self.remove]
        states = [self.snapshot, self.restore, self.save, self.load_state]
        rare = [self.clear, self.reset, self.fork]
        self.chance.one(*usual, *states * 2, *rare, *others)()
        if self.chance.maybe(0.6):
            self.check()

    def check(self) -> None:
        found = sorted(owed(self.cloud))
        expected = sorted(rule.name for rule in self.model.unsatisfied())
        assert found == expected, "\n".join(self.log)


def run(kind: str, seed: int, file: Path) -> None:
    with watched() as cloud:
        side = Side(cloud, Chance(f"{kind} {seed}"), file)
        others = {
            "states": [side.explore] * 2,
            "files": [side.write] * 4 + [side.load_file, side.explore],
            "blocks": [side.begin, side.end, side.fail, side.end_fail],
        }
        for _ in range(side.chance.randrange(4, 40)):
            side.step(*others[kind])
        side.check()


@pytest.mark.parametrize("kind", ["states", "files", "blocks"])
def test_what_must_act(kind: str, tmp_path: Path) -> None:
    for seed in range(TESTS):
        run(kind, seed, tmp_path / f"{seed}.json")
