"""The service as a client sees it: users, containers, databases, their events."""
