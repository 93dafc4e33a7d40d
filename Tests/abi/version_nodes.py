"""The version nodes of the export list: there is one for each minor version, and those of released
versions never change.

Run as a program, prints the lines of exports/released.txt that are missing.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from repository import EXPORTS, ROOT, dynamic_symbols

RELEASED = ROOT / "exports/released.txt"
CHANGELOG = ROOT / "CHANGELOG.md"
DEBIAN_SYMBOLS = ROOT / "packaging/debian/libmockcloud0.symbols"
PREFIX = "MOCKCLOUD_"


class Node(NamedTuple):
    """A node of the export list, the functions in its global part, and the node it follows."""

    name: str
    functions: frozenset[str]
    follows: str

    @property
    def version(self) -> str:
        """The first version that has the node."""
        return f"{self.name.removeprefix(PREFIX)}.0"


def map_nodes(exports: Path) -> list[Node]:
    text = re.sub(r"/\*.*?\*/", "", exports.read_text(), flags=re.DOTALL)
    nodes: list[Node] = []
    for name, body, follows in re.findall(r"([\w.]+)\s*\{(.*?)\}\s*([\w.]*)\s*;", text, re.DOTALL):
        public = re.search(r"global:(.*?)(?:local:|$)", body, re.DOTALL)
        names = (part.strip() for part in (public[1] if public else "").split(";"))
        nodes.append(Node(name, frozenset(filter(None, names)), follows))
    return nodes


def released_nodes(record: Path) -> dict[str, set[str]]:
    nodes: dict[str, set[str]] = {}
    for line in record.read_text().splitlines():
        if line and not line.startswith("#"):
            name, function = line.split()
            nodes.setdefault(name, set()).add(function)
    return nodes


def check_released(exports: Path, record: Path, changelog: Path) -> list[str]:
    """The nodes of released versions are those of the record, and other nodes are of a version that
    the changelog calls unreleased.
    """
    wrong: list[str] = []
    now, released = {node.name: node for node in map_nodes(exports)}, released_nodes(record)
    for name, functions in released.items():
        kept = now[name].functions if name in now else frozenset()
        wrong += [f"{name} was released with {lost}" for lost in sorted(functions - kept)]
        wrong += [f"{name} was released without {new}" for new in sorted(kept - functions)]
    unreleased = re.findall(r"^## (\S+) - Unreleased$", changelog.read_text(), re.MULTILINE)
    for name in now.keys() - released.keys():
        if now[name].version not in unreleased:
            wrong.append(
                f"{name} is not in {record.name}, and {changelog.name} does not call "
                f"{now[name].version} unreleased"
            )
    return wrong


def check_order(exports: Path, symbols: Path) -> list[str]:
    """Each node follows the one before, no function has two, and Debian's file has all nodes."""
    nodes, wrong, owners = map_nodes(exports), list[str](), dict[str, str]()
    for node, before in zip(nodes, ["", *(node.name for node in nodes)], strict=False):
        if node.follows != before:
            wrong.append(f"{node.name} follows '{node.follows}', not '{before}'")
        for function in sorted(node.functions):
            if owners.setdefault(function, node.name) != node.name:
                wrong.append(f"{function} is in {owners[function]} and in {node.name}")
    debian = re.findall(r"^ \(symver\)(\S+) (\S+)$", symbols.read_text(), re.MULTILINE)
    if debian != [(node.name, node.version) for node in nodes]:
        wrong.append(f"{symbols.name} has the nodes {debian}")
    return wrong


def check_library_nodes(exports: Path, library: Path) -> list[str]:
    """Each function of the library has the node that the export list gives it."""
    expected = {name: node.name for node in map_nodes(exports) for name in node.functions}
    symbols = (name.partition("@@") for _, _, name in dynamic_symbols(library))
    found = {name: node for name, _, node in symbols if node}
    return [
        f"{name} has the node {node}, not {expected.get(name)}"
        for name, node in found.items()
        if expected.get(name) != node
    ] + [f"{name} has no node" for name in sorted(expected.keys() - found.keys())]


if __name__ == "__main__":
    recorded = released_nodes(RELEASED)
    for missing in map_nodes(EXPORTS):
        if missing.name not in recorded:
            for function in sorted(missing.functions):
                print(missing.name, function)
