"""The pattern language of scenario files: what an answer or an event must look like.

An object matches when every key that it names matches, a list element by element and in length.
`"$any"` is anything that is there, `"$absent"` what must be missing, `"$name"` what was captured
as `name`, `"$$x"` the text `$x`. All else is equality, of numbers by value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from .documents import dump_json


class _Absent:
    """The type of `ABSENT`, a class so that it prints well."""

    def __repr__(self) -> str:
        return "ABSENT"


#: In place of a value: there is none.
ABSENT: Final = _Absent()


class Mismatch(AssertionError):
    """What came is not what was expected."""


class Difference(NamedTuple):
    """One place where a value is not what its pattern says."""

    #: Dotted, `records.0.fields`; empty for the whole value.
    path: str
    #: What the pattern has there.
    expected: Any
    #: What is there, or `ABSENT`.
    came: Any

    def __str__(self) -> str:
        at = self.path or "the answer"
        if self.expected == "$absent":
            return f"{at} must be absent, but is {dump_json(self.came)}"
        if self.came is ABSENT:
            return f"{at} is missing, expected {dump_json(self.expected)}"
        came = dump_json(self.came)
        if isinstance(self.expected, list) and isinstance(self.came, list):
            lengths = len(self.expected), len(self.came)
            if lengths[0] != lengths[1]:
                return f"{at}: expected {lengths[0]} elements, got {lengths[1]}: {came}"
        return f"{at}: expected {dump_json(self.expected)}, got {came}"

    def as_json(self) -> dict[str, Any]:
        """The difference as `mock/match` writes one: without `came` where nothing came."""
        wire = {"path": self.path, "expected": self.expected}
        return wire if self.came is ABSENT else {**wire, "came": self.came}


def kind(value: Any) -> str:
    """The JSON type of a value: Python calls True an int, JSON does not."""
    names = {bool: "bool", int: "number", float: "number", str: "string", type(None): "null"}
    return names.get(type(value), "array" if isinstance(value, list) else "object")


def same(left: Any, right: Any) -> bool:
    """Equality as JSON has it: numbers by value, and no number is a bool."""
    if kind(left) != kind(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def substitute(value: Any, captured: Mapping[str, Any]) -> Any:
    """A request with `$name` replaced by what was captured, and `$$x` by `$x`."""
    if isinstance(value, str) and value.startswith("$"):
        if value.startswith("$$"):
            return value[1:]
        if value[1:] not in captured:
            raise Mismatch(f"nothing was captured as {value}")
        return captured[value[1:]]
    if isinstance(value, list):
        return [substitute(each, captured) for each in value]
    if isinstance(value, dict):
        return {key: substitute(each, captured) for key, each in value.items()}
    return value


def literal(value: Any) -> Any:
    """The pattern that only this value matches, but for further keys of its objects."""
    if isinstance(value, str) and value.startswith("$"):
        return f"${value}"
    if isinstance(value, list):
        return [literal(each) for each in value]
    if isinstance(value, dict):
        return {key: literal(each) for key, each in value.items()}
    return value


def differences(
    pattern: Any, value: Any, captured: Mapping[str, Any], path: str = ""
) -> Iterator[Difference]:
    """Every place where the value does not match the pattern, in the pattern's order."""
    if pattern == "$absent" or value is ABSENT:
        if not (pattern == "$absent" and value is ABSENT):
            yield Difference(path, pattern, value)
        return
    if pattern == "$any":
        return
    if isinstance(pattern, str) and pattern.startswith("$"):
        # What was captured is a value and no pattern: all of it must be there, and nothing else.
        pattern = substitute(pattern, captured)
        if not same(pattern, value):
            yield Difference(path, pattern, value)
    elif kind(pattern) != kind(value):
        yield Difference(path, pattern, value)
    elif isinstance(pattern, dict):
        for key, expected in pattern.items():
            yield from differences(expected, value.get(key, ABSENT), captured, join(path, key))
    elif isinstance(pattern, list):
        if len(pattern) != len(value):
            yield Difference(path, pattern, value)
        for index, (expected, each) in enumerate(zip(pattern, value, strict=False)):
            yield from differences(expected, each, captured, join(path, index))
    elif pattern != value:
        yield Difference(path, pattern, value)


def join(path: str, key: str | int) -> str:
    """The dotted path of a member."""
    return f"{path}.{key}" if path else str(key)


def match(pattern: Any, value: Any, captured: Mapping[str, Any]) -> None:
    """Raises `Mismatch` with the first place where the value does not match the pattern."""
    for difference in differences(pattern, value, captured):
        raise Mismatch(str(difference))
