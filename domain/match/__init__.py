"""The match aggregate: its events, its line of moves, and what it refuses."""
