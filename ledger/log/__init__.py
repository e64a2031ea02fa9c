"""The log itself: rows in a database that are only ever added."""
