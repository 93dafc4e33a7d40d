"""Rules of faults that must act before a test or a block ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from .._core.calls import CallFunction
from .._core.usage_errors import FaultNeverActed
from .._core.wire import Wire

#: The beginnings of the names of the errors of these operations.
_SET = ("mock/error/set", "mock/recordErrors/set")


class Duty:
    """The rules that must act before a test or a block ends.

    With `exempt`, the names of the rules that exist already, later rules with `mustFire` and errors
    of `mock/error/set` and `mock/recordErrors/set` that are set later must act too.
    """

    def __init__(self, due: Iterable[str] = (), exempt: Iterable[str] | None = None) -> None:
        self.due = set(due)
        self._has_others = exempt is not None
        self.exempt = set(exempt or ())
        #: The rules that have acted, whose counts were then restored.
        self.acted: set[str] = set()
        #: Texts about rules that were removed before they acted, by the names of the rules.
        self.gone: dict[str, str] = {}

    def must_act(self, report: Wire) -> bool:
        """Returns whether a rule should have acted and did not."""
        name = report["id"]
        if report["injections"] > 0 or name in self.exempt:
            return False
        if self._has_others and self.is_overdue(report):
            return True
        if report.get("byChance"):
            return False
        return name in self.due or (self._has_others and name.startswith(_SET))

    def is_overdue(self, report: Wire) -> bool:
        """Returns whether a rule with `mustFire` has not acted, nor before its counts changed."""
        return bool(report["overdue"]) and report["id"] not in self.acted

    def added(self, names: set[str], *, optional: bool) -> None:
        """Expects new rules to act, unless they are optional. Earlier ones may have their names."""
        self.exempt -= names
        self.acted -= names
        self.due = self.due - names if optional else self.due | names

    def forget(self, judged: Mapping[str, str | None]) -> None:
        """Expects nothing more of rules that were judged, by their names, with the texts."""
        self.due.difference_update(judged)
        self.exempt.update(judged)
        for name, text in judged.items():
            if self.gone.get(name) == text:
                self.gone.pop(name, None)


class MustFire(Duty):
    """The rules with `mustFire` that must act before the block of a cloud ends.

    Only those that are added in the block: earlier ones may be for a copy of the cloud, or for the
    program that was given them.
    """

    def must_act(self, report: Wire) -> bool:
        """Returns whether a rule with `mustFire` did not act."""
        return report["id"] not in self.exempt and self.is_overdue(report)

    def added(self, names: set[str], *, optional: bool) -> None:
        """Expects new rules with `mustFire` to act, unless they are optional."""
        self.exempt = self.exempt | names if optional else self.exempt - names
        self.acted -= names


class Judge(Protocol):
    """What keeps the duties of a cloud."""

    def begin(self) -> Duty:
        """Returns the duty of a block that begins."""

    def drop(self, duty: Duty) -> None:
        """Ends the duty of a block that is not judged."""

    def judged(self, duty: Duty) -> list[str]:
        """Ends the duty of a block; returns texts about the faults that never acted in it."""


def reset_by_rules(
    reports: Iterable[Wire], rules: Mapping[str, Wire], call: CallFunction
) -> set[str]:
    """Returns the rules whose counts may have started anew, by the `next` of rules that acted."""
    resetting = {name for name, rule in rules.items() if rule.get("next", {}).get("reset")}
    acted = {each["id"] for each in reports if each["injections"] > 0}
    if not resetting <= acted:
        # The counts of these rules may have started anew too.
        for each in call("mock/journal", {})["calls"]:
            acted.update(fault["rule"] for fault in each.get("faults", ()) if "rule" in fault)
    return {name for each in resetting & acted for name in rules[each]["next"].get("arm", ())}


def resets_itself(name: str, rule: Wire) -> bool:
    """Returns whether the counts of a rule start anew whenever it acts."""
    following = rule.get("next", {})
    return bool(following.get("reset")) and name in following.get("arm", ())


def never_acted(texts: Iterable[str]) -> FaultNeverActed:
    """Returns the exception for faults of a block that never acted."""
    return FaultNeverActed("\n".join([*texts, "with optional=True, a fault need not act"]))
