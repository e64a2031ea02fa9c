"""How they are drawn; until it is, `domain/plain.py` draws them."""
