"""Puts the shared library into the wheel and gives the wheel its platform tag."""

from __future__ import annotations

import os
import platform
import re
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Where `make lib` of this repository leaves the self-contained library.
BUILT_LIBRARY = Path("..", "..", "build", "lib", "libmockcloud.so")


def find_library(root: Path) -> Path:
    """The library to pack: $MOCKCLOUD_LIBRARY, else the one that the repository built."""
    given = os.environ.get("MOCKCLOUD_LIBRARY")
    path = Path(given) if given else root / BUILT_LIBRARY
    if not path.is_file():
        raise FileNotFoundError(
            f"no library to pack at {path}: run `make lib` at the top of the repository, "
            "or name a library in MOCKCLOUD_LIBRARY"
        )
    return path.resolve()


def platform_tag(library: bytes) -> str:
    """The most general platform tag that the library's own needs allow.

    A library that needs Swift's runtime beside it is no use on another machine and gets the
    plain `linux` tag, which package indexes refuse.
    """
    machine = platform.machine()
    if not sys.platform.startswith("linux"):
        return re.sub(r"[^A-Za-z0-9]", "_", sysconfig.get_platform())
    if b"libswiftCore.so\0" in library:
        return f"linux_{machine}"
    minors = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)(?:\.\d+)?\0", library)]
    if b"GLIBC_ABI_DT_RELR\0" in library:
        # Packed relocations have a name of their own; glibc 2.36 was the first to know them.
        minors.append(36)
    return f"manylinux_2_{max([17, *minors])}_{machine}"


class LibraryHook(BuildHookInterface[Any]):
    """Adds the library to a wheel; an editable install finds it by MOCKCLOUD_LIBRARY instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        library = find_library(Path(self.root))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag(library.read_bytes())}"
        build_data["force_include"][str(library)] = "mockcloud/_lib/libmockcloud.so"
