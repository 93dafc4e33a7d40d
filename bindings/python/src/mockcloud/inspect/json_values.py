"""Compares JSON values."""

from __future__ import annotations

from typing import Any


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
