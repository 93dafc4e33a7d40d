"""What faults did to the calls of a cloud, as rules that do the same again without chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .._core.wording import more

#: The maximum number of rules in the text of a trace.
SHOWN_RULES = 20


@dataclass(frozen=True)
class Unexpressed:
    """Acts of faults that no rule can express."""

    #: The operation of the harness that set the fault, such as `mock/network/set`.
    source: str
    reason: str
    #: The number of such acts.
    count: int


@dataclass(frozen=True)
class Trace:
    """What faults did so far: `cloud.faults.trace()`.

    `cloud.faults.add(*trace.rules)` on a new cloud repeats it, for the same calls.
    """

    #: The seed of the cloud.
    seed: int
    #: A rule for each act, or for several equal ones in a row, in their order.
    rules: Sequence[dict[str, Any]]
    #: The number of acts that were left out, because a trace has at most 10,000 rules.
    dropped: int
    unexpressed: Sequence[Unexpressed]

    @staticmethod
    def from_wire(wire: Mapping[str, Any]) -> Trace:
        """Returns the trace for the response of `mock/faults/trace`."""
        unexpressed = [
            Unexpressed(each["source"], each["reason"], each["count"])
            for each in wire["unexpressed"]
        ]
        return Trace(wire["seed"], wire["rules"], wire["dropped"], unexpressed)

    @property
    def profiles(self) -> list[str]:
        """The names of the profiles whose rules acted."""
        names = (cause(rule).split("/") for rule in self.rules)
        return list(dict.fromkeys(name[1] for name in names if name[0] == "profile"))

    @property
    def reproduction(self) -> str:
        """A line of Python that repeats the faults."""
        return adding(self.rules)

    def lines(self, limit: int = SHOWN_RULES) -> Iterator[str]:
        """Yields a line for each of the first rules, and for what they do not contain."""
        for rule in self.rules[:limit]:
            yield act(rule)
        left = len(self.rules) - limit + self.dropped
        if left > 0:
            yield more(left, "act")
        for each in self.unexpressed:
            yield f"not expressed by rules: {each.reason} ({each.source}), {each.count} times"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def adding(rules: Iterable[Mapping[str, Any]]) -> str:
    """Returns the line of Python that adds rules."""
    return f"cloud.faults.add({', '.join(map(repr, rules))})"


def cause(rule: Mapping[str, Any]) -> str:
    """Returns the name of the rule that acted: that of a rule of a trace begins with a number."""
    name: str = rule["id"]
    return name.split(" ", 1)[-1]


def act(rule: Mapping[str, Any]) -> str:
    """Returns a line about a rule of a trace."""
    when = rule["when"]
    numbers = when["call"]["number"]
    first, last = numbers[">="], numbers["<="]
    what = when["op"][0] if "op" in when else "push"
    place = f"{what} {first}" if first == last else f"{what} {first} to {last}"
    place += f" {'by' if 'op' in when else 'to'} {when['device']}"
    name = when.get("recordName")
    if name is None and not what.startswith("records/"):
        name = when.get("zone", {}).get("name")
    if name is None and "item" in when["call"]:
        name = f"item {when['call']['item']}"
    if name is not None and "action" in when:
        place += f", {when['action'][0]} of {name}"
    return f"{place}: {', '.join(map(_effect, rule['then']))} ({cause(rule)})"


def _effect(effect: Mapping[str, Any]) -> str:
    """Returns an effect in words: `quotaExceeded`, `latency 0.3`."""
    name, value = next((name, effect[name]) for name in effect if name != "as")
    if isinstance(value, Mapping):
        error = value.get("as", value)
        if "code" in error:
            wait = f" after {error['retryAfter']:g} s" if "retryAfter" in error else ""
            return f"{name} {error['code']}{wait}"
        return f"{name} {value.get('operation', '')}".strip()
    return name if value is True else f"{name} {value}"
