"""What a test does to a cloud: faults, time, states, accounts, networks, scripts.

The parts of a cloud are imported when they are first used: no test uses all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy import lazy

if TYPE_CHECKING:
    from .accounts import Accounts
    from .clock import Clock
    from .fault_report import FaultReport
    from .limits import LimitSettings
    from .network import Network
    from .schema import Schema
    from .script import Scripts, ScriptStatus
    from .state import State
    from .traces import Trace

__all__ = [
    "Accounts",
    "Clock",
    "FaultReport",
    "LimitSettings",
    "Network",
    "Schema",
    "ScriptStatus",
    "Scripts",
    "State",
    "Trace",
]

if not TYPE_CHECKING:
    __getattr__ = lazy(
        __name__,
        {
            "accounts": "Accounts",
            "clock": "Clock",
            "fault_report": "FaultReport",
            "limits": "LimitSettings",
            "network": "Network",
            "schema": "Schema",
            "script": "Scripts ScriptStatus",
            "state": "State",
            "traces": "Trace",
        },
    )
