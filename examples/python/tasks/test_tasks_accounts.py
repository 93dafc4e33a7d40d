"""Tasks: the iCloud account of a device."""

from __future__ import annotations

import pytest

from mockcloud import AccountChange, Cloud, Database, Record, User
from mockcloud.errors import (
    AccountTemporarilyUnavailable,
    ManagedAccountRestricted,
    NotAuthenticated,
)


def test_no_account(cloud: Cloud, phone: Database) -> None:
    cloud.accounts.set_status("noAccount", device="phone")
    assert cloud.as_user("me", "phone").account_status() == "noAccount"
    with pytest.raises(NotAuthenticated):
        phone.fetch("n1")


def test_account_temporarily_unavailable(cloud: Cloud, phone: Database) -> None:
    cloud.accounts.set_status("temporarilyUnavailable")  # the user must confirm their password
    with pytest.raises(AccountTemporarilyUnavailable):
        phone.fetch("n1")
    cloud.accounts.set_status("available")
    assert phone.fetch("n1")["title"] == "Milk"  # local data must be kept


def test_account_restricted(cloud: Cloud, phone: Database) -> None:
    cloud.accounts.set_status("restricted")  # by a profile, or parental controls
    assert cloud.container().account_status() == "restricted"
    cloud.accounts.set_status("available")
    cloud.fail(ManagedAccountRestricted, operation="records/modify")  # a managed Apple ID
    with pytest.raises(ManagedAccountRestricted):
        phone.save(Record("Note", {"title": "Bread"}))


def test_sign_out_while_syncing(cloud: Cloud, phone: Database) -> None:
    phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    cloud.limits.set(page_size=1)
    sign_out = {"call": {"operation": "mock/account/signOut", "request": {"device": "phone"}}}
    once = {"limit": {"injections": 1}, "then": sign_out}
    cloud.faults.add({"when": {"phase": "after"}, **once})
    with pytest.raises(NotAuthenticated):
        list(phone.zone_changes("Notes"))  # page 1 arrives, then the user signs out
    cloud.clock.advance()
    (event,) = cloud.events()
    assert isinstance(event, AccountChange) and event.current_user is None


def test_account_switch(cloud: Cloud) -> None:
    cloud.accounts.sign_in("bob", device="phone")  # my phone is Bob's from now on
    cloud.clock.advance()
    (event,) = cloud.events()
    assert isinstance(event, AccountChange) and event.current_user != event.previous_user
    assert [zone.name for zone in cloud.as_user("bob", "phone").private.zones()] == ["_defaultZone"]


def test_sign_in_later(cloud: Cloud, phone: Database) -> None:
    me = cloud.as_user("me", "phone")
    me.sign_out()
    with pytest.raises(NotAuthenticated):
        phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    me.sign_in()
    assert len(list(me.events())) == 2  # signed out, then signed in
    phone.save(Record("Note", {"title": "Bread"}, name="n2"))


def test_user_identity(cloud: Cloud, bob: User) -> None:
    mine = cloud.container().user_record_name()
    his = bob.container().user_record_name()
    assert mine != his and mine.startswith("_")  # compare it at launch: another user, other data
