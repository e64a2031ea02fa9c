"""Schema version and batch size, importable without the tables."""

NEWEST = "0018"
"""Current version of the schema: the latest in `migrations/versions`."""

PAGE = 1000
"""Number of rows read at once."""

SOME = 6
"""Maximum number of ids listed for an ambiguous prefix."""

OF_EVENTS = ("position", "ledger_id", "match_id", "version", "type", "body", "previous", "hash")
"""Columns of the `events` table, in order."""
