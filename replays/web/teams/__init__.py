"""Tournaments of teams on their pages and by the API."""
