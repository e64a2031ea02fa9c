"""Commands on matches: open, play, undo, rule, close, find."""
