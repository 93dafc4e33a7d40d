"""A plain model of the rules of faults: each call evaluates one rule after another.

It is written from docs/FAULTS.md, without lists, groups or indexes. Its words are those of the
JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fault_parts import LOSSES, PHASES, Call, Json, Point, Rule, Scope, is_match, is_within

#: Rules only ask whether requests have some bytes, or a million.
BYTES = 1000


@dataclass
class Outcome:
    """What rules did to a call."""

    #: The source, the rule's name and the record of each act.
    acts: list[tuple[str, str, str | None]] = field(default_factory=list)
    #: For each rule that was evaluated, its phase and the reason why it did not act last.
    reasons: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    error: str | None = None
    #: Whether items failed.
    is_partial: bool = False
    #: What follows the effects that may do nothing, once they were applied.
    later: list[tuple[Rule, Point]] = field(default_factory=list)


class FaultModel:
    """The rules and set errors of a cloud, its clock, and the numbers of its calls."""

    def __init__(self, now: int) -> None:
        self.now = now
        self.set_errors: list[Rule] = []
        self.rules: list[Rule] = []
        self.states: dict[Any, str] = {}
        self.numbers: dict[tuple[str, str], int] = {}
        self.is_paused = False
        self.last_name = 0
        self.requests = 0

    # --- Rules

    @property
    def ordered(self) -> list[Rule]:
        return sorted(self.rules, key=lambda rule: bool(rule.json.get("last")))

    def add(self, rules: Sequence[Json]) -> list[str]:
        taken = {rule.id for rule in self.rules} | {rule["id"] for rule in rules if "id" in rule}
        added = []
        for rule in rules:
            name = rule.get("id")
            while name is None or (name in taken and "id" not in rule):
                self.last_name += 1
                name = f"rule-{self.last_name}"
            taken.add(name)
            added.append(Rule(name, rule, self.now, armed=rule.get("armed", True)))
        self.rules += added
        return [rule.id for rule in added]

    def remove(self, rule: Rule) -> None:
        (self.rules if rule.scope is None else self.set_errors).remove(rule)

    def arm(self, ids: Sequence[str], armed: bool, reset: bool = False) -> None:
        for rule in self.rules:
            if any(is_match(pattern, rule.id) for pattern in ids):
                rule.arm(armed, reset, self.now)

    def clear(self) -> None:
        self.set_errors, self.rules, self.states = [], [], {}
        self.is_paused, self.last_name = False, 0

    def set_error(self, scope: Scope, error: str, limit: Json) -> None:
        """Sets the error of calls, or adds that of a record to the last list."""
        self.requests += scope.record is None
        self.set_errors = [rule for rule in self.set_errors if rule.scope != scope]
        json = {"then": {"error": error}, "limit": limit}
        self.set_errors.append(Rule(scope.text, json, 0, scope, self.requests))

    def set_record_errors(self, scopes: Sequence[Scope], error: str, limit: Json) -> None:
        """Sets the errors of records for one context, in place of earlier ones."""
        self.requests += 1
        context = scopes[0].context
        self.set_errors = [
            rule
            for rule in self.set_errors
            if rule.scope and (rule.scope.record is None or rule.scope.context != context)
        ]
        for scope in scopes:
            self.set_error(scope, error, limit)

    def clear_errors(self, scope: Scope, is_of_records: bool) -> None:
        """Removes the set errors that have all keys of the scope."""

        def is_inside(other: Scope | None) -> bool:
            return (
                other is not None
                and (other.record is not None) == is_of_records
                and scope.op in (None, other.op)
                and set(scope.context) <= set(other.context)
            )

        self.set_errors = [rule for rule in self.set_errors if not is_inside(rule.scope)]

    # --- Conditions

    def refusal(self, rule: Rule, point: Point) -> str | None:
        """Returns the first key that does not match."""
        if self.is_paused:
            return "paused"
        if rule.scope is not None:
            return None
        return next(self._refusals(rule, point), None)

    def _refusals(self, rule: Rule, point: Point) -> Iterator[str]:
        call, item = point.call, point.item
        when, age = rule.when, self.now - rule.armed_at
        names = (call.user, call.alias)
        if not rule.armed:
            yield "armed"
        if "ttl" in rule.json and age >= rule.json["ttl"] * 1000:
            yield "ttl"
        if "clock" in when and not self._is_time(when["clock"], age):
            yield "when.clock"
        if "number" in when.get("call", {}) and not is_within(when["call"]["number"], call.number):
            yield "when.call"
        if "user" in when and not any(is_match(when["user"], name) for name in names):
            yield "when.user"
        if "device" in when and not is_match(when["device"], call.device):
            yield "when.device"
        if "items" in when and not is_within(when["items"], len(call.items)):
            yield "when.items"
        if "bytes" in when and not is_within(when["bytes"], BYTES):
            yield "when.bytes"
        if "zone" in when:
            zones = [item.zone] if item else call.zones
            name, owner = when["zone"].get("name", "*"), when["zone"].get("owner", "_self")
            is_owner = owner == "_self" or any(is_match(owner, name) for name in names)
            if not is_owner or not any(is_match(name, zone) for zone in zones):
                yield "when.zone"
        if item is not None:
            if when.get("call", {}).get("item", item.position) != item.position:
                yield "when.call"
            actions = when.get("action", [item.action])
            if item.action not in ([actions] if isinstance(actions, str) else actions):
                yield "when.action"
            if "recordName" in when and not is_match(when["recordName"], item.name):
                yield "when.recordName"
        if "state" in when:
            name, per = when["state"]["is"], when["state"]["per"]
            group = name[: name.rfind("/") + 1]
            state = point.states.get((group, point.key(per)), f"{group}initial")
            if state != name:
                yield "when.state"

    @staticmethod
    def _is_time(clock: Json, age: int) -> bool:
        after = clock.get("after", 0) * 1000
        if age < after or age >= clock.get("until", 10**9) * 1000:
            return False
        every = clock.get("every")
        return every is None or (age - after) % (every * 1000) < clock["for"] * 1000

    @staticmethod
    def _is_in_window(window: Json, match: int) -> bool:
        first, every = window.get("from", 1), window.get("every")
        if match != window.get("nth", match) or not first <= match <= window.get("to", match):
            return False
        return every is None or (match - window.get("from", 0)) % every == 0

    # --- Calls

    def run(self, call: Call) -> Outcome:
        place = (call.device, call.op)
        self.numbers[place] = call.number = self.numbers.get(place, 0) + 1
        outcome, states = Outcome(), dict(self.states)
        outcome.error = self._reach(Point(call, "before", states), outcome)
        if outcome.error:
            return outcome
        found = [self._reach(Point(call, "items", states, item), outcome) for item in call.items]
        outcome.is_partial = any(found)
        if call.op == "records/modify" and not all(found):
            outcome.error = self._reach(Point(call, "commit", states), outcome)
        if not outcome.error:
            outcome.error = self._reach(Point(call, "after", states), outcome)
        return outcome

    def _reach(self, point: Point, outcome: Outcome) -> str | None:
        """Evaluates the rules at a point of a call. Returns the error."""
        effects: list[tuple[str, Any]] = []
        taker: Rule | None = None
        for rule in self._asked(point):
            if taker is not None:
                self._shadow(rule, taker, point, outcome)
                continue
            rule.counters.evaluations += 1
            rule.counters.reason = self._act(rule, point, effects, outcome)
            outcome.reasons[rule.id] = (point.phase, rule.counters.reason)
            if effects and effects[-1][0] not in ("latency", "jump"):
                taker = rule
        if taker is not None and point.item is None:
            for phase in PHASES[PHASES.index(point.phase) + 1 :]:
                later = replace(point, phase=phase)
                for rule in self._asked(later) if phase != "items" else ():
                    self._shadow(rule, taker, later, outcome)
        error = None
        for name, value in effects:
            if name in ("latency", "jump"):
                self.now += value * 1000
            else:
                error = value
        for entry in outcome.later:
            self._follow(*entry)
        outcome.later = []
        return error

    def _asked(self, point: Point) -> list[Rule]:
        """Returns the rules that are evaluated at a point, in order."""
        op = point.call.op

        def is_about(rule: Rule) -> bool:
            if rule.scope is not None:
                return rule.scope.is_about(point.call, point.item)
            names = rule.when.get("op", op)
            return op in ([names] if isinstance(names, str) else names)

        errors = sorted(self.set_errors, key=lambda rule: rule.rank, reverse=True)
        rules = [*errors, *self.ordered]
        return [rule for rule in rules if rule.phase == point.phase and is_about(rule)]

    def _shadow(self, rule: Rule, taker: Rule, point: Point, outcome: Outcome) -> None:
        if self.refusal(rule, point) is None:
            rule.counters.reason = f"shadowed by {taker.id}"
            outcome.reasons[rule.id] = (point.phase, rule.counters.reason)

    def _act(
        self, rule: Rule, point: Point, effects: list[tuple[str, Any]], outcome: Outcome
    ) -> str | None:
        """Evaluates a rule, and adds its effects. Returns the reason why it does not act."""
        if reason := self.refusal(rule, point):
            return reason
        counters = rule.counters
        window, limit = rule.when.get("call", {}), rule.json.get("limit", {})
        if {"nth", "from", "to", "every"} & window.keys():
            key = point.key(window.get("per", "rule"))
            counters.matches[key] = counters.matches.get(key, 0) + 1
            if not self._is_in_window(window, counters.matches[key]):
                return "when.call"
        count = counters.counts.setdefault(point.key(limit.get("per", "rule")), [0, 0])
        count[0] += 1
        if reason := self._limit(rule, *count):
            counters.skipped += 1
            return reason
        own = list(self._drawn(rule))
        if not own:
            counters.ineffective += 1
            return "then.latency"
        counters.injections += 1
        count[1] += 1
        effects += own
        source = "mock/faults/add" if rule.scope is None else rule.scope.text.split(" ")[0]
        outcome.acts.append((source, rule.id, point.item.name if point.item else None))
        if all(name == "jump" for name, _ in own):
            # The clock might refuse the time.
            outcome.later.append((rule, point))
        else:
            self._follow(rule, point)
        return None

    def _limit(self, rule: Rule, seen: int, injected: int) -> str | None:
        limit = rule.json.get("limit", {})
        if seen <= limit.get("skip", 0):
            return "limit.skip"
        if injected >= limit.get("injections", injected + 1):
            return "limit.injections"
        probability = limit.get("probability", 1)
        if isinstance(probability, dict):
            start = rule.armed_at + rule.when.get("clock", {}).get("after", 0) * 1000
            has_changed = self.now >= start + probability["during"] * 1000
            probability = probability["to" if has_changed else "from"]
        return "limit.probability" if probability == 0 else None

    @staticmethod
    def _drawn(rule: Rule) -> Iterator[tuple[str, Any]]:
        for effect in rule.effects:
            for name, value in effect.items():
                if name not in ("latency", "jump"):
                    yield name, LOSSES.get(name, value)
                    return
                if value:
                    yield name, value

    def _follow(self, rule: Rule, point: Point) -> None:
        following = rule.json.get("next", {})
        if "state" in following:
            name = following["state"]
            key = point.key(following["per"])
            self.states[(name[: name.rfind("/") + 1], key)] = name
        for other in self.rules:
            if other.id in following.get("arm", []):
                other.arm(True, following.get("reset", False), self.now)
            if other.id in following.get("disarm", []):
                other.arm(False, False, self.now)
