"""A database of a container, as one user sees it on one device."""

from __future__ import annotations

from ._asset_calls import AssetCalls
from ._query_calls import Page, QueryCalls
from ._record_calls import RecordCalls
from ._zone_calls import ZoneCalls
from .changes import ChangeFeeds
from .sharing import Sharing
from .subscriptions import Subscriptions
from .zones import ZoneLike, zone_id

__all__ = ["Database", "Page"]


class Database(RecordCalls, QueryCalls, ZoneCalls, AssetCalls, ChangeFeeds, Subscriptions, Sharing):
    """A database, as one user sees it on one device.

    A method for one item raises that item's own error, as CloudKit's convenience methods do. A
    method for many raises `PartialFailure` when any failed, however long the list is, and the
    item's own error where it was given one item without a list around it. With
    `return_exceptions=True` it returns one result or `CKError` per item instead.
    """

    __slots__ = ()

    def in_zone(self, zone: ZoneLike) -> Database:
        """Returns the same database with another zone for records that name none."""
        return Database(self._cloud, {**self._context, "zoneID": zone_id(zone).to_wire()})
