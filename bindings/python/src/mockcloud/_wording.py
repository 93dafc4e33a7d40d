"""How values and names are written for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .documents import dump_json

#: How rich shows each kind of line.
STYLES = {"good": "green", "bad": "bold red", "note": "yellow", "head": "bold", "dim": "dim"}

#: How much of a value a line shows.
_SHOWN = 200

#: How much of a long value stands before the first difference.
_BEFORE = 20


def visible(text: str, kept: str = "\n\t") -> str:
    """The text without control characters, which could do anything to a terminal."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() or each in kept else each.encode("unicode_escape").decode()
        for each in text
    )


def one_line(text: str) -> str:
    """The text on one line: a name may hold any characters."""
    return visible(text, kept="")


def abbreviated(text: str, length: int) -> str:
    """The text on one line, cut off where it is long."""
    text = one_line(text)
    return text if len(text) <= length else f"{text[: length - 3]}..."


def shown(value: Any) -> str:
    """A value on one line, shortened where it is long."""
    return _cut(dump_json(value), 0)


def shown_pair(before: Any, after: Any) -> tuple[str, str]:
    """Two values on one line each; long ones begin shortly before where they differ."""
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
    """A number with its noun: `1 record`, `2 records`, `3 entries`, `4 pushes`."""
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("ry"):
        return f"{number} {noun[:-1]}ies"
    return f"{number} {noun}es" if noun.endswith("sh") else f"{number} {noun}s"


def more(number: int, noun: str) -> str:
    """In place of what a list leaves out."""
    return f"... {counted(number, f'more {noun}')}"


def listed(texts: Iterable[str], limit: int | None, noun: str) -> str:
    """Texts with commas between them, and how many more there are."""
    found = list(texts)
    kept = found if limit is None else found[:limit]
    rest = len(found) - len(kept)
    return ", ".join([*kept, more(rest, noun)] if rest else kept)


def check_limit(limit: object) -> None:
    """Raises for what is no limit: a number from 1, or None for all."""
    if limit is None:
        return
    if not isinstance(limit, int) or isinstance(limit, bool):
        raise TypeError(f"limit is a number, or None for all, not {limit!r}")
    if limit < 1:
        raise ValueError(f"limit is at least 1, or None for all, not {limit}")
