"""Adds the shared library to the wheel, and its sources to the source distribution."""

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

#: The variable with the path of the library to pack. The installed package also uses this library.
LIBRARY_VARIABLE = "MOCKCLOUD_LIBRARY"

#: If this variable is 1, the wheel contains no library and is platform-independent. It is for
#: distributions that install the library separately.
PURE_VARIABLE = "MOCKCLOUD_PURE_WHEEL"

#: The folder of a source distribution that contains parts of the repository.
CARRIED = "library"

#: The file beside the library that names what is linked into it.
SPDX_FILE = "libmockcloud.spdx.json"

#: The inputs of `scripts/build-library`. Swift refuses Package.swift without the tests it names.
PARTS = (
    "Package.swift",
    "Sources",
    "Tests/MockCloudCoreTests",
    "Tests/CloudKitTests",
    "Tests/CloudKitScenarioTests",
    "Tests/CloudKitClientTests",
    "Tests/MockCloudKitFrameworkClientTests",
    "Tests/MockCloudKitFrameworkTests",
    "Tests/MockCloudKitTests",
    "Tests/MockCloudShimTests",
    "Tests/fork-check",
    "benchmarks/cloudkit",
    "examples/swift",
    "exports",
    "include",
    "scripts/build-library",
    "scripts/build-steps",
    "scripts/collectable.c",
    "scripts/wrapped.c",
    "scripts/write-figures",
    "scripts/write-spdx",
)


class BuildError(Exception):
    """The package cannot be built. The message names the remedy."""


def repository(root: Path) -> Path:
    """Returns the folder of the library's sources: in a source distribution or the repository."""
    carried = root / CARRIED
    return carried if carried.is_dir() else root.parent.parent


def find_library(root: Path) -> Path:
    """Returns the library to pack: $MOCKCLOUD_LIBRARY or the one in `build`, built if missing."""
    given = os.environ.get(LIBRARY_VARIABLE)
    if given:
        path = Path(given)
        if not path.is_file():
            raise BuildError(f"{LIBRARY_VARIABLE} is {path}, which is not a file")
        return path.resolve()
    sources = repository(root)
    path = sources / "build" / "lib" / "libmockcloud.so"
    if not path.is_file():
        build_library(sources / "scripts" / "build-library")
    return path.resolve()


def build_library(script: Path) -> None:
    """Runs the build script, which prints its progress and its errors."""
    try:
        done = subprocess.run([script], check=False)
    except OSError as error:
        raise BuildError(f"the library cannot be built: {error}") from error
    if done.returncode != 0:
        raise BuildError(
            "building the library failed, see above. Without a Swift toolchain, install a wheel or "
            f"set {LIBRARY_VARIABLE} to the path of a built libmockcloud.so"
        )


def platform_tag(library: bytes) -> str:
    """Returns the most general platform tag that the dependencies of the library allow.

    A library that depends on a shared Swift runtime does not run on other machines. It gets the
    plain `linux` tag, which package indexes refuse.
    """
    machine = platform.machine()
    if not sys.platform.startswith("linux"):
        return re.sub(r"[^A-Za-z0-9]", "_", sysconfig.get_platform())
    if b"libswiftCore.so\0" in library:
        return f"linux_{machine}"
    minors = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)(?:\.\d+)?\0", library)]
    if b"GLIBC_ABI_DT_RELR\0" in library:
        # Packed relocations, which glibc supports since 2.36, have a separate version name.
        minors.append(36)
    return f"manylinux_2_{max([17, *minors])}_{machine}"


class LibraryHook(BuildHookInterface[Any]):
    """Adds the library to a wheel. An editable install uses MOCKCLOUD_LIBRARY instead."""

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
        # What the library contains, which scripts/build-library writes beside it.
        spdx = library.with_name(SPDX_FILE)
        if spdx.is_file():
            build_data["sbom_files"].append(str(spdx))

    def carry_sources(self, force_include: dict[str, str]) -> None:
        """Adds the sources of the library. Symbolic links to other files are resolved."""
        for path in list(force_include):
            if Path(path).is_symlink():
                force_include[str(Path(path).resolve())] = force_include.pop(path)
        sources = repository(Path(self.root))
        for part in PARTS:
            if not (sources / part).exists():
                raise BuildError(f"{sources / part} is missing: build from the repository")
            force_include[str(sources / part)] = f"{CARRIED}/{part}"
