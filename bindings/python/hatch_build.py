"""Puts the shared library into the wheel, and what builds it into the source distribution."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Names the library to pack, as it names the library to use once the package is installed.
LIBRARY_VARIABLE = "MOCKCLOUD_LIBRARY"

#: Where it is 1, the wheel has no library and is the same for every machine. For those who install
#: the library by other means, as distributions do.
PURE_VARIABLE = "MOCKCLOUD_PURE_WHEEL"

#: The folder of a source distribution that has the repository's parts.
CARRIED = "library"

#: What `scripts/build-library` reads. Package.swift names the tests, and is refused without them.
PARTS = (
    "Package.swift",
    "Sources",
    "Tests/MockCloudCoreTests",
    "Tests/MockCloudShimTests",
    "Tests/fork-check",
    "examples/swift",
    "exports",
    "include",
    "scripts/build-library",
    "scripts/wrapped.c",
)


class BuildError(Exception):
    """Nothing can be packed; the message says what to do."""


def repository(root: Path) -> Path:
    """Where the library's sources are: in a source distribution inside it, else around us."""
    carried = root / CARRIED
    return carried if carried.is_dir() else root.parent.parent


def find_library(root: Path) -> Path:
    """The library to pack: $MOCKCLOUD_LIBRARY, else the one that was built, which may be now."""
    given = os.environ.get(LIBRARY_VARIABLE)
    if given:
        path = Path(given)
        if not path.is_file():
            raise BuildError(f"no library to pack at {path}, which {LIBRARY_VARIABLE} names")
        return path.resolve()
    sources = repository(root)
    path = sources / "build" / "lib" / "libmockcloud.so"
    if not path.is_file():
        build_library(sources / "scripts" / "build-library")
    return path.resolve()


def build_library(script: Path) -> None:
    """Runs the script, which prints its progress, or what is missing."""
    try:
        done = subprocess.run([script], check=False)
    except OSError as error:
        raise BuildError(f"the library cannot be built: {error}") from error
    if done.returncode != 0:
        raise BuildError(
            "the library was not built, for the reason above. Where it cannot be, install a wheel, "
            f"or name a built libmockcloud.so in {LIBRARY_VARIABLE}"
        )


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
        try:
            if self.target_name == "sdist":
                self.carry_sources(build_data["force_include"])
            elif version != "editable" and os.environ.get(PURE_VARIABLE) != "1":
                self.carry_library(build_data)
        except BuildError as error:
            self.app.abort(f"mockcloud: {error}")

    def carry_library(self, build_data: dict[str, Any]) -> None:
        library = find_library(Path(self.root))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag(library.read_bytes())}"
        build_data["force_include"][str(library)] = "mockcloud/_lib/libmockcloud.so"

    def carry_sources(self, force_include: dict[str, str]) -> None:
        """Adds what the library is built from; nothing in the archive links to outside of it."""
        for path in list(force_include):
            if Path(path).is_symlink():
                force_include[str(Path(path).resolve())] = force_include.pop(path)
        sources = repository(Path(self.root))
        for part in PARTS:
            if not (sources / part).exists():
                raise BuildError(f"{sources / part} is missing: build from the repository")
            force_include[str(sources / part)] = f"{CARRIED}/{part}"
