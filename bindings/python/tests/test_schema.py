"""Schemas from Python: read from text and files, written as text, deployed and enforced."""

from __future__ import annotations

from pathlib import Path

import pytest

from mockcloud import BadMockRequest, Cloud, Database, Record
from mockcloud.errors import InvalidArguments, PermissionFailure
from mockcloud.harness.configuration import from_json
from support import ROOT

RECIPES = ROOT / "Tests" / "data" / "recipes.ckdb"
EVERYTHING = ROOT / "Tests" / "data" / "everything.ckdb"
NOTES = "DEFINE SCHEMA RECORD TYPE Note (text STRING QUERYABLE, n INT64"


@pytest.mark.parametrize("file", [RECIPES, EVERYTHING], ids=lambda path: path.stem)
def test_a_file_comes_back_as_text_that_means_the_same(cloud: Cloud, file: Path) -> None:
    types = cloud.schema.load(file)
    written = cloud.schema.text()
    with Cloud() as other:
        assert other.schema.load(text=written, environment="production") == types
        assert other.schema.text(environment="production") == written
        assert other.schema.load(text=file.read_text()) == types
        assert other.schema.text() == written


def test_a_deployed_schema_is_enforced(cloud: Cloud) -> None:
    cloud.schema.load(text=NOTES + ");")
    query = {"query": {"recordType": "Note", "predicate": "n == 1"}}
    assert cloud.call("records/query", query) == {"records": []}
    assert cloud.schema.deploy() == cloud.schema.text(environment="production")
    with pytest.raises(InvalidArguments, match="Field 'n' is not marked queryable"):
        cloud.call("records/query", {**query, "environment": "production"})


def test_containers_have_schemas_of_their_own(cloud: Cloud) -> None:
    cloud.schema.create_container("iCloud.a", text=NOTES + ");", environment="production")
    assert "Note" in cloud.schema.text(container="iCloud.a", environment="production")
    assert "Note" not in cloud.schema.text(container="iCloud.a")
    with pytest.raises(BadMockRequest, match="record type 'Note' is missing"):
        cloud.schema.deploy(container="iCloud.a")


def test_a_role_lets_its_users_write(cloud: Cloud) -> None:
    cloud.accounts.add_user("ann", roles=["Editors"])
    cloud.accounts.add_user("bob")
    grants = ', GRANT READ, CREATE TO "_icloud", GRANT WRITE TO Editors);CREATE ROLE Editors;'
    cloud.schema.load(text=NOTES + grants)

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
        {"schema": str(RECIPES)},
        {"schema": {"schema": NOTES + ");"}},
        {"schema": {"path": str(RECIPES), "environment": "development"}},
    ],
)
def test_the_configuration_gives_a_schema(config: dict[str, object]) -> None:
    with Cloud(config) as cloud:
        assert "RECORD TYPE" in cloud.schema.text()
        cloud.schema.load(text="DEFINE SCHEMA")
        cloud.state.reset()
        assert "RECORD TYPE" in cloud.schema.text()


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (1, "schema: 'schema' must be schema text or an object"),
        ({"schema": "DEFINE SCHEMA;"}, "schema: line 1, column 14"),
        ({}, "schema.schema: required key"),
        ({"shema": ""}, "did you mean 'schema'"),
    ],
)
def test_a_configuration_with_a_bad_schema_is_refused(schema: object, message: str) -> None:
    with pytest.raises(BadMockRequest, match=message):
        Cloud({"schema": schema})


def test_a_string_is_a_path(cloud: Cloud) -> None:
    assert cloud.schema.load(str(RECIPES)) == cloud.schema.load(RECIPES) == ["Cook", "Recipe"]
    cloud.schema.create_container("iCloud.a", schema=str(RECIPES))
    assert "Recipe" in cloud.schema.text(container="iCloud.a")
    with Cloud(schema=str(RECIPES)) as other:
        assert other.schema.text() == cloud.schema.text()


def test_a_text_in_place_of_a_path_is_refused(cloud: Cloud) -> None:
    text = "DEFINE SCHEMA RECORD TYPE Note (n INT64);"
    with pytest.raises(ValueError, match=r"path of a file; .* schema\.load\(text=...\)"):
        cloud.schema.load(text)
    with pytest.raises(ValueError, match=r"create_container\(text=...\)"):
        cloud.schema.create_container("iCloud.a", schema=text)
    with pytest.raises(ValueError, match=r'schema=\{"schema": "DEFINE SCHEMA ..."\}'):
        Cloud(schema=text)
    with pytest.raises(TypeError, match="takes the path of a file, or text="):
        cloud.schema.load()
    with pytest.raises(TypeError, match="takes schema= or text=, not both"):
        cloud.schema.create_container("iCloud.a", schema="a.ckdb", text=text)


@pytest.mark.parametrize("schema", ["/nowhere.ckdb", {"path": "/nowhere.ckdb"}])
def test_a_missing_file_is_an_oserror(cloud: Cloud, schema: object) -> None:
    with pytest.raises(FileNotFoundError, match=r"/nowhere\.ckdb"):
        Cloud({"schema": schema})
    with pytest.raises(FileNotFoundError, match=r"/nowhere\.ckdb"):
        cloud.schema.load("/nowhere.ckdb")


def test_a_json_configuration_has_the_text() -> None:
    given = {"seed": 3, "schema": NOTES + ");"}
    with Cloud(from_json(given)) as cloud:
        assert "RECORD TYPE Note" in cloud.schema.text()
    assert from_json({"schema": {"path": "a"}}) == {"schema": {"path": "a"}}
