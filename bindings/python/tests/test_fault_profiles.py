"""Profiles: sets of rules for one kind of failure."""

from __future__ import annotations

from typing import get_args

import pytest

from mockcloud import Cloud, Record, errors
from mockcloud.harness.faults import Profile

PROFILES: tuple[Profile, ...] = get_args(Profile)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", range(5))
def test_everything_arrives_once_a_bad_day_is_over(profile: Profile, seed: int) -> None:
    with Cloud(seed=seed) as cloud:
        notes = [Record("Note", {"n": -1}, name=f"n{number}") for number in range(30)]
        unsaved = list(cloud.private.save_all(notes))
        for number, record in enumerate(unsaved):
            record["n"] = number
        ids = cloud.faults.profile(profile, 1)
        assert [rule["id"] for rule in cloud.faults.rules()] == ids
        failed = 0
        for _ in range(2):
            for record in unsaved.copy():
                try:
                    cloud.private.save(record)
                    unsaved.remove(record)
                except errors.CKError:
                    failed += 1
        assert failed
        cloud.faults.heal()
        for record in unsaved:
            cloud.private.save(record, save_policy="allKeys")
        saved = {record.name: record["n"] for record in cloud.private.query("Note")}
        assert saved == {f"n{number}": number for number in range(30)}


def test_a_profile_goes_with_intensity_0(cloud: Cloud) -> None:
    cloud.faults.profile("throttled")
    assert cloud.faults.rules()
    cloud.faults.profile("throttled", 0)
    assert cloud.faults.rules() == []


@pytest.mark.parametrize("seed", range(20))
def test_airplane_grounds_one_device_at_a_time(seed: int) -> None:
    """The calls of one device fail as they do if no other device makes any."""

    def statuses(devices: list[str]) -> list[int]:
        with Cloud(seed=seed, users=[{"alias": "me", "devices": ["phone", "pad"]}]) as cloud:
            cloud.faults.profile("airplane", intensity=1)
            found: list[int] = []
            for device in devices:
                status, _ = cloud.exchange("zones/list", {"device": device})
                if device == "phone":
                    found.append(status)
            return found

    alone = statuses(["phone"] * 30)
    assert statuses(["phone", "pad", "pad"] * 30) == alone
    assert 3 in alone
