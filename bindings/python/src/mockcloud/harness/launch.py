"""The environment of a program under test, through which it gets its cloud."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from os import PathLike
from typing import Any

from .._core.calls import Caller
from .._core.files import Path, readable, writable, writing
from .._core.names import listed
from .._core.variables import LAUNCH_VARIABLES
from .faults import Rule

#: The maximum size of a state in a variable, in bytes. Linux limits a variable to 128 KiB.
_LONGEST = 100_000


def environment_of(
    cloud: Caller,
    *,
    journal: Path | None,
    state_out: Path | None,
    faults: Path | Iterable[Rule] | None,
    script: Path | Mapping[str, Any] | None,
    base: Mapping[str, str] | None,
) -> dict[str, str]:
    """Returns the environment that `Cloud.environ` describes."""
    given = os.environ if base is None else base
    if not isinstance(given, Mapping):
        raise TypeError(f"base is a dictionary of environment variables, not {base!r}")
    if faults is not None and not isinstance(faults, str | PathLike):
        faults = listed(faults, Mapping, "faults")
    environment = {key: value for key, value in given.items() if key not in LAUNCH_VARIABLES}
    _check_parts(cloud, faults, script)
    environment["MOCKCLOUD_STATE"] = _world(cloud)
    if faults is not None:
        environment["MOCKCLOUD_FAULTS"] = _text_or_path(faults)
    if script is not None:
        environment["MOCKCLOUD_SCRIPT"] = _text_or_path(script)
    if journal is not None:
        environment["MOCKCLOUD_JOURNAL"] = writable(journal)
    if state_out is not None:
        environment["MOCKCLOUD_STATE_OUT"] = writable(state_out)
    return environment


def _check_parts(
    cloud: Caller, faults: Path | Sequence[Rule] | None, script: Path | Mapping[str, Any] | None
) -> None:
    """Raises the errors of rules and of a script here, not in the program."""
    if faults is None and script is None:
        return
    with closing(cloud.fork()) as copy:
        if isinstance(faults, str | PathLike):
            copy.call("mock/faults/load", {"path": readable(faults), "watch": False})
        elif faults is not None:
            copy.call("mock/faults/add", {"rules": faults})
        if isinstance(script, str | PathLike):
            copy.call("mock/script/load", {"path": readable(script)})
        elif script is not None:
            copy.call("mock/script/load", {"script": script})


def _world(cloud: Caller) -> str:
    """Returns the state document, or the path of a temporary file if it is large."""
    text = json.dumps(cloud.call("mock/state/save"), separators=(",", ":"))
    if len(text) <= _LONGEST:
        return text
    import tempfile  # imported here because it is slow to import

    number, path = tempfile.mkstemp(prefix="mockcloud-", suffix=".json")
    os.close(number)
    weakref.finalize(cloud, _remove, path)
    with writing(path):
        cloud.call("mock/state/save", {"path": path})
    return path


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def _text_or_path(value: Path | Iterable[Rule] | Mapping[str, Any]) -> str:
    if isinstance(value, str | PathLike):
        return readable(value)
    return json.dumps(value if isinstance(value, Mapping) else list(value))
