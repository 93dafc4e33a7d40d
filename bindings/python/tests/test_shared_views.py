"""Participants' views of shared hierarchies, compared with an independent model, at random."""

from __future__ import annotations

import pytest
from shared_world import USERS, World

from mockcloud import Cloud


@pytest.mark.parametrize("seed", range(40))
def test_participants_see_what_is_shared_with_them(seed: int) -> None:
    with Cloud(seed=seed, users=USERS) as cloud:
        world = World(cloud, seed)
        steps = [
            *[world.save] * 6,
            *[world.edit] * 3,
            *[world.move] * 3,
            *[world.delete] * 2,
            *[world.share] * 3,
            *[world.invite] * 2,
            *[world.accept] * 5,
            *[world.unshare] * 2,
            world.leave,
            world.reload,
        ]
        for number in range(150):
            world.random.choice(steps)()
            if number % 3 == 0:
                world.check()
        world.check()
