"""Describes the differences of records, errors and contents that are not equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import CKError
from ..records.record import Record
from ..service.contents import Contents, expected

#: The number of list elements, and the length of a value, that are shown unless `is_verbose`.
SHOWN_MEMBERS = 10
SHOWN_LENGTH = 120

_MISSING = object()
_PROPERTIES = ("record_type", "name", "zone_id", "change_tag")
_ERROR_KEYS = ("code", "name", "reason", "retry_after", "record_name", "subscription_id", "zone_id")


def compared(left: object, right: object, is_verbose: bool = False) -> list[str] | None:
    """Returns the differences of two records, errors or lists of them; None for other values."""
    length = None if is_verbose else SHOWN_LENGTH
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        if not any(isinstance(each, Record | CKError) for each in (*left, *right)):
            return None
        members = None if is_verbose else SHOWN_MEMBERS
        return ["the lists differ:", *_lists(left, right, length, members)]
    if isinstance(left, Contents) != isinstance(right, Contents):
        return _contents(left, right, length, None if is_verbose else SHOWN_MEMBERS)
    lines = _lines(left, right, length)
    return None if lines is None else [f"{_titled(left)} == {_titled(right)}", *lines]


def _lines(left: object, right: object, length: int | None) -> list[str] | None:
    """Returns the differences of two records or errors; None for other values."""
    if isinstance(left, CKError) and isinstance(right, CKError):
        lines = [*_properties(left, right, _ERROR_KEYS, length)]
        counts = len(left.partial_errors), len(right.partial_errors)
        lines += _difference("number of partial errors", *counts, length)
        for one, other in zip(left.partial_errors, right.partial_errors, strict=False):
            lines += [f"  {line}" for line in _properties(one, other, _ERROR_KEYS, length)]
        return lines or ["all attributes are equal, but exceptions are equal only to themselves"]
    if isinstance(left, Record) and isinstance(right, Record):
        return [
            *_properties(left, right, _PROPERTIES, length),
            *_fields(left, right, length),
            *_fields(left.encrypted, right.encrypted, length, "encrypted "),
        ]
    if isinstance(left, Record | Mapping) and isinstance(right, Record | Mapping):
        if isinstance(left, Record) or isinstance(right, Record):
            return [*_fields(left, right, length)]
    return None


def _contents(
    left: object, right: object, length: int | None, members: int | None
) -> list[str] | None:
    """Returns the differences of a database and its expected contents; None for other values."""
    sides = [each.contents() if isinstance(each, Contents) else each for each in (left, right)]
    if not all(isinstance(each, Mapping) for each in sides):
        return None
    one, other = (expected(each) for each in sides)  # type: ignore[arg-type]
    lines: list[str] = []
    for name in dict.fromkeys([*one, *other]):
        if name not in one or name not in other:
            side, fields = ("left", one[name]) if name in one else ("right", other[name])
            lines.append(f"record {name!r}: only {side}, {_shown(fields, length)}")
        elif one[name] != other[name]:
            fields = one[name], other[name]
            if all(isinstance(each, Mapping) for each in fields):
                lines.append(f"record {name!r}:")
                lines += [f"  {line}" for line in _fields(*fields, length)]
            else:
                lines += _difference(f"record {name!r}", *fields, length)
    more = [] if members is None else lines[members:]
    kept = lines[: len(lines) - len(more)]
    end = [f"and {len(more)} more lines"] if more else []
    return [f"{_titled(left)} == {_titled(right)}", *kept, *end]


def _lists(left: Any, right: Any, length: int | None, members: int | None) -> Iterator[str]:
    shown = 0
    for index, (one, other) in enumerate(zip(left, right, strict=False)):
        if one == other:
            continue
        shown += 1
        if members is not None and shown > members:
            yield "  ..."
            break
        lines = _lines(one, other, length)
        if lines is None:
            yield f"[{index}]: {_shown(one, length)} != {_shown(other, length)}"
        else:
            yield f"[{index}] {_titled(one)}"
            yield from (f"  {line}" for line in lines)
    for which, longer, count in (("left", left, len(right)), ("right", right, len(left))):
        extra = longer[count:]
        for index, each in enumerate(extra[:members], start=count):
            yield f"[{index}] only {which}: {_titled(each)}"
        if members is not None and len(extra) > members:
            yield f"and {len(extra) - members} more only {which}"


def _properties(
    left: object, right: object, names: tuple[str, ...], length: int | None
) -> Iterator[str]:
    for name in names:
        # The dot distinguishes the attribute from a field of the same name.
        yield from _difference(f".{name}", getattr(left, name), getattr(right, name), length)


def _fields(
    left: Mapping[str, Any], right: Mapping[str, Any], length: int | None, kind: str = ""
) -> Iterator[str]:
    for name in dict.fromkeys([*left, *right]):
        one, other = left.get(name, _MISSING), right.get(name, _MISSING)
        yield from _difference(f"{kind}{name}", one, other, length)


def _difference(name: str, one: object, other: object, length: int | None) -> Iterator[str]:
    if one is _MISSING:
        yield f"{name}: only right, {_shown(other, length)}"
    elif other is _MISSING:
        yield f"{name}: only left, {_shown(one, length)}"
    elif one != other:
        yield f"{name}: {_shown(one, length)} != {_shown(other, length)}"


def _titled(value: object) -> str:
    """Returns a short text: a record without its fields, an error without its reason."""
    if isinstance(value, Record):
        words = [repr(each) for each in (value.record_type, value.name) if each is not None]
        return f"{type(value).__name__}({', '.join(words)})"
    if isinstance(value, CKError):
        item = "" if value.record_name is None else f" for {value.record_name!r}"
        return f"{type(value).__name__}{item}"
    return _shown(value, SHOWN_LENGTH)


def _shown(value: object, length: int | None) -> str:
    text = repr(value)
    return text if length is None or len(text) <= length else f"{text[: length - 3]}..."
