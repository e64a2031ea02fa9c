"""A game's components and rule book as data."""
