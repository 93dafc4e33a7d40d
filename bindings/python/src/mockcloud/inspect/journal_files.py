"""Reads journals from files: JSON lines, or a response of `mock/journal`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..io.documents import DocumentError, name_of, parse_json, read_text

#: The checked members of a call: the type, its name in messages, and whether it is required.
_MEMBERS: Mapping[str, tuple[type, str, bool]] = {
    "operation": (str, "a string", True),
    "status": (int, "an integer", True),
    "n": (int, "an integer", False),
    "time": (str, "a string", False),
    "user": (str, "a string", False),
    "device": (str, "a string", False),
    "faults": (list, "a list", False),
}


def read_calls(path: str) -> Iterator[dict[str, Any]]:
    """Yields the calls of JSON lines, or of one document with the member `calls`."""
    text, file = read_text(path), name_of(path)
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = f"line {number}"
        if number == 1 and _is_document(line):
            document = parse_json(text, file)
            if isinstance(document, dict) and "calls" in document:
                calls = document["calls"]
                if not isinstance(calls, list):
                    raise DocumentError(file, "calls", "expected a list")
                for index, call in enumerate(calls):
                    yield _checked(call, file, f"calls[{index}]")
                return
        yield _checked(parse_json(line, file, line=number), file, place)


def _is_document(first: str) -> bool:
    """Returns whether the first line belongs to a document with `calls`, and is not a call."""
    try:
        value = parse_json(first, "")
    except DocumentError:
        return True
    return isinstance(value, dict) and "calls" in value


def _checked(call: Any, file: str, place: str) -> dict[str, Any]:
    if not isinstance(call, dict):
        raise DocumentError(file, place, "expected a call, which is an object")
    for key, (kind, words, is_required) in _MEMBERS.items():
        value = call.get(key)
        if not (isinstance(value, kind) or (value is None and not is_required)):
            raise DocumentError(file, f"{place}, {key}", f"expected {words}")
    return call
