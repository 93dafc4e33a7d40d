"""Runs a scenario once for every single fault at every call.

    @explore(Cloud)
    def test_sync(cloud):
        client = Client(cloud)
        client.sync()
        assert client.is_consistent()

The first run has no fault and counts the calls. Every run starts from the state that the cloud had
when the exploration began. The scenario must create everything else that it uses.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from ._mishaps import ErrorLike, errors_of
from ._requests import Wire
from .cloud import Cloud

#: The maximum number of failed cases in a message.
SHOWN_FAILURES = 10
#: The number of characters of an exception's text that a report keeps.
SHOWN_TEXT = 500


@dataclass(frozen=True)
class Case:
    """The faults of one run."""

    #: The number of the call that fails, counted from 1 in the run without faults.
    call: int
    operation: str
    #: The name of an error, `lostRequest`, `lostResponse`, or `offline` from that call on.
    effect: str
    #: The call that the second fault of a pair affects, counted from the first fault.
    after: int | None = None
    #: The effect of the second fault.
    second: str | None = None
    #: The faults as rules for `cloud.faults.add`.
    rules: Sequence[Wire] = field(default=(), repr=False, compare=False)

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
        )

    def __str__(self) -> str:
        text = f"call {self.call} ({self.operation}): {self.effect}"
        if self.second is None:
            return text
        return f"{text}, then {self.second} at call {self.after} after it"

    @property
    def reproduction(self) -> str:
        """A line of Python that adds the same faults to a cloud."""
        return f"cloud.faults.add({', '.join(map(repr, self.rules))})"


@dataclass(frozen=True)
class Outcome:
    """The result of a case."""

    case: Case
    #: Whether all faults of the case occurred in the run.
    reached: bool
    failed: bool
    message: str | None = None

    @staticmethod
    def from_wire(wire: Mapping[str, Any]) -> Outcome:
        return Outcome(
            Case.from_wire(wire["case"]),
            wire["outcome"] == "reached",
            wire["failed"],
            wire.get("message"),
        )


class Report:
    """The results of all cases."""

    def __init__(self, fault_points: int, outcomes: Sequence[Outcome]) -> None:
        self.fault_points = fault_points
        self.outcomes = outcomes

    @property
    def failures(self) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.failed]

    def __str__(self) -> str:
        reached = sum(outcome.reached for outcome in self.outcomes)
        cases = len(self.outcomes)
        return (
            f"{self.fault_points} fault points, {cases} cases, {len(self.failures)} failed, "
            f"{cases - reached} not reached"
        )

    def table(self) -> str:
        """Returns a table with the numbers of cases for each call."""
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


class ExplorationFailed(AssertionError):
    """The scenario failed in some cases. The message lists them; `report` has all cases."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(self._text(report))

    @staticmethod
    def _text(report: Report) -> str:
        failures = report.failures
        lines = [f"{len(failures)} of {len(report.outcomes)} cases break the scenario:"]
        for outcome in failures[:SHOWN_FAILURES]:
            lines.append(f"  {outcome.case}")
            lines += [f"    {line}" for line in (outcome.message or "").splitlines()]
            lines.append(f"    again: {outcome.case.reproduction}")
        if len(failures) > SHOWN_FAILURES:
            lines.append(f"  and {len(failures) - SHOWN_FAILURES} more")
        return "\n".join([*lines, "", report.table()])


class Run:
    """One run of the scenario, as a `with` block. An exception in the block fails the case."""

    def __init__(
        self, cloud: Cloud, case: Case | None, failures: tuple[type[BaseException], ...]
    ) -> None:
        self.cloud = cloud
        #: None in the first run, which has no fault.
        self.case = case
        self.error: BaseException | None = None
        self._failures = failures
        self._ended = False

    def __enter__(self) -> Cloud:
        return self.cloud

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._ended = True
        if self.case is None or not isinstance(error, self._failures):
            return False
        self.error = error
        return True

    def _verdict(self) -> Wire:
        if not self._ended:
            raise RuntimeError(
                "each run is a with block: `for run in explore(cloud):`, `with run:`"
            )
        if self.error is None:
            return {}
        text = f"{type(self.error).__name__}: {self.error}"[:SHOWN_TEXT]
        return {"failed": True, "message": text}


class Exploration:
    """Runs a scenario once for each fault: as a decorator, as an iterator, or by `run(body)`."""

    def __init__(
        self,
        cloud: Cloud | Callable[[], Cloud],
        *,
        errors: Iterable[ErrorLike] | None = None,
        pairs: bool = False,
        progress: Callable[[Run, int, int], object] | None = None,
        failures: tuple[type[BaseException], ...] = (Exception,),
    ) -> None:
        self._cloud = cloud
        self._request: Wire = {"pairs": True} if pairs else {}
        if errors is not None:
            self._request["errors"] = errors_of(errors)
        self._progress = progress
        self._failures = failures
        #: The results of the cases; None until all cases were run.
        self.report: Report | None = None

    @contextmanager
    def _opened(self) -> Iterator[Cloud]:
        """Yields the cloud, and closes it at the end if it was created for the exploration."""
        if isinstance(self._cloud, Cloud):
            yield self._cloud
        else:
            with self._cloud() as cloud:
                yield cloud

    def __iter__(self) -> Iterator[Run]:
        __tracebackhide__ = True
        first: BaseException | None = None
        with self._opened() as cloud:
            cloud.call("mock/explore/begin", self._request)
            case: Case | None = None
            done = False
            while not done:
                run = Run(cloud, case, self._failures)
                yield run
                answer = cloud.call("mock/explore/next", run._verdict())
                first = first or run.error
                if self._progress is not None:
                    self._progress(run, answer["tried"], answer["cases"])
                done = answer["done"]
                case = None if done else Case.from_wire(answer["case"])
            wire = cloud.call("mock/explore/report")
        self.report = Report(
            wire["faultPoints"], [Outcome.from_wire(each) for each in wire["cases"]]
        )
        if not self.report.outcomes:
            raise ValueError("the scenario made no call that a fault can affect")
        if self.report.failures:
            raise ExplorationFailed(self.report) from first

    def run(self, body: Callable[[Cloud], object]) -> Report:
        """Runs the body for all cases; raises `ExplorationFailed` if it fails in any of them."""
        __tracebackhide__ = True
        if inspect.iscoroutinefunction(body):
            raise TypeError("an exploration runs plain functions, not coroutines")
        for run in self:
            with run as cloud:
                body(cloud)
        assert self.report is not None
        return self.report

    def __call__(self, body: Callable[[Cloud], object]) -> Callable[[], None]:
        """Returns a function without parameters that runs the body for all cases."""

        def explored() -> None:
            __tracebackhide__ = True
            self.run(body)

        for name in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(explored, name, getattr(body, name))
        explored.__dict__.update(body.__dict__)
        return explored


def explore(
    cloud: Cloud | Callable[[], Cloud],
    *,
    errors: Iterable[ErrorLike] | None = None,
    pairs: bool = False,
    progress: Callable[[Run, int, int], object] | None = None,
) -> Exploration:
    """Runs a scenario for every single fault at every call, and with `pairs` for pairs of faults.

    As a decorator, `@explore(Cloud)` turns a function that takes a cloud into one that runs it for
    all cases. As an iterator, it yields the runs:

        for run in explore(cloud):
            with run:
                scenario(cloud)

    An exploration of an existing cloud starts from its current state. A function that creates a
    cloud is called once, and its cloud is closed at the end. `errors` are the errors that are
    simulated at the calls that allow them; by default all errors. `progress` is called after each
    run with the run, the number of completed cases and the number of all cases. At the end,
    `ExplorationFailed` lists the faults with which the scenario failed.
    """
    return Exploration(cloud, errors=errors, pairs=pairs, progress=progress)
