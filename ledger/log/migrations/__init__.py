"""Alembic migrations, run by `tablescribe.ledger.log.database.migrate` whenever a ledger is opened."""
