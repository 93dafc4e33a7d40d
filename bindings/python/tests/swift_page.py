"""The table of operations in docs/reference/swift.md: the Swift type of each, and its initializers.

`python3 bindings/python/tests/swift_page.py` prints it, from the sources; `--write` puts it into
the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generated import Part
from support import ROOT

PAGE = ROOT / "docs" / "reference" / "swift.md"
SOURCES = ROOT / "Sources" / "MockCloudCore"
TABLE = Part(
    PAGE,
    "<!-- The table begins: bindings/python/tests/swift_page.py --write -->\n",
    "<!-- The table ends. -->\n",
)

_TYPE = re.compile(r"^public struct (\w+)[^{\n]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"^  public static (?:let|var) name(?:: String)? (?:=|\{) (\S+)", re.MULTILINE)
_NESTED = re.compile(r"^  public struct (\w+)[^{\n]*\{\n(.*?)^  \}", re.MULTILINE | re.DOTALL)
_INITIALIZER = re.compile(r"^ *public init(\((?:[^()]|\([^()]*\))*\))", re.MULTILINE)


def initializers(name: str, body: str) -> Iterator[str]:
    """Yields the public initializers of a type without those of nested types."""
    for parameters in _INITIALIZER.findall(body):
        yield f"{name}{' '.join(parameters.split())}".replace("( ", "(").replace(" )", ")")


def constants() -> dict[str, str]:
    """Returns the texts of static constants, by their names."""
    found = {}
    for owner, file in (("FaultPlan", "SetErrors"), ("DeviceNetworks", "NetworkActs")):
        text = (SOURCES / "Faults" / f"{file}.swift").read_text()
        for name, value in re.findall(r'let (\w+) = ("[^"]+")', text):
            found[f"{owner}.{name}"] = value
    return found


def operations() -> Iterator[tuple[str, str, list[str]]]:
    """Yields each operation with its type and the initializers."""
    known = constants()
    for path in sorted(SOURCES.rglob("*.swift")):
        for kind, body in _TYPE.findall(path.read_text()):
            name = _NAME.search(body)
            if name is None:
                continue
            own = list(initializers(kind, _NESTED.sub("", body)))
            for nested, inner in _NESTED.findall(body):
                own += initializers(f"{kind}.{nested}", inner)
            yield known.get(name[1], name[1]).strip('"'), kind, own


def table() -> str:
    """Returns the table as it should be in the page."""
    lines = ["| Operation | Swift |", "|---|---|"]
    for name, kind, own in sorted(operations()):
        shown = ", ".join(f"`{each}`" for each in own) or f"`{kind}`"
        lines.append(f"| `{name}` | {shown} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLE.run(table())
