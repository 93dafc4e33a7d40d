"""The cases of an exploration and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .._core.wire import Wire
from .._core.wording import counted, more
from ..harness.traces import adding
from .likeness import Likeness, likeness

#: The number of calls for which a message names the further cases of a group.
SHOWN_CALLS = 5


@dataclass(frozen=True)
class Case:
    """The faults of one run."""

    #: The number of the failing call, from 1, in the run without faults.
    call: int
    operation: str
    #: The name of an error, `lostRequest`, `lostResponse`, `offline` from that call on, `conflict`,
    #: `applyPrefix`, `crashBefore`, `crashAfter`, an error of an item (`zoneBusy of item 2`), or an
    #: error that lasts (`quotaExceeded from here on`).
    effect: str
    #: The second fault of a pair: its number among the calls after the first fault.
    after: int | None = None
    second: str | None = None
    #: The same as rules for `cloud.faults.add`.
    rules: Sequence[Wire] = field(default=(), repr=False, compare=False)
    #: The number of the failing item in the request, from 1; None if the fault affects the call.
    item: int | None = None
    #: The device that makes the failing call.
    device: str = field(default="", compare=False)
    #: The operation of the call with the second fault, and the device that makes it.
    second_operation: str | None = None
    second_device: str | None = field(default=None, compare=False)

    @staticmethod
    def from_wire(wire: Mapping[str, Any]) -> Case:
        second = wire.get("second", {})
        return Case(
            wire["call"],
            wire["operation"],
            wire["effect"],
            second.get("after"),
            second.get("effect"),
            wire["rules"],
            wire.get("item"),
            wire["device"],
            second.get("operation"),
            second.get("device"),
        )

    def __str__(self) -> str:
        return f"{self.point}: {self.faults}"

    @property
    def point(self) -> str:
        """The failing call: `call 2 (records/modify)`."""
        return f"call {self.call} ({self.operation})"

    @property
    def faults(self) -> str:
        """The faults of the call: `zoneBusy`."""
        if self.second is None:
            return self.effect
        call = f"call {self.after} after it ({self.second_operation})"
        return f"{self.effect}, then {self.second} at {call}"

    @property
    def reproduction(self) -> str:
        """A line of Python that causes the same faults."""
        return adding(self.rules)

    def likeness(self, error: BaseException) -> Likeness:
        """Returns the value by which a failure of this case is compared with others."""
        words = [self.point, self.effect, f"call {self.call}", self.operation]
        if self.second is not None:
            words += [self.second, self.second_operation or self.operation]
        if self.item is not None:
            words.append(f"item {self.item}")
        injected = set(_codes(self.rules))
        if self.effect == "conflict":
            injected.add("serverRecordChanged")
        if self.item is not None or self.effect == "applyPrefix":
            injected |= {"partialFailure", "batchRequestFailed"}
        return likeness(error, injected, words)


def _codes(rules: Any) -> Iterator[str]:
    """Yields the names of the errors in rules."""
    if isinstance(rules, Mapping):
        if isinstance(rules.get("code"), str):
            yield rules["code"]
        rules = list(rules.values())
    if isinstance(rules, Sequence) and not isinstance(rules, str):
        for each in rules:
            yield from _codes(each)


@dataclass(frozen=True)
class Outcome:
    """The result of a case."""

    case: Case
    #: Whether the faults of the case acted: `reached`; `firstOnly` for a pair whose run ended
    #: before the second fault; `notReached`; `diverged` if the calls before the fault were not
    #: those of the run without it; `livelocked`; `noEffect`.
    verdict: str
    failed: bool
    message: str | None = None
    #: Equal for similar failures; None for a case that did not fail.
    likeness: Likeness | None = field(default=None, repr=False)
    #: The first call before the fault that was not that of the first run, or between the faults of
    #: a pair that of the run with the first fault alone; None if there was none. A case whose
    #: fault acted nevertheless is `reached`.
    divergence: str | None = None
    #: A line for each of the last calls of the run; empty unless it is the first failure of its
    #: group, and this is one of the first groups.
    calls: Sequence[str] = field(default=(), repr=False, compare=False)

    @property
    def reached(self) -> bool:
        """Whether all faults of the case acted."""
        return self.verdict == "reached"

    @staticmethod
    def from_wire(
        wire: Mapping[str, Any],
        failed: Mapping[Case, Likeness],
        calls: Mapping[Case, Sequence[str]],
    ) -> Outcome:
        case = Case.from_wire(wire["case"])
        return Outcome(
            case,
            wire["outcome"],
            wire["failed"],
            wire.get("message"),
            failed.get(case),
            wire.get("divergence"),
            calls.get(case, ()),
        )

    @property
    def place(self) -> str | None:
        """The failing line, in the client or in the test: `client.py:12, in sync`."""
        return None if self.likeness is None else self.likeness.place


class Report:
    """The results of all cases."""

    def __init__(
        self,
        fault_points: int,
        outcomes: Sequence[Outcome],
        allowed: Collection[str] = (),
        without_cases: Sequence[str] = (),
    ) -> None:
        self.fault_points = fault_points
        self.outcomes = outcomes
        #: The keywords of `explore` that added no case: with `conflicts`, for example, if no call
        #: saved a record that existed.
        self.without_cases = list(without_cases)
        self._allowed = {"reached", *allowed}

    @property
    def failures(self) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.failed]

    @property
    def inactive(self) -> list[Outcome]:
        """The cases that did not fail, but whose faults did not act, unless that is allowed."""
        return [
            outcome
            for outcome in self.outcomes
            if not outcome.failed and outcome.verdict not in self._allowed
        ]

    @property
    def unused(self) -> list[str]:
        """The keywords of `explore` that added no case, unless that is allowed."""
        return [] if "noCase" in self._allowed else self.without_cases

    @property
    def groups(self) -> list[list[Outcome]]:
        """The failures, grouped by exception and place."""
        groups: dict[object, list[Outcome]] = {}
        for outcome in self.failures:
            groups.setdefault(outcome.likeness or outcome.message, []).append(outcome)
        return list(groups.values())

    def __str__(self) -> str:
        others = Counter(each.verdict for each in self.outcomes if not each.reached)
        text = (
            f"{counted(self.fault_points, 'fault point')}, "
            f"{counted(len(self.outcomes), 'case')}, "
            f"{len(self.failures)} failed, "
            f"{sum(others.values())} not reached"
        )
        if others:
            text += f" ({', '.join(f'{count} {name}' for name, count in others.items())})"
        if differing := sum(each.reached and bool(each.divergence) for each in self.outcomes):
            text += f"; {differing} reached after other calls than those of the first run"
        if self.without_cases:
            text += f"; there was no case of {', '.join(self.without_cases)}"
        return text

    def table(self) -> str:
        """Returns a table with the number of cases for each call."""
        rows: dict[tuple[int, str], list[int]] = {}
        for outcome in self.outcomes:
            row = rows.setdefault((outcome.case.call, outcome.case.operation), [0, 0, 0])
            row[0] += 1
            row[1] += outcome.failed
            row[2] += not outcome.reached
        sums = [sum(column) for column in zip(*rows.values(), strict=True)] or [0, 0, 0]
        cells = [["call", "operation", "cases", "failed", "not reached"]]
        cells += [[str(call), name, *map(str, row)] for (call, name), row in rows.items()]
        cells.append(["", "together", *map(str, sums)])
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if index == 1 else cell.rjust(width)
                for index, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in cells
        )


def group_lines(group: Sequence[Outcome]) -> Iterator[str]:
    """Yields the lines for similar failures: the first in full, the others by name."""
    first, rest = group[0], group[1:]
    yield f"  {first.case}" + (f", and {counted(len(rest), 'case')} like it" if rest else "")
    for line in (first.message or "").splitlines():
        yield f"    {line}"
    if first.place is not None:
        yield f"    at {first.place}"
    if first.divergence is not None:
        yield f"    before its fault, {first.divergence}"
    if first.calls:
        yield "    last calls:"
        yield from (f"    {line}" for line in first.calls)
    yield f"    again: {first.case.reproduction}"
    points: dict[str, list[str]] = {}
    for outcome in rest:
        points.setdefault(outcome.case.point, []).append(outcome.case.faults)
    for point, faults in list(points.items())[:SHOWN_CALLS]:
        yield f"    like it: {point}: {'; '.join(faults)}"
    if len(points) > SHOWN_CALLS:
        yield f"    {more(len(points) - SHOWN_CALLS, 'call')}"


def inactive_lines(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yields a line for each case whose fault did not act, and why."""
    for outcome in outcomes[:SHOWN_CALLS]:
        why = f": {outcome.divergence}" if outcome.divergence else ""
        yield f"  {outcome.case}: {outcome.verdict}{why}"
    if len(outcomes) > SHOWN_CALLS:
        yield f"  {more(len(outcomes) - SHOWN_CALLS, 'case')}"
