"""Choices of random tests, of which a seed decides all."""

from __future__ import annotations

from random import Random
from typing import Any


class Chance(Random):
    """Choices of a world."""

    def one(self, *choices: Any) -> Any:
        return self.choice(choices)

    def maybe(self, share: float) -> bool:
        return self.random() < share
