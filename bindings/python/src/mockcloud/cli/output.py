"""What commands print: lines for people, or one JSON document for programs."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO, TypeVar

from .._wording import STYLES, visible
from ..documents import dump_json

Item = TypeVar("Item")


class Output:
    """Where a command prints. Without a terminal, or without rich, all of it is plain text."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self._console = _console(sys.stdout)

    def line(self, text: str = "", style: str | None = None) -> None:
        """A line for people; under `--json` there is none."""
        if self.as_json:
            return
        text = visible(text)
        if self._console is None:
            _print(text, sys.stdout)
        else:
            self._console.print(
                text, style=STYLES[style] if style else None, markup=False, soft_wrap=True
            )

    def drawing(self, drawing: Any) -> None:
        """Something with a `str` and a `__rich__`."""
        if self._console is None or self.as_json:
            self.line(str(drawing))
        else:
            self._console.print(drawing, soft_wrap=True)

    def json(self, value: Any) -> None:
        """The document for programs; without `--json` there is none."""
        if self.as_json:
            _print(dump_json(value), sys.stdout)

    def text(self, text: str) -> None:
        """A document that is the command's result, as it is."""
        _print(text, sys.stdout, end="")

    def note(self, text: str) -> None:
        """What a person should know beside the result."""
        if not self.as_json:
            _print(f"mockcloud: {visible(text)}", sys.stderr)

    def error(self, text: str, **parts: str | None) -> None:
        """Why the command cannot go on; programs get its parts."""
        _print(f"mockcloud: {visible(text)}", sys.stderr)
        self.json({"error": {key: part for key, part in parts.items() if part is not None}})

    def track(self, items: list[Item], title: str) -> Iterable[Item]:
        """The items, with a bar that shows how far they are, where there is a terminal."""
        console = None if self.as_json or len(items) < 2 else _console(sys.stderr)
        if console is None:
            return items
        return _tracked(items, title, console)


def _tracked(items: list[Item], title: str, console: Any) -> Iterator[Item]:
    progress = importlib.import_module("rich.progress")
    yield from progress.track(items, description=title, console=console, transient=True)


def _console(stream: TextIO) -> Any:
    """Rich's console on a terminal, where rich is installed and colours are not turned off."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return None
    try:
        console = importlib.import_module("rich.console")
    except ImportError:
        return None
    return console.Console(file=stream, highlight=False, emoji=False)


def _print(text: str, stream: TextIO, end: str = "\n") -> None:
    encoding = stream.encoding or "utf-8"
    text = text.encode(encoding, "backslashreplace").decode(encoding)
    print(text, file=stream, end=end)


def text_of(error: Exception) -> str:
    """An error's message on its own lines."""
    return str(error) or type(error).__name__
