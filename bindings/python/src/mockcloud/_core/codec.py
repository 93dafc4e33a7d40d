"""JSON without orjson: the type of codecs, limits, and the text of values for files."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

#: The default limit of the nesting depth of JSON.
DEPTH_LIMIT = 64


class Codec(NamedTuple):
    """A pair of functions. `decode` may assume valid JSON, because only the library writes it."""

    name: str
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]


def dump_json(value: Any, *, indent: int | None = None) -> str:
    """Returns a value as JSON text: on one line, or indented for readers."""
    separators = (",", ": ") if indent else (",", ":")
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators
    )
