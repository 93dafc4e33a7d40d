"""The service's limits and switches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ._calls_base import Calls
from ._context import UNSET, Unset

#: A new value; None is the default.
_Number = int | Unset | None
_Switch = bool | Unset | None


def _key(name: str) -> str:
    """The dialect's name for one of Python's."""
    return re.sub(r"_(.)", lambda letter: letter[1].upper(), name)


@dataclass(frozen=True)
class Limits:
    """The limits and switches that are in force: `cloud.limits`."""

    #: The most items of one request.
    items_per_request: int
    #: The most bytes of one request's JSON, not counting the data of files in it.
    bytes_per_request: int
    #: The most bytes of one record's names and values, not counting files.
    bytes_per_record: int
    #: The most records of one page.
    page_size: int
    #: The most characters of the name of a record, zone, type or field.
    name_length: int
    #: The most `DELETE_SELF` references to one record.
    references_per_target: int
    #: The most participants of a share, not counting its owner.
    participants_per_share: int
    #: The most values of one `IN` filter.
    filter_values: int
    #: The most fields of one record type.
    fields_per_type: int
    #: The most bytes of one file.
    bytes_per_asset: int
    #: How many bytes of calls the journal keeps; it drops the oldest.
    journal_bytes: int
    #: How many bytes a user may store in private databases; None: no quota.
    storage_per_user: int | None
    #: How many bytes a container may store in its public database; None: no quota.
    storage_per_container: int | None
    #: Whether `EQUALS` distinguishes upper case from lower case.
    case_sensitive_equality: bool
    #: Whether a user may have only one query subscription per record type and set of triggers.
    one_subscription_per_type: bool
    #: Whether development, too, requires the indexes that a query needs.
    strict_indexes: bool

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Limits:
        return cls(**{each.name: wire[_key(each.name)] for each in fields(cls)})


class Limiting(Calls):
    """Reads and changes limits."""

    @property
    def limits(self) -> Limits:
        """The limits and switches that are in force."""
        return Limits.from_wire(self.call("mock/info")["limits"])

    def set_limits(
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
        case_sensitive_equality: _Switch = UNSET,
        one_subscription_per_type: _Switch = UNSET,
        strict_indexes: _Switch = UNSET,
    ) -> Limits:
        """Changes limits and switches, which `Limits` describes, and returns all of them.

        None brings a default back; what is not given stays as it is.
        """
        given = dict(locals())
        changes = {
            _key(each.name): given[each.name]
            for each in fields(Limits)
            if given[each.name] is not UNSET
        }
        return Limits.from_wire(self.call("mock/limits/set", {"limits": changes})["limits"])
