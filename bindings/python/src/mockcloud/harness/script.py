"""Scripts, which respond to calls in place of the cloud, and recordings, which are scripts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, ClassVar, Literal, get_args

from .._core.attributes import Explaining
from .._core.calls import Belonging, CallFunction
from .._core.files import readable, write_bytes
from .._core.keywords import explained_part
from .._core.names import mappings, names
from .._core.usage_errors import Difference
from .._core.wire import Wire
from .._core.words import flag, word
from ..io.documents import DocumentError, read_json

#: The order in which a script expects calls: the order of the entries, any order, the order of the
#: entries of each operation, or any order with the cloud responding to all other calls.
Mode = Literal["strict", "anyOrder", "perOperation", "passthrough"]

#: The kinds of values that differ between recordings of the same calls.
Variable = Literal["identifiers", "tags", "dates", "tokens"]


_MODES: tuple[str, ...] = get_args(Mode)
_VARIABLES: tuple[str, ...] = get_args(Variable)


@dataclass(frozen=True)
class Remaining:
    """An entry that has not responded to all of its calls."""

    #: The index of the entry in the script.
    entry: int
    operation: str
    #: The pattern that the request must match; None for any request.
    request: dict[str, Any] | None = None
    note: str | None = None
    #: The number of calls that the entry responds to.
    times: int = 1
    #: The number of calls that it has responded to.
    used: int = 0

    @staticmethod
    def from_wire(wire: Mapping[str, Any]) -> Remaining:
        """Returns the object for a dictionary of a response."""
        return Remaining(
            wire["entry"],
            wire["operation"],
            wire.get("request"),
            wire.get("note"),
            wire.get("times", 1),
            wire.get("used", 0),
        )

    def __str__(self) -> str:
        often = f"used {self.used} of {self.times} times" if self.times > 1 else "not"
        return f"entries[{self.entry}] was {often}: {self.operation}"


@dataclass(frozen=True)
class Mismatch:
    """A call that the script did not expect."""

    operation: str
    #: The index of the entry that the call was compared with; None if no entry remained.
    entry: int | None
    message: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class ScriptStatus:
    """The current state of a script."""

    #: None if no script is loaded.
    mode: Mode | None
    #: The number of entries of the script.
    entries: int
    #: The number of entries that have responded to all of their calls.
    consumed: int
    remaining: tuple[Remaining, ...]
    #: The first calls that matched no entry.
    mismatches: tuple[Mismatch, ...]
    #: The number of calls that matched no entry.
    mismatch_count: int

    def __str__(self) -> str:
        lines = [f"{self.consumed} of {self.entries} entries were used"]
        lines += [f"  {each}" for each in self.remaining]
        lines += [f"  {each.message}" for each in self.mismatches]
        return "\n".join(lines)


class Script(Explaining, dict[str, Any]):
    """A script as a dictionary with the keys `mode`, `exact` and `entries`."""

    __slots__ = ()

    _elsewhere: ClassVar[Mapping[str, str]] = {
        key: f"script[{key!r}]: the keys of a script are items"
        for key in ("mode", "exact", "entries")
    }

    @staticmethod
    def read(path: str | PathLike[str]) -> Script:
        """Returns the script in a file."""
        file = fspath(path)
        found = read_json(file)
        if not isinstance(found, dict):
            raise DocumentError(file, None, "expected a script, which is an object")
        return Script(found)

    def write(self, path: str | PathLike[str]) -> None:
        """Writes the script to a file, indented so that it is easy to read and compare."""
        text = json.dumps(self, indent=1, ensure_ascii=False)
        write_bytes(path, f"{text}\n".encode())


class Recording:
    """The recorded calls of a `with` block. `script` is set at the end of the block."""

    script: Script


@explained_part("script")
class Scripts(Belonging):
    """The script of one cloud: `cloud.script`."""

    def __init__(self, call: CallFunction) -> None:
        self._call = call

    def _owner(self) -> object:
        return self._call

    def load(
        self,
        script: Mapping[str, Any] | Iterable[Mapping[str, Any]] | str | PathLike[str],
        *,
        mode: Mode | None = None,
        exact: bool | None = None,
    ) -> int:
        """Loads a script, which responds to all later calls of the service.

        The script is a recording, the path of a file, or a list of entries:
        `{"operation", "request", "response", "delay", "times"}`. For a list, `exact` specifies
        whether a request must not have keys that its entry does not contain. Returns the number of
        entries.
        """
        request: dict[str, Any] = {}
        if isinstance(script, Mapping):
            request["script"] = dict(script)
        elif isinstance(script, str | PathLike):
            request["path"] = readable(script)
        elif script is None:
            raise TypeError("load() takes a script, a list of entries or a path; unload() ends it")
        else:
            request["entries"] = [dict(entry) for entry in mappings(script, "script")]
        if mode is not None:
            request["mode"] = word(mode, _MODES, "mode")
        if exact is not None:
            request["exact"] = flag(exact, "exact")
        entries: int = self._call("mock/script/load", request)["entries"]
        return entries

    def unload(self) -> None:
        """Unloads the script: the cloud itself responds to later calls."""
        self._call("mock/script/load", {"script": None})

    def status(self) -> ScriptStatus:
        """Returns the used and remaining entries of the script, and the unexpected calls."""
        response = self._call("mock/script/status", {})
        return ScriptStatus(
            mode=response["mode"],
            entries=response["entries"],
            consumed=response["consumed"],
            remaining=tuple(map(Remaining.from_wire, response["remaining"])),
            mismatches=tuple(
                Mismatch(
                    each["operation"],
                    each.get("entry"),
                    each["message"],
                    tuple(Difference.from_wire(one) for one in each["differences"]),
                )
                for each in response["mismatches"]
            ),
            mismatch_count=response["mismatchCount"],
        )

    def match(
        self,
        pattern: Any,
        value: Any,
        *,
        captured: Mapping[str, Any] | None = None,
        exact: bool = False,
    ) -> tuple[Difference, ...]:
        """Returns the differences of a value from a pattern, none if it matches.

        `captured` has the values of the names in the pattern. With `exact`, objects must not have
        keys that the pattern does not name.
        """
        if captured is not None and not isinstance(captured, Mapping):
            raise TypeError(f"captured is a dictionary of names and values, not {captured!r}")
        request: Wire = {"pattern": pattern, "value": value, "captured": dict(captured or {})}
        if flag(exact, "exact"):
            request["exact"] = True
        response = self._call("mock/match", request)
        return tuple(map(Difference.from_wire, response["differences"]))

    # Recordings

    def start_recording(self) -> None:
        """Starts to record the calls of the service."""
        self._call("mock/recording/start", {})

    def stop_recording(self, *, normalize: bool | Sequence[Variable] = False) -> Script:
        """Ends the recording and returns it as a script that replays it.

        `normalize` replaces values that depend on the seed and the clock by values that do not: all
        of them, or those of the given kinds, `identifiers`, `tags`, `dates` and `tokens`.
        """
        wanted = (
            normalize
            if isinstance(normalize, bool)
            else [word(each, _VARIABLES, "normalize") for each in names(normalize, "normalize")]
        )
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
