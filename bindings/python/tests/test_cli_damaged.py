"""The command reports every kind of damaged file, and ends with the documented exit code."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli_support import SCHEMA
from damage import damage_text, damage_value
from mockcloud import Cloud, Record
from mockcloud.cli import main
from recordings import SAVE, har
from support import SCENARIOS

Sample = tuple[list[str], Any]


def state() -> Any:
    with Cloud(seed=1) as cloud:
        home = cloud.private.in_zone(cloud.private.create_zone("Home"))
        home.share(home.save(Record("List", {"title": "Shopping"}, name="root")))
        cloud.fail("zoneBusy", operation="records/query")
        return cloud.state.save()


def journal() -> Any:
    with Cloud(seed=1) as cloud:
        cloud.private.save(Record("Note", {"a": 1}, name="n1"))
        return cloud.call("mock/journal")


SCRIPT = {"mode": "strict", "entries": [{"operation": "zones/list", "response": {"zones": []}}]}
SCENARIO = json.loads((SCENARIOS / "story-12-cascade.json").read_text())

SAMPLES: dict[str, Callable[[], Sample]] = {
    "run": lambda: (["run"], SCENARIO),
    "state show": lambda: (["state", "show"], state()),
    "state validate": lambda: (["state", "validate"], state()),
    "script validate": lambda: (["script", "validate"], SCRIPT),
    "import-har": lambda: (["import-har"], har(SAVE)),
    "journal show": lambda: (["journal", "show"], journal()),
    "schema check": lambda: (["schema", "check"], SCHEMA),
}


@pytest.fixture(scope="module", params=list(SAMPLES))
def sample(request: pytest.FixtureRequest) -> Sample:
    return SAMPLES[request.param]()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged") / "file"


@given(seed=st.integers(0, 2**32), as_json=st.booleans())
@settings(max_examples=60)
def test_damage_is_told(sample: Sample, path: Path, seed: int, as_json: bool) -> None:
    command, document = sample
    chance = random.Random(seed)
    text = document
    if not isinstance(document, str):
        document = copy.deepcopy(document)
        for _ in range(chance.randrange(4)):
            damage_value(document, chance)
        text = json.dumps(document, indent=chance.choice([None, 1]))
    path.write_text(damage_text(text, chance) if chance.random() < 0.5 else text)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([*command, str(path), *(["--json"] if as_json else [])])
    assert code in (0, 1, 2)
    assert code == 0 or out.getvalue() or err.getvalue()
    if as_json:
        json.loads(out.getvalue())
