"""Fault rules, which specify when, how often and in which way calls fail (docs/FAULTS.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Literal

from ._usage_errors import BadHandle
from ._vocabulary import OperationName
from .traces import Trace

#: A rule, in the form described in docs/FAULTS.md.
Rule = Mapping[str, Any]

#: The name of a predefined list of rules.
Profile = Literal[
    "airplane",
    "flaky-wifi",
    "throttled",
    "quota-full",
    "account-churn",
    "two-devices",
    "busy-zone",
    "everything",
]


@dataclass(frozen=True)
class FaultReport:
    """The counts of one rule."""

    id: str
    #: How many times the rule was evaluated in its phase.
    evaluations: int
    #: How many times it acted.
    injections: int
    #: How many times only its limit prevented it from acting.
    skipped: int
    #: The key of the rule that prevented it from acting the last time; None if it acted.
    last_reason: str | None
    #: Whether the rule has `mustFire` and never acted.
    overdue: bool


_RULE = '{"then": {"error": "zoneBusy"}}'


class Faults:
    """The rules of one cloud: `cloud.faults`."""

    def __init__(self, call: Callable[[OperationName, Mapping[str, Any]], dict[str, Any]]) -> None:
        self._call = call

    def add(self, *rules: Rule) -> list[str]:
        """Adds rules after the existing ones and returns their names.

        With `cloud.faults.add({"when": {"op": "records/modify"}, "limit": {"injections": 2},
        "then": {"error": "zoneBusy"}})`, two calls fail and later calls succeed.
        """
        for rule in rules:
            if not isinstance(rule, Mapping):
                raise TypeError(f"a rule is a dictionary such as {_RULE}, not {rule!r}")
        ids: list[str] = self._call("mock/faults/add", {"rules": list(rules)})["ids"]
        return ids

    def load(self, path: str | PathLike[str], *, watch: bool = True) -> list[str]:
        """Adds the rules of a file and returns their names. Replaces those of an earlier file.

        With `watch`, the file is read again when it changes. If it is invalid then, the rules do
        not change; see `file_problem()`.
        """
        request = {"path": fspath(path), "watch": watch}
        ids: list[str] = self._call("mock/faults/load", request)["ids"]
        return ids

    def file_problem(self) -> str | None:
        """Returns the reason why the rules of the watched file are not in effect, or None."""
        problem: str | None = self._call("mock/faults/report", {}).get("file", {}).get("problem")
        return problem

    def rules(self) -> list[dict[str, Any]]:
        """Returns the rules in the order in which they are evaluated."""
        rules: list[dict[str, Any]] = self._call("mock/faults/list", {})["rules"]
        return rules

    def report(self) -> list[FaultReport]:
        """Returns the counts of the rules, in their order."""
        return [
            FaultReport(
                id=rule["id"],
                evaluations=rule["evaluations"],
                injections=rule["injections"],
                skipped=rule["skipped"],
                last_reason=rule["lastReason"],
                overdue=rule["overdue"],
            )
            for rule in self._call("mock/faults/report", {})["rules"]
        ]

    def trace(self) -> Trace:
        """Returns what faults did so far, as rules that do the same again without chance."""
        return Trace.from_wire(self._call("mock/faults/trace", {}))

    def overdue(self) -> list[FaultReport]:
        """Returns the rules with `mustFire` that never acted."""
        return [rule for rule in self.report() if rule.overdue]

    def remove(self, rule: str) -> None:
        """Removes the rule with this name."""
        self._call("mock/faults/remove", {"id": rule})

    def arm(self, *rules: str, reset: bool = False) -> list[str]:
        """Arms the rules with these names or patterns and returns their names.

        The `clock` and the `ttl` of the rules begin now. With `reset`, their counts start anew.
        """
        request: dict[str, Any] = {"ids": list(rules)}
        if reset:
            request["reset"] = True
        ids: list[str] = self._call("mock/faults/arm", request)["ids"]
        return ids

    def disarm(self, *rules: str) -> list[str]:
        """Makes the rules with these names or patterns inactive and returns their names."""
        ids: list[str] = self._call("mock/faults/disarm", {"ids": list(rules)})["ids"]
        return ids

    def clear(self) -> None:
        """Removes all rules, and the errors that `set_error` and `set_record_errors` set."""
        self._call("mock/faults/clear", {})

    def profile(self, name: Profile, intensity: float | None = None) -> list[str]:
        """Adds the rules of a profile and returns their names.

        The rules replace those that the same profile added before. Intensities range from 0, which
        removes the rules, to 1.
        """
        request: dict[str, Any] = {"name": name}
        if intensity is not None:
            request["intensity"] = intensity
        ids: list[str] = self._call("mock/faults/profile", request)["ids"]
        return ids

    def heal(self) -> None:
        """Ends everything that makes calls fail: rules, errors, networks, accounts."""
        self._call("mock/faults/heal", {})

    def pause(self, paused: bool = True) -> None:
        """Suspends all rules, or resumes them with `paused=False`."""
        self._call("mock/faults/pause", {"paused": paused})

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Suspends all rules during the block."""
        self.pause()
        try:
            yield
        finally:
            self.pause(False)


class Failure:
    """The fault rules that `Cloud.fail` added.

    They are removed by `remove()`, or at the end of a `with` block.
    """

    def __init__(self, faults: Faults, rules: list[str]) -> None:
        self._faults = faults
        #: The names of the rules: a single one, or one for each record.
        self.rules = tuple(rules)

    def __repr__(self) -> str:
        return f"Failure({', '.join(self.rules)})"

    @property
    def count(self) -> int:
        """How many calls, or items of calls, the rules made fail; 0 once they are removed."""
        return sum(rule.injections for rule in self._faults.report() if rule.id in self.rules)

    def remove(self) -> None:
        """Removes the rules that still exist."""
        there = {rule.id for rule in self._faults.report()}
        for rule in self.rules:
            if rule in there:
                self._faults.remove(rule)

    def __enter__(self) -> Failure:
        return self

    def __exit__(self, *raised: object) -> None:
        with suppress(BadHandle):  # the cloud may have been closed in the block
            self.remove()
