"""Runs sequences of calls, checks invariants after each call, and shrinks failing sequences."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from mockcloud import Cloud
from sequences import CONFIG, FORK, RELOAD, USERS, Step


class Broken(AssertionError):
    """An invariant does not hold after a call."""

    def __init__(self, problem: str, place: str = "") -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        #: The problem without names, to distinguish failures.
        self.kind = re.sub(r"'[^']*'|\d+", "…", problem)


class Marks:
    """The values of the marks in requests, from earlier responses."""

    def __init__(self, cloud: Cloud) -> None:
        names = {user: cloud.call("account/userRecordID", {"user": user}) for user in USERS}
        self.aliases = {answer["userRecordName"]: user for user, answer in names.items()}
        self.found: dict[str, str] = {}

    def resolved(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.found.get(value, "none") if value.startswith("$") else value
        if isinstance(value, list):
            return [self.resolved(each) for each in value]
        if isinstance(value, dict):
            return {key: self.resolved(each) for key, each in value.items()}
        return value

    def learn(self, answer: dict[str, Any]) -> None:
        records = answer.get("records")
        for record in records if isinstance(records, list) else ():
            if "zoneID" not in record or "ckErrorCode" in record:
                continue
            zone = record["zoneID"]
            owner = self.aliases.get(zone["ownerRecordName"], "?")
            place = f"{owner}/{zone['zoneName']}/{record['recordName']}"
            for key, mark in (("shortGUID", "guid"), ("recordChangeTag", "tag")):
                if key in record:
                    self.found[f"${mark}:{place}"] = record[key]


class Run:
    """One sequence on one cloud, checked after every step."""

    def __init__(self) -> None:
        self.cloud = Cloud(CONFIG)
        self.marks = Marks(self.cloud)
        #: The steps with the values of their marks.
        self.made: list[Step] = []
        self.state = self.save()
        self.hash = self.state_hash()
        self.stored = stored(json.loads(self.state))

    def close(self) -> None:
        self.cloud.close()

    def answer(self, operation: str, request: dict[str, Any]) -> Any:
        return json.loads(self.cloud.call_raw(operation, json.dumps(request).encode())[1])

    def save(self) -> bytes:
        return self.cloud.call_raw("mock/state/save", None)[1]

    def state_hash(self) -> str:
        digits: str = self.answer("mock/state/hash", {})["hash"]
        return digits

    def step(self, step: Step) -> None:
        step = Step(step.operation, self.marks.resolved(step.request))
        self.made.append(step)
        failed = False
        if step.operation == FORK:
            copy = self.cloud.fork()
            self.cloud.close()
            self.cloud = copy
        elif step.operation == RELOAD:
            other = Cloud(CONFIG)
            status, text = other.call_raw("mock/state/load", b'{"state":%s}' % self.state)
            self.cloud.close()
            self.cloud = other
            if status != 0:
                raise Broken(f"mock/state/load refuses what mock/state/save wrote: {text.decode()}")
        else:
            request = json.dumps(step.request).encode()
            status, text = self.cloud.call_raw(step.operation, request)
            answer = json.loads(text)
            self.marks.learn(answer)
            failed = status != 0 and has_failed(answer)
        self.check(must_be_same=failed or step.operation in (FORK, RELOAD))

    def check(self, must_be_same: bool) -> None:
        status, text = self.cloud.call_raw("mock/state/check", None)
        if text != b'{"problems":[]}':
            if status != 0:
                raise Broken(f"mock/state/check answers {text.decode()}")
            problem = json.loads(text)["problems"][0]
            raise Broken(problem["problem"], problem["where"])
        state = self.save()
        state_hash = self.state_hash()
        if state == self.state:
            if state_hash != self.hash:
                raise Broken("the state hash changed, and the state document did not")
            return
        document = json.loads(state)
        # The counters of errors and rules are not part of the world.
        if must_be_same and {**json.loads(self.state), "errors": None} != {
            **document,
            "errors": None,
        }:
            raise Broken("the call changed the state document")
        parts = stored(document)
        if (state_hash == self.hash) != (parts == self.stored):
            raise Broken("the state hash changed without what is stored, or the other way round")
        self.state, self.hash, self.stored = state, state_hash, parts
        for missing in missing_targets(document):
            raise Broken(missing)


def stored(state: dict[str, Any]) -> list[Any]:
    """Returns the parts of a state document that the state hash covers."""
    keys = ("databases", "sharedDatabases", "subscriptions")
    return [without_history(state.get(key)) for key in keys]


def without_history(value: Any) -> Any:
    """Returns a part of a state document without what the state hash leaves out."""
    if isinstance(value, dict):
        return {
            key: without_history(each)
            for key, each in value.items()
            if key not in ("previous", "epochs", "tokenEpoch", "unread")
        }
    return [without_history(each) for each in value] if isinstance(value, list) else value


def has_failed(answer: dict[str, Any]) -> bool:
    """Returns whether a call had no effect: it failed as a whole, or all of its items did."""
    items = next((each for each in answer.values() if isinstance(each, list)), [])
    return all("ckErrorCode" in each for each in items)


def missing_targets(state: dict[str, Any]) -> Iterator[str]:
    """Yields descriptions of references and parents without targets, which only seeding allows."""
    for database in state["databases"]:
        for zone in database["zones"]:
            names = {record["recordName"] for record in zone["records"]}
            for record in zone["records"]:
                name = record["recordName"]
                if "parent" in record and record["parent"]["recordName"] not in names:
                    yield f"the parent of record '{name}' is not there"
                for target in validated(record):
                    if target not in names:
                        yield f"a VALIDATE reference of record '{name}' leads nowhere"


def validated(record: dict[str, Any]) -> Iterator[str]:
    """Returns the targets of a record's references that require their targets."""
    for field in record["fields"].values():
        for value in field["value"] if isinstance(field["value"], list) else [field["value"]]:
            if isinstance(value, dict) and value.get("action") == "VALIDATE":
                yield value["recordName"]


def failure(steps: list[Step]) -> tuple[Broken, list[Step]] | None:
    """Returns the violation of a sequence, and the steps up to it with the values of marks."""
    run = Run()
    try:
        for step in steps:
            run.step(step)
    except Broken as broken:
        return broken, run.made
    finally:
        run.close()
    return None


# Shrinking


def smaller(steps: list[Step]) -> Iterator[list[Step]]:
    """Yields shorter or simpler sequences."""
    for index in reversed(range(len(steps))):
        yield steps[:index] + steps[index + 1 :]
    for index, step in enumerate(steps):
        for request in less(step.request):
            yield [*steps[:index], Step(step.operation, request), *steps[index + 1 :]]


def less(value: Any) -> Iterator[Any]:
    """Yields copies of the value without one of its parts."""
    if isinstance(value, list):
        for index, each in enumerate(value):
            if len(value) > 1:
                yield value[:index] + value[index + 1 :]
            for part in less(each):
                yield [*value[:index], part, *value[index + 1 :]]
    elif isinstance(value, dict):
        needed = {"operationType", "record", "recordName", "zoneID", "user", "database", "value"}
        for key, each in value.items():
            if key not in needed:
                yield {name: other for name, other in value.items() if name != key}
            for part in less(each):
                yield {**value, key: part}


def shrunk(steps: list[Step], kind: str) -> tuple[Broken, list[Step]]:
    """Returns the smallest sequence found with the same violation, and the values of its marks."""
    best = failure(steps)
    assert best is not None
    steps = steps[: len(best[1])]
    improved = True
    while improved:
        improved = False
        for candidate in smaller(steps):
            found = failure(candidate)
            if found is not None and found[0].kind == kind:
                best, steps, improved = found, candidate[: len(found[1])], True
                break
    return best


def as_scenario(steps: list[Step], broken: Broken) -> str:
    """Returns the steps as a scenario file, with placeholders for those that are not calls."""
    lines = []
    for step in steps:
        if step.operation in (FORK, RELOAD):
            lines.append(json.dumps({"call": "mock/clock", "note": step.operation}))
        else:
            lines.append(json.dumps({"call": step.operation, "request": step.request}))
    head = json.dumps({"name": str(broken), "source": "", "config": CONFIG})[:-1]
    return head + ', "steps": [\n  ' + ",\n  ".join(lines) + "\n]}"
