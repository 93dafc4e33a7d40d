"""The layout of the package: who imports whom, and the names of classes."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import mockcloud

FOLDER = Path(mockcloud.__file__).parent

#: The packages, each of which imports only those before it.
PACKAGES = (
    "_core",
    "records",
    "errors",
    "service",
    "io",
    "inspect",
    "harness",
    "cloud",
    "states",
    "testing",
    "har",
    "cli",
)

Imports = Mapping[str, set[str]]


def modules(folder: Path) -> dict[str, Path]:
    """Returns the files of the modules of a package by their names, `""` for the package itself."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yields the modules that a module imports anywhere: in functions and for types, too."""
    base = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
    base = [part for part in base if part]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [each.name.split(".") for each in node.names]
            yield from (".".join(name[1:]) for name in names if name[0] == "mockcloud")
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".") if node.module else []
            if node.level:
                module = base[: len(base) - node.level + 1] + module
            elif module[0] == "mockcloud":
                module = module[1:]
            else:
                continue
            for each in node.names:
                inner = ".".join([*module, each.name])
                yield inner if inner in known else ".".join(module)


def imports(folder: Path) -> Imports:
    known = modules(folder)
    return {
        name: {each for each in imported(name, path, known) if each in known and each != name}
        for name, path in known.items()
    }


def cycle(graph: Imports) -> list[str]:
    """Returns the modules of a cycle of imports, none if there is no cycle."""
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_imports_form_a_cycle() -> None:
    graph = imports(FOLDER)
    assert len(graph) > 150 and graph["cloud"] >= {"harness.parts", "inspect.tree_reading"}
    assert cycle(graph) == []


def test_packages_import_those_before_them() -> None:
    wrong = [
        f"{name or 'mockcloud'} imports {each}"
        for name, found in imports(FOLDER).items()
        for each in found
        if (package := name.partition(".")[0]) in PACKAGES
        and (not each or each.partition(".")[0] in PACKAGES)
        and package != each.partition(".")[0]
        and (not each or PACKAGES.index(package) < PACKAGES.index(each.partition(".")[0]))
        # It is imported by nothing that the names of the package need.
        and (name, each) != ("testing.factory", "")
        and package != "cli"
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "from . import b",
        "from .b import x",
        "import mockcloud.b",
        "def f():\n    from .b import x",
        "if TYPE_CHECKING:\n    from mockcloud.b import x",
    ],
)
def test_the_check_finds_cycles(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.py").write_text(text)
    (tmp_path / "b.py").write_text("from .c import x")
    (tmp_path / "c.py").write_text("from .a import x")
    assert set(cycle(imports(tmp_path))) == {"a", "b", "c"}


def test_no_two_classes_have_the_same_name() -> None:
    found: dict[str, list[str]] = {}
    for name, path in modules(FOLDER).items():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(name)
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_names_are_at_home_in_the_modules_that_the_package_names() -> None:
    for name, home in mockcloud._HOMES.items():
        path = modules(FOLDER)[home]
        assert name in path.read_text(), (name, home)


def processor_time(code: str) -> float:
    """Returns the least processor time in ms of a few runs of a program."""
    measured = (
        "import time; before = time.process_time(); "
        f"{code}; print((time.process_time() - before) * 1000)"
    )
    command = [sys.executable, "-c", measured]
    runs = (subprocess.run(command, capture_output=True, check=True) for _ in range(5))
    return min(float(run.stdout) for run in runs)


def test_the_package_is_imported_in_little_time() -> None:
    assert processor_time("import mockcloud") < 80


def test_a_cloud_has_few_names_of_its_own() -> None:
    names = [name for name in dir(mockcloud.Cloud) if not name.startswith("_")]
    parts = {"clock", "faults", "network", "accounts", "schema", "state", "journal", "script"}
    assert parts | {"limits", "operations"} < set(names) and len(names) <= 45, names


def test_a_response_has_one_name() -> None:
    """The documents say response; `answer` is only a key of events in JSON."""
    used: set[str] = set()
    for path in modules(FOLDER).values():
        for node in ast.walk(ast.parse(path.read_text())):
            used |= {getattr(node, key, None) or "" for key in ("name", "arg", "attr", "id")}
    assert "response" in used
    assert [name for name in sorted(used) if "answer" in name.lower()] == []
