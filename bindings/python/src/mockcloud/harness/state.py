"""The state of a cloud: snapshots, savepoints, documents, and what is lost with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal

from .._core.calls import Part
from .._core.files import readable, writing
from .._core.keywords import explained_part
from .._core.names import names
from .._core.usage_errors import BadMockRequest
from .._core.vocabulary import OperationName
from .._core.wire import Environment, Scope, Wire
from .._core.words import word
from ..records.place import place
from ..records.zones import ZoneLike
from .savepoints import PREFIX, Savepoint, SavepointCaller, without_savepoints

_ASSETS = ("inline", "files")

#: The parts of a cloud that `reset` can keep.
_KEPT = ("schema", "users", "faults", "limits", "clock")


@explained_part("state")
class State(Part):
    """The state of one cloud: `cloud.state`."""

    __slots__ = ()

    _cloud: SavepointCaller

    # Snapshots

    def snapshot(self, name: str) -> None:
        """Stores a copy of the state under a name."""
        self._cloud.call("mock/snapshot", {"name": name})

    def restore(self, name: str) -> None:
        """Restores the snapshot of that name, which is kept."""
        self._call_for("mock/restore", name)

    def remove_snapshot(self, name: str) -> None:
        """Removes the snapshot of that name."""
        self._call_for("mock/snapshot/remove", name)

    def _call_for(self, operation: OperationName, name: str) -> None:
        """Runs an operation on a snapshot; its error names no snapshots of savepoints."""
        try:
            self._cloud.call(operation, {"name": name})
        except BadMockRequest as error:
            raise without_savepoints(error) from None

    def snapshots(self) -> list[str]:
        """Returns the names of the snapshots, sorted; those of savepoints are omitted."""
        found = [each["name"] for each in self._cloud.call("mock/snapshot/list")["snapshots"]]
        return [name for name in found if not name.startswith(PREFIX)]

    def savepoint(self) -> Savepoint:
        """Returns a savepoint: `with cloud.savepoint():` undoes at its end what the block did.

        The end of the block, also by an exception, restores the state as `restore` does: records,
        zones, users, the schema, the clock, queued events, scripts, and the rules of faults with
        their counters. The journal keeps the calls of the block, and tokens that were issued in it
        are expired. A fault that was set in the block must have acted in it. Blocks may be nested.
        A savepoint is of the cloud, not of a thread: it undoes what other threads did, too.

        `with cloud.savepoint() as point:` allows `point.release()`, which keeps the changes, and
        `point.restore()`, which undoes them before the end of the block.
        """
        return Savepoint(self._cloud)

    def reset(self, *, keep: Sequence[str] = ()) -> None:
        """Restores the state that the configuration made, except for the parts in `keep`.

        These are `schema`, `users`, `faults`, `limits` and `clock`.
        """
        kept = [word(each, _KEPT, "keep") for each in names(keep, "keep")]
        self._cloud.call("mock/reset", {"keep": kept} if kept else None)

    def hash(self) -> str:
        """Returns a hash of the stored data, which is equal for clouds with the same data."""
        digits: str = self._cloud.call("mock/state/hash")["hash"]
        return digits

    def problems(self) -> list[str]:
        """Returns inconsistencies of the state: none, unless the library has a defect."""
        found = self._cloud.call("mock/state/check")["problems"]
        return [f"{each['where']}: {each['problem']}" for each in found]

    # Documents

    def save(
        self,
        path: str | PathLike[str] | None = None,
        *,
        assets: Literal["inline", "files"] = "inline",
    ) -> Wire:
        """Returns the whole state as one document, or writes the document to `path`.

        With `assets="files"`, the bytes of stored files are written to the folder `PATH.assets`. A
        document that is written to a path may have any size, and is not built in memory.
        """
        if path is None:
            return self._cloud.call("mock/state/save", {"assets": word(assets, _ASSETS, "assets")})
        word(assets, _ASSETS, "assets")
        with writing(path) as name:
            return self._cloud.call("mock/state/save", {"path": name, "assets": assets})

    def load(self, state: Mapping[str, Any] | str | PathLike[str]) -> None:
        """Replaces the state by a saved one, passed as a document or as the path of its file.

        A file may have any size: its records are read one by one.
        """
        if isinstance(state, Mapping):
            self._cloud.call("mock/state/load", {"state": state})
        elif isinstance(state, str | PathLike):
            self._cloud.call("mock/state/load", {"path": readable(state)})
        else:
            raise TypeError(f"a state is a document or the path of its file, not {state!r}")

    # Data that the service loses

    def expire_tokens(
        self,
        zone: ZoneLike | None = None,
        *,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> bool:
        """Expires the change tokens returned so far, for a zone or for a database with its zones.

        Returns False if nothing changed: they had expired and none was returned since, or none was
        ever returned.

        By default, those of the default user's private database: `user` or `device` selects another
        user, `database="shared"` the tokens with which a participant reads shared zones.
        """
        request = place(container, environment, database, user, device, zone)
        expired: bool = self._cloud.call("mock/tokens/expire", request)["expired"]
        return expired

    def purge_zone(
        self,
        zone: ZoneLike,
        *,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> None:
        """Deletes a zone as users do in Settings; calls then fail with `UserDeletedZone`."""
        self._cloud.call(
            "mock/zones/purge", place(container, environment, database, user, device, zone)
        )

    def reset_encrypted_data(
        self,
        zone: ZoneLike,
        *,
        container: str | None = None,
        environment: Environment | None = None,
        database: Scope | None = None,
        user: str | None = None,
        device: str | None = None,
    ) -> bool:
        """Simulates that the user resets the encrypted data, for one zone.

        A zone with encrypted values is lost with all its records. Returns whether it is lost.
        """
        request = place(container, environment, database, user, device, zone)
        return bool(self._cloud.call("mock/zones/resetEncryptedData", request)["zones"])
