"""Fault rules, which specify when, how often and in which way calls fail (docs/FAULTS.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from os import PathLike
from typing import Any, Literal, get_args

from .. import harness
from .._core.attributes import Explaining
from .._core.calls import Belonging, CallFunction
from .._core.files import readable
from .._core.keywords import explained_part
from .._core.typing import Unpack
from .._core.usage_errors import BadHandle
from .._core.words import flag, word
from ..errors.forms import ErrorLike, error_form
from .duties import Duty, check, is_abandoned
from .fault_forms import (
    FailedCalls,
    check_calls,
    check_zones,
    condition,
    limit,
    record_place,
    rule_form,
    some_records,
    where,
)
from .ledger import Ledger

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


_PROFILES: tuple[str, ...] = get_args(Profile)


_RULE = '{"then": {"error": "zoneBusy"}}'


def _chosen(names: tuple[str, ...]) -> dict[str, Any]:
    return {"ids": list(names)} if names else {}


@explained_part("faults")
class Faults(Belonging):
    """The rules of one cloud: `cloud.faults`."""

    def __init__(
        self,
        call: CallFunction,
        ledger: Ledger,
    ) -> None:
        self._call = call
        self._ledger = ledger

    def _owner(self) -> object:
        return self._call

    def add(self, *rules: Rule, optional: bool = False) -> list[str]:
        """Adds rules after the existing ones and returns their names.

        With `cloud.faults.add({"when": {"op": "records/modify"}, "limit": {"injections": 2},
        "then": {"error": "zoneBusy"}})`, two calls fail and later calls succeed. The
        error may be an exception too: `{"error": ZoneBusy(retry_after=3)}`.

        A test of pytest or of `MockCloudTestCase` that added a rule fails if the rule never acted,
        unless the rule is `optional`, has `"mustFire": False`, or has a `probability` below 1.
        """
        flag(optional, "optional")
        for rule in rules:
            if not isinstance(rule, Mapping):
                raise TypeError(f"a rule is a dictionary such as {_RULE}, not {rule!r}")
        if not rules:
            return []  # such as the rules of a trace that shrinking found needless
        forms = [rule_form(rule) for rule in rules]
        with self._ledger.lock:
            ids: list[str] = self._call("mock/faults/add", {"rules": forms})["ids"]
            rest = {
                name
                for name, rule in zip(ids, rules, strict=True)
                if optional or rule.get("mustFire") is False
            }
            self._ledger.added([each for each in ids if each not in rest], optional=False)
            self._ledger.added(rest, optional=True)
        return ids

    def fail(self, error: ErrorLike, **calls: Unpack[FailedCalls]) -> Failure:
        """Makes calls, or operations on these records, fail with this error until it is removed.

        with cloud.fail(ZoneBusy(retry_after=3), operation="records/modify", device="phone"):
            client.sync()

        A call fails if it matches all keywords: `operation`, `records`, `user`, `device`,
        `database`, `container` and `environment`. The first `after` calls succeed, and the next
        `times` fail; with `records`, the operations on each record are counted separately. In names
        of records, users, devices and containers, `*` matches any characters. The error is a rule
        after the existing ones, or one rule for each record.

        At the end of the block, `FaultNeverActed` is raised if a rule never acted, also if it was
        removed in the block, unless it is `optional`.
        """
        check_calls(calls)
        when, optional = condition(calls), calls.get("optional", False)
        limited = limit(calls.get("times"), calls.get("after"))
        rule = {"when": when, "then": {"error": error_form(error)}, **limited}
        records = calls.get("records")
        if records is None:
            return self._failure([rule], optional)
        given = some_records(records)
        check_zones(self._call, given, where(calls))
        places = [record_place(each) for each in given]
        rules = [{**rule, "when": {**when, **place}} for place in places]
        return self._failure(rules, optional)

    def _failure(self, rules: Sequence[Rule], optional: bool) -> Failure:
        with self._ledger.lock:
            return Failure(self, self.add(*rules, optional=optional), optional)

    def load(self, path: str | PathLike[str], *, watch: bool = True) -> list[str]:
        """Adds the rules of a file and returns their names. Replaces those of an earlier file.

        With `watch`, the file is read again when it changes. If it is invalid then, the rules do
        not change; see `file_problem()`.
        """
        if not isinstance(path, str | PathLike):
            raise TypeError(f"load() takes the path of a file, not {path!r}; add() takes rules")
        request = {"watch": flag(watch, "watch"), "path": readable(path)}
        ids: list[str] = self._call("mock/faults/load", request)["ids"]
        return ids

    def file_problem(self) -> str | None:
        """Returns the reason why the rules of the watched file are not in effect, or None."""
        problem: str | None = self._call("mock/faults/report", {}).get("file", {}).get("problem")
        return problem

    def rules(self, *names: str) -> list[dict[str, Any]]:
        """Returns the rules in the order in which they are evaluated.

        With `names`, only the rules with these names or patterns.
        """
        rules: list[dict[str, Any]] = self._call("mock/faults/list", _chosen(names))["rules"]
        return rules

    def report(self, *names: str) -> list[harness.FaultReport]:
        """Returns the counts of the rules, in their order.

        With `names`, only those of the rules with these names or patterns.
        """
        reports = self._call("mock/faults/report", _chosen(names))["rules"]
        return [harness.FaultReport.from_wire(rule) for rule in reports]

    def trace(self) -> harness.Trace:
        """Returns what faults did so far, as rules that do the same again without chance."""
        return harness.Trace.from_wire(self._call("mock/faults/trace", {}))

    def overdue(self) -> list[harness.FaultReport]:
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
        if flag(reset, "reset"):
            request["reset"] = True
        ids: list[str] = self._call("mock/faults/arm", request)["ids"]
        return ids

    def disarm(self, *rules: str) -> list[str]:
        """Makes the rules with these names or patterns inactive and returns their names."""
        ids: list[str] = self._call("mock/faults/disarm", {"ids": list(rules)})["ids"]
        return ids

    def clear(self) -> None:
        """Removes all rules, and the errors of `mock/error/set` and `mock/recordErrors/set`."""
        self._call("mock/faults/clear", {})

    def profile(self, name: Profile, intensity: float | None = None) -> list[str]:
        """Adds the rules of a profile and returns their names.

        The rules replace those that the same profile added before. Intensities range from 0, which
        removes the rules, to 1.
        """
        request: dict[str, Any] = {"name": word(name, _PROFILES, "name")}
        if intensity is not None:
            request["intensity"] = intensity
        ids: list[str] = self._call("mock/faults/profile", request)["ids"]
        return ids

    def heal(self) -> None:
        """Ends everything that makes calls fail: rules, errors, networks, accounts."""
        self._call("mock/faults/heal", {})

    def pause(self, paused: bool = True) -> None:
        """Suspends all rules, or resumes them with `paused=False`."""
        self._call("mock/faults/pause", {"paused": flag(paused, "paused")})

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Suspends all rules during the block, until the last one ends if blocks are nested."""
        with self._ledger.lock:
            if self._ledger.pauses == 0:
                self.pause()
            self._ledger.pauses += 1
        try:
            yield
        finally:
            with self._ledger.lock, suppress(BadHandle):  # the cloud may be closed
                self._ledger.pauses -= 1
                if self._ledger.pauses == 0:
                    self.pause(False)


class Failure(Explaining):
    """The fault rules that `Cloud.fail` added.

    They are removed by `remove()`, or at the end of a `with` block. The end of a block raises
    `FaultNeverActed` if one of them never acted, unless they are optional. A block that ends with
    another exception leaves that to the end of the test.
    """

    def __init__(self, faults: Faults, rules: list[str], optional: bool = False) -> None:
        self._faults = faults
        self._names = tuple(rules)
        #: The identities of the rules. Other rules may have had their names, or have them later.
        self._identities = faults._ledger.identities(rules)
        self._duty = Duty({} if optional else self._identities)
        self._counts: dict[int, int] = {}
        self._is_entered = False
        faults._ledger.failed(self, self._identities)

    def __repr__(self) -> str:
        return f"Failure({', '.join(self.rules)})"

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules: a single one, or one for each record."""
        return self._names

    @property
    def count(self) -> int:
        """How many calls, or items of calls, the rules made fail, also after their removal."""
        with suppress(BadHandle):  # the cloud may be closed
            self._left()
        return sum(self._counts.values())

    def _keep(self, identity: int, count: int) -> None:
        """Keeps the count of a rule that exists, until it is removed."""
        self._counts[identity] = count

    def _left(self) -> list[str]:
        """Returns the names of the rules that exist, whose counts are kept."""
        rules = self._faults._ledger.identities(self._names)
        return [name for identity, name in rules.items() if identity in self._identities]

    def remove(self) -> None:
        """Removes the rules that still exist."""
        with self._faults._ledger.lock:
            names = self._left()
            with self._faults._ledger.changing(names):
                for name in names:
                    self._faults.remove(name)

    def __enter__(self) -> Failure:
        if self._is_entered or not self._left():
            raise ValueError("this failure has ended: cloud.fail() is called for each block")
        self._is_entered = True
        return self

    def __exit__(self, kind: type[BaseException] | None, *raised: object) -> None:
        __tracebackhide__ = True
        texts: list[str] = []
        if kind is None or is_abandoned(kind):
            texts = self._faults._ledger.judged(self._duty)
        self._duty = Duty()  # after an exception, it is left to the test
        with suppress(BadHandle):  # the cloud may have been closed in the block
            self.remove()
        check(texts, kind)
