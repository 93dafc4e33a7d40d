"""Formats values and names for output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .codec import dump_json

#: The style in which rich shows each kind of line.
STYLES = {"good": "green", "bad": "bold red", "note": "yellow", "head": "bold", "dim": "dim"}

#: The number of characters of a value that a line shows.
_SHOWN = 200

#: The number of characters of a long value that are shown before the first difference.
_BEFORE = 20


def visible(text: str, kept: str = "\n\t") -> str:
    """Returns the text with control characters escaped, which terminals could execute."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() or each in kept else each.encode("unicode_escape").decode()
        for each in text
    )


def one_line(text: str) -> str:
    """Returns the text on one line; names may contain any characters."""
    return visible(text, kept="")


def abbreviated(text: str, length: int) -> str:
    """Returns the text on one line, shortened to `length` characters."""
    text = one_line(text)
    return text if len(text) <= length else f"{text[: length - 3]}..."


def shown(value: Any) -> str:
    """Returns a value on one line, shortened if it is long."""
    return _cut(dump_json(value), 0)


def shown_pair(before: Any, after: Any) -> tuple[str, str]:
    """Returns two values on a line each; long ones begin shortly before the first difference."""
    texts = dump_json(before), dump_json(after)
    start = 0
    if max(map(len, texts)) > _SHOWN:
        pairs = enumerate(zip(*texts, strict=False))
        start = next((place for place, (left, right) in pairs if left != right), 0)
    return _cut(texts[0], start - _BEFORE), _cut(texts[1], start - _BEFORE)


def _cut(whole: str, start: int) -> str:
    text = f"...{whole[start:]}" if start > 0 else whole
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(whole)} characters)"


def counted(number: int, noun: str) -> str:
    """Returns a number with its noun: `1 record`, `2 records`, `3 entries`, `4 pushes`."""
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("ry"):
        return f"{number} {noun[:-1]}ies"
    return f"{number} {noun}es" if noun.endswith("sh") else f"{number} {noun}s"


def more(number: int, noun: str) -> str:
    """Returns the text that stands for the omitted elements of a list."""
    return f"... {counted(number, f'more {noun}')}"


def listed(texts: Iterable[str], limit: int | None, noun: str) -> str:
    """Returns the first `limit` texts, separated by commas, and the number of the others."""
    found = list(texts)
    kept = found if limit is None else found[:limit]
    rest = len(found) - len(kept)
    return ", ".join([*kept, more(rest, noun)] if rest else kept)


def check_limit(limit: object) -> None:
    """Raises an error unless `limit` is an integer of at least 1, or None for no limit."""
    if limit is None:
        return
    if not isinstance(limit, int) or isinstance(limit, bool):
        raise TypeError(f"limit is a number, or None for all, not {limit!r}")
    if limit < 1:
        raise ValueError(f"limit is at least 1, or None for all, not {limit}")
