"""Tournaments for officials and players: API and pages."""
