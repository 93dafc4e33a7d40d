"""The cloud with which every task begins."""

from __future__ import annotations

# set-up begins
import pytest

from mockcloud import Cloud, Database, Record, User
from mockcloud.pytest_plugin import CloudFactory


@pytest.fixture
def cloud(mockcloud_factory: CloudFactory) -> Cloud:
    """Me with a phone and a pad, Bob, and my zone Notes with one note."""
    cloud = mockcloud_factory(
        users=[
            {"alias": "me", "devices": ["phone", "pad"]},
            {"alias": "bob", "emailAddress": "bob@example.com"},
        ]
    )
    cloud.seed([Record("Note", {"title": "Milk"}, name="n1", zone="Notes")])
    return cloud


@pytest.fixture
def phone(cloud: Cloud) -> Database:
    """My private database as seen by my phone; records without a zone are in Notes."""
    return cloud.as_user("me", "phone").private.in_zone("Notes")


@pytest.fixture
def pad(cloud: Cloud) -> Database:
    return cloud.as_user("me", "pad").private.in_zone("Notes")


@pytest.fixture
def bob(cloud: Cloud) -> User:
    return cloud.as_user("bob")


# set-up ends
