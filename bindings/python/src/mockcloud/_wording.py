"""How values and names are written for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .documents import dump_json

#: How rich shows each kind of line.
STYLES = {"good": "green", "bad": "bold red", "note": "yellow", "head": "bold", "dim": "dim"}

#: How much of a value a line shows.
_SHOWN = 200


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


def shown(value: Any) -> str:
    """A value on one line, shortened where it is long."""
    text = dump_json(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text)} characters)"


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
