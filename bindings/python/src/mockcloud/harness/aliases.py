"""The aliases of users."""

from __future__ import annotations

from .._core.calls import CallFunction


def aliases_of(call: CallFunction) -> dict[str, str]:
    """Returns the aliases of the users of a cloud by record name."""
    users = call("mock/users/list", {})["users"]
    return {each["userRecordName"]: each["alias"] for each in users}
