"""The output of commands: lines for readers, or one JSON document for programs."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO, TypeVar

from .._core.codec import dump_json
from .._core.wording import STYLES, visible

Item = TypeVar("Item")


class Output:
    """The output of a command. Without a terminal, or without rich, it is plain text."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self._console = _console(sys.stdout)

    def line(self, text: str = "", style: str | None = None) -> None:
        """Prints a line, except with `--json`."""
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
        """Prints an object that has `__str__` and `__rich__`."""
        if self._console is None or self.as_json:
            self.line(str(drawing))
        else:
            self._console.print(drawing, soft_wrap=True)

    def json(self, value: Any) -> None:
        """Prints the JSON document, only with `--json`."""
        if self.as_json:
            _print(dump_json(value), sys.stdout)

    def text(self, text: str) -> None:
        """Prints a document, the result of the command, without changes."""
        _print(text, sys.stdout, end="")

    def note(self, text: str) -> None:
        """Prints a note on standard error, except with `--json`."""
        if not self.as_json:
            _print(f"mockcloud: {visible(text)}", sys.stderr)

    def error(self, text: str, **parts: str | None) -> None:
        """Prints the error that ends the command, and with `--json` its parts."""
        _print(f"mockcloud: {visible(text)}", sys.stderr)
        self.json({"error": {key: part for key, part in parts.items() if part is not None}})

    def track(self, items: list[Item], title: str) -> Iterable[Item]:
        """Returns the items, with a progress bar if standard error is a terminal."""
        console = None if self.as_json or len(items) < 2 else _console(sys.stderr)
        if console is None:
            return items
        return _tracked(items, title, console)


def _tracked(items: list[Item], title: str, console: Any) -> Iterator[Item]:
    progress = importlib.import_module("rich.progress")
    yield from progress.track(items, description=title, console=console, transient=True)


def _console(stream: TextIO) -> Any:
    """Returns rich's console, or None without a terminal, without rich, or without colours."""
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
    """Returns the message of an error, or its type if it has no message."""
    return str(error) or type(error).__name__
