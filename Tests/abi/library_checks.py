"""Checks of the library alone: how it is linked, what it needs and exports, and its size."""

from __future__ import annotations

import re
from pathlib import Path

from repository import dynamic_symbols, macro, run
from version_nodes import PREFIX

NEEDED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"}
LARGEST = 11_300_000


def exported_symbols(library: Path) -> set[str]:
    """Returns every symbol that others can link to, without its version."""
    names = {name.split("@")[0] for _, _, name in dynamic_symbols(library)}
    return {name for name in names if not name.startswith(PREFIX)}


def check_addresses(library: Path) -> list[str]:
    """No two exported functions have the same address: the linker merges identical functions, and
    programs may compare pointers to these.
    """
    names: dict[str, str] = {}
    wrong: list[str] = []
    for address, kind, name in dynamic_symbols(library):
        if kind == "T" and names.setdefault(address, name) != name:
            wrong.append(f"{name} and {names[address]} have the same address")
    return wrong


def check_linking(header: Path, library: Path) -> list[str]:
    """The library's name, the libraries that it needs and where they are searched, and that it is
    bound when loaded.
    """
    dynamic = run(["readelf", "-d", "-W", str(library)]).stdout
    wrong: list[str] = []
    soname = re.findall(r"SONAME\).*\[(.*)\]", dynamic)
    expected = f"libmockcloud.so.{macro(header, 'MOCKCLOUD_ABI_VERSION')}"
    if soname != [expected]:
        wrong.append(f"the soname is {soname}, not {expected}")
    for name in re.findall(r"NEEDED\).*\[(.*)\]", dynamic):
        if name not in NEEDED and not name.startswith("ld-linux"):
            wrong.append(f"it needs {name}")
    if "BIND_NOW" not in dynamic:
        wrong.append("its addresses are not resolved when it is loaded: -z now")
    return wrong + [
        f"it has a search path: {path}" for path in re.findall(r"R(?:UN)?PATH.*", dynamic)
    ]


def check_content(library: Path) -> list[str]:
    """The library exports nothing of Swift, and is not too large."""
    wrong = [
        f"it exports Swift's {name}"
        for name in sorted(exported_symbols(library))
        if name.startswith(("$s", "swift_", "_swift"))
    ]
    size = library.stat().st_size
    if size > LARGEST:
        wrong.append(f"it has {size} bytes, more than {LARGEST}")
    return wrong
