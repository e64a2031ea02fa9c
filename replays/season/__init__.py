"""A season: the matches of many ledgers as an archive, decided again on many cores, and asked about."""
