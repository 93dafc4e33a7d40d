"""docs/CONFIGURATION.md has every key of a configuration, with correct defaults and examples."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import configuration_page
from configuration_page import Key, Variable
from mockcloud import Cloud, Record
from mockcloud._core.variables import LAUNCH_VARIABLES
from mockcloud.errors import BadMockRequest
from mockcloud.harness.configuration import from_json
from support import ROOT

KEYS = configuration_page.keys()
VARIABLES = configuration_page.variables()
WIRE = ROOT / "Sources/MockCloudCore/Wire"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Changes to a folder with the files that the examples name, and returns it."""
    monkeypatch.chdir(tmp_path)
    with Cloud({}) as cloud:
        cloud.private.save(Record("Note", {"title": "Milk"}, name="n1"))
        cloud.state.save("state.json")
    script = {"entries": [{"operation": "zones/list", "response": {"zones": []}}]}
    Path("script.json").write_text(json.dumps(script))
    Path("faults.json").write_text('[{"then": {"error": "zoneBusy"}}]')
    Path("app.ckdb").write_text("DEFINE SCHEMA RECORD TYPE City (name STRING QUERYABLE);")
    return tmp_path


def world(configuration: dict[str, Any] | None) -> dict[str, Any]:
    """Returns the state document of a new cloud with that configuration."""
    with Cloud(*([] if configuration is None else [from_json(configuration)])) as cloud:
        return cloud.state.save()


def holder(configuration: dict[str, Any], key: Key) -> dict[str, Any]:
    """Returns the dictionary in a configuration that contains the key."""
    found: Any = configuration
    for step in key.steps[:-1]:
        found = found[step]
        if isinstance(found, list):
            found = found[0]
    assert isinstance(found, dict)
    return found


def without(key: Key) -> dict[str, Any]:
    """Returns the example of a key without the key."""
    configuration = json.loads(key.example)
    del holder(configuration, key)[key.steps[-1]]
    return dict(configuration)


def named(rows: list[Key], prefix: str = "") -> list[str]:
    """Returns the keys directly below a prefix."""
    return [
        row.path.removeprefix(prefix)
        for row in rows
        if row.path.startswith(prefix) and not re.search(r"[.\[]", row.path.removeprefix(prefix))
    ]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: str(key.path))
def test_the_example_has_an_effect(key: Key) -> None:
    made = world(json.loads(key.example))
    left = without(key)
    if key.default == "required" or key.default.startswith("this or"):
        with pytest.raises(BadMockRequest):
            world(left)
    elif key.default == "that of the response":
        assert made == world(left)  # the key is only compared with the response
    else:
        assert made != world(left)


@pytest.mark.parametrize(
    "key", [key for key in KEYS if key.default.startswith("`")], ids=lambda key: str(key.path)
)
def test_the_default_is_what_a_missing_key_means(key: Key) -> None:
    left = without(key)
    said = copy.deepcopy(left)
    holder(said, key)[key.steps[-1]] = json.loads(key.default.strip("`"))
    assert world(said) == world(left)


def test_the_limits_are_those_of_the_library(cloud: Cloud) -> None:
    described = {
        key.path.removeprefix("limits."): json.loads(key.default.strip("`"))
        for key in KEYS
        if key.path.startswith("limits.")
    }
    limits = cloud.info()["limits"]
    assert described == limits
    assert list(described) == list(limits)


def listed(text: str) -> list[str]:
    """Returns the words in double quotes."""
    return re.findall(r'"(\w+)"', text)


def accepted(configuration: dict[str, Any]) -> list[str]:
    """Returns the keys that the refusal of a configuration with an unknown one names."""
    with pytest.raises(BadMockRequest) as refused:
        Cloud(configuration)
    return (refused.value.expected or "").split(", ")


def test_the_page_has_every_key(cloud: Cloud) -> None:
    assert sorted(named(KEYS)) == sorted(accepted({"no key": 1}))
    assert sorted(named(KEYS, "defaults.")) == sorted(accepted({"defaults": {"no key": 1}}))
    assert sorted(named(KEYS, "account.")) == sorted(accepted({"account": {"no key": 1}}))
    schema = (WIRE / "Harness/SchemaWire.swift").read_text()
    forms = [
        schema.partition(f"extension {name} {{")[2].partition("\n}\n")[0]
        for name in ("SchemaSource", "Configuration.InitialSchema")
    ]
    read = re.findall(r'keys\.key\("(\w+)"', "".join(forms))
    assert sorted(named(KEYS, "schema.")) == sorted(read)
    operations = {each["name"]: each["keys"] for each in cloud.info()["operations"]}
    assert sorted(named(KEYS, "users[].")) == sorted(operations["mock/users/add"])
    assert sorted(named(KEYS, "faults[].")) == sorted(cloud.info()["faults"]["rule"])
    script = (WIRE / "ScriptForms.swift").read_text()
    keys = set(re.findall(r'keys\.(?:key|required)\("(\w+)"', script))
    described = {*named(KEYS, "script."), *named(KEYS, "script.entries[].")}
    assert described == keys


def test_the_refusals_are_what_the_library_says() -> None:
    table = configuration_page.refusals()
    assert configuration_page.REFUSALS.written() == table, "run configuration_page.py --write"
    assert "| 0 |" not in table
    assert table.count("\n") >= 20


# The environment


def test_the_page_has_every_variable_of_a_launch() -> None:
    assert [variable.name for variable in VARIABLES] == list(LAUNCH_VARIABLES)
    swift = (WIRE / "LaunchEnvironment.swift").read_text()
    assert [variable.name for variable in VARIABLES] == re.findall(r'= "(MOCKCLOUD_\w+)"', swift)


@pytest.mark.parametrize("variable", VARIABLES, ids=lambda variable: str(variable.name))
def test_the_example_of_a_variable_has_an_effect(
    variable: Variable, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standard = world({})
    assert world(None) == standard
    monkeypatch.setenv(variable.name, variable.example)
    with Cloud() as cloud:
        made = cloud.state.save()
        if variable.name == "MOCKCLOUD_JOURNAL":
            cloud.private.zones()
    if variable.name in ("MOCKCLOUD_JOURNAL", "MOCKCLOUD_STATE_OUT"):
        assert (folder / variable.example).stat().st_size > 0
    else:
        assert made != standard
    assert world({}) == standard  # with a configuration, the environment has no effect


def sources() -> Iterator[Path]:
    for folder in ("Sources", "Tests", "bindings/python", "examples", "benchmarks"):
        for suffix in ("py", "swift", "c", "h"):
            yield from (ROOT / folder).rglob(f"*.{suffix}")


def test_the_page_has_every_other_variable() -> None:
    asked = re.compile(
        r'(?:getenv\(|environ\.get\(\s*|environ\[|environment\[|LIBRARY_VARIABLE = )"(\w+)"'
    )
    read = {name for path in sources() for name in asked.findall(path.read_text())}
    # Variables of the system and of pytest.
    read -= {"PATH", "PYENV_ROOT", "PYTHONPATH", "PYTEST_ADDOPTS", "PYTEST_PLUGINS"}
    assert read >= {"MOCKCLOUD_LIBRARY", "MOCKCLOUD_RECORD", "NO_COLOR"}
    page = configuration_page.PAGE.read_text()
    assert [name for name in sorted(read) if f"`{name}`" not in page] == []
