"""Tournaments: results come from matches, standings and pairings from results; anybody can do it again."""
