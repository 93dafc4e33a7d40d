"""The package costs little where no test uses it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import mockcloud


def imported(code: str) -> set[str]:
    """Returns the modules of the package that a new process has imported after the code."""
    shown = "; import sys; print([m for m in sys.modules if m.startswith('mockcloud')])"
    done = subprocess.run(
        [sys.executable, "-c", code + shown], capture_output=True, text=True, check=True
    )
    return set(eval(done.stdout))


def test_names_are_imported_when_they_are_used() -> None:
    assert imported("import mockcloud") == {"mockcloud"}
    assert "mockcloud.cloud" not in imported("import mockcloud; mockcloud.errors.ZoneBusy")
    assert "mockcloud.inspect.tree" not in imported("from mockcloud import Cloud")
    assert "mockcloud.service.subscriptions" in imported("import mockcloud; mockcloud.SILENT")


def test_a_cloud_is_imported_without_the_parts_that_few_tests_use() -> None:
    found = imported("from mockcloud import Cloud")
    lazy = {
        "harness.accounts",
        "harness.fault_texts",
        "harness.launch",
        "harness.limits",
        "harness.script",
        "harness.set_errors",
        "harness.traces",
        "inspect.calls",
        "inspect.journal",
        "service.changes",
        "service.events",
        "service.explain",
        "service.operations",
        "service.subscriptions",
        "states",
    }
    assert found & {f"mockcloud.{name}" for name in lazy} == set()
    assert {name.split(".")[1] for name in found if "." in name}.isdisjoint(
        {"cli", "har", "testing"}
    )
    # 44 data classes took half of the time of the import, which was 110 ms.
    code = (
        "import dataclasses as d; made = []; make = d._process_class; "
        "d._process_class = lambda *a: made.append(a) or make(*a); "
        "from mockcloud import Cloud; print(len(made))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(found) <= 83 and 0 < int(done.stdout) <= 18


def test_the_plugin_imports_nothing() -> None:
    used = {
        "pytest_plugin",
        "_core",
        "_core.makers",
        "_core.places",
        "_core.typing",
        "testing",
        "testing.factory",
    }
    found = imported("import mockcloud.pytest_plugin")
    assert found == {"mockcloud", *(f"mockcloud.{name}" for name in used)}


def test_clouds_are_imported_without_slow_modules() -> None:
    slow = ["logging", "orjson", "pathlib", "tempfile", "traceback", "urllib.parse", "uuid"]
    code = (
        "import sys; before = {*sys.modules}; from mockcloud import Cloud; "
        f"print({{*sys.modules}} - before & {set(slow)!r})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_run_without_fixtures_imports_nothing(tests: pytest.Pytester) -> None:
    tests.makepyfile(
        """
        import sys

        def test_it():
            assert [1] == [1]

        def test_fails():
            assert [1] == [2]

        def test_modules():
            assert "mockcloud.cloud" not in sys.modules
            assert "mockcloud.records.record" not in sys.modules
        """
    )
    tests.runpytest_subprocess().assert_outcomes(passed=2, failed=1)


@pytest.mark.parametrize("name", mockcloud.__all__)
def test_every_public_name_exists(name: str) -> None:
    assert getattr(mockcloud, name) is not None
    assert name in dir(mockcloud)


def test_the_list_of_names_is_complete() -> None:
    assert set(mockcloud._HOMES) | {"__version__", "errors"} == set(mockcloud.__all__)


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Recrod'; did you mean 'Record'"):
        mockcloud.Recrod  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute '_none'"):
        mockcloud._none  # noqa: B018
