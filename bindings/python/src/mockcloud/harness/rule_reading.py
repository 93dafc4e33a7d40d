"""Reads the rules of faults of a cloud, and which of them should have acted and did not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from .._core.calls import CallFunction
from .._core.wire import Wire
from .duties import Duty, resets_itself

if TYPE_CHECKING:
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

    def reports(self) -> list[Wire]:
        rules: list[Wire] = self._call("mock/faults/report", {})["rules"]
        return rules

    def names(self) -> set[str]:
        return {each["id"] for each in self.reports()}

    def by_name(self) -> dict[str, Wire]:
        return {each["id"]: each for each in self._call("mock/faults/list", {})["rules"]}

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
            if name in acted and (not report["overdue"] or resets_itself(name, rule)):
                duty.acted.add(name)  # also after the rule that started its counts is removed
            else:
                yield Owed(duty, report, rule)

    def _acted_before(self, rules: Collection[Wire]) -> set[str]:
        """Returns the rules whose counts others start anew, if they have ever acted."""
        following = [each.get("next", {}) for each in rules]
        reset = {name for each in following if each.get("reset") for name in each.get("arm", ())}
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
