"""Alembic migrations, run by `ledger.database.migrate` whenever a ledger is opened."""
