"""What a cloud can be made with: the keys of `Cloud(...)`, as types.

Keys within keys have the names of the dialect, so that a configuration can be kept as JSON and
handed to C or Swift, or to a program by `MOCKCLOUD_CONFIG`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from os import PathLike, fspath
from typing import Any, Literal, TypedDict

from ._context import text_of
from ._mishaps import AccountStatus
from ._requests import Environment, Scope, Wire
from ._vocabulary import LimitConfiguration
from .faults import Rule

__all__ = [
    "AccountConfiguration",
    "CallerConfiguration",
    "Configuration",
    "LimitConfiguration",
    "NameConfiguration",
    "SchemaConfiguration",
    "UserConfiguration",
]


class CallerConfiguration(TypedDict, total=False):
    """What calls mean that do not say it."""

    #: By default `iCloud.mockcloud.default`.
    container: str
    #: By default `development`.
    environment: Environment
    #: By default `private`.
    database: Scope
    #: An alias or a record name; None: nobody is signed in. By default `me`.
    user: str | None
    #: By default the user's first one.
    device: str


class AccountConfiguration(TypedDict, total=False):
    """The iCloud accounts of the devices."""

    #: The status on every device; by default `available`.
    accountStatus: AccountStatus


class NameConfiguration(TypedDict, total=False):
    """The parts of a person's name."""

    namePrefix: str
    givenName: str
    middleName: str
    familyName: str
    nameSuffix: str
    nickname: str
    phoneticRepresentation: str


class _Named(TypedDict):
    #: How requests may call the user.
    alias: str


class UserConfiguration(_Named, total=False):
    """A user and the devices."""

    #: By default drawn from the seed.
    userRecordName: str
    emailAddress: str
    phoneNumber: str
    nameComponents: NameConfiguration
    #: The names of the devices; by default one, `<alias>-1`.
    devices: Sequence[str]
    #: Roles that the user has where a schema makes roles of these names.
    roles: Sequence[str]


class SchemaConfiguration(TypedDict, total=False):
    """A schema, and where it holds. Either `schema` or `path` must be there."""

    #: The text of a `.ckdb` file.
    schema: str
    #: The path of such a file.
    path: str | PathLike[str]
    #: By default the container and the environment of calls that name none.
    container: str
    environment: Environment


class Configuration(TypedDict, total=False):
    """The keys of a configuration, none of which is required."""

    #: All chance is drawn from it: the same seed makes the same cloud. By default 1.
    seed: int
    #: Where the clock stands until it is moved, or `system`, which follows the machine's. By
    #: default 2026-01-01T00:00:00.000Z.
    clock: datetime | str | Literal["system"]
    #: What calls mean that do not say it.
    defaults: CallerConfiguration
    #: `implicit`, the default: naming a container makes it. `declared`: only `create_container`
    #: does, and calls that name another fail with `BadContainer`.
    containers: Literal["implicit", "declared"]
    #: The accounts of the devices.
    account: AccountConfiguration
    #: The users. `me` is one of them in any case, with the device `device-1` unless described here.
    users: Sequence[UserConfiguration]
    #: Changes to the service's limits and switches.
    limits: LimitConfiguration
    #: The schema that a container begins with: its text, the path of its `.ckdb` file, or both with
    #: a container and an environment.
    schema: str | PathLike[str] | SchemaConfiguration
    #: A world to begin with, as a document or the path of its file. It takes the place of what
    #: the other keys describe, but for `script`.
    state: Mapping[str, Any] | str | PathLike[str]
    #: Rules of faults (docs/FAULTS.md).
    faults: Sequence[Rule]
    #: The script with the responses to calls of the service, or the path of its file.
    script: Mapping[str, Any] | str | PathLike[str]


def configuration_of(given: Mapping[str, Any] | None, keys: Mapping[str, Any]) -> Wire:
    """A configuration as the library reads it: times and paths as texts."""
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"a configuration is a dictionary or keywords, not {given!r}")
    wire = {**(given or {}), **keys}
    if isinstance(wire.get("clock"), datetime):
        wire["clock"] = text_of(wire["clock"])
    if isinstance(wire.get("schema"), PathLike):
        wire["schema"] = {"path": wire["schema"]}
    for key in ("state", "script"):
        if isinstance(wire.get(key), PathLike):
            wire[key] = fspath(wire[key])
    schema = wire.get("schema")
    if isinstance(schema, Mapping) and isinstance(schema.get("path"), PathLike):
        wire["schema"] = {**schema, "path": fspath(schema["path"])}
    return wire
