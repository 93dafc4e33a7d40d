"""Schemas from Python: read from text and files, written as text, deployed and enforced."""

from __future__ import annotations

from pathlib import Path

import pytest

from mockcloud import BadMockRequest, Cloud, Database, Record
from mockcloud.errors import InvalidArguments, PermissionFailure
from support import ROOT

RECIPES = ROOT / "Tests" / "data" / "recipes.ckdb"
EVERYTHING = ROOT / "Tests" / "data" / "everything.ckdb"
NOTES = "DEFINE SCHEMA RECORD TYPE Note (text STRING QUERYABLE, n INT64"


@pytest.mark.parametrize("file", [RECIPES, EVERYTHING], ids=lambda path: path.stem)
def test_a_file_comes_back_as_text_that_means_the_same(cloud: Cloud, file: Path) -> None:
    types = cloud.load_schema(file)
    written = cloud.schema()
    with Cloud() as other:
        assert other.load_schema(written, environment="production") == types
        assert other.schema(environment="production") == written
        assert other.load_schema(file.read_text()) == types
        assert other.schema() == written


def test_a_deployed_schema_is_enforced(cloud: Cloud) -> None:
    cloud.load_schema(NOTES + ");")
    query = {"query": {"recordType": "Note", "predicate": "n == 1"}}
    assert cloud.call("records/query", query) == {"records": []}
    assert cloud.deploy_schema() == cloud.schema(environment="production")
    with pytest.raises(InvalidArguments, match="Field 'n' is not marked queryable"):
        cloud.call("records/query", {**query, "environment": "production"})


def test_containers_have_schemas_of_their_own(cloud: Cloud) -> None:
    cloud.create_container("iCloud.a", schema=NOTES + ");", environment="production")
    assert "Note" in cloud.schema(container="iCloud.a", environment="production")
    assert "Note" not in cloud.schema(container="iCloud.a")
    with pytest.raises(BadMockRequest, match="record type 'Note' is missing"):
        cloud.deploy_schema(container="iCloud.a")


def test_a_role_lets_its_users_write(cloud: Cloud) -> None:
    cloud.add_user("ann", roles=["Editors"])
    cloud.add_user("bob")
    cloud.load_schema(
        NOTES + ', GRANT READ, CREATE TO "_icloud", GRANT WRITE TO Editors);CREATE ROLE Editors;'
    )

    def public(user: str) -> Database:
        return cloud.container().database("public", user=user)

    note = public("bob").save(Record("Note", {"text": "a"}, name="n"))
    note["text"] = "b"
    with pytest.raises(PermissionFailure, match="WRITE operation not permitted"):
        public("bob").save(note)
    assert public("ann").save(note)["text"] == "b"


@pytest.mark.parametrize(
    "config",
    [
        {"schema": NOTES + ");"},
        {"schema": {"schema": NOTES + ");"}},
        {"schema": {"path": str(RECIPES), "environment": "development"}},
    ],
)
def test_the_configuration_gives_a_schema(config: dict[str, object]) -> None:
    with Cloud(config) as cloud:
        assert "RECORD TYPE" in cloud.schema()
        cloud.load_schema("DEFINE SCHEMA")
        cloud.reset()
        assert "RECORD TYPE" in cloud.schema()


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (1, "schema: 'schema' must be schema text or an object"),
        ("DEFINE SCHEMA;", "schema: line 1, column 14"),
        ({}, "schema.schema: required key"),
        ({"path": "/nowhere.ckdb"}, "cannot be read"),
        ({"shema": ""}, "did you mean 'schema'"),
    ],
)
def test_a_configuration_with_a_bad_schema_is_refused(schema: object, message: str) -> None:
    with pytest.raises(BadMockRequest, match=message):
        Cloud({"schema": schema})


def test_a_file_is_named_by_a_path(cloud: Cloud) -> None:
    with pytest.raises(TypeError, match="for a file, pass Path"):
        cloud.load_schema(str(RECIPES))
    assert cloud.load_schema(RECIPES) == ["Cook", "Recipe"]
