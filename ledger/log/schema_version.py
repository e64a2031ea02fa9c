"""Schema version and batch size, importable without the tables."""

NEWEST = "0012"
"""The version of the schema: the last of `migrations/versions`."""

PAGE = 1000
"""How many rows are read at once."""

SOME = 6
"""Of ids that begin alike, so many are told."""

OF_EVENTS = ("position", "ledger_id", "match_id", "version", "type", "body", "previous", "hash")
"""The columns of the log, in their order."""
