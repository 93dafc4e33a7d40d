"""Draws trees as text, as HTML for notebooks, and with rich."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from .._core.wording import STYLES, more, one_line


@dataclass(frozen=True)
class Branch:
    """A line of a drawing and the lines below it."""

    text: str
    branches: tuple[Branch, ...] = ()
    style: str | None = None

    def lines(self) -> Iterator[str]:
        """Yields the lines of the drawing."""
        yield one_line(self.text)
        for left, branch in enumerate(self.branches, 1 - len(self.branches)):
            first, rest = ("├── ", "│   ") if left else ("└── ", "    ")
            for number, line in enumerate(branch.lines()):
                yield (rest if number else first) + line

    def html(self) -> str:
        """Returns the drawing as nested HTML lists that can be folded."""
        text = escape(one_line(self.text))
        if not self.branches:
            return text
        items = "".join(f"<li>{branch.html()}</li>" for branch in self.branches)
        return f"<details open><summary>{text}</summary><ul>{items}</ul></details>"

    def rich(self) -> Any:
        """Returns the drawing as a `rich.tree.Tree`. rich must be installed."""
        return self._grow(None)

    def _grow(self, parent: Any) -> Any:
        style = STYLES[self.style] if self.style else ""
        label = importlib.import_module("rich.text").Text(one_line(self.text), style=style)
        tree = importlib.import_module("rich.tree").Tree(label) if parent is None else None
        grown = parent.add(label) if tree is None else tree
        for branch in self.branches:
            branch._grow(grown)
        return grown


def shortened(
    branches: Sequence[Branch], limit: int | None, noun: str, omitted: int = 0
) -> tuple[Branch, ...]:
    """Returns the first `limit` branches, and a last one that counts the others.

    `omitted` is the number of elements that the list does not have.
    """
    shown = branches if limit is None else branches[:limit]
    rest = len(branches) - len(shown) + omitted
    return (*shown, Branch(more(rest, noun), style="dim")) if rest else tuple(shown)
