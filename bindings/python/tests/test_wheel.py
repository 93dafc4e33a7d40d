"""The wheel contains the library, has the right tag, and works by itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from interpreters import MINORS, interpreter
from mockcloud._core import library as _raw
from support import ROOT

pytest.importorskip("hatchling", reason="hatchling builds the wheel")

PROJECT = Path(__file__).parents[1]

#: The newest glibc that the library may require: that of the distributions of 2022.
NEWEST_GLIBC = 34


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel with the library under test."""
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)
    (built,) = target.glob("*.whl")
    return built


def test_its_tag(wheel: Path) -> None:
    name, version, python, abi, platform = wheel.stem.split("-")
    assert (name, version, python, abi) == ("mockcloud", "0.1.0", "py3", "none")
    assert platform != "any"
    self_contained = b"libswiftCore.so\0" not in Path(_raw.library().path).read_bytes()
    if sys.platform.startswith("linux"):
        assert platform.startswith("manylinux_2_" if self_contained else "linux_")


def test_auditwheel_accepts_its_tag(wheel: Path) -> None:
    """The symbol versions of glibc, libstdc++ and libgcc_s are those that the tag allows."""
    pytest.importorskip("auditwheel", reason="auditwheel knows what a tag allows")
    tag = wheel.stem.split("-")[-1]
    if not tag.startswith("manylinux_2_"):
        pytest.skip("the library under test needs Swift's runtime beside it")
    command = [sys.executable, "-m", "auditwheel", "show", str(wheel)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    told = " ".join(done.stdout.split())
    assert f'is consistent with the following platform tag: "{tag}".' in told
    assert "external shared libraries are required" not in told
    assert int(tag.split("_")[2]) <= NEWEST_GLIBC


def test_its_licence(wheel: Path) -> None:
    place = "mockcloud-0.1.0.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(f"{place}/METADATA").decode().splitlines()
        files = {name: archive.read(f"{place}/licenses/{name}") for name in ("LICENSE", "NOTICES")}
    assert "License-Expression: MIT" in metadata
    assert [line for line in metadata if line.startswith("License-File:")] == [
        f"License-File: {name}" for name in files
    ]
    assert files["LICENSE"] == (ROOT / "LICENSE").read_bytes()
    assert files["NOTICES"] == (ROOT / "packaging" / "NOTICES").read_bytes()


def test_its_contents(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        library = archive.read("mockcloud/_lib/libmockcloud.so")
        metadata = archive.read("mockcloud-0.1.0.dist-info/METADATA").decode()
        entry_points = archive.read("mockcloud-0.1.0.dist-info/entry_points.txt").decode()
    assert library == Path(_raw.library().path).read_bytes()
    assert {"mockcloud/py.typed", "mockcloud/__init__.py"} <= names
    assert not any(name.startswith("tests") for name in names)
    assert "Requires-Python: >=3.10" in metadata
    urls = re.findall(r"^Project-URL: ([^,\n]+), (https://\S+)$", metadata, re.MULTILINE)
    assert dict(urls).keys() == {"CloudKit", "CloudKit Web Services Reference"}
    assert "mockcloud = mockcloud.pytest_plugin" in entry_points
    assert "mockcloud = mockcloud.cli:main" in entry_points
    assert "mockcloud/cli/run.py" in names


def run(*command: str | Path) -> str:
    """Returns the output of a command that runs without access to this repository."""
    arguments = [str(part) for part in command]
    done = subprocess.run(
        arguments, env=without_mockcloud(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def without_mockcloud() -> dict[str, str]:
    """Returns the environment without the variables that name this repository's files."""
    return {
        key: value
        for key, value in os.environ.items()
        if "MOCKCLOUD" not in key and key not in {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    }


@pytest.mark.parametrize("minor", MINORS)
def test_it_works_in_a_fresh_environment(wheel: Path, tmp_path: Path, minor: int) -> None:
    """Installed by pip, without a package index, into an otherwise empty environment."""
    python = interpreter(minor)
    if python is None:
        pytest.skip(f"there is no Python 3.{minor} here")
    place = tmp_path / "venv"
    run(python, "-m", "venv", "--without-pip", place)
    pip = [sys.executable, "-m", "pip", "--python", str(place)]
    run(*pip, "install", "--no-index", "--no-compile", "-q", wheel)
    code = (
        "import sys\n"
        "import mockcloud\n"
        "from mockcloud._core import library as _raw\n"
        "with mockcloud.Cloud(seed=1) as cloud:\n"
        "    cloud.private.save(mockcloud.Record('Note', {'a': 1}, name='n'))\n"
        "    assert cloud.private.fetch('n') == {'a': 1}\n"
        "print(sys.version_info[1], _raw.library().path)\n"
    )
    at, path = run(place / "bin" / "python", "-W", "error", "-c", code).split()
    assert int(at) == minor
    assert Path(path).parts[-3:] == ("mockcloud", "_lib", "libmockcloud.so")
    assert Path(path).is_relative_to(place)
    assert "0.1.0" in run(place / "bin" / "mockcloud", "--version")


def test_a_wheel_without_the_library(tmp_path: Path) -> None:
    """For distributions, which package the library separately."""
    environment = without_mockcloud() | {"MOCKCLOUD_PURE_WHEEL": "1"}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=PROJECT, env=environment, check=True, capture_output=True)
    (built,) = tmp_path.glob("*.whl")
    assert built.name == "mockcloud-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(built) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".so")]


def test_without_a_library_there_is_no_wheel(tmp_path: Path) -> None:
    environment = {**os.environ, _raw.LIBRARY_VARIABLE: str(tmp_path / "missing.so")}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, check=False)
    assert done.returncode != 0
    assert b"missing.so" in done.stderr + done.stdout
    assert not list(tmp_path.glob("*.whl"))
