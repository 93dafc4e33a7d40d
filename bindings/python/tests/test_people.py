"""Users: their identities, their discovery, and their devices."""

from __future__ import annotations

import pytest

from mockcloud import (
    AccountChange,
    Cloud,
    NameComponents,
    Participant,
    PushToken,
    Record,
    UserIdentity,
    errors,
)

ALICE = NameComponents(name_prefix="Dr.", given_name="Alice", family_name="Sand", nickname="Al")


@pytest.fixture
def alice(cloud: Cloud) -> str:
    cloud.accounts.add_user("bob", email="bob@example.com", devices=["pad"])
    return cloud.accounts.add_user(
        "alice", email="alice@example.com", phone="+4930123", name_components=ALICE
    )


def test_who_somebody_is(cloud: Cloud, alice: str) -> None:
    known = UserIdentity(
        user=alice, email="alice@example.com", phone="+4930123", name_components=ALICE
    )
    assert cloud.container().identity(user="alice") == known
    assert cloud.as_user("alice").identity() == known
    me = cloud.container().identity()
    assert me == UserIdentity(user=cloud.container().user_record_name())
    with pytest.raises(errors.NotAuthenticated):
        cloud.container().identity(user=None)


def test_discovering(cloud: Cloud, alice: str) -> None:
    container = cloud.container()
    assert [each.user for each in container.discover()] == [
        container.user_record_name(user="bob"),
        alice,
    ]
    found = container.discover(["alice@example.com", "+4930123", "no@example.com", "bob"])
    assert [each.user for each in found[:2]] == [alice, alice]
    assert [(each.email, each.phone) for each in found[:2]] == [
        ("alice@example.com", None),
        (None, "+4930123"),
    ]
    assert len(found) == 3 and found[0].name_components == ALICE
    assert container.discover("no@example.com") == container.discover([]) == []
    bobs = cloud.as_user("bob").discover()
    assert [each.user for each in bobs] == [container.user_record_name(), alice]
    assert cloud.as_user("bob").discover(Participant(phone="+4930123"))[0].user == alice


def test_looking_up(cloud: Cloud, alice: str) -> None:
    container = cloud.container()
    name = NameComponents(given_name="Alice", family_name="Sand")
    known = UserIdentity(user=alice, email="alice@example.com", name_components=name)
    assert container.users_by_email(["alice@example.com"]) == [known]
    assert container.users_by_name([alice, "alice"]) == [known, known]
    assert container.users_by_name("bob", user="alice")[0].name_components is None


def test_names_in_shares(cloud: Cloud, alice: str) -> None:
    home = cloud.private.in_zone(cloud.private.create_zone("Home"))
    share = home.share(Record("List", name="list"), participants="+4930123")
    invited = share.participants[1]
    assert (invited.phone, invited.user, invited.name_components) == ("+4930123", alice, ALICE)
    (found,) = cloud.container().participants("alice")
    assert found.name_components == ALICE
    share.participants[1] = invited.may("READ_WRITE")
    assert home.save(share).participants[1].name_components == ALICE


def test_name_components() -> None:
    wire = {"namePrefix": "Dr.", "givenName": "Alice", "familyName": "Sand", "nickname": "Al"}
    assert ALICE.to_wire() == wire
    assert NameComponents.from_wire(wire) == ALICE
    assert str(ALICE) == "Dr. Alice Sand"
    middle = NameComponents(given_name="A", middle_name="B", family_name="C", name_suffix="Jr.")
    assert str(middle) == "A B C Jr."
    assert str(NameComponents(nickname="Al")) == ""


def test_every_part_of_a_name_is_known(cloud: Cloud) -> None:
    whole = NameComponents(
        name_prefix="a",
        given_name="b",
        middle_name="c",
        family_name="d",
        name_suffix="e",
        nickname="f",
        phonetic_representation="g",
    )
    cloud.accounts.add_user("carol", name_components=whole)
    assert cloud.as_user("carol").identity().name_components == whole


def test_signing_in_and_out(cloud: Cloud, alice: str) -> None:
    assert cloud.accounts.sign_in("alice") == alice
    assert cloud.container().user_record_name() == alice
    cloud.accounts.sign_out()
    assert cloud.container().account_status() == "noAccount"
    cloud.accounts.sign_in("bob")
    changes = [event for event in cloud.events() if isinstance(event, AccountChange)]
    bob = cloud.container().user_record_name()
    assert [(each.previous_user, each.current_user) for each in changes][-1][1] == bob
    cloud.accounts.sign_out(device="pad")
    assert cloud.as_user("bob", "pad").account_status() == "noAccount"
    assert cloud.container().account_status() == "available"
    with pytest.raises(errors.BadMockRequest, match="toaster"):
        cloud.accounts.sign_out(device="toaster")


def test_push_tokens(cloud: Cloud) -> None:
    container = cloud.container()
    token = container.create_token()
    assert token == container.create_token("development") != container.create_token("production")
    assert isinstance(token, PushToken) and token.token in token.courier_url
    container.register_token(token)
    container.register_token("00FF", "production")
    requests = [call.request for call in cloud.journal.calls("tokens/register")]
    assert [(each["apnsToken"], each["apnsEnvironment"]) for each in requests] == [
        (token.token, "development"),
        ("00FF", "production"),
    ]
    with pytest.raises(errors.InvalidArguments):
        container.register_token("no digits")
