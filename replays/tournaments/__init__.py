"""Tournaments read back and audited."""
