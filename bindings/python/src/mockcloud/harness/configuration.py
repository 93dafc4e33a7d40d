"""Types of the configuration keys of `Cloud(...)`.

Nested keys have the names of the JSON interface, so that a configuration can be stored as JSON and
used from C and Swift, or passed to a program in `MOCKCLOUD_CONFIG`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from os import PathLike
from typing import Any, Literal, TypedDict

from .._core.files import readable, schema_path
from .._core.times import text_of
from .._core.vocabulary import LimitConfiguration
from .._core.wire import AccountStatus, Environment, Scope, Wire
from .._core.words import hint
from .faults import Rule

__all__ = [
    "AccountConfiguration",
    "CallerConfiguration",
    "Configuration",
    "LimitConfiguration",
    "NameConfiguration",
    "SchemaConfiguration",
    "UserConfiguration",
    "from_json",
]


class CallerConfiguration(TypedDict, total=False):
    """The defaults for context keys that a call omits."""

    #: By default `iCloud.mockcloud.default`.
    container: str
    #: By default `development`.
    environment: Environment
    #: By default `private`.
    database: Scope
    #: An alias or a record name, or None if no user is signed in. By default `me`.
    user: str | None
    #: By default the user's first device.
    device: str


class AccountConfiguration(TypedDict, total=False):
    """The iCloud accounts on the devices."""

    #: The account status on every device. By default `available`.
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
    #: A name that requests may use for the user.
    alias: str


class UserConfiguration(_Named, total=False):
    """A user and the user's devices."""

    #: By default generated from the seed.
    userRecordName: str
    emailAddress: str
    phoneNumber: str
    nameComponents: NameConfiguration
    #: The names of the devices. By default one device, `<alias>-1`.
    devices: Sequence[str]
    #: The names of the user's security roles, for schemas that create roles with these names.
    roles: Sequence[str]


class SchemaConfiguration(TypedDict, total=False):
    """A schema with the container and environment that it applies to.

    Exactly one of `schema` and `path` is required.
    """

    #: The text of a `.ckdb` file.
    schema: str
    #: The path of a `.ckdb` file.
    path: str | PathLike[str]
    #: By default the container and the environment in `defaults`.
    container: str
    environment: Environment


class Configuration(TypedDict, total=False):
    """The keys of a configuration. All of them are optional."""

    #: The seed of all generated names and random decisions: equal seeds create equal clouds. By
    #: default 1.
    seed: int
    #: The initial time of the clock, or `system` for the clock of the machine. By default
    #: 2026-01-01T00:00:00.000Z.
    clock: datetime | str | Literal["system"]
    #: The defaults for context keys that a call omits.
    defaults: CallerConfiguration
    #: With `implicit`, the default, a call that names a container creates it. With `declared`, only
    #: `schema.create_container` does; calls that name another container fail with `BadContainer`.
    containers: Literal["implicit", "declared"]
    #: The accounts on the devices.
    account: AccountConfiguration
    #: The users. The user `me` always exists, with the device `device-1` unless described here.
    users: Sequence[UserConfiguration]
    #: Limits and switches of the service that differ from the defaults.
    limits: LimitConfiguration
    #: The initial schema of a container: the path of its `.ckdb` file, or a dictionary with the
    #: path or with the text, `{"schema": "DEFINE SCHEMA ..."}`, a container and an environment.
    schema: str | PathLike[str] | SchemaConfiguration
    #: The initial state of the cloud, as a document or the path of its file. It replaces all other
    #: keys except `script`.
    state: Mapping[str, Any] | str | PathLike[str]
    #: Fault rules (docs/FAULTS.md).
    faults: Sequence[Rule]
    #: A script with the responses to calls of the service, or the path of its file.
    script: Mapping[str, Any] | str | PathLike[str]


def check_keys(keys: Iterable[str], called: str) -> None:
    """Raises `TypeError` for a keyword that no configuration has; `called` is what it was for."""
    known = Configuration.__annotations__
    for key in keys:
        if key not in known:
            raise TypeError(
                f"{called}() got an unexpected keyword argument {key!r}{hint(key, known)}"
            )


def configuration_of(given: Mapping[str, Any] | None, keys: Mapping[str, Any]) -> Wire:
    """Returns the configuration for the library, with times and paths as strings."""
    check_keys(keys, "Cloud")
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"a configuration is a dictionary or keywords, not {given!r}")
    wire = {**(given or {}), **keys}
    if isinstance(wire.get("clock"), datetime):
        wire["clock"] = text_of(wire["clock"])
    if isinstance(wire.get("schema"), str | PathLike):
        wire["schema"] = {"path": wire["schema"]}
    for key in ("state", "script"):
        if isinstance(wire.get(key), str | PathLike):
            wire[key] = readable(wire[key])
    schema = wire.get("schema")
    if isinstance(schema, Mapping) and isinstance(schema.get("path"), str | PathLike):
        path = schema_path(schema["path"], """schema={"schema": "DEFINE SCHEMA ..."}""")
        wire["schema"] = {**schema, "path": path}
    return wire


def from_json(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the configuration for `Cloud` that a JSON configuration describes.

    In JSON, a schema that is a string is its text.
    """
    if isinstance(given, Mapping) and isinstance(given.get("schema"), str):
        return {**given, "schema": {"schema": given["schema"]}}
    return dict(given)
