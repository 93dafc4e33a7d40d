"""Checks that every file that states the version, or the number of the binary interface, has the
header's.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from repository import HEADER, ROOT, header_version, macro

VERSION, ABI = "version", "binary interface"


class Place(NamedTuple):
    """A file that states one of them: the pattern's group is the stated number."""

    file: str
    what: str
    pattern: str


PLACES = [
    Place("include/mockcloud.h", VERSION, r'^#define MOCKCLOUD_VERSION_STRING "(.*)"$'),
    Place("Sources/MockCloudCore/Wire/LibraryVersion.swift", VERSION, r'let text = "(.*)"$'),
    Place("Sources/MockCloudCore/Wire/LibraryVersion.swift", ABI, r"let abi = (.*)$"),
    Place("Package.swift", ABI, r"libmockcloud\.so\.(\d+)"),
    Place("bindings/python/src/mockcloud/__init__.py", VERSION, r'^__version__ = "(.*)"$'),
    Place("bindings/python/src/mockcloud/_core/library.py", ABI, r"^ABI_VERSION = (.*)$"),
    # The newest version comes first.
    Place("CHANGELOG.md", VERSION, r"\A(?s:.*?)^## (\S+) - "),
    Place("CHANGELOG.md", ABI, r"\A(?s:.*?)^Binary interface (\d+) "),
    Place("README.md", ABI, r"libmockcloud(?:\.so\.)?(\d+)"),
    Place("docs/dialect/harness.md", VERSION, r'^  "version": "(\d+\.\d+\.\d+)",$'),
    Place("docs/dialect/harness.md", ABI, r'^  "abiVersion": (\d+),$'),
    Place("packaging/debian/control", ABI, r"libmockcloud(\d+)"),
    Place("packaging/debian/rules", ABI, r"libmockcloud(\d+)"),
    Place("packaging/debian/libmockcloud0.symbols", ABI, r"^libmockcloud\.so\.(\d+) "),
    Place("packaging/debian/libmockcloud0.symbols", ABI, r" libmockcloud(\d+) "),
    Place("scripts/test-deb", ABI, r"libmockcloud(?:\.so\.)?(\d+)"),
    Place("Tests/fuzz/Makefile", ABI, r"libmockcloud\.so\.(\d+)"),
]


def check_versions(root: Path = ROOT) -> list[str]:
    header = root / HEADER.relative_to(ROOT)
    expected = {VERSION: header_version(header), ABI: macro(header, "MOCKCLOUD_ABI_VERSION")}
    wrong: list[str] = []
    for file, what, pattern in PLACES:
        path = root / file
        stated = (
            set(re.findall(pattern, path.read_text(), re.MULTILINE)) if path.exists() else set()
        )
        if not stated:
            wrong.append(f"{file} does not state the {what}: {pattern}")
        wrong += [
            f"{file} states the {what} {number}, the header {expected[what]}"
            for number in sorted(stated - {expected[what]})
        ]
    return wrong
