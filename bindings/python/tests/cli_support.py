"""Fixtures and files for the tests of the command line."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mockcloud import Cloud, Record, ZoneSubscription
from mockcloud.cli import main


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command within this process."""

    def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as ended:  # argparse refuses a command line in this way
            assert isinstance(ended.code, int)
            code = ended.code
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, Any], Path]:
    """Writes a file of text, bytes or JSON and returns its path."""

    def write(name: str, content: Any) -> Path:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


Write = Callable[[str, Any], Path]


SCHEMA = """DEFINE SCHEMA
  RECORD TYPE Task (
    title STRING QUERYABLE SORTABLE,
    GRANT READ TO "_world"
  );
"""


@pytest.fixture
def states(tmp_path: Path) -> tuple[Path, Path]:
    """The state of a cloud before and after some calls."""
    paths = tmp_path / "a.json", tmp_path / "b.json"
    with Cloud(seed=1) as cloud:
        cloud.accounts.add_user("bob", email="bob@example.com")
        home = cloud.private.in_zone(cloud.private.create_zone("Home"))
        root = home.save(Record("List", {"fields": ["x"], "title": "Shopping"}, name="root"))
        home.share(root, participants=["bob@example.com"])
        home.save(Record("Item", {"text": "Glue"}, name="glue"))
        home.save_subscription(ZoneSubscription("Home"))
        cloud.call("mock/error/set", {"operation": "records/query", "error": "zoneBusy"})
        cloud.state.save(paths[0])
        cloud.clock.advance(60)
        root = home.fetch("root")
        root["title"] = "To buy"
        home.save(root)
        home.delete("glue")
        home.save(Record("Item", {"text": "Tape"}, name="tape"))
        cloud.state.save(paths[1])
    return paths


def has_scripts() -> bool:
    with Cloud({}) as cloud:
        return any(each["name"] == "mock/script/load" for each in cloud.info()["operations"])
