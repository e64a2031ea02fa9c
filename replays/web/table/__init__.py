"""Queries, commands and live updates of matches, without HTTP."""
