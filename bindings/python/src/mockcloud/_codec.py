"""The type of JSON codecs, without the codecs, which import orjson."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Codec(NamedTuple):
    """A pair of functions. `decode` may assume valid JSON, because only the library writes it."""

    name: str
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]
