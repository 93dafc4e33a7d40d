"""Operations by what they do to the state that Python keeps about a cloud, and their names in C."""

from __future__ import annotations

from typing import get_args

from .vocabulary import HarnessOperation, ServiceOperation

#: The calls that replace rules and their counters by others.
REPLACING = frozenset({"mock/restore", "mock/reset", "mock/state/load"})

#: The calls that begin and end the runs of an exploration.
EXPLORING = frozenset({"mock/explore/begin", "mock/explore/next", "mock/explore/end"})

#: The calls after which the journal does not have the earlier calls any more, or not the same.
LOSING = REPLACING | EXPLORING | {"mock/journal/clear"}

#: The calls that may replace some rules by others of the same names, or remove them.
SETTING = frozenset({"mock/faults/load", "mock/error/set", "mock/recordErrors/set"})

#: The calls that remove rules.
REMOVING = SETTING | {"mock/faults/remove", "mock/faults/clear", "mock/faults/heal"}

#: The calls that copy the rules, which may act in another cloud.
COPYING = frozenset({"mock/state/save"})

#: The calls that add rules, which may have to act before a block ends.
ADDING = frozenset({"mock/faults/add"})

#: The calls of which the ledger or the snapshots of the journal must know.
NOTED = LOSING | REMOVING | COPYING | ADDING

#: The calls that store the queue of events, or replace it by another.
FOLLOWED = REPLACING | EXPLORING | {"mock/snapshot"}

#: The names of all other operations in C: frequent calls neither check nor convert them.
PLAIN = {
    name: name.encode()
    for name in (*get_args(ServiceOperation), *get_args(HarnessOperation))
    if name not in NOTED | FOLLOWED
}


def name_in_c(operation: str) -> bytes:
    """Returns the name of any operation in C."""
    if not isinstance(operation, str):
        raise TypeError(f"an operation is given as its name, not as {operation!r}")
    if "\0" in operation:
        raise ValueError("the name of an operation cannot hold a NUL character")
    return operation.encode()
