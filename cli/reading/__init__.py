"""Commands that find and read: matches, stats, replay, rules."""
