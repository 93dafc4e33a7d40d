"""Reads the rules of faults of a cloud, and which of them should have acted and did not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from .._core.calls import CallFunction
from .._core.usage_errors import BadMockRequest
from .._core.wire import Wire
from .duties import Duty, resets

if TYPE_CHECKING:
    from .._core.vocabulary import HarnessOperation
    from .fault_texts import Descriptions


class Owed(NamedTuple):
    """A rule that should have acted and did not."""

    duty: Duty
    report: Wire
    rule: Wire

    @property
    def name(self) -> str:
        name: str = self.report["id"]
        return name


class Rules:
    """The rules of one cloud at present."""

    def __init__(self, call: CallFunction) -> None:
        self._call = call

    def reports(self, only: Collection[str] | None = None) -> list[Wire]:
        """Returns the reports of all rules, or at least of those of these that exist."""
        return self._rules("mock/faults/report", only)

    def names(self) -> set[str]:
        return {each["id"] for each in self.reports()}

    def by_name(self, only: Collection[str] | None = None) -> dict[str, Wire]:
        """Returns all rules, or at least those of these that exist."""
        return {each["id"]: each for each in self._rules("mock/faults/list", only)}

    def _rules(self, operation: HarnessOperation, only: Collection[str] | None) -> list[Wire]:
        rules: list[Wire] = []
        if only is not None:
            if not only:
                return rules
            with suppress(BadMockRequest):  # one of them does not exist
                rules = self._call(operation, {"ids": sorted(only)})["rules"]
                return rules
        rules = self._call(operation, {})["rules"]
        return rules

    def owed(self, owed: Iterable[tuple[Duty, Wire]]) -> Iterator[Owed]:
        """Yields these rules, except those that acted before a rule started their counts anew."""
        given = list(owed)
        if not given:
            return
        rules = self.by_name()
        acted = self._acted_before(rules.values())
        for duty, report in given:
            name = report["id"]
            rule = rules.get(name, {})
            if name in acted and (not report["overdue"] or name in resets(rule)):
                duty.acted.add(name)  # also after the rule that started its counts is removed
            else:
                yield Owed(duty, report, rule)

    def _acted_before(self, rules: Collection[Wire]) -> set[str]:
        """Returns the rules whose counts others start anew, if they have ever acted."""
        reset = {name for each in rules for name in resets(each)}
        if not reset:
            return reset
        trace = self._call("mock/faults/trace", {})
        if trace["dropped"] or trace["unexpressed"]:
            return reset  # it is not known which of them have acted
        # The name of an act is its number and the name of the rule.
        return reset.intersection(each["id"].partition(" ")[2] for each in trace["rules"])

    def descriptions(self) -> Descriptions:
        from .fault_texts import Descriptions  # imported here because few faults never act

        return Descriptions(self._call)
