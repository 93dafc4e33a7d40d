"""Random rules and calls, the same for the library and for its model."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from fault_parts import Call, Item, Json, Rule, Scope

USERS = {"alice": ("a1", "a2"), "bob": ("b1",)}
ALIASES = {device: user for user, devices in USERS.items() for device in devices}
NAMES = ("n1", "n2", "n3")
ZONES = ("Z1", "Z2")
ACTIONS = {"records/lookup": "fetch", "records/modify": "save"}
CODES = ("zoneBusy", "serviceUnavailable", "internalError", "requestRateLimited")
#: The groups of states, with what they are kept for.
GROUPS = {"g/": "rule", "h/": "device", "": "user", "z/": "zone"}


class Worlds:
    """Draws the contents of worlds whose users have the given record names."""

    def __init__(self, random: Random, users: dict[str, str]) -> None:
        self.random = random
        self.users = users
        self.names = 0

    def maybe(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def one(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    # --- Rules

    def rule(self, others: Sequence[Rule]) -> Json:
        ops = self.one(None, "records/lookup", "records/modify", [*ACTIONS], "zones/list")
        has_items = ops not in (None, "zones/list")
        when: Json = {"op": ops} if ops else {}
        if self.maybe(20):
            when["user"] = self.one("alice", "bob", "a*", "*", self.users["bob"])
        if self.maybe(20):
            when["device"] = self.one("a1", "a2", "a*", "b1", "*1")
        if has_items and self.maybe(25):
            zone = {"name": self.one(*ZONES, "Z*")}
            owner = {"owner": self.one(*USERS, "_self", "b*", "*", self.users["alice"])}
            when["zone"] = self.one(zone, zone, {**zone, **owner}, owner)
        if has_items and self.maybe(10):
            when["items"] = self.one(1, 2, {">": 1}, {"<=": 2}, {">=": 2, "<": 3})
        if has_items and self.maybe(10):
            when["bytes"] = self.one({">": 0}, {">": 10**6}, {"<": 10**6})
        is_of_items = has_items and self.maybe(40)
        if is_of_items:
            actions = [ACTIONS[op] for op in ([ops] if isinstance(ops, str) else ops)]
            keys = (
                {"recordName": self.one(*NAMES, "n*", "*1")},
                {"action": self.one(actions, actions[0])},
                {"phase": "items"},
                {"call": {"item": self.one(1, 2)}},
            )
            for each in self.random.sample(keys, self.one(1, 1, 2, 3)):
                when.update(each)
        elif self.maybe(25):
            phases = ["before", "after"] + ["commit"] * (ops == "records/modify")
            when["phase"] = self.one(*phases)
        per = ["rule", "op", "device", "user"] + ["zone"] * has_items + ["record"] * is_of_items
        self.conditions(when, per)
        rule: Json = {"when": when} if when else {}
        if limit := self.limit(per):
            rule["limit"] = limit
        rule["then"] = self.effects(when.get("phase", "items" if is_of_items else "before"))
        self.others(rule, others, per)
        return rule

    def conditions(self, when: Json, per: list[str]) -> None:
        """Adds what is counted, the time and the state."""
        if self.maybe(30):
            window = self.one(
                {"nth": self.one(1, 2, 3)},
                {"from": self.one(1, 2), "every": self.one(2, 3)},
                {"to": self.one(1, 2, 3)},
                {"every": self.one(2, 3)},
                {"number": self.one(1, 2, 3, {">=": 2}, {"<": 4}, {">=": 2, "<=": 4})},
            )
            if "number" not in window and self.maybe(50):
                window["per"] = self.one(*per)
            when["call"] = {**when.get("call", {}), **window}
        if self.maybe(20):
            when["clock"] = self.one(
                {"after": self.one(1, 2, 5)},
                {"after": self.one(1, 2), "until": self.one(3, 8)},
                {"after": self.one(0, 2), "every": self.one(4, 6), "for": self.one(1, 3)},
            )
        if self.maybe(20):
            state, key = self.state(per)
            when["state"] = {"is": state, "per": key}

    def state(self, per: list[str]) -> tuple[str, str]:
        """Returns a state, with what it is kept for."""
        group = self.one(*[group for group, key in GROUPS.items() if key in per])
        return group + self.one("initial", "s1", "s2"), GROUPS[group]

    def limit(self, per: list[str]) -> Json:
        limit: Json = {}
        if self.maybe(25):
            limit["skip"] = self.one(1, 2)
        if self.maybe(40):
            limit["injections"] = self.one(1, 1, 2, 3)
        if limit and self.maybe(50):
            limit["per"] = self.one(*per)
        if self.maybe(10):
            start = self.one(0, 1)
            # The clock has whole seconds, at which this is certain too.
            ramp = {"from": start, "to": 1 - start, "during": 1}
            limit["probability"] = self.one(0, 1, ramp, ramp)
        return limit

    def effects(self, phase: str) -> Any:
        error = {"error": self.one(*CODES)}
        if phase in ("items", "commit"):
            return error
        loss = {"lostResponse" if phase == "after" else "lostRequest": True}
        passing = {self.one("latency", "jump"): self.one(1, 3)}
        return self.one(
            error, loss, passing, {"latency": 0}, [passing, self.one(passing, error, loss)]
        )

    def others(self, rule: Json, others: Sequence[Rule], per: list[str]) -> None:
        """Adds the name, what follows, and when the rule is evaluated."""
        if self.maybe(60):
            self.names += 1
            rule["id"] = f"{self.one('r', 'q')}{self.names}"
        following: Json = {}
        if self.maybe(30):
            state, key = self.state(per)
            following = {"state": state, "per": key}
        if others and self.maybe(25):
            following[self.one("arm", "disarm")] = [self.one(*others).id]
            if "arm" in following and self.maybe(50):
                following["reset"] = True
        if following:
            rule["next"] = following
        if self.maybe(15):
            rule["ttl"] = self.one(2, 5, 20)
        if self.maybe(15):
            rule["armed"] = False
        if self.maybe(15):
            rule["last"] = True

    # --- Set errors

    def context(self) -> tuple[Json, tuple[tuple[str, str], ...]]:
        """Returns context keys as in a request, and with the users' record names."""
        context: Json = {}
        if self.maybe(40):
            context["device"] = self.one(*ALIASES)
        if self.maybe(30):
            context["user"] = ALIASES.get(context.get("device", ""), self.one(*USERS))
        if self.maybe(30):
            context["database"] = "private"
        resolved = sorted(context.items())
        return context, tuple(
            (key, self.users[value] if value in self.users else value) for key, value in resolved
        )

    def set_limit(self) -> tuple[Json, Json]:
        """Returns the limit of set errors as in a request, and as that of a rule."""
        times, after = self.one(None, 1, 2), self.one(None, None, 1)
        request = {"times": times, "after": after}
        limit = {"injections": times, "skip": after}
        return (
            {key: value for key, value in request.items() if value},
            {key: value for key, value in limit.items() if value},
        )

    def records(self, context: tuple[tuple[str, str], ...]) -> list[Scope]:
        keys = dict(context)
        alias = ALIASES.get(keys.get("device", ""), "alice")
        owner = keys.get("user", self.users[alias])
        places = [(self.one(*NAMES), self.one(None, *ZONES)) for _ in range(self.one(1, 2, 3))]
        return [Scope(context, record=(name, zone, owner)) for name, zone in places]

    # --- Calls

    def call(self) -> tuple[Call, Json]:
        op, device = self.one(*ACTIONS, "zones/list"), self.one("a1", "a1", "a2", "b1")
        names = self.random.sample(NAMES, self.one(1, 2, 3)) if op in ACTIONS else []
        zone = self.one(*ZONES)
        items = [
            Item(name, self.one(*ZONES) if self.maybe(10) else zone, position, ACTIONS[op])
            for position, name in enumerate(names, start=1)
        ]
        request: Json = {"device": device, "database": "private"}
        ids = [{"recordName": it.name, "zoneID": {"zoneName": it.zone}} for it in items]
        if op == "records/lookup":
            request["records"] = ids
        elif op == "records/modify":
            request["atomic"] = False
            request["operations"] = [
                {"operationType": "forceReplace", "record": {**each, "recordType": "Note"}}
                for each in ids
            ]
        alias = ALIASES[device]
        return Call(op, device, self.users[alias], alias, items), request
