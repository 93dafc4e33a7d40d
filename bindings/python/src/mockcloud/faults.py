"""Rules of faults: when something goes wrong, how often, and what (docs/FAULTS.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Literal

from ._usage_errors import BadHandle
from ._vocabulary import OperationName

#: A rule, in the words of docs/FAULTS.md.
Rule = Mapping[str, Any]

#: A list of rules that make a kind of bad day together.
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
    """What one rule did so far."""

    id: str
    #: How many times the rule was asked in its phase.
    evaluations: int
    #: How many times it acted.
    injections: int
    #: How many times its limit alone kept it from acting.
    skipped: int
    #: The key of the rule that kept it from acting the last time; None where it acted.
    last_reason: str | None
    #: Whether the rule must act (`mustFire`) and has not.
    overdue: bool


_RULE = '{"then": {"error": "zoneBusy"}}'


class Faults:
    """The rules of one cloud: `cloud.faults`."""

    def __init__(self, call: Callable[[OperationName, Mapping[str, Any]], dict[str, Any]]) -> None:
        self._call = call

    def add(self, *rules: Rule) -> list[str]:
        """Adds rules behind those that are there, and returns their names.

        `cloud.faults.add({"when": {"op": "records/modify"}, "limit": {"injections": 2},
        "then": {"error": "zoneBusy"}})` fails twice, and then succeeds.
        """
        for rule in rules:
            if not isinstance(rule, Mapping):
                raise TypeError(f"a rule is a dictionary such as {_RULE}, not {rule!r}")
        ids: list[str] = self._call("mock/faults/add", {"rules": list(rules)})["ids"]
        return ids

    def load(self, path: str | PathLike[str], *, watch: bool = True) -> list[str]:
        """Adds the rules of a file, in place of those of an earlier file, and returns their names.

        With `watch`, the file is read again where it changes; a file that is damaged then changes
        nothing, see `file_problem()`.
        """
        request = {"path": fspath(path), "watch": watch}
        ids: list[str] = self._call("mock/faults/load", request)["ids"]
        return ids

    def file_problem(self) -> str | None:
        """Why the rules of the watched file are not what is armed; None where they are."""
        problem: str | None = self._call("mock/faults/report", {}).get("file", {}).get("problem")
        return problem

    def rules(self) -> list[dict[str, Any]]:
        """The rules in the order in which they are asked."""
        rules: list[dict[str, Any]] = self._call("mock/faults/list", {})["rules"]
        return rules

    def report(self) -> list[FaultReport]:
        """What the rules did so far, in their order."""
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

    def overdue(self) -> list[FaultReport]:
        """The rules that must act (`mustFire`) and have not."""
        return [rule for rule in self.report() if rule.overdue]

    def remove(self, rule: str) -> None:
        """Removes the rule of that name."""
        self._call("mock/faults/remove", {"id": rule})

    def clear(self) -> None:
        """Removes all rules, and what `set_error` and `set_record_errors` set."""
        self._call("mock/faults/clear", {})

    def profile(self, name: Profile, intensity: float | None = None) -> list[str]:
        """Adds the rules of a profile, in place of those that it added before.

        Intensity 0 removes them, 1 is the worst. Returns their names.
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
        """Stops all rules, or lets them go on."""
        self._call("mock/faults/pause", {"paused": paused})

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stops all rules for as long as the block runs."""
        self.pause()
        try:
            yield
        finally:
            self.pause(False)


class Failure:
    """What `Cloud.fail` set, until `remove()` or the end of its `with` block takes it away."""

    def __init__(self, faults: Faults, rules: list[str]) -> None:
        self._faults = faults
        #: The names of its rules, one, or one for each record.
        self.rules = tuple(rules)

    def __repr__(self) -> str:
        return f"Failure({', '.join(self.rules)})"

    @property
    def count(self) -> int:
        """How many calls, or items of calls, failed by it so far; 0 where it was taken away."""
        return sum(rule.injections for rule in self._faults.report() if rule.id in self.rules)

    def remove(self) -> None:
        """Takes it away, as far as it is still there."""
        there = {rule.id for rule in self._faults.report()}
        for rule in self.rules:
            if rule in there:
                self._faults.remove(rule)

    def __enter__(self) -> Failure:
        return self

    def __exit__(self, *raised: object) -> None:
        with suppress(BadHandle):  # a cloud that was closed meanwhile fails nothing
            self.remove()
