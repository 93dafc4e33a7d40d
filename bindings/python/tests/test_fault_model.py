"""The rules of faults, compared with a plain model at random.

After each step, the counts and the reasons of all rules must be the model's; after each call, also
what acted, what did not, the outcome and the time.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from fault_model import FaultModel
from fault_parts import PHASES, Scope
from fault_worlds import NAMES, USERS, ZONES, Worlds

from mockcloud import CKError, Cloud, errors

#: The number of random worlds, and of steps in each.
WORLDS = 50
STEPS = 60


class Side:
    """A cloud and its model side by side."""

    def __init__(self, random: Random) -> None:
        self.cloud = Cloud(seed=1)
        users = {
            alias: self.cloud.call("mock/users/add", {"alias": alias, "devices": list(devices)})[
                "userRecordName"
            ]
            for alias, devices in USERS.items()
        }
        self.seed()
        self.worlds = Worlds(random, users)
        self.model = FaultModel(self.now())

    def seed(self) -> None:
        for alias in USERS:
            records = [
                {"recordName": name, "recordType": "Note", "zoneID": {"zoneName": zone}}
                for zone in ZONES
                for name in NAMES
            ]
            self.cloud.call("mock/seed", {"user": alias, "records": records})

    def now(self) -> int:
        return round(self.cloud.now.timestamp() * 1000)

    def step(self) -> None:
        steps = (
            [self.add] * 4
            + [self.remove, self.arm, self.set_error, self.set_record_errors]
            + [self.advance, self.keep]
            + [self.call] * 14
        )
        if self.worlds.maybe(3):
            steps = [self.pause, self.clear, self.reset]
        self.worlds.one(*steps)()
        self.compare()

    def add(self) -> None:
        rules = [self.worlds.rule(self.model.rules) for _ in range(self.worlds.one(1, 1, 2, 3))]
        # A rule that can never act is refused.
        with suppress(errors.BadMockRequest):
            added = self.cloud.call("mock/faults/add", {"rules": rules})["ids"]
            assert added == self.model.add(rules)

    def remove(self) -> None:
        if rules := [*self.model.rules, *self.model.set_errors]:
            rule = self.worlds.one(*rules)
            self.cloud.call("mock/faults/remove", {"id": rule.id})
            self.model.remove(rule)

    def arm(self) -> None:
        if self.model.rules:
            ids = [self.worlds.one("*", self.worlds.one(*self.model.rules).id)]
            if self.worlds.maybe(60):
                reset = self.worlds.maybe(40)
                self.cloud.call("mock/faults/arm", {"ids": ids, "reset": reset})
                self.model.arm(ids, True, reset)
            else:
                self.cloud.call("mock/faults/disarm", {"ids": ids})
                self.model.arm(ids, False)

    def pause(self) -> None:
        self.model.is_paused = not self.model.is_paused
        self.cloud.call("mock/faults/pause", {"paused": self.model.is_paused})

    def clear(self) -> None:
        self.cloud.call("mock/faults/clear", {})
        self.model.clear()

    def reset(self) -> None:
        """Begins the numbers of calls anew in the journal, but not those of the rules."""
        self.cloud.call("mock/reset", {"keep": ["faults", "users", "clock"]})
        self.seed()

    def set_error(self) -> None:
        context, resolved = self.worlds.context()
        op = self.worlds.one(None, "records/lookup", "records/modify", "zones/list")
        request = {**context, "operation": op} if op else context
        if self.worlds.maybe(20):
            self.cloud.call("mock/error/set", {**request, "error": None})
            self.model.clear_errors(Scope(resolved, op), is_of_records=False)
        else:
            counts, limit = self.worlds.set_limit()
            self.cloud.call("mock/error/set", {**request, **counts, "error": "zoneBusy"})
            self.model.set_error(Scope(resolved, op), "zoneBusy", limit)

    def set_record_errors(self) -> None:
        context, resolved = self.worlds.context()
        if self.worlds.maybe(20):
            self.cloud.call("mock/recordErrors/set", {**context, "recordNames": []})
            self.model.clear_errors(Scope(resolved), is_of_records=True)
            return
        counts, limit = self.worlds.set_limit()
        scopes = self.worlds.records(resolved)
        names = []
        for name, zone, owner in [scope.record for scope in scopes if scope.record]:
            zone_id = {"zoneName": zone, "ownerRecordName": owner}
            names.append({"recordName": name, "zoneID": zone_id} if zone else {"recordName": name})
        request = {**context, **counts, "recordNames": names, "error": "zoneBusy"}
        self.cloud.call("mock/recordErrors/set", request)
        self.model.set_record_errors(scopes, "zoneBusy", limit)

    def advance(self) -> None:
        seconds = self.worlds.one(1, 2, 5)
        self.cloud.advance(seconds)
        self.model.now += seconds * 1000

    def keep(self) -> None:
        """Goes on with a copy of the cloud, which must have the same future."""
        former = self.cloud
        if self.worlds.maybe(50):
            self.cloud = former.fork()
        else:
            self.cloud = Cloud(seed=2)
            self.cloud.state.load(former.state.save())
        former.close()

    def call(self) -> None:
        call, request = self.worlds.call()
        expected = self.model.run(call)
        with suppress(CKError):
            self.cloud.call(call.op, request)
        row = self.cloud.call("mock/journal", {"last": 1})["calls"][0]
        acts = [
            (it["source"], it.get("rule"), it.get("recordName")) for it in row.get("faults", [])
        ]
        assert acts == [
            (source, rule if source == "mock/faults/add" else None, name)
            for source, rule, name in expected.acts
        ]
        passed = [(it["rule"], it["reason"]) for it in row.get("notApplied", [])]
        assert sorted(passed) == sorted(
            (name, reason) for name, (_, reason) in expected.reasons.items() if reason
        )
        places = {rule.id: place for place, rule in enumerate(self.model.ordered)}
        order = [
            (PHASES.index(expected.reasons[name][0]), places[name])
            for name, _ in passed
            if name in places
        ]
        assert order == sorted(order)
        if expected.error:
            assert row["response"]["error"]["ckErrorName"] == expected.error
        else:
            assert row["status"] == (2 if expected.is_partial else 0)
        assert self.now() == self.model.now

    def compare(self) -> None:
        rules = self.cloud.faults.report()
        assert {
            rule.id: (
                rule.evaluations,
                rule.injections,
                rule.skipped,
                rule.ineffective,
                rule.last_reason,
            )
            for rule in rules
        } == {rule.id: rule.counters.report for rule in [*self.model.set_errors, *self.model.rules]}
        names = [rule.id for rule in self.model.ordered]
        assert [rule.id for rule in rules if rule.id in names] == names


@pytest.mark.parametrize("seed", range(WORLDS))
def test_rules_do_what_a_plain_model_does(seed: int) -> None:
    side = Side(Random(seed))
    try:
        for _ in range(STEPS):
            side.step()
    finally:
        side.cloud.close()
