"""INSERT OR REPLACE is refused as well; version 1 let it rewrite an event."""

from alembic import op

from tablescribe.ledger.log.triggers import replacement_triggers

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the triggers."""
    for statement in replacement_triggers(op.get_bind().dialect.name):
        op.execute(statement)
