"""Alembic migrations: one file per schema version."""
