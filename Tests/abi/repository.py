"""The repository whose files the checks compare, and the commands that read them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "include/mockcloud.h"
EXPORTS = ROOT / "exports/mockcloud.map"
LIBRARY = ROOT / "build/lib/libmockcloud.so"


def run(command: list[str], stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


def dynamic_symbols(library: Path) -> list[tuple[str, str, str]]:
    """Returns address, kind and name of every symbol that others can link to; a name with a version
    node is followed by @@ and the node.
    """
    lines = run(["nm", "-D", "--defined-only", "--extern-only", str(library)]).stdout.splitlines()
    return [(address, kind, name) for address, kind, name in map(str.split, lines)]


def macro(header: Path, name: str) -> str:
    found = re.search(rf"^#define {name} (.*)$", header.read_text(), re.MULTILINE)
    return found[1].strip('"') if found else ""


def header_version(header: Path) -> str:
    return ".".join(
        macro(header, f"MOCKCLOUD_VERSION_{part}") for part in ("MAJOR", "MINOR", "PATCH")
    )
