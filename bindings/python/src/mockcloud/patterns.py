"""The pattern language of scenario files, for responses and events.

An object matches if the members for all keys of the pattern match. A list matches if it has the
same length and all its elements match. `"$any"` matches any value that is present, `"$absent"` a
missing value, `"$name"` the value that was captured as `name`, and `"$$x"` the text `$x`. An object
whose keys begin with `$` is a condition: `$unordered` and `$contains` for lists, `$from` and `$to`
for ranges, `$like` for texts with `*`. All other values match equal values; numbers are compared by
value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
        return {
            f"${key}" if key.startswith("$") else key: literal(each) for key, each in value.items()
        }
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
    elif _is_condition(pattern):
        yield from _condition(pattern, value, captured, path)
    elif kind(pattern) != kind(value):
        yield Difference(path, pattern, value)
    elif isinstance(pattern, dict):
        for key, expected in pattern.items():
            name = key[1:] if key.startswith("$$") else key
            yield from differences(expected, value.get(name, ABSENT), captured, join(path, name))
    elif isinstance(pattern, list):
        if len(pattern) != len(value):
            yield Difference(path, pattern, value)
        for index, (expected, each) in enumerate(zip(pattern, value, strict=False)):
            yield from differences(expected, each, captured, join(path, index))
    elif pattern != value:
        yield Difference(path, pattern, value)


#: The keys of conditions that are alone in their object, with the types of their operands.
_ALONE: Final[Mapping[str, type]] = {"$unordered": list, "$contains": list, "$like": str}


def _is_condition(pattern: Any) -> bool:
    return isinstance(pattern, dict) and any(
        key.startswith("$") and not key.startswith("$$") for key in pattern
    )


def _condition(
    pattern: dict[str, Any], value: Any, captured: Mapping[str, Any], path: str
) -> Iterator[Difference]:
    """Yields the difference from a condition: an object whose keys begin with `$`."""
    key, operand = next(iter(pattern.items()))
    if not (pattern.keys() <= {"$from", "$to"} or (len(pattern) == 1 and key in _ALONE)):
        raise Mismatch(f"{path or 'the pattern'}: {dump_json(pattern)} is no condition")
    if key in _ALONE and not isinstance(operand, _ALONE[key]):
        raise Mismatch(f"{join(path, key)}: {dump_json(operand)} is no operand of {key}")
    if key in ("$unordered", "$contains"):
        holds = isinstance(value, list) and _fit(operand, value, captured)
        holds = holds and (key == "$contains" or len(operand) == len(value))
    elif key == "$like":
        holds = isinstance(value, str) and _like(operand, value)
    else:
        bounds = [each for each in pattern.values() if kind(each) == kind(value)]
        holds = len(bounds) == len(pattern) and kind(value) in ("number", "string")
        holds = holds and _rank(pattern.get("$from", value)) <= _rank(value)
        holds = holds and _rank(value) <= _rank(pattern.get("$to", value))
    if not holds:
        yield Difference(path, pattern, value)


def _like(pattern: str, text: str) -> bool:
    """Returns whether a text matches a pattern in which `*` is any number of characters."""
    first, *parts = pattern.split("*")
    if not parts:
        return first == text
    last = parts.pop()
    if not (text.startswith(first) and text.endswith(last)):
        return False
    start, end = len(first), len(text) - len(last)
    for part in parts:
        start = text.find(part, start, end)
        if start < 0:
            return False
        start += len(part)
    return start <= end


def _rank(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


def _fit(patterns: Sequence[Any], values: Sequence[Any], captured: Mapping[str, Any]) -> bool:
    """Returns whether each pattern matches another value."""
    owners: dict[int, int] = {}
    for start in range(len(patterns)):
        # Searches a value for the pattern, for which others may take other values.
        queue, origins, end = [start], dict[int, int](), None
        while queue and end is None:
            current = queue.pop(0)
            for index, value in enumerate(values):
                if index in origins or next(differences(patterns[current], value, captured), None):
                    continue
                origins[index] = current
                if index not in owners:
                    end = index
                    break
                queue.append(owners[index])
        if end is None:
            return False
        taken = {pattern: index for index, pattern in owners.items()}
        while True:
            pattern = origins[end]
            former = taken.get(pattern)
            owners[end] = pattern
            if former is None:
                break
            end = former
    return True


def join(path: str, key: str | int) -> str:
    """Returns the dotted path of a member."""
    return f"{path}.{key}" if path else str(key)


def match(pattern: Any, value: Any, captured: Mapping[str, Any]) -> None:
    """Raises `Mismatch` with the first difference between the value and the pattern."""
    for difference in differences(pattern, value, captured):
        raise Mismatch(str(difference))
