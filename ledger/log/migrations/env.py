"""Run migrations on the connection in the configuration's attributes. There is no configuration file."""

from alembic import context

from tablescribe.ledger.log.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
