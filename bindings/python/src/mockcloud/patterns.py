"""The patterns of scenario files, for responses and events: docs/DIALECT.md describes them.

`mock/match` compares. In a scenario `"$name"` matches only a value that was captured as `name`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ._usage_errors import Difference, UsageError
from ._vocabulary import OperationName


class _Absent:
    """The type of `ABSENT`. It is a class so that `ABSENT` has a readable representation."""

    def __repr__(self) -> str:
        return "ABSENT"


#: Takes the place of a value that is missing.
ABSENT: Final = _Absent()


class Mismatch(AssertionError):
    """An actual value differs from the expected one."""


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
    ask: Callable[[OperationName, Mapping[str, Any]], dict[str, Any]],
    pattern: Any,
    value: Any,
    captured: Mapping[str, Any],
) -> tuple[Difference, ...]:
    """Returns the differences of a value from a pattern, which `mock/match` of a cloud finds.

    `ask` is `Cloud.call`. Raises `Mismatch` for an invalid pattern, and for a name without a
    captured value.
    """
    request = {"pattern": pattern, "value": value, "captured": dict(captured)}
    try:
        answer = ask("mock/match", request)
    except UsageError as error:
        raise Mismatch(str(error)) from None
    found = tuple(map(Difference.from_wire, answer["differences"]))
    fresh = answer["captures"].keys() - captured.keys()
    if fresh and not found:
        raise Mismatch(f"nothing was captured as ${min(fresh)}")
    return found


def join(path: str, key: str | int) -> str:
    """Returns the dotted path of a member."""
    return f"{path}.{key}" if path else str(key)
