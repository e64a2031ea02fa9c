"""Tournaments: the aggregate, pairing and standings. Everything is computed from events, so anyone can recompute it."""
