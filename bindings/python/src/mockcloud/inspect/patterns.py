"""Compares values with patterns. Calls can be filtered after their cloud was closed."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import byref, c_void_p
from typing import Any

from .._core.library import library
from .._core.usage_errors import Difference
from ..errors import error_for


def compared(
    pattern: Any, value: Any, captured: Mapping[str, Any] | None = None
) -> tuple[list[Difference], dict[str, Any]]:
    """Returns the differences of a value from a pattern, as `mock/match` of a new cloud does, and
    the values that the names in it stand for.

    Raises `BadMockRequest` for an invalid pattern.
    """
    from .._core import json  # imported here because it imports orjson

    loaded = library()
    request = json.active.encode(
        {"pattern": pattern, "value": value, "captured": dict(captured or {})}
    )
    handle, response = c_void_p(), c_void_p()
    status = loaded.mockcloud_create(None, byref(handle), byref(response))
    try:
        if status == 0:
            status = loaded.mockcloud_call(handle, b"mock/match", request, byref(response))
        decoded = json.active.decode(loaded.take_string(response) or b"{}")
    finally:
        loaded.mockcloud_destroy(handle)
    if status != 0:
        raise error_for(status, decoded)
    return list(map(Difference.from_wire, decoded["differences"])), decoded["captures"]
