"""An extension of griffe that uses the `#:` comments above an attribute as its docstring."""

from __future__ import annotations

from typing import Any

import griffe


class HashComments(griffe.Extension):
    """Reads `#:` comments, which Sphinx supports but griffe does not."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        if attr.docstring is not None or not attr.lineno:
            return
        lines = attr.lines_collection[attr.filepath]
        comment: list[str] = []
        line = attr.lineno - 2
        while line >= 0 and lines[line].strip().startswith("#:"):
            comment.insert(0, lines[line].strip().removeprefix("#:").strip())
            line -= 1
        if comment:
            attr.docstring = griffe.Docstring(" ".join(comment), parent=attr)
