"""What a game is made of: actions, windows, steps, chance, and the functions that decide."""
