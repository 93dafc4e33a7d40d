"""The pattern language of scenario files, for responses and events.

An object matches if the members for all keys of the pattern match. A list matches if it has the
same length and all its elements match. `"$any"` matches any value that is present, `"$absent"` a
missing value, `"$name"` the value that was captured as `name`, and `"$$x"` the text `$x`. All other
values match equal values; numbers are compared by value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from .documents import dump_json


class _Absent:
    """The type of `ABSENT`. It is a class so that `ABSENT` has a readable representation."""

    def __repr__(self) -> str:
        return "ABSENT"


#: Takes the place of a value that is missing.
ABSENT: Final = _Absent()


class Mismatch(AssertionError):
    """An actual value differs from the expected one."""


class Difference(NamedTuple):
    """One difference between a value and its pattern."""

    #: A dotted path such as `records.0.fields`; empty for the whole value.
    path: str
    #: The pattern at the path.
    expected: Any
    #: The actual value at the path, or `ABSENT`.
    actual: Any

    def __str__(self) -> str:
        at = self.path or "the answer"
        if self.expected == "$absent":
            return f"{at} must be absent, but is {dump_json(self.actual)}"
        if self.actual is ABSENT:
            return f"{at} is missing, expected {dump_json(self.expected)}"
        came = dump_json(self.actual)
        if isinstance(self.expected, list) and isinstance(self.actual, list):
            lengths = len(self.expected), len(self.actual)
            if lengths[0] != lengths[1]:
                return f"{at}: expected {lengths[0]} elements, got {lengths[1]}: {came}"
        return f"{at}: expected {dump_json(self.expected)}, got {came}"

    def as_json(self) -> dict[str, Any]:
        """Returns the difference in the form of `mock/match`, without `actual` if it is absent."""
        wire = {"path": self.path, "expected": self.expected}
        return wire if self.actual is ABSENT else {**wire, "actual": self.actual}


def kind(value: Any) -> str:
    """Returns the JSON type of a value. Booleans are not numbers, unlike in Python."""
    names = {bool: "bool", int: "number", float: "number", str: "string", type(None): "null"}
    return names.get(type(value), "array" if isinstance(value, list) else "object")


def same(left: Any, right: Any) -> bool:
    """Returns whether two JSON values are equal. Numbers are compared by value."""
    if kind(left) != kind(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def substitute(value: Any, captured: Mapping[str, Any]) -> Any:
    """Returns a request with `$name` replaced by the captured value, and `$$x` by `$x`."""
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
    """Returns a pattern that matches only this value and values with additional object keys."""
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
    """Yields all differences between the value and the pattern, in the order of the pattern."""
    if pattern == "$absent" or value is ABSENT:
        if not (pattern == "$absent" and value is ABSENT):
            yield Difference(path, pattern, value)
        return
    if pattern == "$any":
        return
    if isinstance(pattern, str) and pattern.startswith("$"):
        # A captured value is not a pattern: the value must be equal to it.
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
    """Returns the dotted path of a member."""
    return f"{path}.{key}" if path else str(key)


def match(pattern: Any, value: Any, captured: Mapping[str, Any]) -> None:
    """Raises `Mismatch` with the first difference between the value and the pattern."""
    for difference in differences(pattern, value, captured):
        raise Mismatch(str(difference))
