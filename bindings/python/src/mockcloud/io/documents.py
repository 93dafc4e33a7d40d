"""Reads JSON files from untrusted sources, with limits, and writes files.

Errors name the file, the place in it and the reason. The values that are read can be passed to the
library or written again: their strings are valid Unicode, their numbers are valid JSON numbers, and
their nesting depth is limited.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from typing import Any

from .._core.codec import DEPTH_LIMIT
from .._core.files import write_bytes
from .._core.usage_errors import MockCloudError

#: The default limit of a file's size in bytes.
BYTE_LIMIT = 256 << 20

#: The file name that denotes standard input.
STANDARD_INPUT = "-"

_INTEGERS = range(-(2**63), 2**63)


class DocumentError(MockCloudError, ValueError):
    """A document cannot be used. Has the file, the place in it, if known, and the reason."""

    def __init__(self, file: str, place: str | None, reason: str) -> None:
        self.file = file
        self.place = place
        self.reason = reason
        super().__init__(": ".join(each for each in (file, place, reason) if each))

    def __reduce__(self) -> Any:
        return type(self), (self.file, self.place, self.reason)


class UnreadableFile(DocumentError, OSError):
    """A file cannot be read."""

    def __init__(self, file: str, place: str | None, reason: str, number: int = 0) -> None:
        super().__init__(file, place, reason)
        self.errno = number or None
        self.filename = file
        self.strerror = reason

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> Any:
        return type(self), (self.file, self.place, self.reason, self.errno or 0)


class MissingFile(UnreadableFile, FileNotFoundError):
    """A file does not exist."""


def name_of(file: str) -> str:
    """Returns the name of a file for messages."""
    return "standard input" if file == STANDARD_INPUT else file


def read_bytes(file: str, limit: int = BYTE_LIMIT) -> bytes:
    """Returns the bytes of a file, or of standard input if the file is `-`."""
    try:
        if file == STANDARD_INPUT:
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with open(file, "rb") as opened:
                data = opened.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = f"cannot be read: {getattr(error, 'strerror', None) or error}"
        kind = MissingFile if isinstance(error, FileNotFoundError) else UnreadableFile
        raise kind(name_of(file), None, reason, getattr(error, "errno", None) or 0) from None
    if len(data) > limit:
        raise DocumentError(name_of(file), None, f"has more than {limit} bytes")
    return data


def read_text(file: str, limit: int = BYTE_LIMIT) -> str:
    """Returns the text of a UTF-8 file. A byte order mark is removed."""
    data = read_bytes(file, limit)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8: {error.reason}"
        raise DocumentError(name_of(file), f"byte {error.start}", reason) from None


def read_json(file: str, limit: int = BYTE_LIMIT, depth: int = DEPTH_LIMIT) -> Any:
    """Returns the JSON value in a file."""
    return parse_json(read_text(file, limit), name_of(file), depth=depth)


def parse_json(
    text: str,
    file: str,
    place: str | None = None,
    depth: int = DEPTH_LIMIT,
    *,
    line: int | None = None,
) -> Any:
    """Returns the JSON value of a text; `place` is the position of the text in the file.

    `line` is the number of a single line in the file, in place of `place`.
    """
    if line is not None:
        place = f"line {line}"

    def refused(inner: str | None, reason: str) -> DocumentError:
        return DocumentError(file, ", ".join(filter(None, (place, inner))) or None, reason)

    if len(text) > BYTE_LIMIT:
        raise refused(None, f"has more than {BYTE_LIMIT} characters")
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        column = f"column {error.colno}"
        at = column if line is not None else f"line {error.lineno}, {column}"
        raise refused(at, f"is not JSON: {error.msg}") from None
    except RecursionError:
        raise refused(None, f"is nested more than {depth} levels deep") from None
    except ValueError as error:
        # Raised for NaN, Infinity, and numbers with thousands of digits.
        raise refused(None, f"is not JSON: {error}") from None
    for inner, reason in _faults(value, depth):
        raise refused(inner, reason)
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


#: The path of a value within a document: the path of its parent, and its key in the parent.
_Way = tuple[Any, str | int] | None


def _faults(value: Any, depth: int) -> Iterator[tuple[str | None, str]]:
    """Yields the faults that Python's JSON reader accepts and JSON or the library does not."""
    pending: list[tuple[Any, _Way, int]] = [(value, None, 0)]
    while pending:
        value, way, level = pending.pop()
        if isinstance(value, str):
            if not _is_unicode(value):
                yield _spell(way), "a text with half of a surrogate pair"
        elif isinstance(value, (dict, list)):
            if level == depth:
                yield _spell(way), f"is nested more than {depth} levels deep"
            elif isinstance(value, list):
                pending += ((each, (way, key), level + 1) for key, each in enumerate(value))
            else:
                if not all(map(_is_unicode, value)):
                    yield _spell(way), "a key with half of a surrogate pair"
                pending += ((each, (way, key), level + 1) for key, each in value.items())
        elif isinstance(value, float):
            if not math.isfinite(value):
                yield _spell(way), "a number that is too large"
        elif isinstance(value, int) and value not in _INTEGERS:
            yield _spell(way), "an integer of more than 64 bits"


def _is_unicode(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _spell(way: _Way) -> str | None:
    keys: list[str | int] = []
    while way is not None:
        way, key = way
        keys.append(key)
    return place_of(*reversed(keys)) if keys else None


def place_of(*keys: str | int) -> str:
    """Returns a place within a document for messages, such as `log.entries[3].request`."""
    text = ""
    for key in keys:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            text += f".{key}" if text else key
    return text.encode("utf-8", "replace").decode()


def write_file(file: str, text: str) -> None:
    """Writes a file atomically: a reader sees either the old contents or the new ones."""
    try:
        write_bytes(file, text.encode())
    except OSError as error:
        reason = error.strerror or str(error)
        raise DocumentError(file, None, f"cannot be written: {reason}") from None
