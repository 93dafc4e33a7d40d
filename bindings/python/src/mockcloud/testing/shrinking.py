"""Reduces a list that makes a test fail to a smaller one with which the test still fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

from .._core.keywords import explained_function
from .._core.makers import making
from ..cloud import Cloud
from ..errors import BadMockRequest
from ..harness.traces import Trace, act, adding

Item = TypeVar("Item")

#: The call numbers, from 1, at which a single rule of a trace is tried.
SINGLE_CALLS = 8


class Shrunk(list[Item]):
    """The items that are left.

    If they are rules of a trace, `str` returns a comment for each of them and the line that adds
    them: Python source that repeats the failure on a new cloud with the seed of the trace.
    """

    #: The number of runs of the test.
    runs = 0
    _is_traced = False

    def __str__(self) -> str:
        rules: list[Any] = self
        if not self._is_traced:
            return repr(self)
        if not rules:
            return "# fails without any fault"
        return "\n".join([*(f"# {act(rule)}" for rule in rules), adding(rules)])


@overload
def shrink(
    rules: Trace | Cloud, fails: Callable[[list[dict[str, Any]]], bool]
) -> Shrunk[dict[str, Any]]: ...
@overload
def shrink(rules: Sequence[Item], fails: Callable[[list[Item]], bool]) -> Shrunk[Item]: ...
@explained_function
def shrink(rules: Any, fails: Callable[[list[Any]], bool]) -> Shrunk[Any]:
    """Returns a minimal list of rules for a failure: without any one of them, the test passes.

    `fails` runs the test with some of the rules, in their order, and returns whether the test
    fails. It must be deterministic and return True for all rules. If the library refuses the rules,
    for example because one arms a rule that was removed, the test counts as passed. The algorithm
    is the delta debugging of Zeller and Hildebrandt ("Simplifying and Isolating Failure-Inducing
    Input", 2002).

    `rules` may be a cloud whose faults made the test fail, or its trace. Before others, the rules
    of a trace are tried alone, and in earlier calls: without the other faults, a client makes fewer
    calls. The result may therefore have other numbers of calls than the trace.

    The attribute `runs` of the result is the number of runs of the test.
    """
    test = _Test(fails)
    if not isinstance(rules, (Cloud, Trace)):
        return test.ended(_minimal(list(rules), test))
    trace = rules.faults.trace() if isinstance(rules, Cloud) else rules
    items = list(trace.rules)
    test.is_traced = True
    test.require(items)
    if test([]):
        return test.ended([])
    for rule in _singles(items):
        if test([rule]):
            return test.ended([rule])
    return test.ended(_advanced(_minimal(items, test), test))


class _Test:
    """The test, which is run once for each list of rules."""

    def __init__(self, fails: Callable[[list[Any]], bool]) -> None:
        self._fails = fails
        self._known: dict[Any, bool] = {}
        self.runs = 0
        self.is_traced = False

    def __call__(self, rules: list[Any]) -> bool:
        key = tuple(map(_key, rules))
        if key not in self._known:
            self.runs += 1
            try:
                # Rules that do not act are what is looked for, and no mistake of the test.
                with making(None):
                    self._known[key] = bool(self._fails(rules))
            except BadMockRequest:
                self._known[key] = False
        return self._known[key]

    def require(self, rules: list[Any]) -> None:
        if not self(rules):
            raise ValueError("the test does not fail with all rules: there is nothing to reduce")

    def ended(self, rules: list[Any]) -> Shrunk[Any]:
        shrunk = Shrunk(rules)
        shrunk.runs = self.runs
        shrunk._is_traced = self.is_traced
        return shrunk


def _key(rule: Any) -> Any:
    return json.dumps(rule, sort_keys=True, default=repr) if isinstance(rule, dict) else rule


# Delta debugging


def _minimal(rules: list[Any], test: _Test) -> list[Any]:
    """Returns some of the rules with which the test fails, but not without any one of them."""

    def is_failing(places: Sequence[int]) -> bool:
        return test([rules[place] for place in places])

    left = list(range(len(rules)))
    test.require(rules)
    if is_failing([]):
        return []
    parts = 2
    while len(left) >= 2:
        chunks = _split(left, parts)
        rests = [[place for place in left if place not in chunk] for chunk in map(set, chunks)]
        smaller = next((places for places in [*chunks, *rests] if is_failing(places)), None)
        if smaller is not None:
            # The complement of a chunk has one chunk fewer; a single chunk is split in two again.
            parts = 2 if smaller in chunks else max(parts - 1, 2)
            left = smaller
        elif parts < len(left):
            parts = min(2 * parts, len(left))
        else:
            break
    return [rules[place] for place in left]


def _split(places: list[int], parts: int) -> list[list[int]]:
    """Returns the list split into `parts` parts of nearly equal length."""
    bounds = [len(places) * index // parts for index in range(parts + 1)]
    return [places[bounds[index] : bounds[index + 1]] for index in range(parts)]


# Traces


def _singles(rules: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yields one rule of each kind for each of the first calls, and then all rules.

    The rules for an item name its position only: another call has other items.
    """
    kinds: dict[str, tuple[dict[str, Any], int]] = {}
    for rule in rules:
        when = {
            key: value
            for key, value in rule["when"].items()
            if key not in ("call", "recordName", "zone")
        }
        item = rule["when"]["call"].get("item")
        codes = [_code(effect) for effect in rule["then"]]
        last = rule["when"]["call"]["number"]["<="]
        kind = json.dumps([when, item, codes], sort_keys=True)
        first, most = kinds.get(kind, (rule, 0))
        kinds[kind] = (first, max(most, last))
    for number in range(1, SINGLE_CALLS + 1):
        for rule, most in kinds.values():
            if number <= most:
                yield _at(rule, number)
    yield from rules


def _code(effect: dict[str, Any]) -> Any:
    """Returns what distinguishes effects: not the values that chance chose."""
    name, value = next(iter(effect.items()))
    error = value.get("as", value) if isinstance(value, dict) else value
    if isinstance(error, dict) and "code" in error:
        return [name, error["code"]]
    return name if name in ("latency", "shuffle", "delay") else [name, value]


def _at(rule: dict[str, Any], number: int) -> dict[str, Any]:
    """Returns the rule for another call, and for its item at the same position if it has one."""
    when = dict(rule["when"])
    when["call"] = {**when["call"], "number": {">=": number, "<=": number}}
    if "item" in when["call"]:
        when.pop("recordName", None)
        when.pop("zone", None)
    return {**rule, "when": when}


def _advanced(rules: list[dict[str, Any]], test: _Test) -> list[dict[str, Any]]:
    """Removes further rules, with the later ones of the same calls a call earlier.

    A client that meets one fault fewer makes one call fewer.
    """
    place = 0
    while place < len(rules) and len(rules) > 1:
        smaller = [*rules[:place], *map(_earlier(rules[place]), rules[place + 1 :])]
        if test(smaller):
            rules = _minimal(smaller, test)
            place = 0
        else:
            place += 1
    return rules


def _earlier(removed: dict[str, Any]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Returns a function that moves a rule one call forward if it is about the same calls."""
    when = removed["when"]

    def moved(rule: dict[str, Any]) -> dict[str, Any]:
        other = rule["when"]
        numbers = other["call"]["number"]
        is_later = numbers[">="] > when["call"]["number"]["<="]
        if [other.get("op"), other["device"]] != [when.get("op"), when["device"]] or not is_later:
            return rule
        call = {**other["call"], "number": {key: bound - 1 for key, bound in numbers.items()}}
        return {**rule, "when": {**other, "call": call}}

    return moved
