"""The source distribution has all files for building the library, and reports missing tools."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mockcloud._core import library as _raw
from support import ROOT

pytest.importorskip("hatchling", reason="hatchling builds the source distribution")

PROJECT = Path(__file__).parents[1]


def build(target: str, project: Path, place: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs the builder without naming a library; `more` is added to the environment."""
    environment = {k: v for k, v in os.environ.items() if k != _raw.LIBRARY_VARIABLE} | more
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(place)]
    return subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("sdist")
    done = build("sdist", PROJECT, place)
    assert done.returncode == 0, done.stderr
    (built,) = place.glob("*.tar.gz")
    return built


@pytest.fixture
def unpacked(sdist: Path, tmp_path: Path) -> Path:
    subprocess.run(["tar", "-xzf", str(sdist), "-C", str(tmp_path)], check=True)
    return tmp_path / "mockcloud-0.1.0"


def files(folder: Path) -> dict[str, bytes]:
    """Returns the files below a folder, except those that its tools generate."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in {".pyc", ".so"}
    }


def test_it_has_the_sources(unpacked: Path) -> None:
    library = unpacked / "library"
    for folder in ("Sources", "include", "exports"):
        assert files(library / folder) == files(ROOT / folder)
    scripts = ("build-library", "build-steps", "write-figures", "write-spdx")
    for file in ("Package.swift", "scripts/wrapped.c", *(f"scripts/{name}" for name in scripts)):
        assert (library / file).read_bytes() == (ROOT / file).read_bytes()
    assert all(os.access(library / "scripts" / name, os.X_OK) for name in scripts)
    assert files(unpacked / "src" / "mockcloud") == files(PROJECT / "src" / "mockcloud")
    assert (unpacked / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert (unpacked / "NOTICES").read_bytes() == (ROOT / "packaging" / "NOTICES").read_bytes()


def test_all_that_the_manifest_names_is_there(unpacked: Path) -> None:
    swift = shutil.which("swift")
    if swift is None:
        pytest.skip("there is no Swift toolchain")
    command = [swift, "package", "describe", "--type", "json"]
    done = subprocess.run(
        command, cwd=unpacked / "library", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_without_a_toolchain_it_says_what_is_missing(unpacked: Path, tmp_path: Path) -> None:
    """Runs the script with a PATH that contains only the tools that the script itself needs."""
    bare = tmp_path / "bin"
    bare.mkdir()
    for name in ("bash", "dirname"):
        (bare / name).symlink_to(str(shutil.which(name)))
    done = build("wheel", unpacked, tmp_path, PATH=str(bare))
    assert done.returncode != 0
    for missing in ("a Swift toolchain", "strip (Debian: binutils)", "pkg-config"):
        assert f"missing: {missing}" in done.stderr
    assert _raw.LIBRARY_VARIABLE in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_a_wheel_of_it_has_the_library_that_its_script_built(
    unpacked: Path, tmp_path: Path
) -> None:
    """Uses a substitute for the build script, which takes minutes."""
    script = unpacked / "library" / "scripts" / "build-library"
    script.write_text(
        "#!/bin/sh\n"
        'cd "$(dirname "$0")/.." && mkdir -p build/lib\n'
        f"cp '{_raw.library().path}' build/lib/libmockcloud.so\n"
    )
    done = build("wheel", unpacked, tmp_path)
    assert done.returncode == 0, done.stderr
    (built,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        library = archive.read("mockcloud/_lib/libmockcloud.so")
    assert library == Path(_raw.library().path).read_bytes()
