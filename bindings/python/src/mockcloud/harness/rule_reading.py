"""Reads the rules of faults of a cloud, and which of them should have acted and did not."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from .._core.calls import CallFunction
from .._core.usage_errors import BadMockRequest
from .._core.wire import Wire
from .duties import Duty

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

    def traced(self) -> set[tuple[str, str]] | None:
        """Returns the names of rules that have acted, and their acts; None if not all are known."""
        trace = self._call("mock/faults/trace", {})
        if trace["dropped"] or trace["unexpressed"]:
            return None
        return {(each["id"].partition(" ")[2], json.dumps(each)) for each in trace["rules"]}

    def are_watched(self) -> bool:
        """Returns whether rules are those of a file that is read again when it changes."""
        return "file" in self._call("mock/faults/report", {})

    def owed(self, owed: Collection[tuple[Duty, Wire]]) -> list[Owed]:
        """Returns these rules, by duties and reports, with their contents."""
        rules = self.by_name({report["id"] for _, report in owed})
        return [Owed(duty, report, rules.get(report["id"], {})) for duty, report in owed]

    def descriptions(self) -> Descriptions:
        from .fault_texts import Descriptions  # imported here because few faults never act

        return Descriptions(self._call)
