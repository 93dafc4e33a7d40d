"""The schemas of a cloud's containers."""

from __future__ import annotations

from os import PathLike

from .._core.calls import Part
from .._core.context import context
from .._core.files import schema_path
from .._core.keywords import explained_part
from .._core.wire import Environment


@explained_part("schema")
class Schema(Part):
    """The schemas of one cloud: `cloud.schema`."""

    __slots__ = ()

    def load(
        self,
        path: str | PathLike[str] | None = None,
        *,
        text: str | None = None,
        container: str | None = None,
        environment: Environment | None = None,
    ) -> list[str]:
        """Replaces the schema of an environment by that of a `.ckdb` file, or by a schema text.

        `cloud.schema.load("app.ckdb")`, or `cloud.schema.load(text="DEFINE SCHEMA ...")`. Returns
        the names of the schema's record types. For production it is a shortcut: the service only
        deploys there.
        """
        if (path is None) == (text is None):
            raise TypeError("load() takes the path of a file, or text=")
        request = context(container=container, environment=environment, schema=text)
        if path is not None:
            request["path"] = schema_path(path, "schema.load(text=...)")
        types: list[str] = self._cloud.call("mock/schema/load", request)["recordTypes"]
        return types

    def text(self, *, container: str | None = None, environment: Environment | None = None) -> str:
        """Returns the schema of an environment as text, with the types that saves added."""
        request = context(container=container, environment=environment)
        text: str = self._cloud.call("mock/schema/get", request)["schema"]
        return text

    def deploy(self, *, container: str | None = None) -> str:
        """Copies a container's development schema to production, and returns it as text."""
        text: str = self._cloud.call("mock/schema/deploy", context(container=container))["schema"]
        return text

    def create_container(
        self,
        identifier: str,
        *,
        schema: str | PathLike[str] | None = None,
        text: str | None = None,
        environment: Environment | None = None,
    ) -> None:
        """Creates a container. By default, calls also create the containers that they name.

        `schema` is the path of a `.ckdb` file, `text` the text of a schema.
        """
        if schema is not None:
            if text is not None:
                raise TypeError("create_container() takes schema= or text=, not both")
            from pathlib import Path

            text = Path(schema_path(schema, "schema.create_container(text=...)")).read_text("utf-8")
        request = context(container=identifier, schema=text, environment=environment)
        self._cloud.call("mock/container/create", request)
