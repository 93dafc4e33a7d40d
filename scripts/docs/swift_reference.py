"""Lists the public types of MockCloudCore, with links to their DocC pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

#: The path of the DocC pages, relative to the page that lists them.
DOCC = "../../swift/documentation/mockcloudcore"


def sentence(symbol: dict[str, Any]) -> str:
    """Returns the first sentence of a declaration's comment."""
    lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
    text = " ".join("\n".join(lines).split("\n\n")[0].split())
    first = re.split(r"(?<=[^.]\.)\s", text)[0].replace("|", "\\|")
    return re.sub(r"``(\w+)``", r"`\1`", first)


def types(symbols: Path) -> str:
    """Returns tables of the types and the operations in a symbol graph."""
    graph = json.loads(symbols.read_text())
    rows: dict[bool, list[str]] = {True: [], False: []}
    top = [each for each in graph["symbols"] if len(each["pathComponents"]) == 1]
    for symbol in sorted(top, key=lambda each: str(each["names"]["title"])):
        name, text = symbol["names"]["title"], sentence(symbol)
        operation = re.match(r"`\w+(?:/\w+)+`", text) is not None
        link = f'<a href="{DOCC}/{name.lower()}/"><code>{name}</code></a>'
        rows[operation].append(f"| {link} | {text} |")
    head = "| Type | What it is |\n|---|---|\n"
    return (
        f'\n\n<a href="{DOCC}/">All declarations, by DocC</a>\n'
        f"\n## Types\n\n{head}"
        + "\n".join(rows[False])
        + f"\n\n## Operations\n\n{head}"
        + "\n".join(rows[True])
        + "\n"
    )
