"""Scripts, which answer calls in place of the cloud, and recordings, which are scripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal

from ._names import names
from ._usage_errors import Difference
from ._vocabulary import OperationName

#: In which order calls may come: the next entry, any, a queue for each operation, or any with the
#: cloud answering the rest.
Mode = Literal["strict", "anyOrder", "perOperation", "passthrough"]

#: What differs between recordings of the same calls.
Variable = Literal["identifiers", "tags", "dates", "tokens"]


@dataclass(frozen=True)
class Remaining:
    """An entry that was not used."""

    #: Its place in the script, from 0.
    entry: int
    operation: str
    #: What its request must match; None takes any.
    request: dict[str, Any] | None = None
    note: str | None = None


@dataclass(frozen=True)
class Mismatch:
    """A call that was not what the script expects."""

    operation: str
    #: The entry that the call was compared with; None where none was left.
    entry: int | None
    message: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class ScriptStatus:
    """What became of a script so far."""

    #: None where no script is loaded.
    mode: Mode | None
    #: How many entries the script has.
    entries: int
    #: How many of them were used.
    consumed: int
    remaining: tuple[Remaining, ...]
    #: The first calls that matched nothing.
    mismatches: tuple[Mismatch, ...]
    #: How many calls matched nothing.
    mismatch_count: int

    def __str__(self) -> str:
        lines = [f"{self.consumed} of {self.entries} entries were used"]
        lines += [f"  entries[{each.entry}] was not: {each.operation}" for each in self.remaining]
        lines += [f"  {each.message}" for each in self.mismatches]
        return "\n".join(lines)


class Script(dict[str, Any]):
    """A script as a dictionary: `mode`, `exact` and `entries`."""

    @staticmethod
    def read(path: str | PathLike[str]) -> Script:
        """The script in a file."""
        return Script(json.loads(Path(path).read_text(encoding="utf-8")))

    def write(self, path: str | PathLike[str]) -> None:
        """Writes the script to a file, in a form to be read and compared by people."""
        text = json.dumps(self, indent=1, ensure_ascii=False)
        Path(path).write_text(text + "\n", encoding="utf-8")


class Recording:
    """The calls of a `with` block; `script` is there once the block has ended."""

    script: Script


class Scripts:
    """The script of one cloud: `cloud.script`."""

    def __init__(self, call: Callable[[OperationName, Mapping[str, Any]], dict[str, Any]]) -> None:
        self._call = call

    def load(
        self,
        script: Mapping[str, Any] | Iterable[Mapping[str, Any]] | str | PathLike[str],
        *,
        mode: Mode | None = None,
        exact: bool | None = None,
    ) -> int:
        """Has a script answer the calls of the service from here on.

        The script is a recording, the path of a file, or a list of entries:
        `{"operation", "request", "response", "delay"}`. With a list, `exact` says whether requests
        may hold nothing that their entries do not name. Returns how many entries there are.
        """
        request: dict[str, Any] = {}
        if isinstance(script, Mapping):
            request["script"] = dict(script)
        elif isinstance(script, str | PathLike):
            request["path"] = fspath(script)
        else:
            request["entries"] = [dict(entry) for entry in script]
        if mode is not None:
            request["mode"] = mode
        if exact is not None:
            request["exact"] = exact
        entries: int = self._call("mock/script/load", request)["entries"]
        return entries

    def unload(self) -> None:
        """Ends the script: the cloud responds itself again."""
        self._call("mock/script/load", {"script": None})

    def status(self) -> ScriptStatus:
        """What was used of the script, and which calls did not match it."""
        answer = self._call("mock/script/status", {})
        return ScriptStatus(
            mode=answer["mode"],
            entries=answer["entries"],
            consumed=answer["consumed"],
            remaining=tuple(
                Remaining(each["entry"], each["operation"], each.get("request"), each.get("note"))
                for each in answer["remaining"]
            ),
            mismatches=tuple(
                Mismatch(
                    each["operation"],
                    each.get("entry"),
                    each["message"],
                    tuple(Difference.from_wire(one) for one in each["differences"]),
                )
                for each in answer["mismatches"]
            ),
            mismatch_count=answer["mismatchCount"],
        )

    # Recordings

    def start_recording(self) -> None:
        """Records the calls of the service from here on."""
        self._call("mock/recording/start", {})

    def stop_recording(self, *, normalize: bool | Sequence[Variable] = False) -> Script:
        """Ends the recording and returns it as a script that replays it.

        `normalize` writes what depends on seed and clock such that it does not: all of it, or the
        `identifiers`, `tags`, `dates`, `tokens` that are named.
        """
        wanted = normalize if isinstance(normalize, bool) else names(normalize, "normalize")
        request = {"normalize": wanted} if wanted else {}
        return Script(self._call("mock/recording/stop", request)["script"])

    @contextmanager
    def recorded(self, *, normalize: bool | Sequence[Variable] = False) -> Iterator[Recording]:
        """Records the calls of the block:

        with cloud.script.recorded() as recording:
            client.sync()
        recording.script.write("sync.json")
        """
        recording = Recording()
        self.start_recording()
        try:
            yield recording
        finally:
            recording.script = self.stop_recording(normalize=normalize)
