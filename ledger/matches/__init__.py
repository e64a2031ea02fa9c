"""Use cases on matches: open, play, undo, rule, close, find."""
