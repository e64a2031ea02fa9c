"""The match aggregate: its events, its tree of moves, and the commands it accepts or refuses."""
