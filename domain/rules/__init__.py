"""The building blocks of a game: actions, windows, steps, chance, and the functions that decide what is legal."""
