"""What the library finds about random clients that read changes.

A correct client, which has all records in the end, is not accused; planted bugs are found.
MOCKCLOUD_READERS is the number of worlds with a correct client.
"""

from __future__ import annotations

import os

import pytest
from reading_habits import BUGS
from reading_world import World

WORLDS = int(os.environ.get("MOCKCLOUD_READERS", "160"))
#: The number of worlds with each bug, and the share of those in which it acts that must find it. In
#: the others the bug is excused: a client may lose what it has read when another reading fails.
PLANTED = max(40, WORLDS // 5)
SHARE = 0.9


def described(world: World, seed: int, *what: object) -> str:
    return "\n".join([f"seed {seed}", *map(str, what), *world.log])


@pytest.mark.parametrize("seed", range(WORLDS))
def test_a_correct_client_is_not_accused(seed: int) -> None:
    world = World(seed)
    with world:
        findings = world.run()
        assert findings == [], described(world, seed, *findings)
        # Otherwise it would not be correct.
        assert world.is_finished, described(world, seed, "it cannot read everything")
        missed = world.missed()
        assert missed == {}, described(world, seed, "it has missed", missed)


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    kind = "tokenThrownAway" if bug == "throwsAway" else "moreComingIgnored"
    found: list[int] = []
    unfound: dict[int, str] = {}
    for seed in range(PLANTED):
        world = World(seed, bug)
        with world:
            kinds = {finding.kind for finding in world.run()}
            # The other bugs have skipped nothing if the client has all records in the end.
            if not (world.client.has_thrown_away if bug == "throwsAway" else world.missed()):
                continue
            if kind in kinds:
                found.append(seed)
            else:
                unfound[seed] = described(world, seed)
    count = len(found) + len(unfound)
    assert count >= PLANTED / 10, f"{bug} acts only with the seeds {found} and {[*unfound]}"
    assert len(found) >= SHARE * count, "\n\n".join(
        [f"{bug} acts in {count} worlds, but is not found with these seeds", *unfound.values()]
    )


def test_the_worlds_have_what_may_mislead() -> None:
    """Otherwise the comparison would prove nothing."""
    happened: dict[str, int] = {}
    used_blocks = 0
    for seed in range(24):
        world = World(seed)
        with world:
            world.run()
            used_blocks += world.client.used_blocks
            for line in world.log:
                word = line.split()[0]
                happened[word] = happened.get(word, 0) + 1
    names = ["call", "submit", "cancel", "restart", "sign", "expire", "replace", "restore", "fork"]
    assert min(happened.get(name, 0) for name in names) > 0, happened
    assert used_blocks > 0
