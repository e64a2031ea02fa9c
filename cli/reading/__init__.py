"""Commands that read and find: matches, stats, replay, rules."""
