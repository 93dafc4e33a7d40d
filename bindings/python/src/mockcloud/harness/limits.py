"""The limits and switches of the service."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from .._core.attributes import Explaining
from .._core.calls import Part
from .._core.context import UNSET, Unset
from .._core.keywords import explained_part
from .._core.vocabulary import FirstReading

#: A new value; None restores the default.
_Number = int | Unset | None
_Switch = bool | Unset | None


def _key(name: str) -> str:
    """Returns the name in the JSON interface for a Python name."""
    return re.sub(r"_(.)", lambda letter: letter[1].upper(), name)


@dataclass(frozen=True)
class Limits(Explaining):
    """The current limits and switches: `cloud.limits.get()`."""

    #: The maximum number of items in a request.
    items_per_request: int
    #: The maximum size of a request's JSON in bytes, not counting the data of files in it.
    bytes_per_request: int
    #: The maximum size of a record's names and values in bytes, not counting files.
    bytes_per_record: int
    #: The maximum number of records on a page.
    page_size: int
    #: The maximum number of characters in the name of a record, zone, type or field.
    name_length: int
    #: The maximum number of `DELETE_SELF` references to a record.
    references_per_target: int
    #: The maximum number of participants of a share, not counting its owner.
    participants_per_share: int
    #: The maximum number of values in an `IN` filter.
    filter_values: int
    #: The maximum number of fields of a record type.
    fields_per_type: int
    #: The maximum size of a file in bytes.
    bytes_per_asset: int
    #: The number of bytes of calls that the journal keeps. It drops the oldest calls.
    journal_bytes: int
    #: The number of bytes that a user may store in private databases, or None for no quota.
    storage_per_user: int | None
    #: The number of bytes that a container may store in its public database, or None for no quota.
    storage_per_container: int | None
    #: The seconds after which sync tokens expire, or None for never. Only while it is set, tokens
    #: have the time of their issue.
    sync_token_life: int | None
    #: The seconds after which continuation markers are refused, or None for never.
    marker_life: int | None
    #: The seconds after which a device must sign in again, or None for never.
    session_life: int | None
    #: Whether `EQUALS` distinguishes upper case from lower case.
    case_sensitive_equality: bool
    #: Whether a user may have only one query subscription per record type and set of triggers.
    one_subscription_per_type: bool
    #: Whether queries require their indexes in the development environment as well.
    strict_indexes: bool
    #: Whether subscriptions without notification settings send pushes too.
    pushes_without_info: bool
    #: The earlier deletions that a reading of changes without a token returns: those of records
    #: that the calling client created, all, or none.
    first_reading: FirstReading

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Limits:
        """Returns the object for a dictionary of a response."""
        return cls(**{each.name: wire[_key(each.name)] for each in fields(cls)})


@explained_part("limits")
class LimitSettings(Part):
    """The limits and switches of one cloud: `cloud.limits`."""

    __slots__ = ()

    def get(self) -> Limits:
        """Returns the current limits and switches."""
        return Limits.from_wire(self._cloud.call("mock/info")["limits"])

    def set(
        self,
        *,
        items_per_request: _Number = UNSET,
        bytes_per_request: _Number = UNSET,
        bytes_per_record: _Number = UNSET,
        page_size: _Number = UNSET,
        name_length: _Number = UNSET,
        references_per_target: _Number = UNSET,
        participants_per_share: _Number = UNSET,
        filter_values: _Number = UNSET,
        fields_per_type: _Number = UNSET,
        bytes_per_asset: _Number = UNSET,
        journal_bytes: _Number = UNSET,
        storage_per_user: _Number = UNSET,
        storage_per_container: _Number = UNSET,
        sync_token_life: _Number = UNSET,
        marker_life: _Number = UNSET,
        session_life: _Number = UNSET,
        case_sensitive_equality: _Switch = UNSET,
        one_subscription_per_type: _Switch = UNSET,
        strict_indexes: _Switch = UNSET,
        pushes_without_info: _Switch = UNSET,
        first_reading: FirstReading | Unset | None = UNSET,
    ) -> Limits:
        """Changes limits and switches and returns all of them. They are described in `Limits`.

        None restores a default. Omitted limits do not change.
        """
        given = dict(locals())
        changes = {
            _key(each.name): given[each.name]
            for each in fields(Limits)
            if given[each.name] is not UNSET
        }
        if not changes:
            raise TypeError("set() changes nothing without a limit, such as page_size=5")
        return Limits.from_wire(self._cloud.call("mock/limits/set", {"limits": changes})["limits"])
