"""Converts Python values to JSON text and back, with orjson if it is installed.

Both codecs raise `BadJSON` for values that JSON cannot represent, so that tests do not depend on
whether orjson is installed. Object keys must be strings.
"""

from __future__ import annotations

import json
import math
import uuid
from collections.abc import Callable
from enum import Enum
from json import scanner
from types import ModuleType, NoneType
from typing import Any

from .codec import DEPTH_LIMIT
from .codec import Codec as Codec
from .usage_errors import BadJSON

_optional_orjson: ModuleType | None
try:
    import orjson as _optional_orjson
except ImportError:
    _optional_orjson = None


#: The types of values that both codecs can represent, except for containers.
_REPRESENTED = (str, int, float, NoneType, uuid.UUID, Enum)

_EXPECTED = "a dictionary, list, string, number, True, False or None"


def _default(value: Any) -> Any:
    """Encodes the types that orjson supports and the plain encoder does not."""
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"{type(value).__name__} is not JSON serializable")


_encode_text = json.JSONEncoder(
    ensure_ascii=False,
    check_circular=False,
    allow_nan=False,
    separators=(",", ":"),
    default=_default,
).encode
# The library writes no white space around a value, so the scanner need not skip any.
_scan_text: Callable[[str, int], tuple[Any, int]] = scanner.make_scanner(json.JSONDecoder())  # type: ignore[arg-type]


def _encode_plain(value: Any) -> bytes:
    try:
        return _encode_text(value).encode()
    except (TypeError, ValueError) as error:
        raise _refused(value, error) from error
    except RecursionError as error:
        _refuse_depth(value, error)
        raise


def _refused(value: Any, error: Exception) -> BadJSON:
    """Returns the error for a value that JSON cannot represent, with the place of the value."""
    pending = [("", value, 0)]
    while pending:
        path, part, depth = pending.pop()
        if depth > DEPTH_LIMIT:
            break  # the part may contain itself
        if isinstance(part, dict):
            prefix = f"{path}." if path else ""
            inner = [(f"{prefix}{key}", each, depth + 1) for key, each in part.items()]
            pending += reversed(inner)
        elif isinstance(part, (list, tuple)):
            inner = [(f"{path}[{index}]", each, depth + 1) for index, each in enumerate(part)]
            pending += reversed(inner)
        elif not isinstance(part, _REPRESENTED):
            remedy = "its to_wire()" if hasattr(part, "to_wire") else _EXPECTED
            kind = type(part).__name__
            return BadJSON(f"{path or 'the value'}: JSON cannot represent a {kind}; give {remedy}")
    return BadJSON(str(error) or type(error).__name__)


def _refuse_depth(value: Any, error: RecursionError) -> None:
    """Raises BadJSON if the value is nested too deeply; otherwise the calling code recurses."""
    pending = [(value, 0)]
    while pending:
        value, depth = pending.pop()
        if depth > DEPTH_LIMIT:
            message = f"the value is nested more than {DEPTH_LIMIT} levels deep"
            raise BadJSON(message) from error
        if isinstance(value, dict):
            pending.extend((each, depth + 1) for each in value.values())
        elif isinstance(value, (list, tuple)):
            pending.extend((each, depth + 1) for each in value)


def _decode_plain(text: bytes) -> Any:
    return _scan_text(text.decode(), 0)[0]


PLAIN = Codec("json", _encode_plain, _decode_plain)


def _holds_non_finite(value: Any) -> bool:
    pending = [value]
    while pending:
        value = pending.pop()
        if isinstance(value, float):
            if not math.isfinite(value):
                return True
        elif isinstance(value, dict):
            pending.extend(value.values())
        elif isinstance(value, (list, tuple)):
            pending.extend(value)
    return False


def _make_fast(orjson: Any) -> Codec:
    encode_bytes = orjson.dumps
    options = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS

    def encode(value: Any) -> bytes:
        try:
            text: bytes = encode_bytes(value, None, options)
        except (TypeError, ValueError) as error:
            raise _refused(value, error) from error
        except RecursionError as error:
            _refuse_depth(value, error)
            raise
        # orjson writes NaN and infinities as null, so only a text with a null can contain one.
        if b"null" in text and _holds_non_finite(value):
            raise BadJSON("Out of range float values are not JSON compliant")
        return text

    return Codec("orjson", encode, orjson.loads)


#: The codec with orjson, or None if orjson is not installed.
FAST: Codec | None = None if _optional_orjson is None else _make_fast(_optional_orjson)

#: The codec that new clouds use.
active: Codec = FAST or PLAIN
