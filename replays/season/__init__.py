"""A season: the matches of many ledgers in one archive, audited on many cores, with queries."""
