"""PGN (Portable Game Notation, Edwards 1994), the exchange format of chess programs and federations."""
