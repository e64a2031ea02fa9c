"""Tournaments of teams: pages and API."""
