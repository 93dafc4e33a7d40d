"""The tables of Swift declarations in docs/reference: the type of each operation with its
initializers in swift.md, the harness for tests in mockcloudkit.md.

`python3 bindings/python/tests/swift_page.py` prints them, from the sources; `--write` puts them
into the pages.
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


HARNESS_PAGE = ROOT / "docs" / "reference" / "mockcloudkit.md"
HARNESS = Part(
    HARNESS_PAGE,
    "<!-- The declarations begin: bindings/python/tests/swift_page.py --write -->\n",
    "<!-- The declarations end. -->\n",
)
#: The modules of the harness, in the order of the page.
HARNESS_MODULES = ("MockCloudKit", "MockCloudTesting", "MockCloudXCTest")

_HEADING = re.compile(r"^// ([A-Z][^\n]*)$", re.MULTILINE)
_DECLARATION = re.compile(
    r"((?:^ *///[^\n]*\n)*)(?:^ *@\w+\n)*^( *)(?:public|open)(?: override)? (?!import)"
    r"((?:[^{=\n(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\n(?=\2  |\2\)))*)",
    re.MULTILINE,
)


def declarations(text: str) -> Iterator[tuple[str, str]]:
    """Yields the public declarations of a file, each with the first paragraph of its comment."""
    for comment, _, declaration in _DECLARATION.findall(text):
        lines = [line.strip().removeprefix("///").strip() for line in comment.splitlines()]
        paragraph = " ".join(lines[: lines.index("")] if "" in lines else lines)
        shown = " ".join(declaration.replace("`", "").split())
        if paragraph.startswith("- "):
            paragraph = ""
        # Without a comment it is a requirement of a protocol, or an obvious initializer.
        if paragraph or shown.startswith("init("):
            yield shown.replace("( ", "(").replace(" )", ")"), paragraph


def harness() -> str:
    """Returns the declarations of the harness as they should be in the page."""
    lines = []
    for module in HARNESS_MODULES:
        lines += [f"## {module}", ""]
        for path in sorted((ROOT / "Sources" / module).glob("*.swift")):
            if path.stem == "ErrorTexts":
                continue
            text = path.read_text()
            rows = [f"| `{shown}` | {comment} |" for shown, comment in declarations(text)]
            if not rows:
                continue
            heading = _HEADING.search(text)
            title = heading[1].rstrip(".") if heading and "+" in path.stem else f"`{path.stem}`"
            lines += [f"### {title}", "", "| Declaration | Meaning |", "|---|---|", *rows, ""]
    return "\n".join(lines)


if __name__ == "__main__":
    TABLE.run(table())
    HARNESS.run(harness())
