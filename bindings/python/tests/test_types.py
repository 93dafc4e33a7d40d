"""Type checkers accept every Python example in every document, and hints can be evaluated."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import re
import shutil
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mockcloud
import tutorial
from mockcloud._core.calls import Caller
from support import README, ROOT

SOURCES = Path(mockcloud.__file__).parents[1]

#: What test_code_blocks.py defines for the fragments of documents.
FRAGMENT = """\
import mockcloud
from mockcloud import *

cloud = Cloud()


class Client:
    notes: list[str]

    def __init__(self, cloud: Cloud, store: dict[str, object] | None = None) -> None: ...
    def sync(self) -> None: ...
    def rename(self, name: str, title: str) -> None: ...


"""

#: Modules with public names, besides those of the package itself.
MODULES = [
    "errors",
    "harness.configuration",
    "pytest_plugin",
    "testing.scenarios",
    "testing.strategies",
    "testing.testcase",
]


def pages() -> list[Path]:
    package = ROOT / "bindings" / "python" / "README.md"
    return [README, package, *sorted((ROOT / "docs").rglob("*.md"))]


def write_examples(folder: Path) -> list[Path]:
    """Writes each Python example of the documents to a file.

    The files of a tutorial have their own names, because they import each other. The code of
    docs/TASKS.md is that of examples/python/tasks, which `make lint` checks.
    """
    written: list[Path] = []
    for page in pages():
        stem = re.sub(r"\W", "_", str(page.relative_to(ROOT).with_suffix("")))
        for number, block in enumerate(tutorial.blocks(page.read_text())):
            if block.title is None:
                if block.language != "python":
                    continue
                path = folder / f"{stem}_{number}.py"
                text = block.text if "import" in block.text else FRAGMENT + block.text
            elif block.title.endswith(".py"):
                path = folder / block.title
                before = path.read_text() if path.exists() else ""
                is_change = block.language == "diff"
                text = tutorial.changed(before, block.text) if is_change else before + block.text
            else:
                continue
            path.write_text(text)
            written.append(path)
    return written


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    names = {path.name for path in write_examples(folder)}
    assert len(names) > 30 and "conftest.py" in names
    return folder


def test_mypy_accepts_the_examples(examples: Path, tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    options = ["--strict", "--python-version", "3.10", "--cache-dir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "."],
        cwd=examples,
        env={**os.environ, "MYPYPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def pyright() -> list[str] | None:
    """Returns the command of pyright, or of basedpyright, which brings its own Node.js."""
    for name in ("pyright", "basedpyright"):
        if importlib.util.find_spec(name) is not None:
            return [sys.executable, "-m", name]
    found = shutil.which("pyright")
    return None if found is None else [found]


def test_pyright_accepts_the_examples(examples: Path) -> None:
    program = pyright()
    if program is None:
        pytest.skip("neither pyright nor basedpyright is installed")
    (examples / "pyrightconfig.json").write_text(
        f'{{"typeCheckingMode": "standard", "pythonVersion": "3.10", "extraPaths": ["{SOURCES}"]}}'
    )
    done = subprocess.run(
        [*program, "--pythonpath", sys.executable],
        cwd=examples,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def public_names() -> Iterator[tuple[str, Any]]:
    for name in mockcloud.__all__:
        yield name, getattr(mockcloud, name)
    for name in MODULES:
        module = importlib.import_module(f"mockcloud.{name}")
        for key in getattr(module, "__all__", vars(module)):
            found = getattr(module, key)
            if not key.startswith("_") and getattr(found, "__module__", "") == module.__name__:
                yield f"{name}.{key}", found


def functions(kind: type) -> Iterator[tuple[str, Any]]:
    for name, member in inspect.getmembers(kind):
        if name.startswith("_") and name != "__init__":
            continue
        function = member.fget if isinstance(member, property) else member
        if inspect.isroutine(function) and str(getattr(function, "__module__", "")).startswith(
            "mockcloud"
        ):
            yield name, function


def test_hints_can_be_evaluated() -> None:
    checked = 0
    for name, found in public_names():
        if inspect.isclass(found):
            typing.get_type_hints(found)
            for method, function in functions(found):
                try:
                    typing.get_type_hints(function)
                except NameError as error:
                    pytest.fail(f"{name}.{method}: {error}")
                checked += 1
        elif inspect.isfunction(found):
            typing.get_type_hints(found)
            checked += 1
    assert checked > 500
    assert typing.get_type_hints(mockcloud.Cloud.graph)["return"] is mockcloud.Graph
    assert typing.get_type_hints(mockcloud.Database.__init__)["cloud"] is Caller
