"""The operations of a database that save, fetch and delete subscriptions."""

from __future__ import annotations

from collections.abc import Iterable

from .. import service
from .._core.vocabulary import OperationName
from .._core.wire import Wire
from .._core.words import text
from .calls import DatabaseCalls, only_item


class Subscriptions(DatabaseCalls):
    """The methods for subscriptions.

    Pushes become events when the clock advances: see `Cloud.advance`.
    """

    __slots__ = ()

    def save_subscription(self, subscription: service.Subscription) -> service.Subscription:
        """Saves a subscription and returns the server's version of it."""
        if not isinstance(subscription, service.Subscription):
            raise TypeError(f"save_subscription() takes a Subscription, not {subscription!r}")
        operation = {"operationType": "create", "subscription": subscription.to_wire()}
        return service.Subscription.from_wire(
            self._only("subscriptions/modify", "operations", operation)
        )

    def fetch_subscription(self, subscription_id: str) -> service.Subscription:
        """Returns the subscription with this ID; raises `UnknownItem` if there is none."""
        wanted = {"subscriptionID": text(subscription_id, "subscription_id")}
        return service.Subscription.from_wire(
            self._only("subscriptions/lookup", "subscriptions", wanted)
        )

    def subscriptions(self) -> list[service.Subscription]:
        """Returns the user's subscriptions in this database."""
        wires: Iterable[Wire] = self._zoneless("subscriptions/list", {})["subscriptions"]
        return [service.Subscription.from_wire(wire) for wire in wires]

    def delete_subscription(self, subscription: str | service.Subscription) -> None:
        """Deletes a subscription; raises `UnknownItem` if it does not exist."""
        if not isinstance(subscription, str | service.Subscription):
            raise TypeError(f"a subscription is given as an ID or as itself, not {subscription!r}")
        name = subscription if isinstance(subscription, str) else subscription.subscription_id
        operation = {"operationType": "delete", "subscription": {"subscriptionID": name}}
        self._only("subscriptions/modify", "operations", operation)

    def _only(self, operation: OperationName, key: str, item: Wire) -> Wire:
        return only_item(self._exchange_zoneless(operation, {key: [item]}), "subscriptions")
