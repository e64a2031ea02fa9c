"""How the board of this faction is drawn; until it is, `domain/plain.py` draws it."""
