"""Matches read back: timeline, visibility, wording, languages."""
