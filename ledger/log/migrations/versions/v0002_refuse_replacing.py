"""Refuse INSERT OR REPLACE, with which version 1 allowed rewriting an event."""

from alembic import op

from tablescribe.ledger.log.triggers import replacement_triggers

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the triggers."""
    for statement in replacement_triggers(op.get_bind().dialect.name):
        op.execute(statement)
