"""PGN (Portable Game Notation, Edwards 1994): games of chess as programs and federations exchange them."""
