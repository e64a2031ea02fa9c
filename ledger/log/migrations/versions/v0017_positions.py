"""Find the next position in the log itself, instead of in a row that PostgreSQL updates with each event."""

import sqlalchemy as sa
from alembic import op

from tablescribe.ledger.log.triggers import position_triggers

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Replace the trigger and drop `head`. SQLite is unchanged."""
    if op.get_bind().dialect.name == "postgresql":
        schema = op.get_bind().execute(sa.text("SELECT current_schema()")).scalar_one()
        for statement in position_triggers(str(schema)):
            op.execute(statement)
