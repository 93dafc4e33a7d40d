"""Subscriptions: the changes for which a user receives pushes, and the contents of the pushes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, get_args

from .._core.keywords import explained_constructor
from .._core.names import names
from .._core.wire import Wire
from .._core.words import flag, text, word
from ..records.query import Filter
from ..records.values import ZoneID
from ..records.zones import ZoneLike, zone_id
from .requests import query

Trigger = Literal["create", "update", "delete"]

_TRIGGERS: tuple[str, ...] = get_args(Trigger)


def _wire(name: str, *, listed: bool = False) -> Any:
    return field(default=None, metadata={"wire": name, "listed": listed})


@explained_constructor
@dataclass(frozen=True, kw_only=True, eq=False)
class NotificationInfo:
    """The presentation of a push on a device.

    No push is sent without an alert, a sound, a badge or `should_send_content_available`.
    """

    alert_body: str | None = _wire("alertBody")
    alert_localization_key: str | None = _wire("alertLocalizationKey")
    #: The names of the fields whose values are inserted into the localised text.
    alert_localization_args: Sequence[str] | None = _wire("alertLocalizationArgs", listed=True)
    title: str | None = _wire("title")
    title_localization_key: str | None = _wire("titleLocalizationKey")
    title_localization_args: Sequence[str] | None = _wire("titleLocalizationArgs", listed=True)
    subtitle: str | None = _wire("subtitle")
    subtitle_localization_key: str | None = _wire("subtitleLocalizationKey")
    subtitle_localization_args: Sequence[str] | None = _wire(
        "subtitleLocalizationArgs", listed=True
    )
    alert_action_localization_key: str | None = _wire("alertActionLocalizationKey")
    alert_launch_image: str | None = _wire("alertLaunchImage")
    sound_name: str | None = _wire("soundName")
    should_badge: bool | None = _wire("shouldBadge")
    should_send_content_available: bool | None = _wire("shouldSendContentAvailable")
    should_send_mutable_content: bool | None = _wire("shouldSendMutableContent")
    category: str | None = _wire("category")
    collapse_id_key: str | None = _wire("collapseIDKey")
    #: The names of the fields whose values the push contains.
    desired_keys: Sequence[str] | None = _wire("additionalFields", listed=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NotificationInfo):
            return NotImplemented
        return self.to_wire() == other.to_wire()

    def __hash__(self) -> int:
        return hash(frozenset(self.to_wire()))

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NotificationInfo:
        """Returns the object for a dictionary of a response."""
        found: dict[str, Any] = {}
        for each in fields(cls):
            value = wire.get(each.metadata["wire"])
            found[each.name] = tuple(value) if isinstance(value, list) else value
        return cls(**found)

    def to_wire(self) -> Wire:
        """Returns the dictionary to send."""
        wire: Wire = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if value is not None:
                if each.metadata["listed"]:
                    value = names(value, each.name)
                elif each.name.startswith("should_"):
                    value = flag(value, each.name)
                else:
                    value = text(value, each.name)
                wire[each.metadata["wire"]] = value
        return wire


#: A silent push, which only wakes the app so that it can fetch.
SILENT = NotificationInfo(should_send_content_available=True)


@dataclass(frozen=True, kw_only=True, eq=False)
class Subscription:
    """The base class of subscriptions. Saving one replaces the subscription with the same ID."""

    kind: ClassVar[str]

    #: If None, the service generates the ID.
    subscription_id: str | None = None
    #: If None, no push is sent.
    info: NotificationInfo | None = SILENT

    def __eq__(self, other: object) -> bool:
        # Compares requests, in which a zone's name equals its ID, and a list equals a tuple.
        if not isinstance(other, Subscription):
            return NotImplemented
        return self.to_wire() == other.to_wire()

    def __hash__(self) -> int:
        return hash((self.kind, self.subscription_id))

    @staticmethod
    def from_wire(wire: Mapping[str, Any]) -> Subscription:
        """Returns the subscription for a subscription dictionary."""
        info = wire.get("notificationInfo")
        zone = wire.get("zoneID")
        common: dict[str, Any] = {
            "subscription_id": wire["subscriptionID"],
            "info": None if info is None else NotificationInfo.from_wire(info),
        }
        place = None if zone is None else ZoneID.from_wire(zone)
        if wire["subscriptionType"] == "query":
            return QuerySubscription(
                wire["query"]["recordType"],
                zone=place,
                fires_on=tuple(wire["firesOn"]),
                fires_once=wire["firesOnce"],
                query=wire["query"],
                **common,
            )
        if wire["subscriptionType"] == "zone" and place is not None:
            return ZoneSubscription(place, record_type=wire.get("recordType"), **common)
        return DatabaseSubscription(record_type=wire.get("recordType"), **common)

    def to_wire(self) -> Wire:
        """Returns the dictionary to send."""
        wire: Wire = {"subscriptionType": self.kind}
        if self.subscription_id is not None:
            wire["subscriptionID"] = text(self.subscription_id, "subscription_id")
        if self.info is not None:
            if not isinstance(self.info, NotificationInfo):
                raise TypeError(f"info is a NotificationInfo or None, not {self.info!r}")
            wire["notificationInfo"] = self.info.to_wire()
        return wire


@explained_constructor
@dataclass(frozen=True, eq=False)
class QuerySubscription(Subscription):
    """Sends pushes for changes of records of one type that match filters or a predicate."""

    kind = "query"

    record_type: str
    filters: tuple[Filter, ...] = ()
    #: If None, all zones of the database.
    zone: ZoneLike | None = field(default=None, kw_only=True)
    predicate: str | None = field(default=None, kw_only=True)
    #: The values of the predicate's `%@` and `%K`.
    arguments: Sequence[Any] | None = field(default=None, kw_only=True)
    fires_on: Sequence[Trigger] = field(default=("create", "update", "delete"), kw_only=True)
    fires_once: bool = field(default=False, kw_only=True)
    #: The query dictionary that the server returned. It overrides filters and predicate.
    query: Mapping[str, Any] | None = field(default=None, kw_only=True)

    def to_wire(self) -> Wire:
        """Returns the dictionary to send."""
        wire = super().to_wire()
        asked = query(self.record_type, self.filters, (), self.predicate, self.arguments)
        wire["query"] = dict(self.query) if self.query is not None else asked
        wire["firesOn"] = [
            word(each, _TRIGGERS, "fires_on") for each in names(self.fires_on, "fires_on")
        ]
        wire["firesOnce"] = flag(self.fires_once, "fires_once")
        if self.zone is not None:
            wire["zoneID"] = zone_id(self.zone).to_wire()
        return wire


@explained_constructor
@dataclass(frozen=True, eq=False)
class ZoneSubscription(Subscription):
    """Sends pushes for all changes in one custom zone."""

    kind = "zone"

    zone: ZoneLike
    #: If set, only changes of records of this type.
    record_type: str | None = field(default=None, kw_only=True)

    def to_wire(self) -> Wire:
        """Returns the dictionary to send."""
        wire = super().to_wire()
        wire["zoneID"] = zone_id(self.zone).to_wire()
        if self.record_type is not None:
            wire["recordType"] = text(self.record_type, "record_type")
        return wire


@explained_constructor
@dataclass(frozen=True, kw_only=True, eq=False)
class DatabaseSubscription(Subscription):
    """Sends pushes for all changes in all custom zones of a database."""

    kind = "database"

    #: If set, only changes of records of this type.
    record_type: str | None = None

    def to_wire(self) -> Wire:
        """Returns the dictionary to send."""
        wire = super().to_wire()
        if self.record_type is not None:
            wire["recordType"] = text(self.record_type, "record_type")
        return wire
