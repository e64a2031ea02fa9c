"""Alembic migrations, run by `ledger.log.database.migrate` whenever a ledger is opened."""
