"""Random damage to documents, for tests of their refusal."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

JUNK: list[Any] = [
    None, True, 0, -1, 1.5, 1e308, 2**70, "", "x", "\ud800", "\0", [], {}, [{}], {"a": []}, "{",
    "$any",
]  # fmt: skip

#: The replacements for a character of a text.
PIECES = ["", "\0", '"', "}", "[" * 2000, "\\", "\x1b", "é", "//"]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Returns every container in a document with one of its keys."""
    for key, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(each, (dict, list)):
            yield from places(each)


def damage_value(document: Any, chance: random.Random) -> None:
    """Replaces or removes a value in a document."""
    found = list(places(document))
    if not found:
        return
    place, key = chance.choice(found)
    if chance.random() < 0.2:
        del place[key]
    else:
        place[key] = copy.deepcopy(chance.choice(JUNK))


def damage_text(text: str, chance: random.Random) -> str:
    """Replaces a character of a text, or cuts the text off."""
    start = chance.randrange(len(text))
    if chance.random() < 0.2:
        return text[:start]
    return text[:start] + chance.choice(PIECES) + text[start + 1 :]
