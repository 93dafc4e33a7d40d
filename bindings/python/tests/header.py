"""Reads the functions that a C header declares, with clang or with a simple parser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

#: The types of the result and of the parameters by function name, in the spelling of clang.
Prototypes = dict[str, tuple[str, tuple[str, ...]]]

PREFIX = "mockcloud_"


def clang() -> str | None:
    """Returns the path of clang, which may be part of a Swift toolchain, or None."""
    swift = shutil.which("swift")
    beside = Path(swift).resolve().with_name("clang") if swift else None
    return shutil.which("clang") or (str(beside) if beside and beside.exists() else None)


def by_clang(header: Path) -> Prototypes:
    """Returns the prototypes from clang's syntax tree."""
    command = [
        clang() or "clang",
        *("-x", "c", "-std=c11", "-fsyntax-only", "-Xclang", "-ast-dump=json", str(header)),
    ]
    tree = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    found: Prototypes = {}
    for node in tree["inner"]:
        if node["kind"] == "FunctionDecl" and node["name"].startswith(PREFIX):
            whole: str = node["type"]["qualType"]
            result, _, parameters = whole.partition("(")
            found[node["name"]] = (spelled(result), split(parameters.removesuffix(")")))
    return found


def by_hand(header: Path) -> Prototypes:
    """Returns the prototypes that a simple parser finds without a compiler."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", header.read_text(), flags=re.DOTALL)
    text = re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*", " ", text, flags=re.MULTILINE)
    found: Prototypes = {}
    pattern = rf"([\w\s*]+?)\b({PREFIX}\w+)\s*\(([^()]*)\)[^;(){{}}]*;"
    for result, name, parameters in re.findall(pattern, text):
        if "typedef" not in result.split():
            types = tuple(unnamed(each) for each in split(parameters))
            found[name] = (spelled(re.sub(r"\b[A-Z][A-Z_]+\b|\bextern\b", "", result)), types)
    return found


def split(parameters: str) -> tuple[str, ...]:
    """Returns the parts of a parameter list; `(void)` has none, and an ellipsis is not a part."""
    parts = tuple(spelled(each) for each in parameters.split(",") if each.strip() != "...")
    return () if parts in (("void",), ("",)) else parts


def spelled(type_name: str) -> str:
    """Returns a type with clang's spacing: `char **`, `const char *`."""
    words = " ".join(type_name.replace("*", " * ").split())
    return re.sub(r"\*\s+(?=\*)", "*", words)


def unnamed(parameter: str) -> str:
    """Returns the type of a parameter, which may have a name."""
    match = re.fullmatch(r"(.*(?:\*|\s))\s*([A-Za-z_]\w*)", parameter)
    if match and match[2] not in ("int", "char", "mockcloud") and match[1].strip() != "const":
        return spelled(match[1])
    return parameter
