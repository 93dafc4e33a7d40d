"""Makes the clouds of a test, and closes them at its end."""

from __future__ import annotations

from typing import Any

import mockcloud

from .._core import makers
from .._core.typing import Unpack


class CloudFactory:
    """Creates clouds for a test, with the configuration of its markers, and closes them.

    With `is_lasting`, the clouds outlive the test for which they are created.
    """

    def __init__(self, configuration: dict[str, Any], *, is_lasting: bool = False) -> None:
        self.configuration = configuration
        self._is_lasting = is_lasting
        self.clouds: list[mockcloud.Cloud] = []

    def __call__(self, **configuration: Unpack[mockcloud.Configuration]) -> mockcloud.Cloud:
        from ..cloud import Cloud

        cloud = Cloud({**self.configuration, **configuration})
        if self._is_lasting:
            makers.keep(cloud)  # each test is judged by itself
        else:
            cloud._ledger.watch()
        self.clouds.append(cloud)
        return cloud

    def fork(self, base: mockcloud.Cloud) -> mockcloud.Cloud:
        """Returns a fork of a cloud. Its calls are only those of the test."""
        from ..testing.checks import fork_for_test

        cloud = fork_for_test(base)
        self.clouds.append(cloud)
        return cloud

    def close(self) -> None:
        """Closes the clouds of a test that has ended."""
        for cloud in self.clouds:
            cloud._ledger.unwatch()
            cloud.close()
