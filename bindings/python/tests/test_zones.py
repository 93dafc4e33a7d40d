"""Zones from Python."""

from __future__ import annotations

import pytest

from mockcloud import (
    Database,
    Record,
    Zone,
    ZoneID,
    errors,
)


class TestZones:
    def test_zones(self, database: Database) -> None:
        made = database.create_zone("Work")
        assert made.name == "Work"
        assert made.atomic
        assert "atomic" in made.capabilities
        assert database.create_zone("Work").zone_id == made.zone_id
        assert database.fetch_zone(made).zone_id == made.zone_id
        assert {zone.name for zone in database.zones()} == {"_defaultZone", "Work"}
        database.delete_zone("Work")
        with pytest.raises(errors.ZoneNotFound):
            database.fetch_zone("Work")

    def test_encryption_scope(self, database: Database) -> None:
        secret = Zone(ZoneID("Secret"), encryption_scope="perZone")
        made = database.create_zone(secret)
        assert made.encryption_scope == "perZone"
        assert "sharing" not in made.capabilities
        assert database.create_zone("Secret") == made
        assert database.create_zone(made) == made
        with pytest.raises(errors.ServerRejectedRequest, match="perZone"):
            database.create_zone(Zone(ZoneID("Secret")))
        assert database.create_zone("Work").encryption_scope == "perRecord"

    def test_records_know_their_zone(self, database: Database, work: Database) -> None:
        saved = work.save(Record("Note", {"a": 1}, name="n"))
        assert saved.zone_id is not None
        assert saved.zone_id.zone_name == "Work"
        assert saved.zone_id.owner_record_name
        assert database.fetch(saved) == saved
        assert database.fetch(Record("Note", name="n", zone="Work")) == saved
        with pytest.raises(errors.UnknownItem):
            database.fetch("n")
        saved["a"] = 2
        assert database.save(saved)["a"] == 2
        database.delete(saved)
        with pytest.raises(errors.UnknownItem):
            work.fetch("n")
        assert work.zones() == database.zones()
        assert work.fetch_zone("Work") == database.fetch_zone(ZoneID("Work"))
        assert "Work" in repr(work)
