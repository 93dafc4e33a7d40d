"""A sync client that reads changes of several zones, in one of many ways or with a planted bug.

A pass of it is a generator of calls: `reading_world` makes them, and may end the client in between.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from chance import Chance
from reading_habits import Habits
from reading_pages import TOKEN_EXPIRED, ZONE_ENDED, Call, Page, Reply, found_zones, outcomes

ZONES = "ABC"

#: A pass: it yields calls to make at the same time, takes their replies, and returns whether it
#: has read everything.
Steps = Generator[list[Call], list[Reply], bool]


@dataclass(frozen=True)
class Position:
    """How far a zone was read: a token, with the records up to it."""

    token: str
    records: dict[str, Any]
    is_last: bool


@dataclass
class Store:
    """What a client keeps beyond its end."""

    database: str | None = None
    #: The zones that the feed of the database has returned, and which were not read since.
    due: set[str] = field(default_factory=set)
    zones: dict[str, Position] = field(default_factory=dict)

    def copy(self) -> Store:
        return Store(self.database, set(self.due), dict(self.zones))

    def forget(self, zone: str) -> None:
        self.due.discard(zone)
        self.zones.pop(zone, None)


class Client:
    """A client of one user, which may end and start again with what it has stored."""

    def __init__(self, chance: Chance, habits: Habits) -> None:
        self.chance, self.habits = chance, habits
        self.wipe()
        #: Whether it has begun again without one of its tokens, of which it had read everything.
        self.has_thrown_away = False
        #: How often it has used blocks of an operation that ended early.
        self.used_blocks = 0

    def wipe(self) -> None:
        self.stored = Store()
        #: The failed records that it has passed over.
        self.lost: set[tuple[str, str]] = set()

    def has_bug(self, name: str, share: float) -> bool:
        return self.habits.bug == name and self.chance.maybe(share)

    def read(self) -> Steps:
        return Pass(self).steps()


class Pass:
    """One pass of a client over its zones."""

    def __init__(self, client: Client) -> None:
        self.client, self.chance, self.habits = client, client.chance, client.habits
        self.known = client.stored.copy()
        #: How far the zones were read that are not read to their ends.
        self.open: dict[str, Position | None] = {}
        #: The zones that have a failed record of which the client stores nothing.
        self.unstorable: set[str] = set()
        #: How often the zones were read again because of a failed record.
        self.tries: dict[str, int] = {}
        #: The token before a page with a failed record, which is read again at the end.
        self.before_failed: dict[str, str | None] = {}
        self.has_failed = False

    @property
    def stores(self) -> tuple[Store, ...]:
        """What a page changes: if a whole pass is stored, only what the client has in memory."""
        return (self.known,) if self.habits.stores == "pass" else (self.known, self.client.stored)

    def steps(self) -> Steps:
        zones = yield from self.find()
        if zones is None:
            return False
        self.chance.shuffle(zones)
        self.open = {zone: self.known.zones.get(zone) for zone in zones}
        while self.open:
            calls = list(self.calls())
            replies = yield calls
            for call, reply in zip(calls, replies, strict=True):
                for zone, outcome in self.outcomes(call, reply).items():
                    yield from self.take(zone, outcome)
            is_whole = all(reply.is_whole for reply in replies)
            if self.has_failed and self.habits.stores == "pass":
                return False
            if self.habits.gives_up and (self.has_failed or not is_whole):
                return False
        if not self.has_failed and self.habits.stores == "pass":
            self.client.stored = self.known
        return not self.has_failed

    def outcomes(self, call: Call, reply: Reply) -> dict[str, Page | int]:
        found = outcomes(call, reply, self.habits.uses_blocks)
        is_used = not reply.is_whole and any(isinstance(each, Page) for each in found.values())
        self.client.used_blocks += is_used
        return found

    # Which zones there are

    def find(self) -> Generator[list[Call], list[Reply], list[str] | None]:
        if self.habits.finds == "names":
            return list(ZONES)
        if self.habits.finds == "feed":
            return (yield from self.read_database())
        [reply] = yield [Call("zones/list", {})]
        if reply.status != 0:
            return None
        zones = [zone for zone, _ in found_zones(reply.response["zones"])]
        for zone in self.known.zones.keys() - zones:
            self.forget(zone)
        return zones

    def read_database(self) -> Generator[list[Call], list[Reply], list[str] | None]:
        token, is_last = self.known.database, False
        while not is_last:
            call = Call("changes/database", {} if token is None else {"syncToken": token})
            if self.chance.maybe(0.5):
                call.request["resultsLimit"] = self.chance.one(1, 2)
            [reply] = yield [call]
            page = self.outcomes(call, reply)[""]
            if page == TOKEN_EXPIRED:
                token = None
                self.forget_database()
                continue
            if isinstance(page, int):
                return None
            for zone, is_deleted in found_zones(page.items):
                if is_deleted:
                    self.forget(zone)
                else:
                    self.known.due.add(zone)
            token = page.token
            is_last = page.is_last or self.client.has_bug("ignoresMore", 0.8)
            if is_last or self.habits.stores == "page":
                for store in self.stores:
                    store.database, store.due = token, set(self.known.due)
        return sorted(self.known.due)

    def forget_database(self) -> None:
        for store in (self.known, self.client.stored):
            store.database = None
            if self.habits.begins_all_again:
                store.zones.clear()

    def forget(self, zone: str) -> None:
        for store in (self.known, self.client.stored):
            store.forget(zone)

    # Reading zones

    def calls(self) -> Iterator[Call]:
        zones = list(self.open)
        count = self.chance.randint(1, len(zones)) if self.habits.overlaps else 1
        chosen = self.chance.sample(zones, count) if self.habits.mixes else zones[:count]
        while chosen:
            size = self.chance.randint(1, len(chosen)) if self.habits.groups else 1
            items = [self.item(zone) for zone in chosen[:size]]
            chosen = chosen[size:]
            if len(items) == 1 and self.habits.reads_records and self.chance.maybe(0.3):
                yield Call("records/changes", items[0])
            else:
                yield Call("changes/zone", {"zones": items})

    def item(self, zone: str) -> dict[str, Any]:
        item: dict[str, Any] = {"zoneID": {"zoneName": zone}}
        position = self.open[zone]
        if self.chance.maybe(0.6):
            item["resultsLimit"] = self.chance.one(1, 2, 3)
        is_stored = position is not None and position is self.client.stored.zones.get(zone)
        if is_stored and self.client.has_bug("throwsAway", 0.3):
            self.client.has_thrown_away |= position is not None and position.is_last
            self.open[zone] = position = None
        if position is not None:
            item["syncToken"] = position.token
        return item

    def take(self, zone: str, outcome: Page | int) -> Generator[list[Call], list[Reply], None]:
        if isinstance(outcome, int):
            return self.fail(zone, outcome)
        if outcome.failed and not self.passes_over(zone, outcome):
            return
        page = outcome
        if self.client.has_bug("ignoresMore", 0.8):
            page = replace(page, is_last=True)
        position = self.after(zone, page)
        if not page.is_last and self.client.has_bug("takesNewest", 0.3):
            position = yield from self.newest(zone, position)
        self.open[zone] = position
        if page.is_last:
            del self.open[zone]
            self.has_failed |= zone in self.unstorable
            if zone in self.before_failed:
                yield [self.again(zone)]
        if zone not in self.unstorable and (page.is_last or self.habits.stores == "page"):
            for store in self.stores:
                store.zones[zone] = position
                if page.is_last:
                    store.due.discard(zone)

    def after(self, zone: str, page: Page) -> Position:
        former = self.open[zone]
        records = {} if former is None else dict(former.records)
        for item in page.items:
            if item.get("deleted"):
                records.pop(item["recordName"], None)
            elif "serverErrorCode" not in item:
                records[item["recordName"]] = item["fields"]
        return Position(page.token, records, page.is_last)

    def fail(self, zone: str, code: int) -> None:
        had_token = self.open[zone] is not None
        if code in (TOKEN_EXPIRED, *ZONE_ENDED):
            self.unstorable.discard(zone)
            self.tries.pop(zone, None)
            self.before_failed.pop(zone, None)
            for store in (self.known, self.client.stored):
                store.zones.pop(zone, None)
            self.open[zone] = None
            if code == TOKEN_EXPIRED or had_token:
                return  # there may be another zone of this name
            self.forget(zone)
        else:
            self.has_failed = True
        del self.open[zone]

    def passes_over(self, zone: str, page: Page) -> bool:
        """Returns whether the client reads on after a page with failed records."""
        how = self.habits.failed_record
        if how == "stop":
            self.has_failed = True
            del self.open[zone]
            return False
        if how == "later":
            self.unstorable.add(zone)
            return True
        self.tries[zone] = self.tries.get(zone, 0) + 1
        if how == "again" and self.tries[zone] <= 3:
            return False
        if how == "newest":
            position = self.open[zone]
            self.before_failed.setdefault(zone, position.token if position else None)
        self.client.lost |= {(zone, name) for name in page.failed}
        return True

    def again(self, zone: str) -> Call:
        """Returns the call that reads a page again; the client then uses its newest token."""
        item: dict[str, Any] = {"zoneID": {"zoneName": zone}, "resultsLimit": self.chance.one(1, 2)}
        token = self.before_failed.pop(zone)
        if token is not None:
            item["syncToken"] = token
        return Call("changes/zone", {"zones": [item]})

    def newest(self, zone: str, position: Position) -> Generator[list[Call], list[Reply], Position]:
        """Returns a position with the records that were read, but the token of a list of zones."""
        [reply] = yield [Call("zones/list", {})]
        if reply.status == 0:
            for item in reply.response["zones"]:
                if item["zoneID"]["zoneName"] == zone:
                    return replace(position, token=item["syncToken"])
        return position
