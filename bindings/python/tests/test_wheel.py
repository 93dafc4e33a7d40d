"""The wheel carries the library, under the right tag, and works by itself."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mockcloud import _raw

pytest.importorskip("hatchling", reason="hatchling builds the wheel")

PROJECT = Path(__file__).parents[1]


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
    assert "mockcloud = mockcloud.pytest_plugin" in entry_points
    assert "mockcloud = mockcloud.cli:main" in entry_points
    assert "mockcloud/cli/run.py" in names


def test_it_works_without_the_repository(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = (
        "import mockcloud\n"
        "from mockcloud import _raw\n"
        "with mockcloud.Cloud(seed=1) as cloud:\n"
        "    cloud.private.save(mockcloud.Record('Note', {'a': 1}, name='n'))\n"
        "    assert cloud.private.fetch('n') == {'a': 1}\n"
        "print(_raw.library().path)\n"
    )
    environment = {key: value for key, value in os.environ.items() if "MOCKCLOUD" not in key}
    environment["PYTHONPATH"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(tmp_path / "mockcloud" / "_lib" / "libmockcloud.so")


def test_without_a_library_there_is_no_wheel(tmp_path: Path) -> None:
    environment = {**os.environ, _raw.LIBRARY_VARIABLE: str(tmp_path / "missing.so")}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, check=False)
    assert done.returncode != 0
    assert b"missing.so" in done.stderr + done.stdout
    assert not list(tmp_path.glob("*.whl"))
