"""Databases of containers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from .._core.keywords import explained
from ..records.zones import ZoneLike, zone_id
from .asset_calls import AssetCalls
from .change_calls import ChangeFeeds
from .contents import Contents
from .find_calls import FindCalls
from .query_calls import Page
from .record_calls import RecordCalls
from .sharing import Sharing
from .subscription_calls import Subscriptions
from .zone_calls import ZoneCalls

__all__ = ["Database", "Page"]


@explained
class Database(
    RecordCalls,
    FindCalls,
    ZoneCalls,
    AssetCalls,
    ChangeFeeds,
    Subscriptions,
    Sharing,
    Contents,
):
    """A database of a container, used by one user on one device.

    A method for one item raises the error of the item, as CloudKit's convenience methods do. A
    method for several items raises `PartialFailure` if any item of a list fails, also for a list of
    one item. Given a single item that is not in a list, it raises the error of the item. With
    `return_exceptions=True`, it returns a result or a `CKError` for each item instead.

    Two databases are equal if they are the same one, used by the same user on the same device. A
    database is equal to a dictionary of its contents, `database == {"n1": {"title": "Buy glue"}}`.
    """

    __slots__ = ()

    _elsewhere: ClassVar[Mapping[str, str]] = {
        "accept": "cloud.container().accept(share)",
        "participants": "cloud.container().participants(people)",
        "subscribe": "save_subscription(ZoneSubscription(zone))",
        "records": "cloud.records(database=...), or query(record_type)",
        "add": "save(record)",
        "create": "save(record)",
        "update": "save(record)",
    }

    def in_zone(self, zone: ZoneLike) -> Database:
        """Returns the same database with another default zone for records without a zone."""
        return Database(self._cloud, {**self._context, "zoneID": zone_id(zone).to_wire()})
