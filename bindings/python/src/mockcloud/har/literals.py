"""Patterns of scripts for values as they are."""

from __future__ import annotations

from typing import Any


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
