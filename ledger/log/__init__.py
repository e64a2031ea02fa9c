"""The append-only log: events in SQLite or PostgreSQL."""
